//! The report of a failed step: the input, the answer, the reason and the advice.

use super::Position;
use super::doing::Doing;
use super::mistake::Mistake;
use rules::notation::quoted;
use rules::{Fault, FaultKind, Side};

/// A step that failed.
#[derive(Debug)]
pub struct Failed {
    /// The reason, in words.
    pub because: String,
    /// The advice: a change to the bot.
    pub advice: String,
    /// The turn in which it went wrong.
    pub sent: Option<Sent>,
    /// The bytes that came back, quoted.
    pub received: Option<String>,
    /// The end of what the bot wrote to stderr, as it came.
    pub stderr: Option<String>,
    /// The same as a fault, where it is one: an illegal placement can be drawn.
    pub fault: Option<Fault>,
    /// The defect behind it, where it is known: further steps may fail by the same.
    pub(super) reason: Option<Reason>,
}

/// A defect that can fail several steps.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// One of these mistakes; of one alone we are sure.
    Mistakes(Vec<Mistake>),
    /// The program ended: how, and the last line of its stderr.
    Ended(String, String),
    /// No answer came while the program did this.
    Silent(Doing),
    /// It speaks the other school's protocol.
    OtherSchool,
    /// Its answer came when its input ended.
    AtTheEnd,
    /// The answer came late.
    Slow,
    /// The answer cannot be read; the advice says more.
    Unreadable(String),
}

/// A turn that the bot was asked for.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The position, with the piece.
    pub position: Position,
    /// The position without the pieces that were sent in lower case, if there were any.
    pub before: Option<Position>,
    /// Everything that was sent since the bot started, if that is not too long to read.
    pub text: Option<String>,
}

impl Reason {
    /// Whether a bot for the other school may fail by it: such a bot misreads its input.
    pub(super) fn may_be_the_school(&self) -> bool {
        match self {
            Self::Silent(doing) => !matches!(doing, Doing::Computes | Doing::Waits),
            Self::Ended(..) | Self::Unreadable(_) => true,
            Self::Mistakes(_) | Self::OtherSchool | Self::AtTheEnd | Self::Slow => false,
        }
    }
}

impl Failed {
    /// A failure that no single turn shows.
    pub fn new(because: impl Into<String>, advice: impl Into<String>) -> Box<Self> {
        let (because, advice) = (because.into(), advice.into());
        Box::new(Self { because, advice, sent: None, received: None, stderr: None, fault: None, reason: None })
    }

    /// Whether it is an illegal placement.
    pub(super) fn is_illegal(&self) -> bool {
        matches!(&self.fault, Some(fault) if fault.kind() == FaultKind::Illegal)
    }

    /// The same with the defect behind it.
    pub(super) fn by(mut self: Box<Self>, reason: Reason) -> Box<Self> {
        self.reason = Some(reason);
        self
    }

    /// The same with other advice.
    pub fn advised(mut self: Box<Self>, advice: &str) -> Box<Self> {
        self.advice = advice.into();
        self
    }

    /// The same with words before the reason.
    pub fn after(mut self: Box<Self>, what: &str) -> Box<Self> {
        self.because = format!("{what}: {}", self.because);
        self
    }

    /// All of it in one line; strangers' text is quoted.
    pub fn in_one_line(&self) -> String {
        let sent = self.sent.as_ref().map(|sent| format!("sent {}; ", sent.in_words())).unwrap_or_default();
        let received = self.received.as_ref().map(|bytes| format!("came back {bytes}; ")).unwrap_or_default();
        format!("{sent}{received}{}; what to change: {}", self.because, self.advice)
    }
}

impl Sent {
    /// The request in words, without the board's cells.
    pub fn in_words(&self) -> String {
        let (side, size) = (self.position.side(), self.position.size());
        let piece = match self.position.piece() {
            Some(piece) if piece.size().area() <= 40 => format!("the piece {}", quoted(&piece.to_string())),
            Some(piece) => format!("a piece in a box of {}", piece.size()),
            None => "no piece".into(),
        };
        format!("to player {} ({}): a board of {size} and {piece}", side.number(), self.mark(side))
    }

    fn mark(&self, side: Side) -> char {
        self.position.dialect().mark(side)
    }
}

/// Bytes of a stranger, for one line of a message.
pub fn shown(bytes: &[u8]) -> String {
    quoted(&String::from_utf8_lossy(bytes))
}
