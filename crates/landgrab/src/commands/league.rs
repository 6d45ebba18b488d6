//! `landgrab league`: leagues whose results last. The arena keeps them; this prints what it says.

mod admin;
mod bracket;
mod enter;
mod games;
mod play;
mod table;
mod transfer;

pub use enter::usual_name;

use crate::arena_store::OpenStore;
use crate::cli::{FormatName, GateName, LeagueAction, LeagueArgs, NewLeagueArgs, SetupArgs};
use crate::failure::Failure;
use crate::json::print_json;
use crate::seed::new_seed;
use crate::setup::Setups;
use arena::{AnchorName, Format, Gate, Settings, SetupSource};
use serde_json::json;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Who did it, in the log: the person at this terminal.
const HERE: &str = "terminal";

pub fn run(args: &LeagueArgs) -> Result<ExitCode, Failure> {
    let store = OpenStore::open(&args.store)?;
    match &args.action {
        LeagueAction::New(new) => make(&store, new)?,
        LeagueAction::Add(add) => return enter::run(&store, add),
        LeagueAction::Run(run) => return play::run(&store, run),
        LeagueAction::Table(args) => table::run(&store, args)?,
        LeagueAction::Games(args) => games::run(&store, args)?,
        LeagueAction::Record { league, number } => {
            let (_, record) = store.wait(store.store.game(league, *number))?;
            io::stdout().write_all(record.as_bytes())?;
        }
        LeagueAction::List { json } => list(&store, *json)?,
        LeagueAction::Bracket { league } => bracket::run(&store, league)?,
        LeagueAction::History { league, entrant, json } => table::history(&store, league, entrant, *json)?,
        LeagueAction::Export { league, folder } => transfer::export(&store, league, folder)?,
        LeagueAction::Import { folder, name } => transfer::import(&store, folder, name.as_deref())?,
        other => admin::run(&store, other)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn make(store: &OpenStore, args: &NewLeagueArgs) -> Result<(), Failure> {
    let settings = Settings {
        setups: setups(args)?,
        time_ms: args.time,
        sandbox: args.sandbox.map(referee::sandbox::Level::number),
        opening_plies: args.opening_plies,
        format: match args.format {
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Ladder => Format::Ladder,
            FormatName::Gauntlet => Format::Gauntlet { challenger: args.challenger.clone().unwrap_or_default() },
            FormatName::KnockOut => Format::KnockOut { best_of: args.best_of, seeds_from: args.seeds_from.clone() },
        },
        gate: match args.gate {
            GateName::None => Gate::None,
            GateName::Doctor => Gate::Doctor,
            GateName::Audit => Gate::Audit,
        },
        anchor: args.anchor.clone().map(|(name, rating)| AnchorName { name, rating }),
    };
    if let Some(league) = &args.seeds_from {
        store.wait(store.store.league(league))?;
    }
    let seed = args.seed.unwrap_or_else(new_seed);
    let league = store.wait(store.store.create_league(&args.name, &settings, seed, HERE))?;
    let mut out = io::stdout();
    writeln!(out, "league {}: {} of {}", league.name, league.settings.format.name(), league.settings.setups[0].game())?;
    writeln!(out, "next: landgrab league add {} greedy heat ./mine", league.name)?;
    Ok(())
}

/// The boards of a league: one for each map, or the game's usual one.
fn setups(args: &NewLeagueArgs) -> Result<Vec<SetupSource>, Failure> {
    let maps: Vec<Option<PathBuf>> = match args.maps.as_slice() {
        [] => vec![None],
        maps => maps.iter().cloned().map(Some).collect(),
    };
    let source = |map: Option<PathBuf>| {
        let NewLeagueArgs { game, dialect, size, colours, reading, .. } = *args;
        Ok(match Setups::of(&SetupArgs { game, dialect, map, size, colours, reading })? {
            Setups::Fixed(setup) => SetupSource::Fixed(setup),
            Setups::Boards { size, colours } => SetupSource::Boards { rows: size.rows, cols: size.cols, colours },
        })
    };
    maps.into_iter().map(source).collect()
}

fn list(store: &OpenStore, json: bool) -> Result<(), Failure> {
    let leagues = store.wait(store.store.leagues())?;
    if leagues.is_empty() && !json {
        writeln!(io::stdout(), "no leagues yet (try landgrab league new spring)")?;
    }
    for league in leagues {
        let entrants = store.wait(store.store.entrants(league.id))?.len();
        let (format, game) = (league.settings.format.name(), league.settings.setups[0].game());
        if json {
            print_json(&json!({
                "league": league.name, "game": game, "format": format, "entrants": entrants, "pairs": league.pairs,
                "closed": league.closed,
            }))?;
        } else {
            let closed = if league.closed { ", closed" } else { "" };
            let games = 2 * league.pairs;
            writeln!(io::stdout(), "{}  {format} of {game}, {entrants} entrants, {games} games{closed}", league.name)?;
        }
    }
    Ok(())
}
