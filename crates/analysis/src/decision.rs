//! The turns of a record: each position that a side had to decide in, and its answer.

use rules::notation::escaped;
use rules::record::{Disagreement, Line, Record, Replay};
use rules::{Event, Game, Side, Turn};

/// A turn of a record: the position, whose turn it was, and the answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<G: Game> {
    /// Its number, from 1: a failure counts as a turn, too.
    pub turn: usize,
    /// The side that decided.
    pub side: Side,
    /// The position that it decided in.
    pub before: G,
    /// The answer of that side.
    pub answer: Answer<G::Move>,
}

/// A side's answer in its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<M> {
    /// It made this move.
    Played(M),
    /// It is out for a fault: which, in words that are safe to print.
    Failed(String),
}

impl<M: Copy> Answer<M> {
    /// The move, if there is one.
    pub fn played(&self) -> Option<M> {
        match self {
            Self::Played(played) => Some(*played),
            Self::Failed(_) => None,
        }
    }
}

/// The decisions of a record in order, replayed as they are asked for: a game on a large board need not be in memory as
/// a whole.
///
/// ```
/// use landgrab_analysis::decision::Decisions;
/// use rules::{record::Record, catalogue::AnySetup, stop::Stop};
///
/// let text = concat!(
///     r#"{"record":1,"game":"stop","start":"..X/.../O.. X","first":{"name":"a"},"second":{"name":"b"}}"#, "\n",
///     r#"{"played":"1,0","side":1}"#, "\n",
/// );
/// let record = Record::read(text.as_bytes())?;
/// let AnySetup::Stop(setup) = &record.header.setup else { unreachable!() };
/// let decisions: Vec<_> = Decisions::<Stop>::new(&record, setup).collect::<Result<_, _>>()?;
/// assert_eq!(decisions[0].before.to_string(), "..X/.../O.. X");
/// assert_eq!(decisions[0].answer.played().map(|played| played.to_string()), Some("1,0".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Decisions<'a, G: Game> {
    replay: Replay<'a, G>,
    turn: usize,
}

impl<'a, G: Game> Decisions<'a, G> {
    /// At the start of a record. The setup is the one in its header.
    pub fn new(record: &'a Record, setup: &G::Setup) -> Self {
        Self { replay: Replay::new(record, setup), turn: 0 }
    }
}

impl<G: Game> Iterator for Decisions<'_, G> {
    type Item = Result<Decision<G>, Disagreement>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let before = self.replay.position().clone();
            let (side, answer) = match self.replay.step() {
                Err(error) => return Some(Err(error)),
                Ok(None) => return None,
                Ok(Some(Line::Event { event: Event::Played { side, played, .. }, .. })) => {
                    (side, Answer::Played(played))
                }
                Ok(Some(Line::Event { event: Event::Out { side, fault, .. }, .. })) => {
                    (side, Answer::Failed(escaped(&view::fault::in_words(&fault))))
                }
                Ok(Some(Line::Event { event: Event::Drew(_), .. } | Line::Ended(_))) => continue,
            };
            self.turn += 1;
            return Some(Ok(Decision { turn: self.turn, side, before, answer }));
        }
    }
}

/// Why a record has nothing to show for a turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSuchTurn {
    /// The record is wrong before that turn.
    #[error("{0}")]
    Disagreement(#[from] Disagreement),
    /// The record is shorter.
    #[error("turn {at}: the record ends at turn {last}")]
    TooLate {
        /// The turn that was asked for.
        at: usize,
        /// The last one.
        last: usize,
    },
}

/// The decision of a turn, counted from 1.
pub fn decision_at<G: Game>(record: &Record, setup: &G::Setup, at: usize) -> Result<Decision<G>, NoSuchTurn> {
    let mut last = 0;
    for decision in Decisions::new(record, setup) {
        let decision = decision?;
        last = decision.turn;
        if last == at {
            return Ok(decision);
        }
    }
    Err(NoSuchTurn::TooLate { at, last })
}

/// The position after a turn, or after the last one. A draw that follows the turn is part of it, so that a piece is
/// there to place.
pub fn position_at<G: Game>(record: &Record, setup: &G::Setup, at: Option<usize>) -> Result<G, NoSuchTurn> {
    let mut replay = Replay::<G>::new(record, setup);
    let mut turn = 0;
    while at != Some(turn) || replay.position().turn() == Turn::Draw {
        match replay.step()? {
            Some(Line::Event { event: Event::Played { .. } | Event::Out { .. }, .. }) => turn += 1,
            Some(_) => {}
            None => break,
        }
    }
    match at {
        Some(at) if at != turn => Err(NoSuchTurn::TooLate { at, last: turn }),
        _ => Ok(replay.position().clone()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use rules::catalogue::AnySetup;
    use rules::stop::{Setup, Stop};

    /// A record of Stop: the start, then these moves of X and O in turn.
    pub(crate) fn stop(start: &str, moves: &[&str]) -> (Record, Setup) {
        let names = r#""first":{"name":"a"},"second":{"name":"b"}"#;
        let mut text = format!(r#"{{"record":1,"game":"stop","start":"{start}",{names}}}"#) + "\n";
        for (index, played) in moves.iter().enumerate() {
            text += &(format!(r#"{{"played":"{played}","side":{}}}"#, index % 2 + 1) + "\n");
        }
        let record = Record::read(text.as_bytes()).unwrap();
        let AnySetup::Stop(setup) = record.header.setup else { panic!("{:?}", record.header) };
        (record, setup)
    }

    #[test]
    fn decisions_carry_the_position_that_they_were_made_in() {
        let (record, setup) = stop("..X/.../O.. X", &["1,0", "1,2"]);
        let all: Vec<Decision<Stop>> = Decisions::new(&record, &setup).map(Result::unwrap).collect();
        let told: Vec<_> = all.iter().map(|one| (one.turn, one.side, one.before.to_string())).collect();
        assert_eq!(told, [(1, Side::First, "..X/.../O.. X".into()), (2, Side::Second, ".XX/.../O.. O".into())]);
        assert_eq!(decision_at::<Stop>(&record, &setup, 2), Ok(all[1].clone()));
        let late = decision_at::<Stop>(&record, &setup, 3).unwrap_err();
        assert_eq!(late.to_string(), "turn 3: the record ends at turn 2");
    }

    #[test]
    fn a_position_is_that_after_a_turn() {
        let (record, setup) = stop("..X/.../O.. X", &["1,0", "1,2"]);
        let at = |turn| position_at::<Stop>(&record, &setup, turn).map(|position| position.to_string());
        assert_eq!(at(Some(0)).unwrap(), "..X/.../O.. X");
        assert_eq!(at(Some(1)).unwrap(), ".XX/.../O.. O");
        assert_eq!(at(None), at(Some(2)));
        assert_eq!(at(Some(3)), Err(NoSuchTurn::TooLate { at: 3, last: 2 }));
    }

    #[test]
    fn a_record_against_the_rules_is_refused_where_it_goes_wrong() {
        let (record, setup) = stop("..X/.../O.. X", &["1,0", "2,0"]);
        let mut decisions = Decisions::<Stop>::new(&record, &setup);
        assert!(decisions.next().unwrap().is_ok());
        assert_eq!(decisions.next().unwrap().unwrap_err().line, 3);
        assert!(matches!(decision_at::<Stop>(&record, &setup, 2), Err(NoSuchTurn::Disagreement(_))));
    }
}
