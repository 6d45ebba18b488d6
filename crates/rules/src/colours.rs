//! Colour Filler, as on GamePigeon: two players grow from opposite corners by changing the colour of their region.
//!
//! A ([`Side::First`]) owns the bottom left corner and moves first, B ([`Side::Second`]) the top right one. The text
//! form does not mark regions: a region is the connected tiles of one colour at its corner. So a position holds the
//! tiles that are still neutral, by colour, and forgets the colour that a captured tile once had.
//!
//! ```
//! use landgrab_rules::{Game, colours::{Colour, Colours}};
//!
//! let mut game: Colours<u64> = "GYK/BBG/RBY A".parse()?;
//! game.play(Colour::Blue)?;
//! assert_eq!(game.to_string(), "GYK/BBG/BBY B");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod colour;
#[cfg(test)]
mod differential;
mod generator;
#[cfg(test)]
mod obvious;
mod play;
mod refusal;
mod setup;
mod symmetry;
mod territory;
mod text;

pub use colour::Colour;
pub use refusal::Refusal;
pub use setup::Setup;

use crate::{BySide, Outcome, Side};
use grid::{Cell, Frame, Packed, Size, Word};
use std::ops::RangeInclusive;

/// The board that GamePigeon plays on.
pub const USUAL_SIZE: Size = Size::new(7, 8);
/// The number of colours that GamePigeon plays with.
pub const USUAL_COLOURS: usize = 6;
/// The numbers of colours that a game can have.
pub const COLOUR_COUNTS: RangeInclusive<usize> = 3..=Colour::ALL.len();
/// The fewest rows and the fewest columns of a board.
pub const SHORTEST: usize = 2;
/// The most tiles of a board.
pub const MOST_TILES: usize = 128;
/// After so many moves in a row that gain nothing, the game is over. Our convention: nothing in the original's rules
/// ends a game in which both sides wait.
pub const WAITING_LIMIT: u8 = 24;

/// The corner in which a side starts.
pub const fn corner(size: Size, side: Side) -> Cell {
    match side {
        Side::First => Cell::new(size.rows - 1, 0),
        Side::Second => Cell::new(0, size.cols - 1),
    }
}

/// A position, on a board of up to 64 tiles with `u64` and up to 128 with `u128`.
///
/// Sets of tiles are [`Packed`]; [`frame`](Self::frame) turns their indices into cells.
///
/// ```
/// use landgrab_rules::{Game, Side, colours::{Colour, Colours, Setup}};
///
/// let mut game = Colours::<u64>::new(&Setup::generated(1));
/// let best = game.moves().max_by_key(|colour| game.gain(*colour)).expect("a side to move can move");
/// game.play(best)?;
/// assert_eq!(game.colour(Side::First), best);
/// assert_eq!(game.score().first as usize, game.region(Side::First).len());
/// # Ok::<(), landgrab_rules::colours::Refusal>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colours<T: Word> {
    frame: Frame<T>,
    /// The neutral tiles of each colour, by its index.
    neutral: [Packed<T>; Colour::ALL.len()],
    regions: BySide<Packed<T>>,
    worn: BySide<Colour>,
    count: u8,
    mover: Side,
    waits: u8,
    /// Computed once a move, because searches ask for the turn far more often.
    outcome: Option<Outcome>,
}

impl<T: Word> Colours<T> {
    /// Whether boards of this size fit this class of positions.
    pub fn can_hold(size: Size) -> bool {
        Frame::<T>::new(size).is_some()
    }

    /// Lays out a position, or `None` when its board does not fit.
    fn laid_out(setup: &Setup) -> Option<Self> {
        let size = setup.size();
        let frame = Frame::new(size)?;
        let mut tiles = [Packed::EMPTY; Colour::ALL.len()];
        for (index, colour) in setup.tiles().iter().enumerate() {
            tiles[colour.index()] |= Packed::of(index);
        }
        let corners = BySide::from_fn(|side| frame.index(corner(size, side)));
        let worn = corners.map(|index| setup.tiles()[index]);
        let regions = BySide::from_fn(|side| frame.flood(Packed::of(corners[side]), tiles[worn[side].index()]));
        let mut position = Self {
            frame,
            neutral: tiles.map(|set| set - regions.first - regions.second),
            regions,
            worn,
            count: setup.colours() as u8,
            mover: setup.mover(),
            waits: setup.waits(),
            outcome: None,
        };
        if position.waits >= WAITING_LIMIT || !position.has_contested() {
            position.finish();
        }
        Some(position)
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.frame.size()
    }

