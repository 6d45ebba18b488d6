//! What can go wrong with a player, as data: the kind, and the evidence for it. Who won is another question.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A player's failure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
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
    },
    /// The program ended.
    Crashed {
        /// Its exit status or signal, in words.
        status: String,
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

/// The kind of a [`Fault`] alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "see Fault")]
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
        match self {
            Self::TooSlow { .. } => FaultKind::TooSlow,
            Self::Silent { .. } => FaultKind::Silent,
            Self::Crashed { .. } => FaultKind::Crashed,
            Self::Unreadable { .. } => FaultKind::Unreadable,
            Self::Illegal { .. } => FaultKind::Illegal,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSlow { limit_ms, took_ms } => write!(f, "answered after {took_ms} ms, allowed were {limit_ms} ms"),
            Self::Silent { limit_ms } => write!(f, "no answer within {limit_ms} ms"),
            Self::Crashed { status } => write!(f, "the program ended: {status}"),
            Self::Unreadable { answer, expected } => write!(f, "answered `{answer}`, expected {expected}"),
            Self::Illegal { answer, because, .. } => write!(f, "played `{answer}`: {because}"),
        }
    }
}
