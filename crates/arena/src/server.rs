//! The server: leagues over HTTP, for people, owners, workers and admins. `/api/openapi.json` describes it.

mod api;
mod background;
mod bodies;
mod entering;
mod error;
mod events;
mod extract;
mod gate;
mod governing;
mod guard;
mod listen;
mod metrics;
mod pages;
mod reading;
mod tables;
mod work;

pub use bodies::{EntrantBody, EntrantDetail, GameBody, GameListing, MapListing, PlayerListing};
pub(crate) use bodies::{NoName, Registration, Results, TakeBody, TokenBody, WorkBody, WorkState};
pub use error::{ErrorBody, ErrorFacts};
pub use gate::Host;
pub(crate) use work::FILE_NAME;

use crate::{ArenaError, Kind, Store};
use events::Events;
use guard::Rate;
use metrics::Metrics;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;
use tables::Tables;
use tokio::sync::{Mutex, Notify, Semaphore, watch};

/// Bots that are received at the same time: each is in memory whole.
const UPLOADS: usize = 4;

/// How a server is set up.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// Whether reading takes a token too.
    pub private: bool,
    /// Whether anybody may become an owner by giving a name.
    pub class: bool,
    /// What `/api/games` lists.
    pub games: Vec<GameListing>,
    /// What a request may cost.
    pub limits: Limits,
}

/// What requests and connections may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a body.
    pub body: usize,
    /// Bytes of a bot.
    pub upload: usize,
    /// Bytes of the results of a batch.
    pub result: usize,
    /// Time for the head of a request. A connection that is idle for so long is closed.
    pub head_time: Duration,
    /// Time for a request in all.
    pub request_time: Duration,
    /// Time for an upload or a result in all.
    pub upload_time: Duration,
    /// Time in which a write has to move.
    pub write_time: Duration,
    /// Connections at once.
    pub connections: usize,
    /// Requests of an address in a second; 0 is no limit.
    pub rate: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 256 << 10,
            upload: 32 << 20,
            result: 64 << 20,
            head_time: Duration::from_secs(20),
            request_time: Duration::from_secs(30),
            upload_time: Duration::from_secs(120),
            write_time: Duration::from_secs(30),
            connections: 4096,
            rate: 500,
        }
    }
}

/// A server: everything but its address.
pub struct Server {
    store: Store,
    options: ServerOptions,
    tables: Arc<Tables>,
    events: Events,
    metrics: Metrics,
    rate: Rate,
    host: Arc<dyn Host>,
    /// Somebody sent a bot.
    uploaded: Notify,
    uploads: Semaphore,
    registering: Mutex<()>,
    /// The league that is asked first for work.
    turn: AtomicUsize,
    stop: watch::Sender<bool>,
}

impl Server {
    /// A server of this store.
    pub fn new(store: Store, host: Arc<dyn Host>, options: ServerOptions) -> Result<Arc<Self>, ArenaError> {
        let metrics =
            Metrics::new().map_err(|error| ArenaError::new(Kind::Unusable, format!("no counters: {error}"), ""))?;
        let rate = Rate::new(options.limits.rate);
        Ok(Arc::new(Self {
            store,
            options,
            tables: Arc::default(),
            events: Events::default(),
            metrics,
            rate,
            host,
            uploaded: Notify::new(),
            uploads: Semaphore::new(UPLOADS),
            registering: Mutex::default(),
            turn: AtomicUsize::default(),
            stop: watch::Sender::new(false),
        }))
    }

    /// Ends [`Server::serve`] within seconds.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }
}
