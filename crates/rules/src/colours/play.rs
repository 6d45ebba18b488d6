//! The turn, the legal colours, and what a move does.

use super::{Colour, Colours, Refusal, Setup, WAITING_LIMIT};
use crate::{BySide, Game, NoDraw, NoSource, Source, Turn};
use grid::Word;

impl<T: Word> Game for Colours<T> {
    const NAME: &'static str = "colours";

    type Setup = Setup;
    type Move = Colour;
    type Draw = NoDraw;
    type Refusal = Refusal;
    type Official = NoSource;

    /// The word must hold the board: see [`can_hold`](Colours::can_hold).
    fn new(setup: &Setup) -> Self {
        Self::laid_out(setup).expect("the caller chose a word that holds the board")
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.outcome {
            Some(outcome) => Turn::Over(outcome),
            None => Turn::Move(self.mover),
        }
    }

    /// Tiles owned; at the end, with the pockets. Tiles that are contested when waiting ends a game belong to nobody.
    fn score(&self) -> BySide<u32> {
        if self.outcome.is_some() { self.secured() } else { self.owned() }
    }

    /// The legal colours, in their canonical order.
    fn moves(&self) -> impl Iterator<Item = Colour> + '_ {
        self.colours().iter().copied().filter(|colour| self.is_legal(*colour))
    }

    fn check(&self, colour: Colour) -> Result<(), Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::GameOver);
        }
        if colour.index() >= usize::from(self.count) {
            return Err(Refusal::NotInThisGame { colour, colours: usize::from(self.count) });
        }
        // With equal corners the colour is both sides' until the first move; the mover hears of its own.
        if colour == self.worn[self.mover] {
            return Err(Refusal::OwnColour { colour });
        }
        if colour == self.worn[self.mover.other()] {
            return Err(Refusal::OpponentsColour { colour });
        }
        Ok(())
    }

    fn play_unchecked(&mut self, colour: Colour) {
        debug_assert_eq!(self.check(colour), Ok(()));
        let captured = self.captures(self.mover, colour);
        self.neutral[colour.index()] = self.neutral_of(colour) - captured;
        self.regions[self.mover] |= captured;
        self.worn[self.mover] = colour;
        self.mover = self.mover.other();
        // A move without gain changes nothing about who can reach what.
        let over = if captured.is_empty() {
            self.waits += 1;
            self.waits >= WAITING_LIMIT
        } else {
            self.waits = 0;
            !self.has_contested()
        };
        if over {
            self.finish();
        }
    }

    fn official(_: &Setup, _: i64) -> NoSource {
        NoSource
    }

    fn sample(&self, _: &mut impl Source) -> NoDraw {
        unreachable!("nothing is left to chance, so no turn is a draw")
    }

    fn take(&mut self, draw: NoDraw) {
        match draw {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Side};

    fn game(text: &str) -> Colours<u64> {
        text.parse().unwrap()
    }

    fn legal(game: &Colours<u64>) -> String {
        game.moves().map(Colour::letter).collect()
    }

    #[test]
    fn a_region_takes_the_colour_and_all_tiles_that_hang_together() {
        let mut game = game(
            "GBBK
             BGBB
             RBYB",
        );
        game.play(Colour::Blue).unwrap();
        assert_eq!(game.to_string(), "GBBK/BGBB/BBYB B");
        game.play(Colour::Yellow).unwrap();
        assert_eq!(game.to_string(), "GBBY/BGBB/BBYB A waits=1");
        assert_eq!(game.score(), BySide::new(3, 1));
        game.play(Colour::Green).unwrap();
        assert_eq!(game.to_string(), "GBBY/GGBB/GGYB B");
        assert_eq!(game.score(), BySide::new(5, 1));
    }

    #[test]
    fn only_the_two_current_colours_are_forbidden() {
        let game = game("GBK/RYB");
        assert_eq!(legal(&game), "GBYP");
        assert_eq!(game.check(Colour::Red), Err(Refusal::OwnColour { colour: Colour::Red }));
        assert_eq!(game.check(Colour::Black), Err(Refusal::OpponentsColour { colour: Colour::Black }));
        let refusal = Refusal::NotInThisGame { colour: Colour::White, colours: 6 };
        assert_eq!(game.check(Colour::White), Err(refusal));
    }

    #[test]
    fn equal_corners_forbid_one_colour_only() {
        assert_eq!(legal(&game("GBR/RYB")), "GBKYP");
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut game = game("GBK/RYB");
        let before = game;
        assert!(game.play(Colour::Black).is_err());
        assert_eq!(game, before);
    }

    #[test]
    fn the_game_is_over_when_every_tile_is_owned() {
        let mut game = game("GK/RG");
        assert_eq!(game.turn(), Turn::Move(Side::First));
        game.play(Colour::Green).unwrap();
        assert_eq!(game.turn(), Turn::Over(Outcome::Won(Side::First)));
        assert_eq!(game.score(), BySide::new(3, 1));
        assert_eq!(legal(&game), "");
        assert_eq!(game.check(Colour::Blue), Err(Refusal::GameOver));
    }

    #[test]
    fn the_game_is_over_when_no_tile_is_within_reach_of_both() {
        let mut game = game(
            "YBGK
             GGGP
             RYPB",
        );
        game.play(Colour::Green).unwrap();
        // The pair at the top left is enclosed; the tiles at the right are still open to both.
        assert_eq!((game.score(), game.turn()), (BySide::new(5, 1), Turn::Move(Side::Second)));
        game.play(Colour::Purple).unwrap();
        assert_eq!((game.score(), game.turn()), (BySide::new(5, 2), Turn::Move(Side::First)));
        game.play(Colour::Yellow).unwrap();
        game.play(Colour::Red).unwrap();
        game.play(Colour::Purple).unwrap();
        // Only the blue tile at the bottom right is contested now.
        assert_eq!((game.score(), game.turn()), (BySide::new(8, 2), Turn::Move(Side::Second)));
        game.play(Colour::Blue).unwrap();
        assert_eq!((game.score(), game.turn()), (BySide::new(9, 3), Turn::Over(Outcome::Won(Side::First))));
    }

    #[test]
    fn a_position_without_contested_tiles_is_over_from_the_start() {
        let split = game("RRG/RRG");
        assert_eq!((split.score(), split.turn()), (BySide::new(4, 2), Turn::Over(Outcome::Won(Side::First))));
        let enclosed = game("RRRGGG/RBRGYG");
        assert_eq!((enclosed.score(), enclosed.turn()), (BySide::new(6, 6), Turn::Over(Outcome::Tie)));
    }

    /// Plays the first colour that gains nothing until the game is over; the number of plies.
    fn wait_it_out(game: &mut Colours<u64>) -> usize {
        for ply in 0.. {
            let Some(wait) = game.moves().find(|colour| game.gain(*colour) == 0) else {
                return ply;
            };
            game.play(wait).unwrap();
        }
        unreachable!()
    }

    #[test]
    fn two_sides_that_wait_end_the_game_and_contested_tiles_belong_to_nobody() {
        let mut open = game(
            "YYG
             YYY
             RYY",
        );
        assert_eq!(wait_it_out(&mut open), usize::from(WAITING_LIMIT));
        assert_eq!((open.score(), open.turn()), (BySide::new(1, 1), Turn::Over(Outcome::Tie)));

        let mut pocket = game(
            "YYYG
             RRRY
             RKRY",
        );
        assert_eq!(wait_it_out(&mut pocket), usize::from(WAITING_LIMIT));
        assert_eq!((pocket.score(), pocket.turn()), (BySide::new(6, 1), Turn::Over(Outcome::Won(Side::First))));
    }

    #[test]
    fn a_gain_starts_the_count_of_waits_again() {
        let mut open = game("KYG/YYK/RBY waits=23");
        open.play(Colour::Blue).unwrap();
        assert_eq!((open.waits(), open.turn()), (0, Turn::Move(Side::Second)));
        let mut decided = game("YYG/YYY/RYK waits=23");
        decided.play(Colour::Yellow).unwrap();
        assert_eq!((decided.waits(), decided.turn()), (0, Turn::Over(Outcome::Won(Side::First))));
    }
}
