//! The arguments of `landgrab sprt`.

use super::SetupArgs;
use clap::Args;
use referee::sandbox::Level;
use rules::TextError;

#[derive(Args)]
#[command(override_usage = "landgrab sprt [OPTIONS] --elo0 <ELO> --elo1 <ELO> <A> <B>
       landgrab sprt [OPTIONS] --elo0 <ELO> --elo1 <ELO> --counts <LL,LD,LW,DW,WW>")]
#[command(after_help = "Examples:
  landgrab sprt ./new ./old --elo0 0 --elo1 10 --map map01
  landgrab sprt heat greedy --elo0 -5 --elo1 5 --seed 7 --json
  landgrab sprt --counts 5,20,60,25,10 --elo0 0 --elo1 10

The sequential probability ratio test: is A stronger than B by elo1 rather than by elo0? It plays pairs of games, the same \
seed with the seats swapped, until the log-likelihood ratio (LLR) leaves its bounds. With --counts it plays nothing and \
judges pairs that were played: how many brought A 0, 1/2, 1, 3/2 and 2 points.

--json: one object at the end. Exit status of a played test: 0 when elo1 is accepted, 1 when it is not. The same --seed gives \
the same test, whatever --jobs is. Ctrl-C says how the test stands and exits with 130.")]
pub struct SprtArgs {
    /// A built-in player: greedy, heat:metric=l1; or a program: ./mine, or 'cmd:python3 bot.py'
    #[arg(value_name = "A", required_unless_present = "counts", conflicts_with = "counts")]
    pub first: Option<String>,
    /// Its opponent
    #[arg(value_name = "B", required_unless_present = "counts", conflicts_with = "counts")]
    pub second: Option<String>,
    /// Play nothing: judge these pairs, by the points of A
    #[arg(long, value_name = "LL,LD,LW,DW,WW", value_parser = counts)]
    pub counts: Option<[u64; 5]>,
    /// The difference that is not worth having, in Elo
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub elo0: f64,
    /// The difference that is hoped for, in Elo
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub elo1: f64,
    /// Take --elo0 and --elo1 as normalised Elo: in standard deviations of a game
    #[arg(long)]
    pub normalized: bool,
    /// The risk of accepting elo1 when elo0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub alpha: f64,
    /// The risk of rejecting elo1 when it is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub beta: f64,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Give up after so many pairs [default: never]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "counts")]
    pub pairs: Option<u32>,
    /// Seed of the first pair; the others follow from it [default: a new one each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true, conflicts_with = "counts")]
    pub seed: Option<i64>,
    /// Games at the same time [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "counts")]
    pub jobs: Option<u32>,
    /// Milliseconds a player may think about a move [default: 10000 when a program plays]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "counts")]
    pub time: Option<u32>,
    /// The sandbox of programs, as for match
    #[arg(long, value_name = "LEVEL", conflicts_with = "counts")]
    pub sandbox: Option<Level>,
    /// One JSON object at the end
    #[arg(long)]
    pub json: bool,
}

fn counts(text: &str) -> Result<[u64; 5], TextError> {
    let refused = || TextError::new("counts", "five numbers of pairs such as `5,20,60,25,10`", text);
    // So large that nothing overflows when they are added.
    let count = |word: &str| word.trim().parse().ok().filter(|count: &u64| *count < 1 << 50);
    let counts: Vec<u64> = text.split(',').map(count).collect::<Option<_>>().ok_or_else(refused)?;
    counts.try_into().map_err(|_| refused())
}