    /// The shape of the board.
    pub fn frame(&self) -> &Frame<T> {
        &self.frame
    }

    /// The colours of this game, in their canonical order.
    pub fn colours(&self) -> &'static [Colour] {
        &Colour::ALL[..usize::from(self.count)]
    }

    /// The colour of a side's region.
    #[inline]
    pub fn colour(&self, side: Side) -> Colour {
        self.worn[side]
    }

    /// The tiles that a side owns.
    #[inline]
    pub fn region(&self, side: Side) -> Packed<T> {
        self.regions[side]
    }

    /// The tiles that nobody owns.
    #[inline]
    pub fn neutral(&self) -> Packed<T> {
        self.frame.all() - self.regions.first - self.regions.second
    }

    /// The tiles of a colour that nobody owns.
    #[inline]
    pub fn neutral_of(&self, colour: Colour) -> Packed<T> {
        self.neutral[colour.index()]
    }

    /// Moves in a row that gained nothing.
    pub fn waits(&self) -> u8 {
        self.waits
    }

    /// The side that owns a tile.
    pub fn owner(&self, cell: Cell) -> Option<Side> {
        let index = self.frame.index(cell);
        Side::BOTH.into_iter().find(|side| self.regions[*side].contains(index))
    }

    /// The colour that a tile shows.
    pub fn colour_at(&self, cell: Cell) -> Colour {
        if let Some(side) = self.owner(cell) {
            return self.worn[side];
        }
        let index = self.frame.index(cell);
        let shown = self.colours().iter().find(|colour| self.neutral_of(**colour).contains(index));
        *shown.expect("a tile that nobody owns is neutral in some colour")
    }

    /// The tiles that would join a side's region if it took this colour, whether it may or not.
    #[inline]
    pub fn captures(&self, side: Side, colour: Colour) -> Packed<T> {
        let tiles = self.neutral_of(colour);
        self.frame.flood(self.frame.neighbours(self.regions[side]) & tiles, tiles)
    }

    /// How many tiles this colour would bring the side to move, whether it may take it or not.
    pub fn gain(&self, colour: Colour) -> u32 {
        self.captures(self.mover, colour).len() as u32
    }

    /// The position as something to start from.
    pub fn setup(&self) -> Setup {
        Setup::of_position(self)
    }
}

#[cfg(test)]
mod tests {
    use super::territory::tests::picture;
    use super::*;

    #[test]
    fn a_region_is_the_connected_tiles_of_one_colour_at_a_corner() {
        let game: Colours<u64> = "
            GBBK
            RRYK
            RGRR"
            .parse()
            .unwrap();
        assert_eq!(picture(game.region(Side::First), game.size()), "....\nXX..\nX...");
        assert_eq!(picture(game.region(Side::Second), game.size()), "...X\n...X\n....");
        assert_eq!(picture(game.neutral(), game.size()), "XXX.\n..X.\n.XXX");
        assert_eq!(picture(game.neutral_of(Colour::Red), game.size()), "....\n....\n..XX");
        assert_eq!((game.colour(Side::First), game.colour(Side::Second)), (Colour::Red, Colour::Black));
        assert_eq!(game.owner(Cell::new(1, 1)), Some(Side::First));
        assert_eq!(game.owner(Cell::new(2, 2)), None);
        assert_eq!(game.colour_at(Cell::new(2, 2)), Colour::Red);
        assert_eq!(game.colour_at(Cell::new(0, 3)), Colour::Black);
    }

    #[test]
    fn a_capture_floods_past_the_first_ring() {
        let game: Colours<u64> = "
            GBBK
            BGBB
            RBYB"
            .parse()
            .unwrap();
        assert_eq!(picture(game.captures(Side::First, Colour::Blue), game.size()), "....\nX...\n.X..");
        assert_eq!(picture(game.captures(Side::Second, Colour::Blue), game.size()), ".XX.\n..XX\n...X");
        assert_eq!(game.gain(Colour::Blue), 2);
        assert_eq!(game.gain(Colour::Green), 0);
    }
}
