//! The arguments of `landgrab rate`.

use clap::Args;
use rules::TextError;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab rate results.csv
  landgrab rate results.csv --anchor greedy=0
  landgrab rate - --anchor greedy=1000 --json < results.csv

A line of the file is a,b,games,points_a: two names, how many games they played, and the points of the first, where a tie \
is half a point. Two players may share several lines, in any order. A first line with these titles is skipped.

Ratings are Bradley-Terry on the Elo scale, by maximum likelihood from all results at once. Every player also has one tied \
game against a fixed player at 0, so that nobody is rated infinitely high.
--json: one object a player, the best first.")]
pub struct RateArgs {
    /// A file of results, or - for standard input
    #[arg(value_name = "FILE")]
    pub results: PathBuf,
    /// The player whose rating is given, and its rating; all others are shifted with it
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    pub anchor: Option<(String, f64)>,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// The last `=` counts: options of players hold some too, as in `heat:metric=l1=0`.
fn anchor(text: &str) -> Result<(String, f64), TextError> {
    let refused = || TextError::new("anchor", "a name and its rating, such as `greedy=0`", text);
    let (name, rating) = text.rsplit_once('=').ok_or_else(refused)?;
    let rating = rating.parse().ok().filter(|rating: &f64| rating.abs() <= 1e6).ok_or_else(refused)?;
    if name.is_empty() { Err(refused()) } else { Ok((name.into(), rating)) }
}
