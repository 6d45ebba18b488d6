//! A record as a row of frames: the position after each move, with what was just played and by whom.

use crate::{Draw, Scene};
use rules::record::{Disagreement, Ended, Line, Record, Replay};
use rules::{BySide, Ending, Event, Side, Turn, notation::printable};

/// A record being shown. Frame 0 is the start; every move or failure makes another.
#[derive(Debug)]
pub struct Film<'a, G: Draw> {
    replay: Replay<'a, G>,
    names: BySide<String>,
    turn: usize,
    cut_short: bool,
}

/// One frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Moves and failures before it.
    pub turn: usize,
    /// What there is to see.
    pub scene: Scene,
}

impl<'a, G: Draw> Film<'a, G> {
    /// At the start of a record.
    pub fn new(record: &'a Record, setup: &G::Setup) -> Self {
        // Names are strangers' text.
        let names = record.header.names().map(printable);
        Self { replay: Replay::new(record, setup), names, turn: 0, cut_short: record.cut_short }
    }

    /// The start position.
    pub fn first(&self) -> Frame {
        self.frame(None, "start")
    }

    /// The frame after the next move; `None` at the end of the record.
    pub fn advance(&mut self) -> Result<Option<Frame>, Disagreement> {
        loop {
            let before = self.replay.position().clone();
            let words = match self.replay.step()? {
                None => return Ok(None),
                Some(Line::Event { event: Event::Played { side, played }, ms, .. }) => {
                    let took = ms.map(|ms| format!(" in {ms} ms")).unwrap_or_default();
                    format!("{} played {played}{took}", self.player(side))
                }
                Some(Line::Event { event: Event::Out { side, fault }, .. }) => {
                    format!("{} is out: {}", self.player(side), printable(&fault.to_string()))
                }
                Some(Line::Event { event: Event::Drew(_), .. } | Line::Ended(_)) => continue,
            };
            self.turn += 1;
            return Ok(Some(self.frame(Some(&before), &words)));
        }
    }

    /// How the game ended, in words, once the end of the record is reached.
    pub fn ending(&self) -> String {
        let Some(Ended { ending, won, score }) = self.replay.ended() else {
            let why = if self.cut_short { "its last line is cut short" } else { "it has no last line" };
            return format!("the record ends here, after turn {}: {why}", self.turn);
        };
        let result = match won {
            Some(side) => format!("{} won {}:{}", self.player(*side), score.first, score.second),
            None => format!("{}:{}, nobody won", score.first, score.second),
        };
        match ending {
            Ending::Rules => result,
            Ending::Stopped => format!("stopped at {}:{}", score.first, score.second),
            Ending::Fault(side, fault) => {
                format!("{result}: {} failed, {}", self.player(*side), printable(&fault.to_string()))
            }
        }
    }

    /// How far the film is.
    pub fn turn(&self) -> usize {
        self.turn
    }

    fn frame(&self, before: Option<&G>, words: &str) -> Frame {
        let position = self.replay.position();
        let mut scene = position.scene(before);
        let score = position.score();
        let next = match position.turn() {
            Turn::Move(side) => format!("{} to move", self.player(side)),
            Turn::Draw => "a draw is next".into(),
            Turn::Over(_) => "the game is over".into(),
        };
        let line = format!(
            "turn {}: {words} | {} {} : {} {} | {next}",
            self.turn,
            self.player(Side::First),
            score.first,
            score.second,
            self.player(Side::Second),
        );
        scene.above.insert(0, line);
        Frame { turn: self.turn, scene }
    }

    fn player(&self, side: Side) -> String {
        format!("{} {}", self.replay.position().side_name(side), self.names[side])
    }
}
