//! The arguments, as typed.

mod board;
mod census;
mod play;
mod review;
mod solve;

pub use board::{BoardEdits, TileEdit};
pub use census::CensusArgs;
pub use play::{Opposition, PlayArgs, PlayColoursArgs, PlayGame, PlayPiecesArgs, PlayStopArgs};
pub use review::ReviewArgs;
pub use solve::{SolveArgs, SolveColoursArgs, SolveGame, SolveStopArgs};

use crate::failure::Failure;
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use referee::sandbox::Level;
use rules::pieces::Dialect;
use rules::stop::Reading;
use rules::{Size, TextError};
use std::path::PathBuf;
use view::Overlay;

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
    /// Say how likely a bot passes the 01-edu audit
    Audit(AuditArgs),
    /// Step through a record of a game, or check it against the rules
    Replay(ReplayArgs),
    /// Draw a position or a record
    Show(ShowArgs),
    /// Make a web page of a game, or of the games in a folder
    Report(ReportArgs),
    /// Number a board's cells by their distance from the enemy, and rank the placements
    Heat(HeatArgs),
    /// Rank the placements of a move, or find the moves that gave up most
    Explain(ExplainArgs),
    /// Play against a built-in player, or follow a game elsewhere and be told the best moves
    Play(PlayArgs),
    /// Find the best moves of a position, and what they are worth
    Solve(SolveArgs),
    /// Judge every move of a game: what it threw away, and where the game turned
    Review(ReviewArgs),
    /// Solve many boards of colours: who wins them, and by how much
    Census(CensusArgs),
    /// Be a bot: a built-in player of pieces on standard input and output
    Bot(BotArgs),
    /// Examine a bot: numbered steps, each passed, or failed with what to change
    Check(CheckArgs),
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
  landgrab match ./mine greedy --map map01 --games 50 --record games/
  landgrab match 'cmd:python3 bot.py' ./mine --dialect anfield --time 1000
  landgrab match greedy first --game stop --games 20
  landgrab match ./mine champion --map map01 --games 4 --jobs 4 --watch
  landgrab match first first --dialect anfield --seed 1000000 --games 1 --no-swap --json

