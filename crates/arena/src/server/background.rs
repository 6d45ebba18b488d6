//! What a server does by itself: it keeps the ratings over time, and forgets addresses that are quiet.

use super::Server;
use crate::worker_name;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

/// How often the ratings of a league that plays are kept.
const HISTORY: Duration = Duration::from_secs(60);
/// How often somebody looks around.
const ROUND: Duration = Duration::from_secs(10);

impl Server {
    /// Starts it. It ends when the server stops.
    pub(super) fn background(self: &Arc<Self>) -> JoinHandle<()> {
        let server = Arc::clone(self);
        tokio::spawn(async move {
            let mut stop = server.stop.subscribe();
            let mut kept: HashMap<String, (u64, Instant)> = HashMap::new();
            while timeout(ROUND, stop.wait_for(|stop| *stop)).await.is_err() {
                server.rate.tidy();
                if let Err(error) = server.look_around(&mut kept).await {
                    tracing::warn!("{error}");
                }
            }
        })
    }

    async fn look_around(&self, kept: &mut HashMap<String, (u64, Instant)>) -> Result<(), crate::ArenaError> {
        worker_name::free_dead(&self.store).await?;
        for league in self.store.leagues().await? {
            let is_new = match kept.get(&league.name) {
                None => league.pairs > 0,
                Some((pairs, at)) => league.pairs > *pairs && at.elapsed() >= HISTORY,
            };
            if is_new {
                self.store.keep_history(&league.name).await?;
                kept.insert(league.name, (league.pairs, Instant::now()));
            }
        }
        Ok(())
    }
}
