//! The gate: bots that were sent wait in the store, and one after the other is unpacked, built and examined. A server that
//! is started again goes on with those that wait. Trouble of ours leaves a bot waiting; it is not the bot's fault.

use super::Server;
use crate::bot::{Limits, Package};
use crate::gate::{Gatekeeper, Verdict};
use crate::{ArenaError, Entrant, EntrantState, Settings, Source};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;

/// How often waiting bots are looked for when nobody tells of one.
const ROUND: Duration = Duration::from_secs(10);
/// Who writes in the log.
const WHO: &str = "the gate";

/// The program that a server belongs to: it knows the players and examines bots.
pub trait Host: Gatekeeper {
    /// Refuses text that is no built-in player of the league's game.
    fn check_player(&self, player: &str, settings: &Settings) -> Result<(), ArenaError>;
    /// Ends the examination that is under way; its verdict is not wanted any more.
    fn stop(&self);
}

impl Server {
    /// Starts the gate. It ends when the server stops.
    pub(super) fn open_gate(self: &Arc<Self>) -> JoinHandle<()> {
        let server = Arc::clone(self);
        tokio::spawn(async move {
            let _ = server.stop.subscribe().wait_for(|stop| *stop).await;
            server.host.stop();
            server.uploaded.notify_one();
        });
        let server = Arc::clone(self);
        tokio::spawn(async move {
            while !server.is_stopping() {
                if let Err(error) = server.examine_all().await {
                    tracing::warn!("the gate: {error}");
                }
                let _ = timeout(ROUND, server.uploaded.notified()).await;
            }
        })
    }

    fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    async fn examine_all(&self) -> Result<(), ArenaError> {
        for (league, entrant) in self.store.checking().await? {
            if self.is_stopping() {
                return Ok(());
            }
            let name = entrant.name.clone();
            if let Err(error) = self.examine(&league, entrant).await {
                tracing::warn!(league, name, "not examined: {error}");
            }
        }
        Ok(())
    }

    async fn examine(&self, league: &str, entrant: Entrant) -> Result<(), ArenaError> {
        let Source::Bot(hash) = &entrant.source else {
            let report = "a built-in player";
            return self.store.settle(league, &entrant, EntrantState::In, report, WHO).await.map(drop);
        };
        let (file, content) = self.store.bot(hash).await?;
        let settings = self.store.league(league).await?.settings;
        let (host, name) = (Arc::clone(&self.host), entrant.name.clone());
        let examine = move || match Package::received(content, &file, &Limits::default()) {
            Ok(package) => host.examine(&settings, &name, &package),
            Err(error) => Ok(Verdict { passed: false, report: error.to_string() }),
        };
        let examined = spawn_blocking(examine).await;
        // A panic while examining would come again: the owner gets to see it.
        let verdict = examined.unwrap_or_else(|error| {
            tracing::error!(league, name = entrant.name, "the gate panicked: {error}");
            Ok(Verdict { passed: false, report: "a mistake of this server: tell the host".into() })
        })?;
        if self.is_stopping() {
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
