//! The board mirrored on the diagonal through both corners, and the board from the other seat.

use super::{Colour, Colours};
use crate::{BySide, Outcome, Symmetric};
use grid::{Frame, Packed, Symmetry, Word};

/// The mirror that leaves both corners where they are. It exchanges rows and columns.
const DIAGONAL: Symmetry = Symmetry { flip_rows: true, flip_cols: true, transpose: true };

impl<T: Word> Symmetric for Colours<T> {
    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::default(), DIAGONAL]
    }

    fn seen_by(&self, symmetry: Symmetry) -> Self {
        debug_assert!(self.symmetries().contains(&symmetry), "{symmetry:?} moves the corners");
        self.moved(symmetry)
    }

    /// Colours stay what they are.
    fn move_seen_by(&self, played: Colour, _: Symmetry) -> Colour {
        played
    }
}

impl<T: Word> Colours<T> {
    /// The board from B's seat: half a turn, and the sides exchanged, so that B sits at the bottom left as the first
    /// side. The same colours are legal and do the same; only the names of the sides differ.
    #[must_use]
    pub fn turned(&self) -> Self {
        let turned = self.moved(Symmetry::HALF_TURN);
        Self {
            regions: turned.regions.swapped(),
            worn: turned.worn.swapped(),
            mover: turned.mover.other(),
            outcome: turned.outcome.map(|outcome| match outcome {
                Outcome::Won(side) => Outcome::Won(side.other()),
                Outcome::Tie => Outcome::Tie,
            }),
            ..turned
        }
    }

    /// The image of every tile.
    fn moved(&self, symmetry: Symmetry) -> Self {
        let size = self.size();
        let frame = Frame::new(symmetry.size(size)).expect("as many tiles as before");
        let place = |index| frame.index(symmetry.cell(self.frame.cell(index), size));
        let moved = |set: Packed<T>| set.iter().fold(Packed::EMPTY, |all, index| all | Packed::of(place(index)));
        Self {
            frame,
            neutral: self.neutral.map(moved),
            regions: BySide::from_fn(|side| moved(self.regions[side])),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Side, Turn, colours::Setup};
    use grid::Size;

    fn game(text: &str) -> Colours<u64> {
        text.parse().unwrap()
    }

    #[test]
    fn the_diagonal_mirror_keeps_both_corners() {
        let before = game(
            "GYBK
             BGGP
             RKYB",
        );
        let after = game(
            "BPK
             YGB
             KGY
             RBG",
        );
        assert_eq!(before.seen_by(DIAGONAL), after);
        assert_eq!(after.seen_by(DIAGONAL), before);
        assert_eq!(before.seen_by(Symmetry::default()), before);
    }

    #[test]
    fn from_the_other_seat_the_board_is_upside_down_and_the_sides_change_names() {
        let before = game(
            "GYBK
             BGGP
             RKYB A waits=2",
        );
        let after = game(
            "BYKR
             PGGB
             KBYG B waits=2",
        );
        assert_eq!(before.turned(), after);
        assert_eq!(after.turned(), before);
        assert_eq!(before.colour(Side::First), after.colour(Side::Second));
    }

    #[test]
    fn a_game_goes_the_same_way_from_every_seat_and_in_the_mirror() {
        let setup = Setup::generated_with(Size::new(5, 9), 5, 7).unwrap();
        let mut seen = Colours::<u64>::new(&setup);
        let (mut mirrored, mut turned) = (seen.seen_by(DIAGONAL), seen.turned());
        for ply in 0.. {
            assert_eq!((mirrored, turned), (seen.seen_by(DIAGONAL), seen.turned()), "ply {ply}");
            assert_eq!(turned.score(), seen.score().swapped(), "ply {ply}");
            assert_eq!(mirrored.moves().collect::<Vec<_>>(), seen.moves().collect::<Vec<_>>(), "ply {ply}");
            assert_eq!(turned.moves().collect::<Vec<_>>(), seen.moves().collect::<Vec<_>>(), "ply {ply}");
            let Some(colour) = seen.moves().max_by_key(|colour| seen.gain(*colour)) else {
                break;
            };
            for board in [&mut seen, &mut mirrored, &mut turned] {
                board.play(colour).unwrap();
            }
        }
        let (Turn::Over(here), Turn::Over(there)) = (seen.turn(), turned.turn()) else { panic!("not over") };
        assert_eq!(here.winner().map(Side::other), there.winner());
    }
}
