//! All legal anchors of a piece of six cells: the sets of the rules against a loop over anchors and cells.
//!
//! `cargo bench -p landgrab-rules --bench placements` prints both times and their ratio, measured side by side.

use landgrab_rules::pieces::{Piece, Pieces, Placement, class};
use landgrab_rules::{Cell, CellSet, Game, Size, Source, SplitMix};
use std::hint::black_box;

#[path = "../../grid/benches/side_by_side.rs"]
mod side_by_side;
use side_by_side::compare;

fn main() {
    println!("all legal anchors of a piece of 6 cells, bits against a plain loop");
    bench::<class::Small>("15x17", Size::new(15, 17));
    bench::<class::Medium>("24x40", Size::new(24, 40));
    bench::<class::Large>("100x99", Size::new(100, 99));
    bench::<class::Any>("400x396 (run-time size)", Size::new(400, 396));
}

fn bench<S: CellSet>(name: &str, size: Size) {
    let position: Pieces<S> = two_blobs(size);
    let piece = position.piece().expect("it is drawn").clone();
    let board: Vec<Vec<u8>> = position.to_string().lines().take(size.rows).map(|row| row.bytes().collect()).collect();
    let cells: Vec<Cell> = piece.filled().collect();
    let by_loop = plain(&board, &cells, piece.size());
    let by_bits: Vec<Placement> = position.moves().collect();
    assert_eq!(by_bits.len(), by_loop.len(), "both ways agree");
    compare(
        &format!("{name}, {} legal", by_loop.len()),
        || drop(black_box(black_box(&position).fits(black_box(&piece)))),
        || drop(black_box(plain(black_box(&board), black_box(&cells), piece.size()))),
    );
}

/// Every anchor at which some of the box is on the board, every cell until one is wrong.
fn plain(board: &[Vec<u8>], cells: &[Cell], size: Size) -> Vec<(i32, i32)> {
    let (rows, cols) = (board.len() as i32, board[0].len() as i32);
    let mut legal = Vec::new();
    for row in 1 - size.rows as i32..rows {
        'anchors: for col in 1 - size.cols as i32..cols {
            let mut own = 0;
            for cell in cells {
                let (r, c) = (row + cell.row as i32, col + cell.col as i32);
                if r < 0 || c < 0 || r >= rows || c >= cols {
                    continue 'anchors;
                }
                match board[r as usize][c as usize] {
                    b'O' => own += 1,
                    b'.' => {}
                    _ => continue 'anchors,
                }
                if own > 1 {
                    continue 'anchors;
                }
            }
            if own == 1 {
                legal.push((row, col));
            }
        }
    }
    legal
}

/// Two sides that grew from opposite corners until 40 % of the board are taken, and a piece to place.
fn two_blobs<S: CellSet>(size: Size) -> Pieces<S> {
    let mut source = SplitMix::new(1);
    let mut rows = vec![vec!['.'; size.cols]; size.rows];
    let mut fronts = [vec![Cell::new(2, 2)], vec![Cell::new(size.rows - 3, size.cols - 3)]];
    let mut taken = 0;
    while taken * 100 < size.area() * 40 {
        for (front, mark) in fronts.iter_mut().zip(['O', 'X']) {
            let Some(cell) = (!front.is_empty()).then(|| front.swap_remove(source.below(front.len() as u32) as usize))
            else {
                continue;
            };
            if rows[cell.row][cell.col] != '.' {
                continue;
            }
            rows[cell.row][cell.col] = mark;
            taken += 1;
            let Cell { row, col } = cell;
            let around = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
            front.extend(around.into_iter().map(|(r, c)| Cell::new(r, c)).filter(|c| size.contains(*c)));
        }
    }
    let board: String = rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
    let piece: Piece = "..*/***/.**".parse().expect("six cells");
    format!("{board}rules=plateau turn=O placed=0,0 piece={piece}").parse().expect("a position")
}
