//! What can go wrong with a player: five kinds of fault. The rules decide what each costs ([`Game::withdraw`]); the
//! evidence is the referee's, and only travels through events and records here.
//!
//! [`Game::withdraw`]: crate::Game::withdraw

mod evidence;

pub use evidence::Evidence;

use serde::{Deserialize, Serialize};
use std::fmt;

/// A player's failure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Evidence")]
pub struct Fault {
    /// What went wrong.
    #[serde(flatten)]
    pub cause: Cause,
    /// What the referee found out about it.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// What went wrong: one of the five kinds, with what it takes to say so.
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
        /// What a move looks like.
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

    /// The fault with one more fact as evidence.
    #[must_use]
    pub fn with(mut self, name: &str, value: &impl Serialize) -> Self {
        self.evidence.add(name, value);
        self
    }
}

/// A fault as records write it: the cause's own values stand among the other facts.
impl TryFrom<Evidence> for Fault {
    type Error = serde_json::Error;

    fn try_from(mut facts: Evidence) -> Result<Self, Self::Error> {
        let cause: Cause = facts.take_out()?;
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
                write!(f, "answered after {took_ms} ms, allowed were {limit_ms} ms")?;
            }
            Cause::Silent { limit_ms } => {
                let unread = self.evidence.get::<bool>("unread") == Some(true);
                write!(
                    f,
                    "no answer within {limit_ms} ms{}",
                    if unread { ", and its input was not read" } else { "" }
                )?;
            }
            // Without a signal or an exit code the status is a sentence of its own: the program never ran, for instance.
            Cause::Crashed { status } if self.evidence.has("signal") || self.evidence.has("code") => {
                write!(f, "the program ended: {status}")?;
            }
            Cause::Crashed { status } => f.write_str(status)?,
            Cause::Unreadable { answer, expected } => write!(f, "answered `{answer}`, expected {expected}")?,
            Cause::Illegal { answer, because } => write!(f, "played `{answer}`: {because}")?,
        }
        Ok(())
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
    fn words_tell_what_the_evidence_adds() {
        let silent = || Fault::from(Cause::Silent { limit_ms: 50 });
        assert_eq!(silent().to_string(), "no answer within 50 ms");
        assert_eq!(silent().with("unread", &true).to_string(), "no answer within 50 ms, and its input was not read");
        let crashed = |status: &str| Fault::from(Cause::Crashed { status: status.into() });
        assert_eq!(crashed("it is not running").to_string(), "it is not running");
        assert_eq!(crashed("exit status 3").with("code", &3).to_string(), "the program ended: exit status 3");
    }
}
