//! Playing a record again. The rules check every line.

use super::{Ended, Line, Record};
use crate::{Ending, Event, Game, Turn};

/// A record that is played again, line by line. The [module](super) has an example.
#[derive(Debug)]
pub struct Replay<'a, G: Game> {
    record: &'a Record,
    next: usize,
    game: Followed<G>,
}

/// The state of a game after the lines read so far.
#[derive(Debug)]
pub(super) struct Followed<G: Game> {
    position: G,
    /// The generator of the draws, if the record names its seed.
    official: Option<G::Official>,
    /// The last draw.
    drawn: Option<G::Draw>,
    ended: Option<Ended>,
    /// Whether check numbers are compared. They cost more than all other checks together.
    compares_numbers: bool,
}

/// The first line that does not agree with the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Disagreement {
    /// Its number in the file, from 1.
    pub line: usize,
    /// The disagreement.
    pub what: String,
}

impl<'a, G: Game> Replay<'a, G> {
    /// At the start. The setup is the one in the record's header.
    pub fn new(record: &'a Record, setup: &G::Setup) -> Self {
        Self { record, next: 0, game: Followed::new(setup, record.header.seed, true) }
    }

    /// The position reached.
    pub fn position(&self) -> &G {
        &self.game.position
    }

    /// How the game ended, once the replay got there.
    pub fn ended(&self) -> Option<&Ended> {
        self.game.ended.as_ref()
    }

    /// Plays the next line; `None` at the end of the record.
    pub fn step(&mut self) -> Result<Option<Line<G>>, Disagreement> {
        let Some(text) = self.record.lines.get(self.next) else { return Ok(None) };
        self.next += 1;
        let line = self.next + 1;
        self.game.follow(text).map(Some).map_err(|what| Disagreement { line, what })
    }

    /// Plays on to the end of the record.
    pub fn finish(&mut self) -> Result<(), Disagreement> {
        while self.step()?.is_some() {}
        Ok(())
    }
}

impl<G: Game> Followed<G> {
    /// At the start of a game.
    pub fn new(setup: &G::Setup, seed: Option<i64>, compares_numbers: bool) -> Self {
        let official = seed.map(|seed| G::official(setup, seed));
        Self { position: G::new(setup), official, drawn: None, ended: None, compares_numbers }
    }

    /// Plays a line; the error says what is wrong with it.
    pub fn follow(&mut self, text: &str) -> Result<Line<G>, String> {
        let mut line = Line::from_json(text)?;
        if let Line::Event { event: Event::Played { drawn, .. } | Event::Out { drawn, .. }, .. } = &mut line {
            drawn.clone_from(&self.drawn);
        }
        self.apply(&line)?;
        Ok(line)
    }

    fn apply(&mut self, line: &Line<G>) -> Result<(), String> {
        if self.ended.is_some() {
            return Err("expected nothing after the end of the game, found another line".into());
        }
        let turn = self.position.turn();
        match line {
            Line::Event { event: Event::Drew(draw), .. } => {
                if turn != Turn::Draw {
                    return Err(format!("expected {}, found a draw", awaited(turn)));
                }
                let expected = self.official.as_mut().map(|official| self.position.sample(official));
                if let Some(expected) = expected.filter(|expected| expected != draw) {
                    return Err(format!("the seed draws {expected:?}, the record says {draw:?}"));
                }
                self.drawn = Some(draw.clone());
                self.position.take(draw.clone());
            }
            Line::Event { event: Event::Played { side, played, .. }, check, .. } => {
                if turn != Turn::Move(*side) {
                    return Err(format!("expected {}, found a move of side {}", awaited(turn), side.number()));
                }
                self.position.play(*played).map_err(|refusal| format!("`{played}` is illegal: {refusal}"))?;
                let Some(check) = check.filter(|_| self.compares_numbers) else { return Ok(()) };
                let reached = self.position.fingerprint_after(*played);
                if check != reached {
                    return Err(format!("`{played}` has the check number {reached:08x}, the record says {check:08x}"));
                }
            }
            Line::Event { event: Event::Out { side, fault, .. }, .. } => {
                if turn != Turn::Move(*side) {
                    return Err(format!("expected {}, found side {} put out", awaited(turn), side.number()));
                }
                if !self.position.withdraw(fault.kind()) {
                    return Err(format!("a side that is {} ends the game under these rules", fault.kind().name()));
                }
            }
            Line::Ended(ended) => {
                self.agree(ended, turn)?;
                self.ended = Some(ended.clone());
            }
        }
        Ok(())
    }

    fn agree(&self, ended: &Ended, turn: Turn) -> Result<(), String> {
        let won = match (&ended.ending, turn) {
            (Ending::Rules, Turn::Over(outcome)) => outcome.winner(),
            (Ending::Rules, _) => return Err(format!("expected {}, found the end of the game", awaited(turn))),
            (Ending::Fault(side, _), Turn::Move(mover)) if *side == mover => Some(side.other()),
            (Ending::Fault(side, _), _) => {
                return Err(format!("expected {}, found a fault of side {}", awaited(turn), side.number()));
            }
            (Ending::Stopped, _) => None,
        };
        if ended.won != won {
            let name = |won: Option<crate::Side>| won.map_or("nobody".into(), |side| format!("side {}", side.number()));
            return Err(format!("the record says that {} won, the rules say {}", name(ended.won), name(won)));
        }
        let score = self.position.score();
        if ended.score != score {
            let (found, expected) = (ended.score, score);
            return Err(format!(
                "the record says {}:{}, the rules say {}:{}",
                found.first, found.second, expected.first, expected.second
            ));
        }
        Ok(())
    }
}

fn awaited(turn: Turn) -> String {
    match turn {
        Turn::Move(side) => format!("a move of side {}", side.number()),
        Turn::Draw => "a draw".into(),
        Turn::Over(_) => "the end of the game".into(),
    }
}
