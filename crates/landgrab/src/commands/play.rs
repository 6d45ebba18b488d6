//! `landgrab play`: a person in one seat, a player or the person's own phone in the other. [`Session`] is the game with its
//! history, [`app`] the screen, [`lines`] the typed conversation, and [`kept`] the record. A game that people can play is
//! [`Playable`].

mod app;
mod colours;
mod kept;
mod lines;
mod pieces;
mod session;
mod stop;
mod thinking;

use super::is_interactive;
use crate::cli::{Opposition, PlayArgs, PlayGame};
use crate::failure::Failure;
use crate::player::BuiltIn;
use analysis::overlay::SuggestMoves;
use engine::roster::{NoSuchPlayer, Roster};
use kept::Kept;
use rules::catalogue::AnySetup;
use rules::{Clock, Game, Player, Side};
use session::Session;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use view::{PlayByHand, Scene};

pub fn run(args: &PlayArgs) -> Result<ExitCode, Failure> {
    match &args.game {
        PlayGame::Colours(args) => colours::run(args),
        PlayGame::Pieces(args) => pieces::run(args),
        PlayGame::Stop(args) => stop::run(args),
    }
}

/// A game that people can play: its board on the screen, its moves as they type them, and advice.
pub trait Playable: PlayByHand + SuggestMoves {
    /// An example of a typed move, for prompts and messages.
    const TYPED: &'static str;

    /// Lines of help for the game's own commands.
    const MORE: &'static str = "";

    /// The board as it is shown between moves.
    fn shown(&self, before: Option<&Self>) -> Scene;

    /// The move that was typed, or the mistake in the text.
    fn typed(&self, text: &str) -> Result<Self::Move, String>;

    /// A move in words, with its gain.
    fn told(&self, played: Self::Move) -> String;

    /// The best move, and lines that say why.
    fn advice(&self, clock: Clock) -> (Self::Move, Vec<String>);

    /// One of the game's own commands; `None` if the text is none of them.
    fn order(&self, text: &str) -> Option<Result<Order<Self>, String>> {
        let _ = text;
        None
    }

    /// The command that one of the game's own keys stands for.
    fn typed_by_key(key: char) -> Option<String> {
        let _ = key;
        None
    }

    /// A setup that starts from this position.
    fn as_start(&self) -> Self::Setup;

    /// The position with a correction such as `r3c5=G`; games that cannot be corrected say so.
    fn edited(&self, text: &str) -> Result<Self, String> {
        let _ = text;
        Err(format!("a board of {} cannot be edited", Self::NAME))
    }
}

/// The effect of one of a game's own commands.
pub enum Order<G: Game> {
    /// Says something.
    Say(String),
    /// Plays these moves, of either side.
    Play(Vec<G::Move>),
}

/// The other side.
pub enum Other<G: Game> {
    Player {
        name: String,
        clock: Clock,
        /// Shared with the thread that it thinks in.
        player: Arc<Mutex<Box<dyn Player<G>>>>,
    },
    /// Somebody elsewhere, whose moves the person enters.
    Elsewhere,
}

impl<G: Game> Other<G> {
    /// A built-in player, which has this time for a move unless it has its own.
    pub fn built_in(built_in: &BuiltIn, time: Option<Duration>, seed: i64) -> Result<Self, NoSuchPlayer>
    where
        G: Roster,
    {
        let player = Arc::new(Mutex::new(built_in.player::<G>(seed as u64)?));
        Ok(Self::Player { name: built_in.to_string(), clock: built_in.clock(time), player })
    }

    pub fn name(&self) -> &str {
        match self {
            Self::Player { name, .. } => name,
            Self::Elsewhere => "elsewhere",
        }
    }
}

/// The opponent that was asked for.
fn other<G: Roster>(args: &Opposition, seed: i64) -> Result<Other<G>, Failure> {
    if args.advise {
        return Ok(Other::Elsewhere);
    }
    if args.against.contains('/') || args.against.starts_with("cmd:") {
        let words = "play is against built-in players (try landgrab match for programs)";
        return Err(Failure::Usage(format!("{}: {words}", rules::notation::quoted(&args.against))));
    }
    let mut built_in: BuiltIn = args.against.parse()?;
    if let Some(level) = args.level
        && built_in.spec.level.replace(level).is_some()
    {
        return Err(Failure::Usage(format!("{}: the level is given twice (leave out --level)", args.against)));
    }
    Ok(Other::built_in(&built_in, Some(time(args)), seed)?)
}

/// The time for a move or a hint.
fn time(args: &Opposition) -> Duration {
    Duration::from_millis(args.time.into())
}

/// Plays a whole session: on the screen of a terminal, or in lines of text.
fn play<G: Playable>(
    start: G::Setup,
    args: &Opposition,
    seed: i64,
    setup: fn(G::Setup) -> AnySetup,
) -> Result<ExitCode, Failure> {
    let kept = Kept::<G>::new(args.record.as_deref(), setup)?;
    let clock = referee::clock::per_move(Some(time(args)));
    let you: Side = args.seat.into();
    let mut session = Session::new(start, you, other(args, seed)?, clock, seed);
    if is_interactive() && !args.lines && !args.advise {
        app::run(session, kept)?;
    } else {
        lines::run(&mut session, &mut |session| kept.keep(session))?;
    }
    Ok(ExitCode::SUCCESS)
}
