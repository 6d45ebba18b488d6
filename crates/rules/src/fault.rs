//! What can go wrong with a player, as data: the cause, and the evidence for it. Who won is another question.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A player's failure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// What went wrong.
    #[serde(flatten)]
    pub cause: Cause,
    /// What there is to show for it.
    #[serde(flatten)]
    pub evidence: Box<Evidence>,
}

/// What went wrong.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Cause {
    /// An answer came, but after its time.
    TooSlow {
        /// Milliseconds allowed.
        limit_ms: u64,
        /// Milliseconds taken.
        took_ms: u64,
    },
    /// No answer came.
    Silent {
        /// Milliseconds waited.
        limit_ms: u64,
        /// The program did not even read what it was sent.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unread: bool,
    },
    /// The program ended.
    Crashed {
        /// How, in words.
        status: String,
        /// The signal that ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signal: Option<i32>,
        /// Its exit status.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<i32>,
    },
    /// The answer is no move.
    Unreadable {
        /// The answer, escaped.
        answer: String,
        /// What a move looks like.
        expected: String,
    },
    /// The answer is a move that the rules refuse.
    Illegal {
        /// The move.
        answer: String,
        /// Why, in words.
        because: String,
        /// Why, as data: the game's own refusal.
        reason: serde_json::Value,
    },
}

/// What a failure left behind.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// The turn of the game, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// What chance had drawn for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<serde_json::Value>,
    /// The last bytes that the player sent, escaped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<String>,
    /// The end of what the program wrote to stderr, escaped only where it is no text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}

/// The kind of a [`Fault`] alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "see Cause")]
pub enum FaultKind {
    TooSlow,
    Silent,
    Crashed,
    Unreadable,
    Illegal,
}

impl FaultKind {
    /// Its name in records and results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooSlow => "too_slow",
            Self::Silent => "silent",
            Self::Crashed => "crashed",
            Self::Unreadable => "unreadable",
            Self::Illegal => "illegal",
        }
    }
}

impl Fault {
    /// What kind it is.
    pub const fn kind(&self) -> FaultKind {
        match self.cause {
            Cause::TooSlow { .. } => FaultKind::TooSlow,
            Cause::Silent { .. } => FaultKind::Silent,
            Cause::Crashed { .. } => FaultKind::Crashed,
            Cause::Unreadable { .. } => FaultKind::Unreadable,
            Cause::Illegal { .. } => FaultKind::Illegal,
        }
    }
}

/// A fault without evidence yet: whoever runs the game adds it.
impl From<Cause> for Fault {
    fn from(cause: Cause) -> Self {
        Self { cause, evidence: Box::default() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::TooSlow { limit_ms, took_ms } => {
                write!(f, "answered after {took_ms} ms, allowed were {limit_ms} ms")
            }
            Cause::Silent { limit_ms, unread } => {
                let unread = if *unread { ", and its input was not read" } else { "" };
                write!(f, "no answer within {limit_ms} ms{unread}")
            }
            Cause::Crashed { status, signal: None, code: None } => f.write_str(status),
            Cause::Crashed { status, .. } => write!(f, "the program ended: {status}"),
            Cause::Unreadable { answer, expected } => write!(f, "answered `{answer}`, expected {expected}"),
            Cause::Illegal { answer, because, .. } => write!(f, "played `{answer}`: {because}"),
        }
    }
}
