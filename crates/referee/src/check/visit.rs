//! One conversation with the bot: a process, its player line, then as many turns as a step wants. Every wait has the
//! clock of a move.

use super::diagnosis;
use super::doing::{self, Doing, Look};
use super::failed::{Failed, Reason, Sent, shown};
use super::seen::Seen;
use super::silence::{FASTER, Silence};
use super::{Patient, Position};
use crate::evidence;
use crate::protocol::{BotGame, Protocol, first_line};
use crate::sandbox::Sandbox;
use crate::seat::child::{Child, Trouble};
use crate::seat::{grace, milliseconds};
use rules::pieces::{Dialect, Map, Placement, Setup};
use rules::{Cause, Event, Fault, Game, Side};
use std::ffi::OsString;
use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// How long a bot that did not answer may take to answer when its input ends.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// A program that still runs when its time to leave is over, because the machine is busy, gets so many times as long.
const BUSY: u32 = 10;
/// Looks at a silent bot, and the time between two of them.
const LOOKS: usize = 6;
const BETWEEN_LOOKS: Duration = Duration::from_millis(15);
/// When nothing comes for this long, nothing more belongs to the turn.
const QUIET: Duration = Duration::from_millis(30);
/// Longest text that is kept to show.
const LONGEST_SHOWN: usize = 8 << 10;

/// How a process is started.
type Start = fn(&[OsString], &Sandbox) -> io::Result<Child>;

/// A conversation.
pub struct Visit<'a> {
    patient: &'a Patient,
    child: Child,
    talk: Box<dyn Protocol<Position>>,
    /// The start position without the marks in lower case, if it has any.
    before: Option<Position>,
    /// All bytes that were sent.
    said: Vec<u8>,
    /// Bytes that came before a question.
    unasked: Vec<u8>,
}

/// An answer.
pub struct Reply {
    /// The line, with its end.
    pub line: Vec<u8>,
    /// From the last byte of the question to the answer.
    pub took: Duration,
    /// The number of writes that the line came in, where that is known.
    pub writes: usize,
}

impl<'a> Visit<'a> {
    /// Starts the bot as a player of this board.
    pub fn begin(patient: &'a Patient, setup: &Setup, side: Side) -> Result<Self, Box<Failed>> {
        Self::begin_with(Child::start, patient, setup, side)
    }

    /// The same, with each of its writes told apart.
    pub fn begin_telling_writes_apart(patient: &'a Patient, setup: &Setup, side: Side) -> Result<Self, Box<Failed>> {
        Self::begin_with(Child::start_telling_writes_apart, patient, setup, side)
    }

    /// The same, with a terminal as its standard output.
    pub fn begin_on_terminal(patient: &'a Patient, setup: &Setup, side: Side) -> Result<Self, Box<Failed>> {
        Self::begin_with(Child::start_on_terminal, patient, setup, side)
    }

    fn begin_with(start: Start, patient: &'a Patient, setup: &Setup, side: Side) -> Result<Self, Box<Failed>> {
        let talk = Position::protocol(setup);
        let mut child = start(&patient.program.argv, &patient.program.sandbox).map_err(|error| {
            let advice = "try it in a shell; a script needs `#!` and its interpreter in the first line, and `chmod +x`";
            Failed::new(format!("it could not be started: {error}"), advice)
        })?;
        let said = talk.hello(side, &patient.program.name);
        // A line fits into any pipe; a bot that is gone already is noticed when it is asked.
        let _ = child.send(&said, Instant::now().checked_add(patient.time), &patient.program.interrupt);
        Ok(Self { patient, child, talk, before: without_recent(setup), said, unasked: vec![] })
    }

    /// Asks for a move.
    pub fn ask(&mut self, position: &Position) -> Result<Reply, Box<Failed>> {
        if self.patient.habits.talks {
            self.settle();
        }
        self.unasked.append(&mut self.child.received);
        self.child.take_writes();
        let (time, interrupt) = (self.patient.time, &self.patient.program.interrupt);
        let mut message = vec![];
        self.talk.ask(position, &mut message);
        self.said.extend_from_slice(&message);
        if let Err(trouble) = self.child.send(&message, Instant::now().checked_add(time), interrupt) {
            return Err(self.unanswered(trouble, position, true));
        }
        let asked = Instant::now();
        let line = self.child.wait_for(asked.checked_add(time), interrupt, first_line);
        let took = asked.elapsed();
        match line {
            Ok(line) => {
                let reply = Reply { writes: writes_of(&line, &self.child.take_writes()), line, took };
                if let Some(answer) = self.read(&reply) {
                    self.patient.remember(Seen::new(position, &message, answer));
                }
                Ok(reply)
            }
            Err(Trouble::Late) => {
                match self.child.wait_for(asked.checked_add(time + grace(time)), interrupt, first_line) {
                    Ok(line) => Err(self.late(asked.elapsed(), position, &line)),
                    Err(trouble) => Err(self.unanswered(trouble, position, false)),
                }
            }
            Err(trouble) => Err(self.unanswered(trouble, position, false)),
        }
    }

