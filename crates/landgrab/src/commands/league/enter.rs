//! `landgrab league add`: built-in players and bots enter a league. A bot passes the league's gate first.

use super::HERE;
use crate::arena_games::{self, ArenaGames};
use crate::arena_store::OpenStore;
use crate::cli::AddArgs;
use crate::failure::Failure;
use crate::interrupt::raise_on_ctrl_c;
use crate::progress::spinner;
use arena::bot::{Limits, Package};
use arena::{EntrantState, Gate, Gatekeeper, League, NewEntrant, Source, Verdict};
use referee::Interrupt;
use rules::with_game;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

pub fn run(store: &OpenStore, args: &AddArgs) -> Result<ExitCode, Failure> {
    let league = store.wait(store.store.league(&args.league))?;
    let interrupt = Interrupt::default();
    raise_on_ctrl_c(&interrupt)?;
    let last = args.players.len() - 1;
    let mut code = ExitCode::SUCCESS;
    for (index, player) in args.players.iter().enumerate() {
        let name = args.name.clone().filter(|_| index == last);
        let new = match is_bot(player) {
            true => bot(store, &league, player, name, &interrupt)?,
            false => built_in(&league, player, name)?,
        };
        let new = NewEntrant { owner: args.owner.clone(), ..new };
        let entrant = store.wait(store.store.enter(&args.league, &new, HERE))?;
        let version = match entrant.version_number {
            1 => String::new(),
            number => format!(" as version {number}"),
        };
        if entrant.state == EntrantState::Failed {
            writeln!(io::stdout(), "{} did not pass the gate of {} and does not play", entrant.name, args.league)?;
            code = ExitCode::from(1);
        } else {
            writeln!(io::stdout(), "{} is in {}{version}", entrant.name, args.league)?;
        }
    }
    Ok(code)
}

/// A path, or a file that is there. Names of built-in players are neither.
fn is_bot(player: &str) -> bool {
    player.contains('/') || player.starts_with("cmd:") || Path::new(player).exists()
}

fn built_in(league: &League, player: &str, name: Option<String>) -> Result<NewEntrant, Failure> {
    let setup = league.settings.setups[0].for_seed(league.seed)?;
    let known = arena_games::built_in(player)?;
    with_game!(&setup, |G, _setup| known.player::<G>(0).map(drop))?;
    let (name, source) = (name.unwrap_or_else(|| player.into()), Source::BuiltIn(player.into()));
    Ok(NewEntrant { name, owner: None, source, state: EntrantState::In, report: None })
}

fn bot(
    store: &OpenStore,
    league: &League,
    player: &str,
    name: Option<String>,
    interrupt: &Interrupt,
) -> Result<NewEntrant, Failure> {
    if let Some(command) = player.strip_prefix("cmd:") {
        let advice = format!("put bot.toml with run = \"{command}\" into its folder, and add the folder");
        return Err(Failure::Usage(format!("a league keeps bots as files, and a command is none ({advice})")));
    }
    let path = Path::new(player);
    let package = Package::read(path, &Limits::default()).map_err(|error| Failure::Usage(error.to_string()))?;
    let name = name.or_else(|| usual_name(path)).unwrap_or_else(|| "bot".into());
    store.wait(store.store.keep_bot(package.hash(), package.name(), package.bytes()))?;
    let gate = match league.settings.gate {
        Gate::None => "unpacking",
        Gate::Doctor => "the doctor examines it",
        Gate::Audit => "the doctor and the audit examine it",
    };
    let spinner = spinner(gate);
    let verdict = ArenaGames::new(interrupt)?.examine(&league.settings, &name, &package);
    spinner.finish_and_clear();
    let Verdict { passed, report } = verdict?;
    if interrupt.is_raised() {
        return Err(Failure::Usage(format!("interrupted while {name} was examined; nothing was entered")));
    }
    match passed {
        true => say_what_costs_games(&name, &report)?,
        false => io::stdout().write_all(report.as_bytes())?,
    }
    let state = if passed { EntrantState::In } else { EntrantState::Failed };
    let source = Source::Bot(package.hash().into());
    Ok(NewEntrant { name, owner: None, source, state, report: Some(report) })
}

/// A bot that plays may still lose games by something that the doctor saw.
fn say_what_costs_games(name: &str, report: &str) -> Result<(), Failure> {
    let failed = report.lines().filter(|line| line.starts_with("FAIL")).count();
    if failed > 0 {
        let path = "landgrab check says what to change";
        writeln!(io::stdout(), "the doctor found {failed} things that cost {name} games ({path})")?;
    }
    Ok(())
}

/// `./bots/mine.tar.gz` is `mine`.
pub fn usual_name(path: &Path) -> Option<String> {
    let whole = path.canonicalize().unwrap_or_else(|_| path.into());
    let name = whole.file_name()?.to_string_lossy().into_owned();
    let stem = name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(&name);
    Some(stem.to_string())
}
