//! The arguments of `landgrab league`.

use super::setup::size;
use super::{GameName, StoreArgs};
use clap::{Args, Subcommand, ValueEnum};
use referee::sandbox::Level;
use rules::pieces::Dialect;
use rules::stop::Reading;
use rules::{Size, TextError};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab league new spring --maps map00,map01 --anchor greedy=0
  landgrab league add spring greedy heat ./mine
  landgrab league run spring --pairs 200
  landgrab league table spring
  landgrab league games spring --entrant mine

Results are kept in a store: a file that is made on first use, or a PostgreSQL database (--store, or LANDGRAB_STORE). A league \
can be stopped at any time and goes on where it stood.")]
pub struct LeagueArgs {
    #[command(subcommand)]
    pub action: LeagueAction,
    #[command(flatten)]
    pub store: StoreArgs,
}

#[derive(Subcommand)]
pub enum LeagueAction {
    /// Make a league
    New(NewLeagueArgs),
    /// Enter built-in players and bots
    Add(AddArgs),
    /// Play until the league has what was asked for
    Run(RunArgs),
    /// Print the ratings
    Table(TableArgs),
    /// List games, and why they were lost
    Games(GamesArgs),
    /// List the leagues
    List {
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Draw the bracket of a knock-out
    Bracket {
        /// The league
        league: String,
    },
    /// Print the ratings of an entrant over time
    History {
        /// The league
        league: String,
        /// The entrant
        entrant: String,
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Let two entrants of a ladder meet before all others
    Challenge(ChallengeArgs),
    /// Take an entrant out; its games stay
    Retire {
        /// The league
        league: String,
        /// The entrant
        entrant: String,
    },
    /// Close a league: nothing is played in it any more
    Close {
        /// The league
        league: String,
        /// Open it again
        #[arg(long)]
        undo: bool,
    },
    /// Give the batches that were set aside out again
    Retry {
        /// The league
        league: String,
    },
    /// Write a league with all records into a folder
    Export {
        /// The league
        league: String,
        /// A new folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Read a league that was exported
    Import {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Give it another name
        #[arg(long = "as", value_name = "NAME")]
        name: Option<String>,
    },
    /// Make a token, and its owner if there is none of this name
    Token {
        /// The owner
        owner: String,
        /// What the token allows
        #[arg(long, value_enum, default_value_t = TokenRole::Owner)]
        role: TokenRole,
        /// Revoke all tokens of the owner instead
        #[arg(long)]
        revoke: bool,
    },
    /// Refuse everything from an owner
    Block {
        /// The owner
        owner: String,
        /// Allow it again
        #[arg(long)]
        undo: bool,
    },
    /// List the owners
    Owners,
    /// Print who did what
    Log {
        /// How many lines
        #[arg(long, default_value_t = 50, value_name = "N")]
        lines: u32,
    },
}

#[derive(Args)]
pub struct NewLeagueArgs {
    /// Its name
    pub name: String,
    /// The game
    #[arg(long, value_enum, default_value_t, value_name = "GAME")]
    pub game: GameName,
    /// pieces: the rules of plateau (42) or anfield (01-edu) [default: plateau]
    #[arg(long, value_name = "RULES")]
    pub dialect: Option<Dialect>,
    /// Boards that the pairs take turns in, with commas between: map00, map01, map02 or files [default: map00]
    #[arg(long, value_delimiter = ',', value_name = "MAPS")]
    pub maps: Vec<PathBuf>,
    /// colours, stop: rows x columns of the board [default: 7x8, 8x8]
    #[arg(long, value_name = "RxC", value_parser = size)]
    pub size: Option<Size>,
    /// colours: how many, 3 to 8 [default: 6]
    #[arg(long, value_name = "N")]
    pub colours: Option<usize>,
    /// stop: fill-out, first-blocked or first-stop [default: fill-out]
    #[arg(long)]
    pub reading: Option<Reading>,
    /// Milliseconds a player may think about a move [default: 10000 for a program, no limit for a built-in player]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    pub time: Option<u32>,
    /// Sandbox for programs, 0 to 3 [default: 2 where the system offers it]
    #[arg(long, value_name = "LEVEL")]
    pub sandbox: Option<Level>,
    /// colours, stop: let chance make the first N moves in every second pair of games
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub opening_plies: u32,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = FormatName::RoundRobin)]
    pub format: FormatName,
    /// gauntlet: the entrant that plays all others
    #[arg(long, value_name = "NAME", required_if_eq("format", "gauntlet"))]
    pub challenger: Option<String>,
    /// knock-out: pairs of a meeting that is not tied
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..100))]
    pub best_of: u32,
    /// knock-out: seeds by the ratings of this league [default: in the order of entry]
    #[arg(long, value_name = "LEAGUE")]
    pub seeds_from: Option<String>,
    /// What a bot must pass before it plays
    #[arg(long, value_enum, default_value_t = GateName::Doctor)]
    pub gate: GateName,
    /// The entrant whose rating is given, and its rating, such as greedy=0
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    pub anchor: Option<(String, f64)>,
    /// Seed of the first pair; the others follow from it [default: a new one]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<i64>,
}

