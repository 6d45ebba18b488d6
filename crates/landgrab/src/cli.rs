//! The arguments, as typed.

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use rules::pieces::Dialect;
use rules::stop::Reading;
use rules::{Size, TextError};
use std::path::PathBuf;

/// Referee, engines and arena for territory games.
#[derive(Parser)]
#[command(name = "landgrab", version, max_term_width = 110)]
#[command(after_help = "Example:\n  landgrab match greedy random --map map01 --games 1")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// List the games, maps and built-in players
    #[command(after_help = "Example:\n  landgrab games --json")]
    Games {
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Play games between two players
    Match(MatchArgs),
    /// Step through a record of a game, or check it against the rules
    Replay(ReplayArgs),
    /// Draw a position or a record
    Show(ShowArgs),
    /// Count positions: a checksum of every game's rules and players, then speeds
    #[command(after_help = "Example:\n  landgrab bench")]
    Bench {
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  landgrab completions bash > ~/.local/share/bash-completion/completions/landgrab"
    )]
    Completions {
        /// bash, zsh, fish, elvish or powershell
        shell: Shell,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum GameName {
    #[default]
    Pieces,
    Colours,
    Stop,
}

/// What to play, and on what.
#[derive(Args)]
pub struct SetupArgs {
    /// The game
    #[arg(long, value_enum, default_value_t, value_name = "GAME")]
    pub game: GameName,
    /// pieces: whose rules, plateau (42) or anfield (01-edu) [default: plateau]
    #[arg(long, value_name = "RULES")]
    pub dialect: Option<Dialect>,
    /// pieces: map00, map01, map02 or a file [default: map00]; other games: a file with the start position
    #[arg(long)]
    pub map: Option<PathBuf>,
    /// colours, stop: rows x columns of the board [default: 7x8, 8x8]
    #[arg(long, value_name = "RxC", value_parser = size)]
    pub size: Option<Size>,
    /// colours: how many, 3 to 8 [default: 6]
    #[arg(long, value_name = "N")]
    pub colours: Option<usize>,
    /// stop: fill-out, first-blocked or first-stop [default: fill-out]
    #[arg(long)]
    pub reading: Option<Reading>,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab match greedy random --map map01 --games 200
  landgrab match greedy first --game stop --games 20 --record games/
  landgrab match first first --dialect anfield --seed 1000000 --games 1 --no-swap --json

Games come in pairs: the same seed, the seats swapped. The same --seed gives the same games, whatever --jobs is.
Ctrl-C keeps the finished games and exits with 130.")]
pub struct MatchArgs {
    /// A built-in player, such as greedy
    #[arg(value_name = "A")]
    pub first: String,
    /// Its opponent
    #[arg(value_name = "B")]
    pub second: String,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// How many games
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// Seed of the first pair; the others follow from it [default: a new one each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<i64>,
    /// Games at the same time [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// Milliseconds a player may think about a move [default: as long as it takes]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    pub time: Option<u32>,
    /// Write a record of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// Do not swap the seats: A always moves first
    #[arg(long)]
    pub no_swap: bool,
    /// One JSON object a game, then a summary
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab replay games/game-0001.jsonl
  landgrab replay --check games/*.jsonl")]
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Format {
    #[default]
    Text,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab show games/game-0001.jsonl --at 40
  landgrab show board.txt --format text -o board-drawn.txt
  echo 'RGB/GBR/BRG A' | landgrab show -")]
pub struct ShowArgs {
    /// A record, a map, or the text of a position; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What to draw it as
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Records: the turn to draw [default: the last]
    #[arg(long, value_name = "TURN")]
    pub at: Option<usize>,
    /// Positions: which game it is of [default: what it looks like]
    #[arg(long, value_enum, value_name = "GAME")]
    pub game: Option<GameName>,
    /// Where to write [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
}

fn size(text: &str) -> Result<Size, TextError> {
    let number = |text: &str| text.parse().ok();
    let size = text.split_once('x').and_then(|(rows, cols)| Some(Size::new(number(rows)?, number(cols)?)));
    size.ok_or_else(|| TextError::new("size", "rows x columns such as `7x8`", text))
}
