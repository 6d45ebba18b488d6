//! One line of a record after the header, read and written.

use crate::{BySide, Ending, Event, Fault, Game, Side, notation::quoted};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One line after the header.
#[derive(Clone, PartialEq, Debug)]
pub enum Line<G: Game> {
    /// Something happened.
    Event {
        /// The event.
        event: Event<G>,
        /// Milliseconds of thinking, for a move.
        ms: Option<f64>,
        /// The check number of a move and the position that it led to.
        check: Option<u32>,
    },
    /// The game ended.
    Ended(Ended),
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// The reason.
    pub ending: Ending,
    /// The winner; none on a tie or when the game was stopped.
    pub won: Option<Side>,
    /// The final score.
    pub score: BySide<u32>,
}

#[derive(Serialize)]
struct Drew<'a, D> {
    drew: &'a D,
}

#[derive(Serialize)]
struct Played {
    played: String,
    side: Side,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<String>,
}

#[derive(Serialize)]
struct Out<'a> {
    out: Side,
    fault: &'a Fault,
}

#[derive(Serialize)]
struct End {
    ended: How,
    won: Option<Side>,
    score: BySide<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum How {
    Rules,
    Stopped,
    Fault {
        side: Side,
        #[serde(flatten)]
        fault: Fault,
    },
}

impl<G: Game> Line<G> {
    /// The line as text, without its line feed.
    pub fn to_json(&self) -> serde_json::Result<String> {
        match self {
            Self::Event { event: Event::Drew(drew), .. } => serde_json::to_string(&Drew { drew }),
            Self::Event { event: Event::Played { side, played, .. }, ms, check } => serde_json::to_string(&Played {
                played: played.to_string(),
                side: *side,
                // Rounded to microseconds: finer digits are noise.
                ms: ms.map(|ms| (ms * 1000.0).round() / 1000.0),
                check: check.map(|check| format!("{check:08x}")),
            }),
            Self::Event { event: Event::Out { side, fault, .. }, .. } => {
                serde_json::to_string(&Out { out: *side, fault })
            }
            Self::Ended(Ended { ending, won, score }) => {
                let ended = match ending {
                    Ending::Rules => How::Rules,
                    Ending::Stopped => How::Stopped,
                    Ending::Fault(side, fault) => How::Fault { side: *side, fault: fault.clone() },
                };
                serde_json::to_string(&End { ended, won: *won, score: *score })
            }
        }
    }

    /// Reads a line; the error says what was expected and what was found. A line does not repeat the draw that a move
    /// answers; [`Replay`](super::Replay) adds it.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let mut object: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| format!("expected a JSON object, found {} ({error})", quoted(text)))?;
        let event = |event| Ok(Self::Event { event, ms: None, check: None });
        if object.contains_key("drew") {
            event(Event::Drew(field(&mut object, "drew")?))
        } else if object.contains_key("played") {
            let text: String = field(&mut object, "played")?;
            let played: G::Move = text.parse().map_err(|error| format!("{error}"))?;
            let event = Event::Played { side: field(&mut object, "side")?, drawn: None, played };
            Ok(Self::Event { event, ms: optional(&mut object, "ms")?, check: checksum(&mut object)? })
        } else if object.contains_key("out") {
            event(Event::Out { side: field(&mut object, "out")?, drawn: None, fault: field(&mut object, "fault")? })
        } else if object.contains_key("ended") {
            let ending = match field(&mut object, "ended")? {
                How::Rules => Ending::Rules,
                How::Stopped => Ending::Stopped,
                How::Fault { side, fault } => Ending::Fault(side, fault),
            };
            let won = optional(&mut object, "won")?;
            Ok(Self::Ended(Ended { ending, won, score: field(&mut object, "score")? }))
        } else {
            Err(format!("expected `drew`, `played`, `out` or `ended`, found {}", quoted(text)))
        }
    }
}

fn checksum(object: &mut Map<String, Value>) -> Result<Option<u32>, String> {
    let text: Option<String> = optional(object, "check")?;
    let number = |text: String| {
        u32::from_str_radix(&text, 16).map_err(|_| format!("`check`: expected 8 hex digits, found {}", quoted(&text)))
    };
    text.map(number).transpose()
}

fn optional<T: for<'a> Deserialize<'a>>(object: &mut Map<String, Value>, key: &str) -> Result<Option<T>, String> {
    let value = object.remove(key).unwrap_or(Value::Null);
    serde_json::from_value(value).map_err(|error| format!("`{key}`: {error}"))
}

fn field<T: for<'a> Deserialize<'a>>(object: &mut Map<String, Value>, key: &str) -> Result<T, String> {
    let value = object.remove(key).ok_or_else(|| format!("`{key}` is missing"))?;
    serde_json::from_value(value).map_err(|error| format!("`{key}`: {error}"))
}
