//! One game of a match: [`Players`] fill its two seats, the referee plays it, [`Spectator`]s follow it, and a
//! [`GameResult`] is what is left of it.

use crate::{Contestant, Plan, Spectator};
use referee::{Finished, Interrupt, Referee};
use rules::record::Header;
use rules::{BySide, Clock, Ending, Fault, Game, Player};
use std::io;

/// A player and its own clock.
pub struct Seat<G: Game> {
    /// The player, made for this game.
    pub player: Box<dyn Player<G>>,
    /// Its time for a move. The opponent's may differ.
    pub clock: Clock,
}

/// A factory of players. The league knows neither engines nor programs: the caller makes both.
pub trait Players<G: Game> {
    /// Why there is no player, or why a spectator gave up.
    type Error: From<io::Error>;

    /// A new player for one game. Take its seed from [`Plan::player_seed`], so that the match can be repeated.
    fn seat(&self, who: Contestant, plan: &Plan) -> Result<Seat<G>, Self::Error>;
}

/// One game of a match, before its players sit down.
pub struct Fixture<'a, G: Game> {
    /// Its number, its seed, and which contestant sits where.
    pub plan: Plan,
    /// The first line of its record.
    pub header: &'a Header,
    /// The setup in the header, as the game's own type.
    pub setup: &'a G::Setup,
    /// Stops the game.
    pub interrupt: &'a Interrupt,
}

/// A finished game, as data.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// Its number, its seed, and which contestant sat where.
    pub plan: Plan,
    /// The winner; nobody on a tie.
    pub won: Option<Contestant>,
    /// The score by seat.
    pub score: BySide<u32>,
    /// Why it ended.
    pub ending: Ending,
    /// Moves that were asked for, failed ones included.
    pub turns: u32,
    /// Milliseconds that each seat thought, in all.
    pub ms: BySide<f64>,
    /// The fault of each seat, if it failed. Its evidence has the turn, and the refusal of an illegal move.
    pub faults: BySide<Option<Fault>>,
}

impl GameResult {
    /// The fault of a contestant, if it failed.
    pub fn fault(&self, who: Contestant) -> Option<&Fault> {
        self.faults[self.plan.side(who)].as_ref()
    }
}

impl<G: Game> Fixture<'_, G> {
    /// Plays the game; `None` when it was stopped. Spectators see the end of a stopped game too.
    pub fn play<P: Players<G>>(
        &self,
        players: &P,
        spectators: &mut [&mut dyn Spectator<G>],
    ) -> Result<Option<GameResult>, P::Error> {
        let plan = self.plan;
        let mut first = players.seat(plan.seats.first, &plan)?;
        let mut second = players.seat(plan.seats.second, &plan)?;
        let start = G::new(self.setup);
        spectators.iter_mut().try_for_each(|spectator| spectator.begins(&plan, self.header, &start))?;
        let clocks = BySide::new(first.clock, second.clock);
        let referee = Referee { setup: self.setup, seed: plan.seed, clocks, interrupt: self.interrupt };
        let finished = referee.play(BySide::new(first.player.as_mut(), second.player.as_mut()), |event, after, ms| {
            spectators.iter_mut().try_for_each(|spectator| spectator.event(event, after, ms))
        });
        let Finished { ended, position, turns, ms, faults } = finished?;
        spectators.iter_mut().try_for_each(|spectator| spectator.ended(&ended, &position))?;
        if ended.ending == Ending::Stopped {
            return Ok(None);
        }
        let won = ended.won.map(|side| plan.seats[side]);
        Ok(Some(GameResult { plan, won, score: ended.score, ending: ended.ending, turns, ms, faults }))
    }
}

#[cfg(test)]
mod tests;