Games come in pairs: the same seed, the seats swapped. The same --seed gives the same games, whatever --jobs is.
Ctrl-C keeps the finished games and exits with 130.")]
pub struct MatchArgs {
    /// A built-in player: greedy, heat:metric=l1; or a program: ./mine, or 'cmd:python3 bot.py'
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
    /// Milliseconds a player may think about a move [default: 10000 when a program plays]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    pub time: Option<u32>,
    /// What programs run in: 0 nothing, 1 limits, 2 also no foreign files and no network, 3 also namespaces
    /// [default: 2 where the system offers it]
    #[arg(long, value_name = "LEVEL")]
    pub sandbox: Option<Level>,
    /// Write a record of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// colours, stop: let chance make the first N moves in every second pair of games
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub opening_plies: u32,
    /// Do not swap the seats: A always moves first
    #[arg(long)]
    pub no_swap: bool,
    /// Watch the games while they are played, side by side when several run at a time
    #[arg(long, conflicts_with = "json")]
    pub watch: bool,
    /// One JSON object a game, then a summary
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab audit greedy
  landgrab audit ./mine --games 200 --seed 7
  landgrab audit 'cmd:python3 bot.py' --json

To pass, a bot wins at least 4 games of 5 against wall_e on map00, h2_d2 on map01 and bender on map02; the bonus is \
the same against terminator on a map of its choice. A tie is not a win. The robots are built in, and the rules are \
those of --dialect anfield. To see the games of a pairing, play them again with the same --seed and --games:
  landgrab match wall_e ./mine --dialect anfield --map map00 --games 200 --seed 7 --record games/

Exit status: 0 when the bot more likely passes than fails each of the three, 1 when it does not.
Ctrl-C keeps the finished pairings and exits with 130.")]
pub struct AuditArgs {
    /// The bot: a built-in player, such as greedy; or a program: ./mine, or 'cmd:python3 bot.py'
    #[arg(value_name = "CMD")]
    pub bot: String,
    /// How many games against each robot on each map
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: u32,
    /// Seed of the first pair of games; the others follow from it [default: a new one each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<i64>,
    /// Games at the same time [default: one a core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
    /// Milliseconds the bot may think about a move
    #[arg(long, default_value_t = 10_000, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    pub time: u32,
    /// What a program runs in, as for match
    #[arg(long, value_name = "LEVEL")]
    pub sandbox: Option<Level>,
    /// One JSON object a pairing, then a summary
    #[arg(long)]
    pub json: bool,
}

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

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    Text,
    Svg,
    Png,
    Gif,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ThemeName {
    #[default]
    Light,
    Dark,
    ColourBlind,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab show games/game-0001.jsonl --at 40 --heat
  landgrab show games/game-0001.jsonl -o game.gif --speed 20
  landgrab show games/game-0001.jsonl -o end.png --territory --theme dark
  landgrab show board.txt --format svg -o board.svg
  echo 'RGB/GBR/BRG A' | landgrab show -

Overlays may be combined; they tell of the position that is drawn, with the piece that comes next. Sides are told apart \
by letters or patterns as well as by colour.")]
pub struct ShowArgs {
    /// A record, a map, or the text of a position; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What to draw it as [default: what the name of OUT ends in, or text]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Records: the turn to draw [default: the last]
    #[arg(long, value_name = "TURN", conflicts_with_all = ["from", "to"])]
    pub at: Option<usize>,
    /// Positions: which game it is of [default: what it looks like]
    #[arg(long, value_enum, value_name = "GAME")]
    pub game: Option<GameName>,
    /// Where to write [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub overlays: OverlayArgs,
    /// Colours of pictures
    #[arg(long, value_enum, default_value_t)]
    pub theme: ThemeName,
    /// Pictures: pixels a cell [default: what makes the board about 800 pixels wide, 480 in films]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(2..=200))]
    pub cell: Option<u32>,
    /// gif: the first turn
    #[arg(long, value_name = "TURN")]
    pub from: Option<usize>,
    /// gif: the last turn
    #[arg(long, value_name = "TURN")]
    pub to: Option<usize>,
    /// gif: turns a second [default: what makes the film about 20 seconds long]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=50))]
    pub speed: Option<u32>,
}

/// What to lay over the board.
#[derive(Args)]
pub struct OverlayArgs {
    /// Overlay: the distance from the enemy in rings of eight neighbours
    #[arg(long)]
    pub heat: bool,
    /// Overlay: the distance from the enemy in steps up, down, left and right
    #[arg(long)]
    pub heat_l1: bool,
    /// Overlay: who gets where first
    #[arg(long)]
    pub territory: bool,
    /// Overlay: where the side to move may play
    #[arg(long)]
    pub legal: bool,
    /// Overlay: Stop's FloodFill map, who sees and encloses which cells
    #[arg(long)]
    pub flood_fill: bool,
    /// Overlay: Stop's Manhattan map, who comes where first in how many moves
    #[arg(long)]
    pub manhattan: bool,
    /// Overlay: the engine's best moves
    #[arg(long)]
    pub opinion: bool,
}

impl OverlayArgs {
    /// Those that were asked for.
    pub fn chosen(&self) -> Vec<Overlay> {
        let asked = |overlay: &Overlay| match overlay {
            Overlay::Heat => self.heat,
            Overlay::HeatL1 => self.heat_l1,
            Overlay::Territory => self.territory,
            Overlay::Legal => self.legal,
            Overlay::FloodFill => self.flood_fill,
            Overlay::Manhattan => self.manhattan,
            Overlay::Opinion => self.opinion,
            Overlay::LastMove | Overlay::Ghost => false,
        };
        Overlay::ALL.into_iter().filter(asked).collect()
    }
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab report games/game-0001.jsonl -o game.html
  landgrab report games/ -o match.html

The page is one file that needs no network. For a game: the board with a scrubber, overlays and curves, and every \
failure explained. For a folder: all games, win rates by seat and map, how the scores spread, the slowest moves.")]
pub struct ReportArgs {
    /// A record, or a folder of records as `match --record` writes them
    #[arg(value_name = "FILE|DIR")]
    pub path: PathBuf,
    /// Where to write [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum HeatMetric {
    /// Rings of eight neighbours, whatever lies between: the player heat
    #[default]
    Rings,
    /// Steps up, down, left and right, whatever lies between: the player heat:metric=l1
    L1,
    /// Steps through free cells, around obstacles: the player bfs
    Bfs,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab heat position.txt
  landgrab heat map01 --dialect anfield --for 2
  landgrab heat games/game-0001.jsonl --at 40 --metric bfs
  landgrab heat position.txt --json

The letter behind a number is the owner of the cell. With a piece to place, the placements with the smallest sums \
under the piece follow: what the player of that metric would play, for your bot to be compared with.
docs/games/pieces.md has an example and says how a position is written.")]
pub struct HeatArgs {
    /// map00, map01, map02; or a file: a map, the text of a position, or a record; `-` is standard input
    #[arg(value_name = "FILE|MAP")]
    pub file: PathBuf,
    /// What the distance is counted in
    #[arg(long, value_enum, default_value_t, hide_possible_values = true, value_name = "rings|l1|bfs")]
    pub metric: HeatMetric,
    /// Who asks for the distance from its enemy: O or X, @ or $, 1 or 2 [default: the side to move]
    #[arg(long = "for", value_name = "SIDE")]
    pub side: Option<String>,
    /// Records: after this turn, with the piece that was drawn next [default: the last]
    #[arg(long, value_name = "TURN")]
    pub at: Option<usize>,
    /// Built-in maps: whose, plateau (42) or anfield (01-edu) [default: plateau]
    #[arg(long, value_name = "RULES")]
    pub dialect: Option<Dialect>,
    /// One JSON object, with all placements
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab explain games/game-0001.jsonl
  landgrab explain games/game-0001.jsonl --at 40
  landgrab explain games/game-0001.jsonl --at 40 --top 10 --nodes 200000
  landgrab explain games/game-0001.jsonl --at 40 --json

Without --at it takes a quick look at every move of the game, a closer one at the worst, and lists the five that gave \
up most winning chance. With --at it shows the board before that move and ranks the placements, the one that was played among them:
  at       row and column of the top left corner of the piece's box, as in records
  wins     the chance to win after it: a network's guess, corrected by the futures
  futures  how often it was played on with random pieces, the same for all placements
  land     free cells that each side reaches before the other, and how that changed
  stuck    the chance that a side's next piece fits nowhere
Where land changes hands no more, placements are ranked by the room that they leave: neighbours among the free cells, \
two for a common edge and one for a common corner.
The same record and --nodes give the same answer, --time does not. docs/games/pieces.md has an example.")]
pub struct ExplainArgs {
    /// The record of a game of pieces, as `match --record` writes it; `-` is standard input
    #[arg(value_name = "RECORD")]
    pub file: PathBuf,
    /// The move: the turn at which `show` and `replay` draw what it led to [default: all]
    #[arg(long, value_name = "TURN")]
    pub at: Option<usize>,
    /// How many placements to list
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = at_least_one)]
    pub top: usize,
    /// Positions to look at for a move
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Milliseconds to think about a move, instead of --nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = clap::value_parser!(u32).range(1..))]
    pub time: Option<u32>,
    /// One JSON object, with all placements that were tried; without --at one a move, then a summary
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = "Example:
  filler_vm -f map00 -p1 \"landgrab bot greedy\" -p2 ./mine

It speaks the dialect that it hears, plateau (42) or anfield (01-edu), and ends when its input ends.
01-edu's game_engine takes a path without arguments; give it a script of two lines:
  #!/bin/sh
  exec landgrab bot greedy")]
pub struct BotArgs {
    /// A built-in player of pieces, such as greedy or heat:metric=l1
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Seed of its choices among equals: the same seed and input give the same answers
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: i64,
    /// Milliseconds it may think about a move [default: as long as it takes]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    pub time: Option<u32>,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab check ./mine
  landgrab check 'cmd:python3 bot.py' --dialect anfield --time 1000
  landgrab check ./mine --json

Each step starts the bot afresh and puts it into one situation. Required are the steps that a
school's referee punishes: unreadable, late or missing answers, and illegal ones although the
piece fits, negative and overhanging anchors included. A step marked `warn` costs nothing on the
schools' maps. docs/doctor.md explains every step.
Exit status: 0 no required step failed, 1 one did.")]
pub struct CheckArgs {
    /// The bot: ./mine, a program in PATH, or 'cmd:python3 bot.py'
    #[arg(value_name = "CMD")]
    pub bot: String,
    /// Whose referee it is written for, plateau (42) or anfield (01-edu)
    #[arg(long, default_value_t, value_name = "RULES")]
    pub dialect: Dialect,
    /// Milliseconds it may think about a move
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub time: u32,
    /// What it runs in: 0 nothing, 1 limits, 2 also no foreign files and no network, 3 also namespaces
    /// [default: 2 where the system offers it]
    #[arg(long, value_name = "LEVEL")]
    pub sandbox: Option<Level>,
    /// One JSON object a step, then a summary
    #[arg(long)]
    pub json: bool,
}

/// Reads the arguments of this run. Asked for help or the version it prints that and is done.
pub fn parse() -> Result<Cli, Failure> {
    Cli::try_parse().map_err(|error| {
        if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            error.exit();
        }
        Failure::Usage(in_one_line(&error.render().to_string()))
    })
}

/// Clap says what is wrong in a paragraph or two, then how to call the command, then where to find help.
fn in_one_line(text: &str) -> String {
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let mut message = String::new();
    for line in lines {
        let joint = match message.chars().last() {
            None => "",
            Some(':') => " ",
            Some(_) => "; ",
        };
        message += joint;
        message += line.strip_prefix("error: ").unwrap_or(line);
    }
    message.replace("; Usage: ", "; usage: ") + " (try --help)"
}

fn at_least_one(text: &str) -> Result<usize, TextError> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| TextError::new("count", "1 or more", text))
}

fn size(text: &str) -> Result<Size, TextError> {
    let number = |text: &str| text.parse().ok();
    let size = text.split_once('x').and_then(|(rows, cols)| Some(Size::new(number(rows)?, number(cols)?)));
    size.ok_or_else(|| TextError::new("size", "rows x columns such as `7x8`", text))
}
