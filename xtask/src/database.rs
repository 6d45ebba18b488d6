//! PostgreSQL, for the tests of the store. They run on SQLite alone where it cannot be had.

use crate::{Failure, packages};
use xtask::postgres::{Cluster, Installation};

/// Starts a throw-away cluster for all tests together. Installs PostgreSQL where it can; otherwise adds a sentence.
pub fn start(left_out: &mut Vec<String>) -> Result<Option<Cluster>, Failure> {
    let unable = |error| Failure::Unable(format!("cannot start PostgreSQL: {error}"));
    if Installation::find().map_err(unable)?.is_none() {
        eprintln!("== installing PostgreSQL for the tests of the store");
        packages::install("postgresql", || matches!(Installation::find(), Ok(Some(_))));
    }
    let Some(installation) = Installation::find().map_err(unable)? else {
        left_out.push(
            "PostgreSQL 15 or later is not installed and apt-get could not install it (try apt-get install postgresql)"
                .into(),
        );
        return Ok(None);
    };
    // Nobody kills this one, so nothing needs to reach the disk.
    Cluster::start(installation, &["fsync=off"]).map(Some).map_err(unable)
}