    /// The placement that an answer names. An illegal or unreadable answer is a failure, with this advice if no usual
    /// mistake explains it.
    pub fn require_legal(
        &mut self,
        position: &Position,
        reply: &Reply,
        advice: &str,
    ) -> Result<Placement, Box<Failed>> {
        let dialect = self.patient.dialect;
        let Some(answer) = self.read(reply) else {
            let advice = diagnosis::of_unreadable(&reply.line, dialect);
            let reason = Reason::Unreadable(advice.clone());
            let failed = Failed::new(format!("it is no answer: expected {}", diagnosis::expected(dialect)), advice);
            return Err(self.shown(failed.by(reason), position, &reply.line));
        };
        let margin = position.piece().map(rules::pieces::Piece::margin);
        let undone = self.patient.habits.disguise.zip(margin).map(|(mistake, margin)| mistake.meant(answer, margin));
        let (row, col) = undone.unwrap_or(answer);
        let played = Placement::At { row, col };
        let Err(refusal) = position.check(played) else { return Ok(played) };
        let because = diagnosis::of_illegal(position, (row, col), &refusal);
        // A bot that gives up broke no rule of placing: the situation is all there is to say.
        let ruled = diagnosis::of_refusal(&refusal).filter(|_| (row, col) != (0, 0));
        let mut failed = Failed::new(because, ruled.unwrap_or_else(|| advice.into()));
        let cause = Cause::Illegal { answer: played.to_string(), because: refusal.to_string() };
        let mut fault = Fault::from(cause).with(evidence::REASON, &refusal);
        if let Some(piece) = position.piece() {
            fault.evidence.add(evidence::DRAWN, piece);
        }
        failed.fault = Some(fault);
        Err(self.shown(failed, position, &reply.line))
    }

    /// Row and column of an answer, read kindly: white space and line ends do not matter.
    pub fn read(&self, reply: &Reply) -> Option<(i32, i32)> {
        let text = String::from_utf8_lossy(&reply.line);
        let mut words = text.split_whitespace().map(|word| word.parse::<i32>().ok());
        let (Some(Some(first)), Some(Some(second)), None) = (words.next(), words.next(), words.next()) else {
            return None;
        };
        Some(match self.patient.dialect {
            Dialect::Plateau => (first, second),
            Dialect::Anfield => (second, first),
        })
    }

    /// Takes note of an event since the last turn.
    pub fn watch(&mut self, event: &Event<Position>) {
        self.talk.watch(event);
    }

    /// All bytes that came without a question, once the bot is quiet.
    pub fn unasked(&mut self) -> &[u8] {
        self.settle();
        self.unasked.append(&mut self.child.received);
        &self.unasked
    }

    /// Ends the bot's input and waits for it to leave. A bot that still runs gets the time on a processor that it
    /// would have had on an idle machine.
    pub fn see_out(&mut self, patience: Duration) -> Option<ExitStatus> {
        let begun = doing::look(self.child.id());
        let deadline = Instant::now() + patience * BUSY;
        let mut left = self.child.see_out(patience);
        while let (None, Some(begun), true) = (left, begun, Instant::now() < deadline) {
            let Some(look) = doing::look(self.child.id()) else { break };
            if !look.runs || look.cpu.saturating_sub(begun.cpu) >= patience {
                break;
            }
            left = self.child.see_out(BETWEEN_LOOKS);
        }
        left
    }

    /// Looks a few times at what the bot is doing. Bytes that come meanwhile are kept.
    pub fn doing(&mut self) -> Doing {
        let mut looks: Vec<Look> = Vec::new();
        for _ in 0..LOOKS {
            looks.extend(doing::look(self.child.id()));
            self.wait(BETWEEN_LOOKS);
        }
        doing::judge(&looks)
    }

