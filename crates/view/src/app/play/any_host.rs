//! A [`Host`] without the types of its game: moves are cells, keys and text. The screen asks through [`AnyHost`], so it
//! is compiled once and not once a game.

use super::Host;
use crate::{Depict, Layer, Overlay, PlayByHand, Scene};
use rules::{BySide, Cell, Game, Side, Size, Turn};

/// The move that pointing at a cell means.
pub struct Aim {
    /// The move, in the game's notation.
    pub played: String,
    /// Why the rules refuse it, if they do.
    pub refusal: Option<String>,
    /// The cells of the board that it takes.
    pub cells: Vec<Cell>,
}

/// A move that was tried: its notation, or why it was refused.
pub type Tried = Result<String, String>;

/// The keys of a game, beside those that all games have.
pub struct Keys {
    /// How to enter a move, in words.
    pub hands: &'static str,
    /// Keys of the game's own maps.
    pub maps: &'static [(char, Overlay)],
    /// Keys of the game's own orders, with what they do.
    pub orders: &'static [(char, &'static str)],
}

/// The questions of the screen to the game behind it.
pub trait AnyHost {
    fn keys(&self) -> Keys;
    fn scene(&self) -> Scene;
    fn size(&self) -> Size;
    fn turn(&self) -> Turn;
    fn score(&self) -> BySide<u32>;
    fn side_name(&self, side: Side) -> String;
    fn names(&self) -> BySide<String>;
    fn you(&self) -> Side;
    fn is_yours(&self) -> bool;
    fn layer(&self, overlay: Overlay) -> Option<Layer>;

    /// The move that a cell means, legal or not.
    fn aim(&self, cell: Cell) -> Option<Aim>;

    /// A cell for each legal move that has one.
    fn legal_cells(&self) -> Vec<Cell>;
    fn first_cell(&self) -> Cell;
    fn is_cursor_shown(&self) -> bool;
    fn tip(&self) -> Option<&'static str>;

    /// Plays the move that a cell means; `None` if it means none.
    fn play_at(&mut self, cell: Cell) -> Option<Tried>;

    /// Plays the move that a letter means; `None` if it means none.
    fn play_by_key(&mut self, key: char) -> Option<Tried>;
    fn answer(&mut self) -> Option<Result<String, String>>;
    fn undo(&mut self) -> bool;

    /// The cell of the best move, if it has one, and why it is the best.
    fn hint(&mut self) -> Option<(Option<Cell>, Vec<String>)>;

    /// Does what one of the game's own keys asks for: lines to show, and whether the position changed.
    fn order(&mut self, key: char) -> Result<(Vec<String>, bool), String>;
    fn change_level(&mut self, by: i8) -> Result<String, String>;
    fn swap(&mut self) -> Result<(), String>;
    fn restart(&mut self) -> Result<(), String>;
}

/// Plays a move, and says which it was.
fn tried<H: Host>(host: &mut H, played: <H::Game as Game>::Move) -> Tried {
    host.play(played).map(|()| played.to_string())
}

impl<H: Host> AnyHost for H {
    fn keys(&self) -> Keys {
        Keys { hands: H::Game::HANDS, maps: H::Game::MAPS, orders: H::Game::ORDERS }
    }

    fn scene(&self) -> Scene {
        self.position().scene(self.before())
    }

    fn size(&self) -> Size {
        self.position().extent()
    }

    fn turn(&self) -> Turn {
        self.position().turn()
    }

    fn score(&self) -> BySide<u32> {
        self.position().score()
    }

    fn side_name(&self, side: Side) -> String {
        self.position().side_name(side)
    }

    fn names(&self) -> BySide<String> {
        Host::names(self)
    }

    fn you(&self) -> Side {
        Host::you(self)
    }

    fn is_yours(&self) -> bool {
        Host::is_yours(self)
    }

    fn layer(&self, overlay: Overlay) -> Option<Layer> {
        Host::layer(self, overlay)
    }

    fn aim(&self, cell: Cell) -> Option<Aim> {
        let position = self.position();
        let played = position.move_at(cell)?;
        let on_board = |(row, col): (i64, i64)| {
            let cell = Cell::new(usize::try_from(row).ok()?, usize::try_from(col).ok()?);
            position.extent().contains(cell).then_some(cell)
        };
        Some(Aim {
            played: played.to_string(),
            refusal: position.check(played).err().map(|refusal| refusal.to_string()),
            cells: position.taken_by(played).into_iter().filter_map(on_board).collect(),
        })
    }

    fn legal_cells(&self) -> Vec<Cell> {
        let position = self.position();
        position.moves().filter_map(|played| position.cell_of(played)).collect()
    }

    fn first_cell(&self) -> Cell {
        self.position().first_cell()
    }

    fn is_cursor_shown(&self) -> bool {
        self.position().is_cursor_shown()
    }

    fn tip(&self) -> Option<&'static str> {
        self.position().tip()
    }

    fn play_at(&mut self, cell: Cell) -> Option<Tried> {
        let played = self.position().move_at(cell)?;
        Some(tried(self, played))
    }

    fn play_by_key(&mut self, key: char) -> Option<Tried> {
        let played = self.position().move_by_key(key)?;
        Some(tried(self, played))
    }

    fn answer(&mut self) -> Option<Result<String, String>> {
        Host::answer(self)
    }

    fn undo(&mut self) -> bool {
        Host::undo(self)
    }

    fn hint(&mut self) -> Option<(Option<Cell>, Vec<String>)> {
        let (best, why) = Host::hint(self)?;
        Some((self.position().cell_of(best), why))
    }

    fn order(&mut self, key: char) -> Result<(Vec<String>, bool), String> {
        let before = self.position().clone();
        let lines = Host::order(self, key)?;
        Ok((lines, before != *self.position()))
    }

    fn change_level(&mut self, by: i8) -> Result<String, String> {
        Host::change_level(self, by)
    }

    fn swap(&mut self) -> Result<(), String> {
        Host::swap(self)
    }

    fn restart(&mut self) -> Result<(), String> {
        Host::restart(self)
    }
}
