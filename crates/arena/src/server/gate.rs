//! The gate: bots that were sent wait in the store, and one after the other is unpacked, built and examined. A server that
//! is started again goes on with those that wait. Trouble of ours leaves a bot waiting; it is not the bot's fault.

use super::Server;
use crate::{ArenaError, Entrant, EntrantState, League, Settings, Source};
use referee::Interrupt;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;

/// How often waiting bots are looked for when nobody tells of one.
const ROUND: Duration = Duration::from_secs(10);
/// Who writes in the log.
const WHO: &str = "the gate";

/// A bot at the gate.
pub struct Candidate {
    /// The league that it wants to play in.
    pub league: League,
    /// Its entry.
    pub entrant: Entrant,
    /// The name of its file.
    pub file: String,
    /// The file.
    pub content: Vec<u8>,
}

/// What the gate says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether it may play.
    pub passed: bool,
    /// Why, for its owner.
    pub report: String,
}

/// Decides who may play. Errors are ours, and the bot is examined again later; a bot's mistakes are in the verdict.
pub trait Gatekeeper: Send + Sync + 'static {
    /// Refuses text that is no built-in player of the league's game.
    fn check_player(&self, player: &str, settings: &Settings) -> Result<(), ArenaError>;
    /// Refuses a file at first sight.
    fn check_file(&self, file: &str, content: &[u8]) -> Result<(), ArenaError>;
    /// Unpacks, builds and examines a bot. It takes as long as it takes.
    fn examine(&self, candidate: &Candidate, interrupt: &Interrupt) -> Result<Verdict, ArenaError>;
}

impl Server {
    /// Starts the gate. It ends when the server stops.
    pub(super) fn open_gate(self: &Arc<Self>) -> JoinHandle<()> {
        let interrupt = Interrupt::default();
        let (server, stopping) = (Arc::clone(self), interrupt.clone());
        tokio::spawn(async move {
            let _ = server.stop.subscribe().wait_for(|stop| *stop).await;
            stopping.raise();
            server.uploaded.notify_one();
        });
        let server = Arc::clone(self);
        tokio::spawn(async move {
            // A program that is under examination is ended before this returns.
            while !interrupt.is_raised() {
                if let Err(error) = server.examine_all(&interrupt).await {
                    tracing::warn!("the gate: {error}");
                }
                let _ = timeout(ROUND, server.uploaded.notified()).await;
            }
        })
    }

    async fn examine_all(&self, interrupt: &Interrupt) -> Result<(), ArenaError> {
        for (league, entrant) in self.store.checking().await? {
            if interrupt.is_raised() {
                return Ok(());
            }
            let name = entrant.name.clone();
            if let Err(error) = self.examine(&league, entrant, interrupt).await {
                tracing::warn!(league, name, "not examined: {error}");
            }
        }
        Ok(())
    }

    async fn examine(&self, league: &str, entrant: Entrant, interrupt: &Interrupt) -> Result<(), ArenaError> {
        let Source::Bot(hash) = &entrant.source else {
            let report = "a built-in player";
            return self.store.settle(league, &entrant, EntrantState::In, report, WHO).await.map(drop);
        };
        let (file, content) = self.store.bot(hash).await?;
        let candidate = Candidate { league: self.store.league(league).await?, entrant: entrant.clone(), file, content };
        let (gatekeeper, stopping) = (Arc::clone(&self.gatekeeper), interrupt.clone());
        let examined = spawn_blocking(move || gatekeeper.examine(&candidate, &stopping)).await;
        // A panic while examining would come again: the owner gets to see it.
        let verdict = examined.unwrap_or_else(|error| {
            tracing::error!(league, name = entrant.name, "the gate panicked: {error}");
            Ok(Verdict { passed: false, report: "a mistake of this server: tell the host".into() })
        })?;
        if interrupt.is_raised() {
            return Ok(());
        }
        let state = if verdict.passed { EntrantState::In } else { EntrantState::Failed };
        if self.store.settle(league, &entrant, state, &verdict.report, WHO).await? {
            self.metrics.upload(state.name());
            tracing::info!(league, name = entrant.name, state = state.name(), "examined");
        }
        Ok(())
    }
}
