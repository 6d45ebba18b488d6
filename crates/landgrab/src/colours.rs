//! Colour Filler as the commands print it: boards, margins, bars and lines of play.

pub mod board;

pub use analysis::solve::colours::solver;

use engine::colours::solver::Bounds;
use rules::colours::{Colour, Colours};
use rules::{Game, Side, Turn, Word};
use view::{Depict, Paint, Scene};

/// Characters of half a bar of a margin, and of a whole bar of the board.
const SWING: usize = 10;
const SPLIT: usize = 40;

/// The board with rows and columns named as `--set` names them.
pub fn board_scene<T: Word>(position: &Colours<T>, before: Option<&Colours<T>>) -> Scene {
    let mut scene = position.scene(before);
    let names = |letter: char, count: usize| (1..=count).map(|number| format!("{letter}{number}")).collect();
    scene.row_names = names('r', scene.size.rows);
    scene.col_names = names('c', scene.size.cols);
    scene.below.clear();
    scene
}

/// Who is to move, and how many tiles each side has.
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

/// A side's margin as a bar from the middle, a character for two tiles: to the right when it is won, to the left when lost.
pub fn swing_bar(side: Side, value: Bounds, colour: view::Colour) -> String {
    let length = |margin: i32| (margin.unsigned_abs() as usize).div_ceil(2).min(SWING);
    let bar = |side, mark: &str, length: usize| {
        let mark = if colour == view::Colour::Always && mark != "." { "\u{2588}" } else { mark };
        view::painted(&mark.repeat(length), Paint::Owned(side), colour)
    };
    // What is proven is drawn full, what is possible with dots.
    let (left, right) = (length(value.low.min(0)), length(value.high.max(0)));
    let (sure_left, sure_right) = (length(value.high.min(0)), length(value.low.max(0)));
    let left_bar = bar(side.other(), ".", left - sure_left) + &bar(side.other(), "-", sure_left);
    let right_bar = bar(side, "+", sure_right) + &bar(side, ".", right - sure_right);
    format!("{}{left_bar}|{right_bar}{}", " ".repeat(SWING - left), " ".repeat(SWING - right))
}

/// How the board is shared in the end, A from the left and B from the right.
pub fn split_bar<T: Word>(position: &Colours<T>, side: Side, margin: i32, colour: view::Colour) -> String {
    let area = position.size().area();
    let ours = (area as i32 + margin) as usize / 2;
    let first = if side == Side::First { ours } else { area - ours };
    let full = ((first * SPLIT) as f64 / area as f64).round() as usize;
    let bar = |side, mark: &str, length: usize| {
        let mark = if colour == view::Colour::Always { " " } else { mark };
        view::painted(&mark.repeat(length), Paint::Recent(side), colour)
    };
    let (a, b) = (bar(Side::First, "=", full), bar(Side::Second, "-", SPLIT - full));
    format!("A {first:>2} {a}{b} {} B", area - first)
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
