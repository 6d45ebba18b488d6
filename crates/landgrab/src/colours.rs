//! Colour Filler as the commands print it: boards, margins, bars and lines of play.

pub mod board;

pub use analysis::solve::colours::solver;

use engine::colours::solver::Bounds;
use rules::colours::{Colour, Colours};
use rules::{Game, Side, Turn, Word};
use view::{Depict, Scene};

/// Characters of half a bar of a margin, and of a whole bar of the board on a screen that is wide enough.
const SWING: usize = 10;
const SPLIT: usize = 40;
/// Characters beside the bar of the board: both names and numbers.
const BESIDE_SPLIT: usize = 10;

/// The board with rows and columns named as `--set` names them.
pub fn board_scene<T: Word>(position: &Colours<T>, before: Option<&Colours<T>>) -> Scene {
    let mut scene = position.scene(before);
    let names = |letter: char, count: usize| (1..=count).map(|number| format!("{letter}{number}")).collect();
    scene.row_names = names('r', scene.size.rows);
    scene.col_names = names('c', scene.size.cols);
    scene.below.clear();
    scene
}

/// The side to move, and the tiles of each side.
pub fn standing<T: Word>(position: &Colours<T>) -> String {
    let score = position.score();
    let tiles = format!(
        "A [{}] has {}, B ({}) has {}",
        worn(position, Side::First),
        score.first,
        worn(position, Side::Second),
        score.second
    );
    match position.turn() {
        Turn::Move(side) => {
            format!("{} to move; {tiles} of {} tiles", position.side_name(side), position.size().area())
        }
        Turn::Draw | Turn::Over(_) => format!("the game is over; {tiles} of {} tiles", position.size().area()),
    }
}

fn worn<T: Word>(position: &Colours<T>, side: Side) -> char {
    position.colour(side).letter()
}

/// `+6`, `0`, `-4`, or from where to where it may be.
pub fn margin(value: Bounds) -> String {
    let signed = |margin: i32| if margin == 0 { "0".into() } else { format!("{margin:+}") };
    if value.is_exact() { signed(value.low) } else { format!("{} to {}", signed(value.low), signed(value.high)) }
}

/// A margin as a bar from the middle, a character for two tiles: to the right when it is won, to the left when lost. It
/// has no colour: colours are those of tiles.
pub fn swing_bar(value: Bounds, colour: view::Colour) -> String {
    let length = |margin: i32| (margin.unsigned_abs() as usize).div_ceil(2).min(SWING);
    let bar = |mark: &str, length: usize| {
        let mark = if colour == view::Colour::Always && mark != "." { "\u{2588}" } else { mark };
        mark.repeat(length)
    };
    // Proven tiles are drawn full, possible ones with dots.
    let (left, right) = (length(value.low.min(0)), length(value.high.max(0)));
    let (sure_left, sure_right) = (length(value.high.min(0)), length(value.low.max(0)));
    let left_bar = bar(".", left - sure_left) + &bar("-", sure_left);
    let right_bar = bar("+", sure_right) + &bar(".", right - sure_right);
    format!("{}{left_bar}|{right_bar}{}", " ".repeat(SWING - left), " ".repeat(SWING - right))
}

/// The tiles of both sides in the end, A's from the left and B's from the right, on a screen with so many columns.
pub fn split_bar<T: Word>(
    position: &Colours<T>,
    side: Side,
    margin: i32,
    colour: view::Colour,
    columns: Option<usize>,
) -> String {
    let area = position.size().area();
    let ours = (area as i32 + margin) as usize / 2;
    let first = if side == Side::First { ours } else { area - ours };
    let whole = columns.map_or(SPLIT, |columns| columns.saturating_sub(BESIDE_SPLIT).min(SPLIT));
    let full = ((first * whole) as f64 / area as f64).round() as usize;
    let [mark_a, mark_b] = if colour == view::Colour::Always { ["\u{2588}", "\u{2591}"] } else { ["=", "-"] };
    format!("A {first:>2} {}{} {} B", mark_a.repeat(full), mark_b.repeat(whole - full), area - first)
}

/// Moves and answers in pairs.
pub fn main_line(line: &[Colour], colour: view::Colour) -> String {
    let pair = |pair: &[Colour]| pair.iter().map(|move_| painted_colour(*move_, colour)).collect::<String>();
    line.chunks(2).map(pair).collect::<Vec<_>>().join(" ")
}

/// The letter of a colour on its colour.
pub fn painted_colour(which: Colour, colour: view::Colour) -> String {
    view::painted(&which.to_string(), view::swatch(which), colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_told_apart_by_place_and_shape_and_have_no_colour() {
        let position: Colours<u64> = Colours::new(&rules::colours::Setup::generated(1));
        for colour in [view::Colour::Never, view::Colour::Always] {
            let split = split_bar(&position, Side::First, 8, colour, None);
            let bars = [swing_bar(Bounds { low: -6, high: 4 }, colour), swing_bar(Bounds::exact(6), colour), split];
            assert!(bars.iter().all(|bar| !bar.contains('\u{1b}')), "{bars:?}");
        }
        assert_eq!(swing_bar(Bounds::exact(-6), view::Colour::Never).trim(), "---|");
        let split = |columns| split_bar(&position, Side::First, 8, view::Colour::Always, columns);
        assert_eq!(split(None).matches('\u{2588}').count(), 23, "32 of 56 tiles, of 40 characters");
        assert_eq!((split(None).chars().count(), split(Some(40)).chars().count()), (50, 40));
    }
}
