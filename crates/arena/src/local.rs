//! Work from a store on this machine, for threads that do not know of async.

use crate::{ArenaError, Dispatcher, PairResult, Store, Take, Taken};
use tokio::runtime::Handle;

/// A store as a dispatcher of one league.
pub struct LocalDispatcher {
    /// The store.
    pub store: Store,
    /// The runtime that the store runs on.
    pub runtime: Handle,
    /// The league.
    pub league: String,
    /// Our name.
    pub worker: String,
    /// The league ends at so many pairs.
    pub most: Option<u64>,
}

impl Dispatcher for LocalDispatcher {
    fn take(&self, pairs: u32) -> Result<Taken, ArenaError> {
        let take = Take { league: &self.league, worker: &self.worker, pairs, most: self.most };
        self.runtime.block_on(self.store.take(take))
    }

    fn renew(&self, lease: &str) -> Result<(), ArenaError> {
        self.runtime.block_on(self.store.renew(lease))
    }

    fn finish(&self, lease: &str, results: &[PairResult]) -> Result<(), ArenaError> {
        self.runtime.block_on(self.store.finish(lease, results)).map(drop)
    }

    fn bot(&self, hash: &str) -> Result<(String, Vec<u8>), ArenaError> {
        self.runtime.block_on(self.store.bot(hash))
    }
}