#[derive(Args)]
pub struct AddArgs {
    /// The league
    pub league: String,
    /// Built-in players (greedy, champion@5), programs (./mine), folders or archives with a bot.toml
    #[arg(value_name = "PLAYER", required = true)]
    pub players: Vec<String>,
    /// The name of the only, or of the last, player [default: as it is written, without folder and ending]
    #[arg(long)]
    pub name: Option<String>,
    /// Whose it is
    #[arg(long)]
    pub owner: Option<String>,
}

#[derive(Args)]
pub struct RunArgs {
    /// The league
    pub league: String,
    /// Stop when the league holds so many pairs in all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub pairs: Option<u64>,
    /// Stop when every interval is at most this wide on either side, in Elo
    #[arg(long, value_name = "ELO")]
    pub until: Option<f64>,
    /// Stop after so many minutes
    #[arg(long, value_name = "M")]
    pub minutes: Option<f64>,
    /// Games at the same time [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// Seconds of silence after which a batch is given to another worker
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub lease: u32,
}

#[derive(Args)]
pub struct TableArgs {
    /// The league
    pub league: String,
    /// One JSON object an entrant, the best first
    #[arg(long, group = "form")]
    pub json: bool,
    /// Comma-separated values
    #[arg(long, group = "form")]
    pub csv: bool,
    /// A table in Markdown
    #[arg(long, group = "form")]
    pub markdown: bool,
    /// Add the matrix: the probability that the one on the left is stronger than the one above
    #[arg(long, conflicts_with = "form")]
    pub matrix: bool,
}

#[derive(Args)]
pub struct GamesArgs {
    /// The league
    pub league: String,
    /// Only games of this entrant
    #[arg(long, value_name = "NAME")]
    pub entrant: Option<String>,
    /// Only games that this entrant lost, with --entrant
    #[arg(long, requires = "entrant")]
    pub lost: bool,
    /// Begin behind this game; without it the newest games are listed
    #[arg(long, value_name = "NUMBER")]
    pub after: Option<u64>,
    /// How many, at most
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    pub limit: u32,
    /// One JSON object a game
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct ChallengeArgs {
    /// The league, a ladder
    pub league: String,
    /// An entrant
    pub a: String,
    /// Its opponent
    pub b: String,
    /// How many pairs
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub pairs: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Everybody against everybody
    RoundRobin,
    /// The pairs that tell most about the ratings
    Ladder,
    /// One against all others
    Gauntlet,
    /// A bracket
    KnockOut,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GateName {
    /// Nothing
    None,
    /// The bot doctor
    Doctor,
    /// The doctor, then 01-edu's audit
    Audit,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TokenRole {
    /// Everything
    Admin,
    /// Entering bots
    Owner,
    /// Playing
    Worker,
}

fn anchor(text: &str) -> Result<(String, f64), TextError> {
    let split = text.rsplit_once('=').filter(|(name, _)| !name.is_empty());
    let anchor = split.and_then(|(name, rating)| Some((name.to_string(), rating.parse().ok().filter(f64_is_finite)?)));
    anchor.ok_or_else(|| TextError::new("anchor", "an entrant and its rating such as `greedy=0`", text))
}

fn f64_is_finite(number: &f64) -> bool {
    number.is_finite()
}
