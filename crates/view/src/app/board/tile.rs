//! Marks on a tile of colour Filler. The colour of a tile is the position, so marks never replace it: a cursor is an
//! outline at the corners of the cell, everything else a sign at its edge, and the letter stays in the middle.

use super::{ColourMode, paint_style};
use crate::{Layer, Overlay, Scene, Tone};
use ratatui::style::{Modifier, Style};

/// The marks of the layers on a tile.
#[derive(Default)]
struct Signs<'a> {
    /// Under the cursor: whether the move is legal.
    cursor: Option<bool>,
    is_legal: bool,
    /// `+`, `-` or `=`.
    territory: Option<char>,
    /// A rank or a distance.
    text: Option<&'a str>,
}

fn signs(scene: &Scene, index: usize) -> Signs<'_> {
    let mut signs = Signs::default();
    for layer in &scene.layers {
        let Some(spot) = &layer.spots[index] else { continue };
        match (layer.overlay, spot.tone) {
            (Overlay::Ghost, tone) => signs.cursor = Some(tone != Tone::Wrong),
            (Overlay::Legal, _) => signs.is_legal = true,
            (Overlay::Territory, _) => signs.territory = spot.text.chars().next(),
            (Overlay::LastMove, _) => {}
            _ => signs.text = Some(&spot.text),
        }
    }
    signs
}

/// The character at a place of a tile that is so many characters wide and high.
pub fn symbol(scene: &Scene, index: usize, (x, y): (usize, usize), (wide, high): (usize, usize)) -> char {
    let mark = &scene.marks[index];
    let letter = mark.letter().unwrap_or(' ');
    let signs = signs(scene, index);
    // In two rows the corners of a cursor stand beside the letter, and there is no room for brackets.
    let has_room = signs.cursor.is_none() || high > 2;
    let written = if has_room && mark.text.chars().count() <= wide { mark.text.clone() } else { letter.into() };
    let line = |text: &str| format!("{text:^wide$}").chars().nth(x).unwrap_or(' ');
    if wide < 3 {
        return if y == (high - 1) / 2 { line(&letter.to_string()) } else { ' ' };
    }
    if high == 1 {
        let rank = signs.text.and_then(|text| text.chars().next());
        let legal = signs.is_legal.then_some('*');
        let (before, after) = match signs.cursor {
            Some(true) => (Some('>'), Some('<')),
            Some(false) => (Some('!'), Some('!')),
            None => (rank, legal.or(signs.territory)),
        };
        let middle = line(&letter.to_string());
        let at = |wanted: usize| x == wanted && middle == ' ';
        return match (before, after) {
            (None, None) => line(&written),
            (Some(sign), _) if at(0) => sign,
            (_, Some(sign)) if at(wide - 1) => sign,
            _ => middle,
        };
    }
    let corner = match (x == 0, x == wide - 1, y == 0, y == high - 1) {
        (true, _, true, _) => Some('┌'),
        (_, true, true, _) => Some('┐'),
        (true, _, _, true) => Some('└'),
        (_, true, _, true) => Some('┘'),
        _ => None,
    };
    match (corner, signs.cursor) {
        (Some(corner), Some(true)) => return corner,
        (Some(_), Some(false)) => return '!',
        _ => {}
    }
    let badge = match (x, y == high - 1) {
        // Ranks and distances stand above the letter where there is room, else below it.
        (x, is_last) if x > 0 && ((high > 2 && y == 0) || (high == 2 && is_last)) => {
            signs.text.and_then(|text| text.chars().nth(x - 1)).filter(|_| x < wide - 1)
        }
        _ => None,
    };
    let below = match (x, y == high - 1) {
        (x, true) if x == wide - 2 => signs.territory,
        (x, true) if x == wide / 2 - 1 && signs.is_legal => Some('*'),
        _ => None,
    };
    badge.or(below).unwrap_or_else(|| if y == (high - 1) / 2 { line(&written) } else { ' ' })
}

/// The style of a tile: its own colour, whatever lies over it.
pub fn style(scene: &Scene, index: usize, colours: ColourMode) -> Style {
    let style = paint_style(scene.marks[index].paint, colours);
    let is_changed = |layer: &Layer| layer.overlay == Overlay::LastMove && layer.spots[index].is_some();
    let style = if scene.layers.iter().any(is_changed) { style.add_modifier(Modifier::UNDERLINED) } else { style };
    match scene.layers.iter().any(|layer| layer.overlay == Overlay::Ghost && layer.spots[index].is_some()) {
        true => style.add_modifier(Modifier::BOLD),
        false => style,
    }
}
