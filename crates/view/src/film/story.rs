//! Why a game ended, in words: failures, stuck sides, and what the rules say.

use super::Film;
use crate::Depict;
use crate::fault::in_words;
use rules::notation::printable;
use rules::record::Ended;
use rules::{Ending, Event, Fault, FaultKind, Side};

impl<G: Depict> Film<'_, G> {
    /// Every failure with its turn, the side that failed, and the fault. A fault that ended the game belongs to the turn
    /// after the last move. The record must be read.
    pub fn failures(&self) -> Vec<(usize, Side, &Fault)> {
        let in_turns = self.shots().iter().enumerate().filter_map(|(turn, shot)| match &shot.event {
            Some(Event::Out { side, fault, .. }) => Some((turn, *side, fault)),
            _ => None,
        });
        let last = match self.ended() {
            Some(Ended { ending: Ending::Fault(side, fault), .. }) => Some((self.last() + 1, *side, fault)),
            _ => None,
        };
        in_turns.chain(last).collect()
    }

    /// Why the game ended, a line for each reason: failures first, then what the rules say. The record must be read.
    pub fn why_ended(&self) -> Vec<String> {
        let told = |(turn, side, fault): (usize, Side, &Fault)| {
            let words = printable(&in_words(fault));
            format!("{} failed in turn {turn}: {words}. {}", self.player(side), explained(fault.kind()))
        };
        self.failures().into_iter().map(told).chain(self.ended_by()).collect()
    }

    /// The reasons besides failures: stuck sides, and what the rules say.
    pub(crate) fn ended_by(&self) -> Vec<String> {
        let mut lines = vec![];
        for (turn, shot) in self.shots().iter().enumerate() {
            // Piece Filler writes down that a side is stuck; the other games pass it over.
            if let Some(Event::Played { side, played, .. }) = &shot.event
                && played.to_string() == "stuck"
            {
                lines.push(format!("{} was stuck in turn {turn}: its piece fitted nowhere", self.player(*side)));
            }
        }
        let ending = self.ended().map(|ended| &ended.ending);
        lines.extend(ending.map(|ending| match ending {
            Ending::Rules => format!("it ended by the rules: {}", G::END),
            Ending::Stopped => "it was stopped before its end".into(),
            Ending::Fault(..) => "it ended by that failure: the rules give the game to the other side".into(),
        }));
        lines
    }
}

/// A kind of failure, explained to somebody who sees it for the first time.
pub const fn explained(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::TooSlow => "It answered, but later than the time for a move allows.",
        FaultKind::Silent => {
            "No answer came in time. It may still have been thinking, wait for input that never comes, or keep its answer \
             in a buffer that it does not flush."
        }
        FaultKind::Crashed => "It was its turn, and a bot must run until its input ends.",
        FaultKind::Unreadable => "Its answer is no move: something else than the protocol asks for was printed.",
        FaultKind::Illegal => "Its answer is a move, but the rules do not allow it here.",
    }
}
