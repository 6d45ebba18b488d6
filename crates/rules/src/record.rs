//! The record of a game: one JSON object a line, written as the game goes. The first line is the [`Header`], then come
//! draws and moves, then the end of the game. A crash leaves a readable prefix.
//!
//! ```text
//! {"record":1,"game":"pieces","rules":"plateau","map":"map01","seed":4711,"first":{"name":"greedy"},"second":{"name":"first"}}
//! {"drew":["*.","**"]}
//! {"played":"12 14","side":1,"ms":0.031,"check":"9c1f03aa"}
//! {"ended":"rules","won":1,"score":[612,203]}
//! ```
//!
//! `check` is the [check number](Game::fingerprint_after) of the move and the position that it led to. Unknown keys are
//! ignored; a record of another version is refused.
//!
//! ```
//! use landgrab_rules::record::{Ended, Header, Record, Replay, Writer};
//! use landgrab_rules::{BySide, Ending, Event, Game, Side, catalogue::AnySetup, stop::{Setup, Stop}};
//!
//! let setup = Setup::from("..X/O.. X".parse::<Stop>()?);
//! let header = Header::new(AnySetup::Stop(setup), None, BySide::new("mine".into(), "theirs".into()));
//! let mut file = Vec::new();
//! let mut writer = Writer::<Stop, _>::new(&mut file, &header)?;
//! let mut position = Stop::new(&setup);
//! let played = "1,0".parse()?;
//! position.play(played)?;
//! writer.event(&Event::Played { side: Side::First, drawn: None, played }, &position, Some(12.5))?;
//! writer.ended(&Ended { ending: Ending::Stopped, won: None, score: position.score() })?;
//!
//! let record = Record::read(&file[..])?;
//! assert_eq!(record.header.names().first, "mine");
//! let mut replay = Replay::<Stop>::new(&record, &setup);
//! replay.finish()?;
//! assert_eq!(replay.position(), &position);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod line;
mod read;
mod replay;
mod short;
mod write;

pub use line::{Ended, Line};
pub use read::{LONGEST_LINE, LONGEST_RECORD, Record, RecordError};
pub use replay::{Disagreement, Replay};
pub use short::{ShortError, ShortWriter, in_full, in_short};
pub use write::Writer;

#[cfg(doc)]
use crate::Game;
use crate::{BySide, catalogue::AnySetup};
use serde::{Deserialize, Serialize};

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// The first line: everything that is known before the first event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    record: u32,
    /// The game and everything chosen for it.
    #[serde(flatten)]
    pub setup: AnySetup,
    /// The seed of the draws and of the players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    first: Seat,
    second: Seat,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Seat {
    name: String,
    /// The level of the sandbox that a program ran in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sandbox: Option<u8>,
}

impl Header {
    /// The header of a game between two players.
    pub fn new(setup: AnySetup, seed: Option<i64>, names: BySide<String>) -> Self {
        let BySide { first, second } = names.map(|name| Seat { name, sandbox: None });
        Self { record: VERSION, setup, seed, first, second }
    }

    /// The players' names.
    pub fn names(&self) -> BySide<&str> {
        BySide::new(&self.first.name, &self.second.name)
    }

    /// The same, with the level of the sandbox that each player's program runs in.
    pub fn with_sandboxes(mut self, levels: BySide<Option<u8>>) -> Self {
        (self.first.sandbox, self.second.sandbox) = levels.into();
        self
    }
}
