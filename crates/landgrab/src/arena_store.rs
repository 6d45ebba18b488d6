//! Opening the store that was asked for, and waiting for its answers.

use crate::cli::StoreArgs;
use crate::failure::Failure;
use arena::{ArenaError, Store};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use std::fs;
use std::future::Future;
use std::path::PathBuf;
use tokio::runtime::{Builder, Handle, Runtime};

/// An open store, and the runtime that it runs on.
pub struct OpenStore {
    runtime: Runtime,
    pub store: Store,
}

impl OpenStore {
    pub fn open(args: &StoreArgs) -> Result<Self, Failure> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let url = match &args.store {
            Some(url) => url.clone(),
            None => usual()?,
        };
        let store = runtime.block_on(Store::open(&url))?;
        Ok(Self { runtime, store })
    }

    /// Waits for an answer of the store.
    pub fn wait<T>(&self, answer: impl Future<Output = Result<T, ArenaError>>) -> Result<T, Failure> {
        Ok(self.runtime.block_on(answer)?)
    }

    pub fn handle(&self) -> Handle {
        self.runtime.handle().clone()
    }
}

impl Drop for OpenStore {
    fn drop(&mut self) {
        // SQLite folds its journal into the file when the last connection closes.
        self.runtime.block_on(self.store.close());
    }
}

/// The file in the user's data folder.
fn usual() -> Result<String, Failure> {
    let folder = folders()?.data_dir().join("landgrab");
    fs::create_dir_all(&folder).map_err(|error| Failure::File { path: folder.clone(), error })?;
    Ok(format!("sqlite:{}", folder.join("landgrab.db").display()))
}

/// The folder for things that can be made again.
pub fn cache_folder() -> Result<PathBuf, Failure> {
    Ok(folders()?.cache_dir().join("landgrab"))
}

fn folders() -> Result<impl BaseStrategy, Failure> {
    choose_native_strategy()
        .map_err(|error| Failure::Usage(format!("no home folder: {error} (set HOME, and choose a store with --store)")))
}
