//! Random openings, so that two deterministic players do not play the same game again and again.

use super::random::pick;
use rules::{Clock, Event, Evidence, Fault, Game, NoMove, Player, Side, SplitMix};

/// A player whose first moves are random. Give both sides one with the same seed.
pub struct RandomStart<G: Game> {
    player: Box<dyn Player<G>>,
    /// Random moves of both sides that are left.
    left: u32,
    source: SplitMix,
}

impl<G: Game> RandomStart<G> {
    /// The player, after `moves` random moves of both sides together.
    pub fn new(player: Box<dyn Player<G>>, moves: u32, seed: u64) -> Self {
        Self { player, left: moves, source: SplitMix::new(seed) }
    }
}

impl<G: Game> Player<G> for RandomStart<G> {
    fn begin(&mut self, setup: &G::Setup, side: Side) -> Result<(), Fault> {
        self.player.begin(setup, side)
    }

    fn watch(&mut self, event: &Event<G>) -> Result<(), Fault> {
        if let Event::Played { .. } = event {
            self.left = self.left.saturating_sub(1);
        }
        self.player.watch(event)
    }

    fn choose(&mut self, position: &G, clock: Clock) -> Result<G::Move, NoMove> {
        if self.left == 0 {
            return self.player.choose(position, clock);
        }
        Ok(pick(position.moves(), &mut self.source).expect("a side to move has a legal move"))
    }

    fn evidence(&mut self) -> Evidence {
        self.player.evidence()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::First;
    use rules::stop::{Setup, Stop};

    /// The moves of a game between two such players.
    fn played(moves: u32, seed: u64) -> Vec<String> {
        let mut position = Stop::new(&Setup::default());
        let mut players = [(); 2].map(|()| RandomStart::<Stop>::new(Box::new(First), moves, seed));
        let mut game = Vec::new();
        for ply in 0..12 {
            let side = Side::BOTH[ply % 2];
            let played = players[ply % 2].choose(&position, Clock::default()).unwrap();
            position.play_unchecked(played);
            for player in &mut players {
                player.watch(&Event::Played { side, drawn: None, played }).unwrap();
            }
            game.push(played.to_string());
        }
        game
    }

    #[test]
    fn the_first_moves_are_random_and_the_player_makes_the_others() {
        let plain = played(0, 1);
        assert_eq!(plain, played(0, 2));
        let games: std::collections::HashSet<_> = (0..20).map(|seed| played(4, seed)).collect();
        assert!(games.len() > 10, "{games:?}");
        assert_eq!(played(4, 3), played(4, 3));
        let ends: std::collections::HashSet<_> = games.iter().map(|game| game[..4].to_vec()).collect();
        assert_eq!(ends.len(), games.len(), "the games differ in the first four moves");
    }
}
