//! A game that a person plays: its history, which can be taken back, and the other side. It knows nothing of screens.

use super::{Other, Playable};
use rules::record::{Ended, Header, Writer};
use rules::{BySide, Clock, Ending, Event, NoMove, Outcome, Side, Turn};
use std::io::{self, Write};
use std::mem::{replace, take};
use std::sync::{Arc, PoisonError};

/// A game under way.
pub struct Session<G: Playable> {
    start: G::Setup,
    you: Side,
    other: Other<G>,
    /// The time for a hint.
    clock: Clock,
    seed: i64,
    official: G::Official,
    /// Everything that chance drew so far: taken back, it comes again.
    draws: Vec<G::Draw>,
    positions: Vec<G>,
    /// The event that led to each position but the first.
    events: Vec<Event<G>>,
    /// The game before each correction of its board.
    earlier: Vec<Earlier<G>>,
}

/// A game that went on from a corrected board.
struct Earlier<G: Playable> {
    start: G::Setup,
    positions: Vec<G>,
    events: Vec<Event<G>>,
}

impl<G: Playable> Session<G> {
    pub fn new(start: G::Setup, you: Side, other: Other<G>, clock: Clock, seed: i64) -> Self {
        let (official, position) = (G::official(&start, seed), G::new(&start));
        let (draws, positions, events, earlier) = (vec![], vec![position], vec![], vec![]);
        let mut session = Self { start, you, other, clock, seed, official, draws, positions, events, earlier };
        session.draw();
        session
    }

    pub fn position(&self) -> &G {
        self.positions.last().expect("a session has a position")
    }

    /// The position before the last move that was entered: everything since is new to the person.
    pub fn before(&self) -> Option<&G> {
        Some(&self.positions[self.events.iter().rposition(|event| self.is_entered(event))?])
    }

    fn is_entered(&self, event: &Event<G>) -> bool {
        match event {
            Event::Played { side, .. } => *side == self.you || matches!(self.other, Other::Elsewhere),
            Event::Drew(_) | Event::Out { .. } => false,
        }
    }

    pub fn you(&self) -> Side {
        self.you
    }

    pub fn other(&self) -> &Other<G> {
        &self.other
    }

    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Whether the person is asked for the next move.
    pub fn is_yours_to_enter(&self) -> bool {
        match self.position().turn() {
            Turn::Move(side) => side == self.you || matches!(self.other, Other::Elsewhere),
            Turn::Draw | Turn::Over(_) => false,
        }
    }

    /// The outcome, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.position().turn() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Move(_) | Turn::Draw => None,
        }
    }

    /// The moves so far, each with its side and the position that it was made in.
    pub fn moves(&self) -> impl Iterator<Item = (Side, G::Move, &G)> {
        self.events.iter().zip(&self.positions).filter_map(|(event, before)| match event {
            Event::Played { side, played, .. } => Some((*side, *played, before)),
            Event::Drew(_) | Event::Out { .. } => None,
        })
    }

    /// Plays a move of the side to move, or says why not.
    pub fn play(&mut self, played: G::Move) -> Result<(), G::Refusal> {
        let Turn::Move(side) = self.position().turn() else { return self.position().check(played) };
        let played = self.position().resolve(played)?;
        let next = self.position().after(played);
        let drawn = self.draws.last().cloned();
        self.push(Event::Played { side, drawn, played }, next);
        self.draw();
        Ok(())
    }

    /// The opponent's thinking about its move, to be run on any thread. It does not play the move.
    pub fn question(&self) -> impl FnOnce() -> Result<G::Move, NoMove> + Send + use<G> {
        let Other::Player { player, clock, .. } = &self.other else { panic!("nobody to ask") };
        let (position, clock) = (self.position().clone(), *clock);
        let player = Arc::clone(player);
        // The lock makes a new question wait until the player is done with an earlier one.
        move || player.lock().unwrap_or_else(PoisonError::into_inner).choose(&position, clock)
    }

    /// Lets the other side move.
    pub fn answer(&mut self) -> Result<G::Move, NoMove> {
        let played = self.question()()?;
        self.play(played).expect("a built-in player plays by the rules");
        Ok(played)
    }

    /// Takes back the person's last move or correction and all that came after it; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if let Some(last) = self.events.iter().rposition(|event| self.is_entered(event)) {
            self.events.truncate(last);
            self.positions.truncate(last + 1);
            return true;
        }
        let Some(Earlier { start, positions, events }) = self.earlier.pop() else { return false };
        (self.start, self.positions, self.events) = (start, positions, events);
        true
    }

    /// The person goes on with the other side; the moves so far keep their sides.
    pub fn swap(&mut self) {
        self.you = self.you.other();
    }

    /// Another player takes the other side.
    pub fn face(&mut self, other: Other<G>) {
        self.other = other;
    }

    /// Begins anew, with the draws of another seed.
    pub fn restart(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.official = G::official(&self.start, self.seed);
        self.positions = vec![G::new(&self.start)];
        self.events.clear();
        self.earlier.clear();
        self.draws.clear();
        self.draw();
    }

    /// Goes on from a corrected position, which is where the game begins now.
    pub fn correct(&mut self, position: G) {
        let start = replace(&mut self.start, position.as_start());
        let positions = replace(&mut self.positions, vec![position]);
        self.earlier.push(Earlier { start, positions, events: take(&mut self.events) });
    }

    /// Writes the game down, as it stands.
    pub fn record(&self, out: impl Write, header: &Header) -> io::Result<()> {
        let mut writer = Writer::<G, _>::new(out, header)?;
        for (event, after) in self.events.iter().zip(&self.positions[1..]) {
            writer.event(event, after, None)?;
        }
        let (ending, won) = match self.outcome() {
            Some(outcome) => (Ending::Rules, outcome.winner()),
            None => (Ending::Stopped, None),
        };
        writer.ended(&Ended { ending, won, score: self.position().score() })
    }

    pub fn start(&self) -> &G::Setup {
        &self.start
    }

    pub fn seed(&self) -> i64 {
        self.seed
    }

    /// The names of both sides.
    pub fn names(&self) -> BySide<String> {
        BySide::from_fn(|side| if side == self.you { "you".into() } else { self.other.name().into() })
    }

    /// Takes the draws that come before the next move.
    fn draw(&mut self) {
        while self.position().turn() == Turn::Draw {
            let drawn = self.events.iter().filter(|event| matches!(event, Event::Drew(_))).count();
            if drawn == self.draws.len() {
                let draw = self.positions.last().expect("a position").sample(&mut self.official);
                self.draws.push(draw);
            }
            let draw = self.draws[drawn].clone();
            let mut next = self.position().clone();
            next.take(draw.clone());
            self.push(Event::Drew(draw), next);
        }
    }

    fn push(&mut self, event: Event<G>, position: G) {
        self.events.push(event);
        self.positions.push(position);
    }
}
