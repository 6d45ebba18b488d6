//! Faults of players: five kinds. The rules decide what each kind costs ([`Game::withdraw`]). The evidence is the
//! referee's: events and records carry it along, and nothing here reads it.
//!
//! [`Game::withdraw`]: crate::Game::withdraw

mod evidence;

pub use evidence::Evidence;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// A player's failure.
///
/// ```
/// use landgrab_rules::{Cause, Fault, FaultKind};
///
/// let fault = Fault::from(Cause::TooSlow { limit_ms: 500, took_ms: 612 }).with("turn", &3);
/// assert_eq!(fault.kind(), FaultKind::TooSlow);
/// assert_eq!(fault.to_string(), "answered after 612 ms, allowed were 500 ms");
/// assert_eq!(fault.evidence.get::<u32>("turn"), Some(3));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fault {
    /// The cause.
    #[serde(flatten)]
    pub cause: Cause,
    /// The facts that the referee found out about it.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// The cause of a fault: one of the five kinds, with the values that its words need.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
        /// Whether the player had not even read the question.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unread: bool,
    },
    /// The player is gone.
    Crashed {
        /// How it ended, in words.
        status: String,
    },
    /// The answer is no move.
    Unreadable {
        /// The answer, escaped.
        answer: String,
        /// The form of a move, in words.
        expected: String,
    },
    /// The answer is a move that the rules refuse.
    Illegal {
        /// The move.
        answer: String,
        /// Why, in words.
        because: String,
    },
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
    /// Its kind.
    pub const fn kind(&self) -> FaultKind {
        match self.cause {
            Cause::TooSlow { .. } => FaultKind::TooSlow,
            Cause::Silent { .. } => FaultKind::Silent,
            Cause::Crashed { .. } => FaultKind::Crashed,
            Cause::Unreadable { .. } => FaultKind::Unreadable,
            Cause::Illegal { .. } => FaultKind::Illegal,
        }
    }

    /// The fault with one more fact as evidence.
    #[must_use]
    pub fn with(mut self, name: &str, value: &impl Serialize) -> Self {
        self.evidence.add(name, value);
        self
    }
}

/// Reads a fault as records write it: the values of the cause stand among the facts of the evidence.
impl<'de> Deserialize<'de> for Fault {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut facts = Evidence::deserialize(deserializer)?;
        let cause = facts.take_out().map_err(D::Error::custom)?;
        Ok(Self { cause, evidence: facts })
    }
}

/// A fault without evidence yet.
impl From<Cause> for Fault {
    fn from(cause: Cause) -> Self {
        Self { cause, evidence: Evidence::default() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::TooSlow { limit_ms, took_ms } => {
                write!(f, "answered after {took_ms} ms, allowed were {limit_ms} ms")
            }
            Cause::Silent { limit_ms, unread: false } => write!(f, "no answer within {limit_ms} ms"),
            Cause::Silent { limit_ms, unread: true } => {
                write!(f, "no answer within {limit_ms} ms, and its input was not read")
            }
            Cause::Crashed { status } => f.write_str(status),
            Cause::Unreadable { answer, expected } => write!(f, "answered `{answer}`, expected {expected}"),
            Cause::Illegal { answer, because } => write!(f, "played `{answer}`: {because}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_written_as_it_was_read_and_the_cause_is_no_evidence() {
        for text in [
            r#"{"kind":"too_slow","limit_ms":500,"took_ms":612,"turn":3}"#,
            r#"{"kind":"silent","limit_ms":2000,"unread":true,"turn":1,"drawn":["*."]}"#,
            r#"{"kind":"crashed","status":"signal 11 (segmentation fault)","signal":11,"turn":9,"stderr":"oh\n"}"#,
            r#"{"kind":"unreadable","answer":"hello","expected":"two numbers","turn":2,"bytes":"hello\\n"}"#,
            r#"{"kind":"illegal","answer":"0 0","because":"it covers nothing","reason":{"kind":"outside"},"turn":1}"#,
        ] {
            let fault: Fault = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&fault).unwrap(), text);
            assert!(fault.evidence.has("turn") && !fault.evidence.has("kind") && !fault.evidence.has("answer"));
        }
    }

    #[test]
    fn a_fault_of_no_known_kind_or_without_its_values_is_refused() {
        for text in [r#"{"kind":"asleep"}"#, r#"{"limit_ms":500}"#, r#"{"kind":"silent"}"#, "[]"] {
            assert!(serde_json::from_str::<Fault>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn words_come_from_the_cause_alone() {
        let silent = |unread| Fault::from(Cause::Silent { limit_ms: 50, unread }).to_string();
        assert_eq!(silent(false), "no answer within 50 ms");
        assert_eq!(silent(true), "no answer within 50 ms, and its input was not read");
        let crashed = Fault::from(Cause::Crashed { status: "exit status 3".into() });
        assert_eq!(crashed.clone().with("code", &3).to_string(), crashed.to_string());
    }
}
