//! Leagues that last. A [`Store`] keeps leagues, entrants, bots and results, in a SQLite file or in PostgreSQL. Workers
//! take [`Batch`]es of pairs from it under a lease and hand the results back; the [`Standing`]s follow from the results
//! alone.
//!
//! The crate knows no player: whoever runs a league brings a [`Plays`] that plays one game.

mod archive;
mod batch;
pub mod bot;
pub mod client;
mod contender;
mod error;
mod fault_note;
mod gate;
mod local;
mod planning;
mod played;
mod runner;
pub mod server;
mod settings;
mod store;
mod table;
pub mod worker_name;

pub use batch::{Batch, PairOrder};
pub use contender::{Contender, Source};
pub use error::{ArenaError, Kind};
pub use fault_note::FaultNote;
pub use gate::{Gatekeeper, Verdict};
pub use local::LocalDispatcher;
pub use played::{EndedBy, PairResult, PlayedGame};
pub use runner::{Dispatcher, Fetched, GameOrder, Onlooker, Plays, Runner};
pub use settings::{AnchorName, Format, Gate, Settings, SetupSource};
pub use store::{
    Bracket, BracketMeeting, CountRow, Entrant, EntrantState, Exported, ExportedEntrant, ExportedVersion, Finished,
    FullPair, GameFilter, GameRow, HistoryPoint, Identity, League, LogLine, Mark, NewEntrant, Role, SetAside, Store,
    Take, Taken, WorkState,
};
pub use table::{Standing, Table};
