//! `landgrab league games`: the games of a league, and why each was lost.

use crate::arena_store::OpenStore;
use crate::cli::GamesArgs;
use crate::commands::table::fitted;
use crate::failure::Failure;
use crate::json::print_json;
use crate::progress::progress_bar;
use crate::width;
use analysis::turning::{TurningPoint, turning_point};
use arena::server::GameBody;
use arena::{EndedBy, GameFilter, GameRow};
use league::{cores, run_in_order};
use rules::Side;
use rules::notation::printable;
use rules::record::Record;
use std::io::{self, Write};
use std::path::PathBuf;

/// Games that are read at a time while looking for lost ones.
const PAGE: u32 = 1000;
/// Positions for the moves of a game of colours or Stop.
const NODES: u64 = 2_000_000;

pub fn run(store: &OpenStore, args: &GamesArgs) -> Result<(), Failure> {
    let games = found(store, args)?;
    let reasons = reasons(store, args, &games)?;
    if args.json {
        let body =
            |(game, why): (&GameRow, &String)| GameBody { why: why.clone(), ..GameBody::new(&args.league, game) };
        return games.iter().zip(&reasons).map(body).try_for_each(|body| print_json(&body));
    }
    let mut out = io::stdout();
    if games.is_empty() {
        writeln!(out, "no such games in {} yet", args.league)?;
        return Ok(());
    }
    let mut rows = vec![(["game", "first", "second", "score", "won"].map(String::from).to_vec(), "why")];
    for (game, why) in games.iter().zip(&reasons) {
        let [first, second] = game.game.score;
        let won = game.winner().unwrap_or("tie").to_string();
        let [a, b] = game.players.clone();
        rows.push((vec![game.number.to_string(), a, b, format!("{first}:{second}"), won], why));
    }
    fitted(&rows, width::of_stdout(), &[3, 0]).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "\nlandgrab league record {} {} prints a record", args.league, games[0].number)?;
    Ok(())
}

/// Why each game was lost; with `--why` also by which move.
fn reasons(store: &OpenStore, args: &GamesArgs, games: &[GameRow]) -> Result<Vec<String>, Failure> {
    let plain: Vec<String> = games.iter().map(|game| printable(&game.why())).collect();
    if !args.why {
        return Ok(plain);
    }
    let progress = progress_bar(games.len(), "games");
    let mut reasons = Vec::with_capacity(games.len());
    run_in_order(
        games.len(),
        cores(),
        |index| {
            let point = turning(store, &args.league, &games[index])?;
            let words = point.map(|point| format!("; {point}")).unwrap_or_default();
            Ok(Some(plain[index].clone() + &words))
        },
        |_, why| {
            progress.inc(1);
            reasons.push(why);
            Ok::<(), Failure>(())
        },
    )?;
    progress.finish_and_clear();
    Ok(reasons)
}

/// The move that lost a game, if it was lost by the rules and one stands out.
fn turning(store: &OpenStore, league: &str, row: &GameRow) -> Result<Option<TurningPoint>, Failure> {
    let (Some(won), EndedBy::Rules) = (row.game.won, row.game.ended) else { return Ok(None) };
    let loser = if won == 0 { Side::Second } else { Side::First };
    let (_, text) = store.wait(store.store.game(league, row.number))?;
    let name = || PathBuf::from(format!("game {} of {league}", row.number));
    let record = Record::read(text.as_bytes()).map_err(|error| Failure::Record { path: name(), error })?;
    turning_point(&record, loser, NODES).map_err(|error| Failure::Disagreement { path: name(), error })
}

fn found(store: &OpenStore, args: &GamesArgs) -> Result<Vec<GameRow>, Failure> {
    let newest_first = args.after.is_none();
    let mut filter =
        GameFilter { entrant: args.entrant.as_deref(), after: args.after, limit: args.limit, newest_first };
    if !args.lost {
        return store.wait(store.store.games(&args.league, filter));
    }
    filter.limit = PAGE;
    let mut lost = Vec::new();
    loop {
        let page = store.wait(store.store.games(&args.league, filter))?;
        let Some(last) = page.last() else { break };
        filter.after = Some(last.number);
        let is_lost = |game: &GameRow| game.winner().is_some() && game.winner() != args.entrant.as_deref();
        lost.extend(page.into_iter().filter(is_lost));
        if lost.len() >= args.limit as usize {
            break;
        }
    }
    lost.truncate(args.limit as usize);
    Ok(lost)
}
