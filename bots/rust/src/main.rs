//! A Filler bot to copy. It speaks both schools' protocols, Plateau (42) and Anfield (01-edu).
//!
//! Its policy: of all legal placements, the one closest to the enemy. Change `value` to make it yours.
//! Standard output belongs to the referee; to debug, use `eprintln!`.

use std::io::{self, BufRead, Write};

/// The marks of player 1 and 2; lower case is the latest piece.
const PLATEAU: [&str; 2] = ["Oo", "Xx"];
const ANFIELD: [&str; 2] = ["@a", "$s"];

struct Board {
    rows: usize,
    cols: usize,
    /// The marks, row by row.
    cells: Vec<char>,
    /// Steps from each cell to the nearest enemy cell, up, down, left and right, whatever lies between.
    steps: Vec<u32>,
}

fn main() -> io::Result<()> {
    let mut player = 0;
    loop {
        let line = next_line()?;
        if line.starts_with("$$$ exec p") {
            player = usize::from(line.starts_with("$$$ exec p2"));
        }
        let is_anfield = line.starts_with("Anfield");
        if !is_anfield && !line.starts_with("Plateau") {
            continue;
        }
        let marks = if is_anfield { ANFIELD } else { PLATEAU };
        let board = read_board(size(&line, is_anfield)?, marks[1 - player])?;
        let piece = read_piece(is_anfield)?;
        // `0 0` says "I am stuck".
        let (row, col) = best_anchor(&board, &piece, marks[player]).unwrap_or((0, 0));
        let answer = if is_anfield { format!("{col} {row}\n") } else { format!("{row} {col}\n") };
        io::stdout().write_all(answer.as_bytes())?;
        io::stdout().flush()?;
    }
}

/// Reads a line, without its end. The end of the input is the end of the game.
fn next_line() -> io::Result<String> {
    let mut bytes = Vec::new();
    if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
        std::process::exit(0);
    }
    // A byte is a character, whatever is in a path or a wall.
    let line: String = bytes.into_iter().map(char::from).collect();
    Ok(line.trim_end_matches(['\r', '\n']).into())
}

/// Rows and columns in a header: `Plateau 15 17:` has the rows first, `Anfield 20 15:` the columns.
fn size(header: &str, is_anfield: bool) -> io::Result<(usize, usize)> {
    let words = header.split([' ', ':']);
    match words.flat_map(str::parse).collect::<Vec<usize>>()[..] {
        [cols, rows] if is_anfield => Ok((rows, cols)),
        [rows, cols] => Ok((rows, cols)),
        _ => Err(io::Error::other(format!("expected a header with a size, found `{header}`"))),
    }
}

fn read_board((rows, cols): (usize, usize), enemy: &str) -> io::Result<Board> {
    next_line()?; // the ruler
    let mut cells = Vec::new();
    for _ in 0..rows {
        let line = next_line()?; // the row number has three digits or more
        let (_, row) = line.split_once(' ').unwrap_or_default();
        cells.extend(row.chars().chain(std::iter::repeat('#')).take(cols));
    }
    let mut steps: Vec<u32> = cells.iter().map(|mark| if enemy.contains(*mark) { 0 } else { u32::MAX / 2 }).collect();
    // Two passes: going down, a cell learns from above and from the left; going up, from below and the right.
    for i in 0..steps.len() {
        let above = if i >= cols { steps[i - cols] + 1 } else { u32::MAX };
        let left = if i % cols > 0 { steps[i - 1] + 1 } else { u32::MAX };
        steps[i] = steps[i].min(above).min(left);
    }
    for i in (0..steps.len()).rev() {
        let below = steps.get(i + cols).map_or(u32::MAX, |steps| steps + 1);
        let right = if (i + 1) % cols > 0 { steps[i + 1] + 1 } else { u32::MAX };
        steps[i] = steps[i].min(below).min(right);
    }
    Ok(Board { rows, cols, cells, steps })
}

/// The rows and columns of the filled cells in the piece's box.
fn read_piece(is_anfield: bool) -> io::Result<Vec<(i32, i32)>> {
    let mut filled = Vec::new();
    for row in 0..size(&next_line()?, is_anfield)?.0 {
        let line = next_line()?;
        filled.extend((0..).zip(line.chars()).filter(|(_, c)| "*O".contains(*c)).map(|(col, _)| (row as i32, col)));
    }
    Ok(filled)
}

/// Only filled cells count: empty ones may hang over any edge, so anchors start before the board.
fn best_anchor(board: &Board, piece: &[(i32, i32)], mine: &str) -> Option<(i32, i32)> {
    let (bottom, right) = (piece.iter().map(|c| c.0).max()?, piece.iter().map(|c| c.1).max()?);
    let anchors = (-bottom..board.rows as i32).flat_map(|row| (-right..board.cols as i32).map(move |col| (row, col)));
    anchors.filter_map(|anchor| Some((value(board, piece, mine, anchor)?, anchor))).min().map(|(_, anchor)| anchor)
}

/// The cost of putting the corner of the piece's box there: the steps of all newly covered cells; `None` if illegal.
fn value(board: &Board, piece: &[(i32, i32)], mine: &str, anchor: (i32, i32)) -> Option<u64> {
    let (mut overlap, mut sum) = (0, 0);
    for (row, col) in piece {
        let (row, col) = (usize::try_from(anchor.0 + row).ok()?, usize::try_from(anchor.1 + col).ok()?);
        let cell = (row < board.rows && col < board.cols).then_some(row * board.cols + col)?;
        match board.cells[cell] {
            '.' => sum += u64::from(board.steps[cell]),
            mark if mine.contains(mark) => overlap += 1,
            _ => return None,
        }
    }
    (overlap == 1).then_some(sum)
}
