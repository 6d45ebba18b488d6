//! The argument that chooses a store.

use clap::Args;

/// Where leagues are kept.
#[derive(Args)]
pub struct StoreArgs {
    /// Where leagues are kept: sqlite:FILE or postgres://... [default: a file in your data folder]
    #[arg(long, value_name = "URL", env = "LANDGRAB_STORE", hide_env_values = true, global = true)]
    pub store: Option<String>,
}
