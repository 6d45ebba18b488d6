//! Random games: draws from the official generator, moves from a source of ours.

use landgrab_rules::catalogue::AnySetup;
use landgrab_rules::record::{Ended, Header, Writer};
use landgrab_rules::{BySide, Ending, Event, Game, Source, SplitMix, Turn};

/// No game of any of our setups is longer.
const MOST_EVENTS: usize = 20_000;

/// A game that was played to its end.
pub struct Played<G: Game> {
    /// Each event, and the position that it led to.
    pub events: Vec<(Event<G>, G)>,
    /// How it ended.
    pub ended: Ended,
}

/// Plays a game, showing `seen` every position; the last one, and what was played.
pub fn random_game<G: Game>(start: &G::Setup, seed: u64, mut seen: impl FnMut(&G)) -> (G, Played<G>) {
    let mut official = G::official(start, seed as i64);
    let mut source = SplitMix::new(seed);
    let mut position = G::new(start);
    let mut events = Vec::new();
    let mut drawn = None;
    loop {
        seen(&position);
        let event = match position.turn() {
            Turn::Over(outcome) => {
                let ended = Ended { ending: Ending::Rules, won: outcome.winner(), score: position.score() };
                return (position, Played { events, ended });
            }
            Turn::Draw => {
                let draw = position.sample(&mut official);
                position.take(draw.clone());
                drawn = Some(draw.clone());
                Event::Drew(draw)
            }
            Turn::Move(side) => {
                let played = any_move(&position, &mut source);
                position.play(played).expect("a listed move is legal");
                Event::Played { side, drawn: drawn.clone(), played }
            }
        };
        events.push((event, position.clone()));
        assert!(events.len() <= MOST_EVENTS, "no end after {MOST_EVENTS} events: {position}");
    }
}

/// One of the legal moves.
pub fn any_move<G: Game>(position: &G, source: &mut SplitMix) -> G::Move {
    let moves: Vec<_> = position.moves().collect();
    assert!(!moves.is_empty(), "a side to move without a move: {position}");
    moves[source.below(moves.len() as u32) as usize]
}

impl<G: Game> Played<G> {
    /// The game as a file. The names are not plain ASCII, as people's are not.
    pub fn record(&self, setup: &AnySetup, seed: u64) -> Vec<u8> {
        let header = Header::new(setup.clone(), Some(seed as i64), BySide::new("naïve".into(), "größer".into()));
        let mut bytes = Vec::new();
        let mut writer = Writer::<G, _>::new(&mut bytes, &header).expect("writing to memory");
        for (event, after) in &self.events {
            writer.event(event, after, Some(0.5)).expect("writing to memory");
        }
        writer.ended(&self.ended).expect("writing to memory");
        bytes
    }
}
