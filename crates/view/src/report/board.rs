//! The board of a page: rows and columns with their numbers, empty groups for the script to fill, and the cells of
//! refused moves.

use crate::svg::{is_tiled, patterns};
use crate::{Depict, Film, Paint, Scene, Theme};
use rules::{Cause, Cell};
use serde::Serialize;
use std::fmt::Write;

/// The cells of a refused move.
#[derive(Clone, Serialize)]
pub struct Refused {
    turn: usize,
    /// Row, column, and `*` (free), `=` (own) or `!` (nothing may be put there).
    cells: Vec<(i64, i64, char)>,
}

/// Cells farther away than this from the board are not drawn.
const FARTHEST: i64 = 3;

/// The refused moves of a film.
pub fn refused<G: Depict>(film: &Film<'_, G>) -> Vec<Refused> {
    let mut all = vec![];
    for (turn, side, fault) in film.failures() {
        let Cause::Illegal { answer, .. } = &fault.cause else { continue };
        let (Ok(played), Some(position)) = (answer.parse::<G::Move>(), film.before(turn)) else { continue };
        let scene = position.scene(None);
        let size = scene.size;
        let taken = position.taken_by(played);
        let is_near = |at: i64, long: usize| (-FARTHEST..long as i64 + FARTHEST).contains(&at);
        if !taken.iter().all(|(row, col)| is_near(*row, size.rows) && is_near(*col, size.cols)) {
            continue;
        }
        let mark = |(row, col): (i64, i64)| {
            let cell = usize::try_from(row).ok().zip(usize::try_from(col).ok()).map(|(row, col)| Cell::new(row, col));
            let paint = cell.filter(|cell| size.contains(*cell)).map(|c| scene.marks[c.row * size.cols + c.col].paint);
            match paint {
                Some(Paint::Free) => '*',
                Some(paint) if paint.owner() == Some(side) => '=',
                _ => '!',
            }
        };
        let cells = taken.into_iter().map(|place| (place.0, place.1, mark(place))).collect();
        all.push(Refused { turn, cells });
    }
    all
}

/// The board of the first scene. Patterns come in a light and in a dark set, and the script chooses.
pub fn board(first: &Scene, overlays: &[&str], refused: &[Refused]) -> String {
    let (rows, cols) = (first.size.rows, first.size.cols);
    let longest = rows.max(cols);
    let places = || refused.iter().flat_map(|refused| refused.cells.iter());
    // Refused cells outside of the board move the numbers outwards.
    let top = places().map(|(row, ..)| *row).chain([0]).min().unwrap_or(0);
    let left = places().map(|(_, col, _)| *col).chain([0]).min().unwrap_or(0);
    let bottom = places().map(|(row, ..)| row + 1).chain([rows as i64]).max().unwrap_or(0);
    let right = places().map(|(_, col, _)| col + 1).chain([cols as i64]).max().unwrap_or(0);
    let step: i64 = match longest {
        0..=26 => 1,
        27..=60 => 5,
        _ => 10,
    };
    let words = (longest as f64 / 44.0).clamp(0.3, 3.0);
    let digits = (longest.saturating_sub(1)).to_string().len() as f64;
    let (margin_left, margin_top) = (words * (0.65 * (digits + if top < 0 { 1.0 } else { 0.0 }) + 0.5), words * 1.4);
    let mut names = String::new();
    // Outside of the board every row and column of a refused move has its number, -1 above and left of the board.
    let is_named = |at: i64, long: usize| !(0..long as i64).contains(&at) || at % step == 0;
    for row in (top..bottom).filter(|row| is_named(*row, rows)) {
        let (x, y) = (left as f64 - words * 0.3, row as f64 + 0.5 + words * 0.36);
        let _ = write!(names, "<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"end\">{row}</text>");
    }
    for col in (left..right).filter(|col| is_named(*col, cols)) {
        let (x, y) = (col as f64 + 0.5, top as f64 - words * 0.4);
        let _ = write!(names, "<text x=\"{x}\" y=\"{y:.2}\" text-anchor=\"middle\">{col}</text>");
    }
    let cell = if longest > 60 { 1 } else { 20 };
    let sets = [(Theme::LIGHT, "light"), (Theme::DARK, "dark")];
    let sets: String = sets.iter().map(|(theme, name)| renamed(&patterns(theme, cell, |_| true), name)).collect();
    let groups: String = overlays
        .iter()
        .map(|key| format!("<g id=\"over-{key}\" visibility=\"hidden\" text-anchor=\"middle\"></g>"))
        .collect();
    let outside = format!(
        "<path id=\"outside\" d=\"M{left} {top}H{right}V{bottom}H{left}z\" fill=\"none\" stroke=\"var(--line)\" \
         stroke-width=\".05\" stroke-dasharray=\".2 .2\"/>"
    );
    let outside = if (top, left, bottom, right) == (0, 0, rows as i64, cols as i64) { "" } else { &outside };
    let lines: String = (0..=rows).map(|row| format!("M0 {row}h{cols}")).collect::<String>()
        + &(0..=cols).map(|col| format!("M{col} 0v{rows}")).collect::<String>();
    let hidden = if cell == 1 && !is_tiled(first) { " visibility=\"hidden\"" } else { "" };
    format!(
        "<svg id=\"board\" role=\"img\" aria-label=\"the board\" viewBox=\"{:.2} {:.2} {:.2} {:.2}\">{sets}\
         <g id=\"names\" fill=\"var(--faint)\" font-size=\"{words:.2}\">{names}</g>{outside}<g id=\"cells\"></g>\
         <path d=\"{lines}\" stroke=\"var(--paper)\" stroke-width=\".06\"/><g id=\"badges\"></g>{groups}\
         <g id=\"letters\" text-anchor=\"middle\" pointer-events=\"none\"{hidden}></g>\
         <g id=\"refused\" text-anchor=\"middle\" pointer-events=\"none\"></g></svg>\n\
         <p id=\"refused-key\" class=\"faint\" hidden>The refused move: * on free cells, = on own cells, ! where nothing may \
         be put.</p>\n",
        left as f64 - margin_left,
        top as f64 - margin_top,
        (right - left) as f64 + margin_left + 0.1,
        (bottom - top) as f64 + margin_top + 0.1,
    )
}

/// A drawing whose patterns have names of their own.
pub fn renamed(drawing: &str, prefix: &str) -> String {
    drawing.replace("<pattern id=\"", &format!("<pattern id=\"{prefix}-")).replace("url(#", &format!("url(#{prefix}-"))
}
