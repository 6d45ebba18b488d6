//! The two players of a match, as the league asks for them.

use crate::failure::Failure;
use crate::player::PlayerArg;
use engine::roster::{RandomStart, Roster};
use league::{Contestant, Plan, Players, Seat};
use referee::protocol::BotGame;
use referee::sandbox::Level;
use rules::catalogue::AnySetup;
use rules::record::Header;
use rules::{SplitMix, with_game};
use std::time::Duration;

/// The purpose of the numbers that random first moves are made with.
const OPENING: u64 = 0x0be6;

/// The two players of a match.
pub struct Pairing {
    pub a: PlayerArg,
    pub b: PlayerArg,
    /// The time for a move that was set for both players.
    pub time: Option<Duration>,
    /// Moves at the start of every second pair of games that are left to chance.
    pub opening_plies: u32,
}

impl Pairing {
    pub fn of(&self, who: Contestant) -> &PlayerArg {
        match who {
            Contestant::A => &self.a,
            Contestant::B => &self.b,
        }
    }

    /// Refuses a name that no player has, before anything is written.
    pub fn check(&self, setup: &AnySetup) -> Result<(), Failure> {
        for who in [Contestant::A, Contestant::B] {
            with_game!(setup, |G, _setup| self.of(who).player::<G>(0).map(drop))?;
        }
        Ok(())
    }

    /// The first line of a game's record.
    pub fn header(&self, setup: AnySetup, plan: &Plan) -> Header {
        let names = plan.seats.map(|who| self.of(who).name());
        let levels = plan.seats.map(|who| self.of(who).level().map(Level::number));
        Header::new(setup, Some(plan.seed), names).with_sandboxes(levels)
    }
}

impl<G: Roster + BotGame> Players<G> for Pairing {
    type Error = Failure;

    fn seat(&self, who: Contestant, plan: &Plan) -> Result<Seat<G>, Failure> {
        let player = self.of(who).player::<G>(plan.player_seed(who))?;
        let plies = if plan.pair % 2 == 1 { self.opening_plies } else { 0 };
        // Both players of a game get the same numbers, so that it does not matter whose turn it is.
        let chance = SplitMix::for_purpose(plan.seed as u64, OPENING).bits();
        Ok(Seat { player: Box::new(RandomStart::new(player, plies, chance)), clock: self.of(who).clock(self.time) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use league::Schedule;
    use referee::Interrupt;
    use rules::stop::Stop;

    /// The limits of A and B in milliseconds, with this time for both.
    fn limits(a: &str, b: &str, both: Option<u64>) -> [Option<u128>; 2] {
        let player = |text| PlayerArg::parse(text, Some(Level::None), &Interrupt::default()).unwrap();
        let pairing = Pairing { a: player(a), b: player(b), time: both.map(Duration::from_millis), opening_plies: 0 };
        let plan = Schedule { seed: 1, games: 1, swap: true }.plan(0);
        [Contestant::A, Contestant::B].map(|who| {
            let seat: Seat<Stop> = pairing.seat(who, &plan).unwrap();
            seat.clock.limit().map(|limit| limit.as_millis())
        })
    }

    #[test]
    fn a_program_opposite_does_not_limit_a_built_in_player() {
        assert_eq!(limits("champion", "cmd:cat", None), [None, Some(10_000)]);
        assert_eq!(limits("cmd:cat", "champion", None), [Some(10_000), None]);
        assert_eq!(limits("champion", "greedy", None), [None, None]);
    }

    #[test]
    fn the_time_of_both_is_for_those_who_have_none_of_their_own() {
        assert_eq!(limits("champion", "cmd:cat", Some(500)), [Some(500), Some(500)]);
        assert_eq!(limits("champion:time=100", "cmd:cat", Some(500)), [Some(100), Some(500)]);
        assert_eq!(limits("champion", "cmd:cat@time=5000", Some(500)), [Some(500), Some(5000)]);
        assert_eq!(limits("champion:time=100", "cmd:cat", None), [Some(100), Some(10_000)]);
    }
}
