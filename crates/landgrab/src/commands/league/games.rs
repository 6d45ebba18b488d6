//! `landgrab league games`: the games of a league, and why each was lost.

use crate::arena_store::OpenStore;
use crate::cli::GamesArgs;
use crate::commands::table::fitted;
use crate::failure::Failure;
use crate::json::print_json;
use crate::width;
use arena::{EndedBy, GameFilter, GameRow};
use rules::notation::printable;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Games that are read at a time while looking for lost ones.
const PAGE: u32 = 1000;

pub fn run(store: &OpenStore, args: &GamesArgs) -> Result<(), Failure> {
    let games = found(store, args)?;
    if args.json {
        return games.iter().try_for_each(|game| print_json(&line(&args.league, game)));
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

/// A game as `landgrab match --json` prints it, with names in the place of A and B.
fn line(league: &str, row: &GameRow) -> Value {
    let [first, second] = &row.players;
    let game = &row.game;
    let ended = match game.ended {
        EndedBy::Rules => json!("rules"),
        EndedBy::Fault(seat) => {
            let seat = usize::from(seat != 0);
            let fault = game.faults[seat].as_ref();
            json!({ "fault": {
                "player": row.players[seat],
                "kind": fault.map(|fault| fault.kind.as_str()),
                "detail": fault.map(|fault| fault.detail.as_str()),
                "turn": fault.and_then(|fault| fault.turn),
            } })
        }
    };
    json!({
        "league": league,
        "number": row.number,
        "pair": row.pair,
        "players": [first, second],
        "seats": { "first": first, "second": second },
        "score": { "first": game.score[0], "second": game.score[1] },
        "won": row.winner(),
        "ended": ended,
        "why": row.why(),
        "turns": game.turns,
        "ms": { "first": game.ms[0], "second": game.ms[1] },
    })
}
