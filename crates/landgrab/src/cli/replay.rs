//! The arguments of `replay`.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab replay games/game-0001.jsonl
  landgrab replay games/game-0001.jsonl | less
  landgrab replay --check games/*.jsonl

At a terminal it is an app: Space plays, arrows step, ? lists the keys. Into a pipe it prints every turn.
NO_COLOR=1 takes the colours away.")]
pub struct ReplayArgs {
    /// Records, as `match --record` writes them; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Play the records against the rules: exit status 1 and the first difference when one disagrees
    #[arg(long)]
    pub check: bool,
    /// With --check: one JSON object a record
    #[arg(long, requires = "check")]
    pub json: bool,
}