    /// The running program.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// The failure with the input, the answer and the bot's stderr.
    pub fn shown(&mut self, mut failed: Box<Failed>, position: &Position, received: &[u8]) -> Box<Failed> {
        let is_short = self.said.len() <= LONGEST_SHOWN;
        let text = is_short.then(|| String::from_utf8_lossy(&self.said).into_owned());
        failed.sent = Some(Sent { position: position.clone(), before: self.before.clone(), text });
        failed.received = Some(if received.is_empty() { "nothing".into() } else { shown(received) });
        failed.stderr = Some(self.child.stderr_text()).filter(|text| !text.is_empty());
        failed
    }

    /// An answer that came after its time.
    fn late(&mut self, took: Duration, position: &Position, line: &[u8]) -> Box<Failed> {
        let cause = Cause::TooSlow { limit_ms: milliseconds(self.patient.time), took_ms: milliseconds(took) };
        let fault = Fault::from(cause);
        let mut failed = Failed::new(fault.to_string(), FASTER).by(Reason::Slow);
        failed.fault = Some(fault);
        self.shown(failed, position, line)
    }

    /// The failure of a turn without an answer. An answer that comes when the input ends is told apart from silence.
    fn unanswered(&mut self, trouble: Trouble, position: &Position, unread: bool) -> Box<Failed> {
        let is_late = matches!(trouble, Trouble::Late);
        let doing = if is_late { self.doing() } else { Doing::Unknown };
        let so_far = std::mem::take(&mut self.child.received);
        let fault = match trouble {
            Trouble::Gone(fault) => fault,
            Trouble::Flooded => {
                let expected = diagnosis::expected(self.patient.dialect).into();
                Cause::Unreadable { answer: "64 KiB without a line".into(), expected }.into()
            }
            Trouble::Late => Cause::Silent { limit_ms: milliseconds(self.patient.time), unread }.into(),
            // No fault of the bot: the examination ends, and this step says nothing.
            Trouble::Interrupted => return Failed::new("the examination was stopped", "start it again"),
        };
        if is_late {
            self.see_out(LAST_WORDS);
        }
        let last_words = std::mem::take(&mut self.child.received);
        let (stderr, level) = (self.child.stderr_text(), self.patient.program.sandbox.level());
        let silence = Silence { so_far: &so_far, last_words: &last_words, doing, stderr: &stderr, level };
        let advice = silence.advice(&fault, position);
        let reason = match &fault.cause {
            Cause::Crashed { status } => {
                Reason::Ended(status.clone(), stderr.lines().last().unwrap_or_default().to_string())
            }
            Cause::Silent { .. } if so_far.is_empty() && !last_words.is_empty() => Reason::AtTheEnd,
            Cause::Silent { .. } => Reason::Silent(doing),
            _ => Reason::Unreadable(advice.clone()),
        };
        let mut failed = Failed::new(evidence::in_words(&fault), advice).by(reason);
        failed.fault = Some(fault);
        self.shown(failed, position, &so_far)
    }

    fn settle(&mut self) {
        self.wait(QUIET);
    }

    /// Waits a while. Bytes that come meanwhile are kept.
    fn wait(&mut self, time: Duration) {
        // The wait always ends by its deadline.
        let _ = self.child.wait_for(Some(Instant::now() + time), &self.patient.program.interrupt, |_, _| None::<()>);
    }
}

/// How many writes it took until a line was whole.
fn writes_of(line: &[u8], writes: &[usize]) -> usize {
    let mut sum = 0;
    let before = writes.iter().take_while(|length| {
        sum += **length;
        sum < line.len()
    });
    before.count() + 1
}

/// The start position of a board without the marks in lower case; `None` when there are none.
fn without_recent(setup: &Setup) -> Option<Position> {
    let dialect = setup.dialect();
    let recent = Side::BOTH.map(|side| dialect.recent_mark(side));
    let rows = setup.map().rows();
    if !rows.iter().any(|row| row.contains(recent)) {
        return None;
    }
    let rows: Vec<String> = rows.iter().map(|row| row.replace(recent, ".")).collect();
    let map = Map::parse("before", &rows.join("\n"), dialect).ok()?;
    Some(Position::new(&Setup::new(dialect, map)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_its_writes_and_no_more() {
        for (writes, expected) in [(&[4][..], 1), (&[2, 2], 2), (&[1, 1, 1, 1], 4), (&[4, 4], 1), (&[8], 1), (&[], 1)] {
            assert_eq!(writes_of(b"7 2\n", writes), expected, "{writes:?}");
        }
    }
}
