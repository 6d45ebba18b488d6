//! The looks of each game: positions as scenes.

mod colours;
mod pieces;
mod refusal;
mod stop;

pub(crate) use colours::colour_blind;
pub use colours::swatch;

use crate::{Heading, Layer, Overlay, Scene, Seat};
use rules::{BySide, Cell, Fault, Game, Side, Size, Turn};

/// A game that can be drawn.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{Cell, Side, colours::Colours};
/// use landgrab_view::Depict;
///
/// let position: Colours<u64> = "GYKB/BRGP/RBYK A".parse()?;
/// assert_eq!(position.side_name(Side::First), "A");
/// assert_eq!(position.owner_of(Cell::new(2, 0)), Some(Side::First));
/// // Blue would take the tiles above and beside the corner.
/// assert_eq!(position.taken_by("B".parse()?), [(1, 0), (2, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Depict: Game {
    /// How moves are written, in words. Rows and columns count from 0 in all games, but their order differs.
    const NOTATION: &'static str;

    /// The end of a game by the rules, in words.
    const END: &'static str;

    /// The position, with what the last move changed when the position before it is given.
    fn scene(&self, before: Option<&Self>) -> Scene;

    /// The name of a side on the board.
    fn side_name(&self, side: Side) -> String;

    /// The corner of the board that a side starts from, where this tells the sides apart better than a colour.
    fn place_of(&self, side: Side) -> Option<&'static str> {
        let _ = side;
        None
    }

    /// Rows and columns of the board.
    fn extent(&self) -> Size;

    /// The side that owns a cell.
    fn owner_of(&self, cell: Cell) -> Option<Side>;

    /// The cells that a move would take, as rows and columns. An illegal move may have cells outside of the board.
    fn taken_by(&self, played: Self::Move) -> Vec<(i64, i64)>;

    /// A layer that needs nothing but the rules: [`Overlay::Territory`] or [`Overlay::Legal`].
    fn layer(&self, overlay: Overlay) -> Option<Layer>;

    /// The reason why a side's move was refused, as a picture. The position is the one of the refusal. `None` where
    /// words are enough.
    fn refusal(&self, side: Side, fault: &Fault) -> Option<Scene> {
        let _ = (side, fault);
        None
    }

    /// The cells whose owner changed.
    fn changed_since(&self, before: &Self) -> Layer {
        let changed: Vec<bool> =
            self.extent().cells().map(|cell| self.owner_of(cell) != before.owner_of(cell)).collect();
        let count = changed.iter().filter(|changed| **changed).count();
        let note = format!("last move: {count} {} (*)", if count == 1 { "cell" } else { "cells" });
        Layer::of_marks(Overlay::LastMove, changed.len(), |index| changed[index], note)
    }

    /// Whether cells of the two sides touch, corners included.
    fn is_in_contact(&self) -> bool {
        let size = self.extent();
        size.cells().any(|cell| {
            let Some(side) = self.owner_of(cell) else { return false };
            let around = [(0, 1), (1, 0), (1, 1), (1, -1)];
            around.iter().any(|(down, along)| {
                let col = cell.col.checked_add_signed(*along);
                let there = col.map(|col| Cell::new(cell.row + down, col)).filter(|there| size.contains(*there));
                there.is_some_and(|there| self.owner_of(there) == Some(side.other()))
            })
        })
    }
}

/// The scene of a game that is being played.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{BySide, Game, stop::Stop};
/// use landgrab_view::live_scene;
///
/// let before: Stop = "..X/.../O.. X".parse()?;
/// let after = before.after("2,2".parse()?);
/// let names = BySide::new("greedy".into(), "./mine".into());
/// let scene = live_scene(&after, Some(&before), &names, 1, "X played 2,2".into());
/// assert_eq!(scene.heading.expect("it says how the game stands").next, "O to move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn live_scene<G: Depict>(
    position: &G,
    before: Option<&G>,
    names: &BySide<String>,
    turn: usize,
    news: String,
) -> Scene {
    let mut scene = position.scene(before);
    let score = position.score();
    let players = BySide::from_fn(|side| Seat {
        mark: position.side_name(side),
        name: names[side].clone(),
        score: score[side],
        place: position.place_of(side),
    });
    let next = match position.turn() {
        Turn::Move(side) => format!("{} to move", position.side_name(side)),
        Turn::Draw => "a draw is next".into(),
        Turn::Over(_) => "over".into(),
    };
    scene.heading = Some(Heading { turn, players, news, next });
    scene
}
