//! `landgrab league games`: the games of a league, and why each was lost.

use crate::arena_store::OpenStore;
use crate::cli::GamesArgs;
use crate::commands::table::fitted;
use crate::failure::Failure;
use crate::json::print_json;
use crate::width;
use arena::server::GameBody;
use arena::{GameFilter, GameRow};
use rules::notation::printable;
use std::io::{self, Write};

/// Games that are read at a time while looking for lost ones.
const PAGE: u32 = 1000;

pub fn run(store: &OpenStore, args: &GamesArgs) -> Result<(), Failure> {
    let games = found(store, args)?;
    if args.json {
        return games.iter().try_for_each(|game| print_json(&GameBody::new(&args.league, game)));
    }
    let mut out = io::stdout();
    if games.is_empty() {
        writeln!(out, "no such games in {} yet", args.league)?;
        return Ok(());
    }
    let mut rows = vec![(["game", "first", "second", "score", "won"].map(String::from).to_vec(), "why")];
    let reasons: Vec<String> = games.iter().map(|game| printable(&game.why())).collect();
    for (game, why) in games.iter().zip(&reasons) {
        let [first, second] = game.game.score;
        let won = game.winner().unwrap_or("tie").to_string();
        let [a, b] = game.players.clone();
        rows.push((vec![game.number.to_string(), a, b, format!("{first}:{second}"), won], why));
    }
    fitted(&rows, width::of_stdout(), &[3, 0]).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    let example = games[0].number;
    writeln!(out, "\nlandgrab league export {} DIR writes the records; game {example} is in it", args.league)?;
    Ok(())
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
