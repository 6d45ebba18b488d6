//! `landgrab league table` and `history`: the ratings of a league, for people, scripts, spreadsheets and pages.

use crate::arena_store::OpenStore;
use crate::cli::TableArgs;
use crate::commands::table::fitted;
use crate::failure::Failure;
use crate::json::print_json;
use crate::width;
use arena::{Standing, Table};
use serde_json::json;
use std::io::{self, Write};

pub fn run(store: &OpenStore, args: &TableArgs) -> Result<(), Failure> {
    let table = store.wait(store.store.table(&args.league))?;
    let mut out = io::stdout();
    if args.json {
        return table.standings.iter().try_for_each(|standing| print_json(&rounded(standing)));
    }
    if args.csv {
        out.write_all(csv(&table).as_bytes())?;
    } else if args.markdown {
        out.write_all(markdown(&table).as_bytes())?;
    } else if table.standings.is_empty() {
        writeln!(out, "nobody is in {0} yet (try landgrab league add {0} greedy heat)", args.league)?;
    } else {
        out.write_all(text(&table, args.matrix).as_bytes())?;
    }
    Ok(())
}

/// One decimal is more than any interval deserves.
fn rounded(standing: &Standing) -> Standing {
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    Standing { rating: tenth(standing.rating), interval: standing.interval.map(tenth), ..standing.clone() }
}

/// An entrant that does not play, in words behind its row.
fn remark(standing: &Standing) -> &'static str {
    match standing.state {
        "in" => "",
        other => other,
    }
}

fn text(table: &Table, with_matrix: bool) -> String {
    // Names are read from the left; the other columns are numbers.
    let longest = table.standings.iter().map(|standing| standing.name.chars().count()).max().unwrap_or(0).max(7);
    let head = ["", &format!("{:longest$}", "entrant"), "rating", "95 % interval", "games", "score", "faults"]
        .map(String::from)
        .to_vec();
    let mut rows = vec![(head, "")];
    for standing in &table.standings {
        let [low, high] = standing.interval;
        let has_played = standing.games > 0;
        let score =
            if has_played { format!("{:.1} %", 100.0 * standing.points / standing.games as f64) } else { "-".into() };
        let rating = if has_played { format!("{:.0}", standing.rating) } else { "-".into() };
        let interval = if has_played { format!("{low:.0} to {high:.0}") } else { "-".into() };
        let cells = vec![
            standing.rank.to_string(),
            format!("{:longest$}", standing.name),
            rating,
            interval,
            standing.games.to_string(),
            score,
            standing.faults.to_string(),
        ];
        rows.push((cells, remark(standing)));
    }
    let mut lines = fitted(&rows, width::of_stdout(), &[6, 4, 5, 3]);
    if with_matrix {
        lines.push(String::new());
        lines.push("how certain it is, in percent, that the one on the left is stronger than the one above".into());
        let mut head = vec![String::new()];
        head.extend(table.standings.iter().map(|standing| standing.rank.to_string()));
        let mut rows = vec![(head, "")];
        for (standing, certainties) in table.standings.iter().zip(&table.certainties) {
            let mut cells = vec![format!("{:>2} {:longest$}", standing.rank, standing.name)];
            let cell = |(above, certainty): (&Standing, &f64)| match above.rank == standing.rank {
                true => String::new(),
                false => percent(*certainty),
            };
            cells.extend(table.standings.iter().zip(certainties).map(cell));
            rows.push((cells, ""));
        }
        lines.extend(fitted(&rows, None, &[]));
    }
    lines.join("\n") + "\n"
}

/// Never 0 or 100: a sample proves nothing for certain.
fn percent(certainty: f64) -> String {
    match 100.0 * certainty {
        unknown if unknown.is_nan() => "-".into(),
        most if most > 99.9 => ">99.9".into(),
        least if least < 0.1 => "<0.1".into(),
        between => format!("{between:.1}"),
    }
}

fn csv(table: &Table) -> String {
    let mut text = "rank,name,rating,low,high,games,points,faults,state\n".to_string();
    for standing in &table.standings {
        let Standing { rank, name, interval: [low, high], games, points, faults, state, .. } = standing;
        let number = |value: &f64| if value.is_nan() { String::new() } else { format!("{value:.1}") };
        let (rating, low, high) = (number(&standing.rating), number(low), number(high));
        let name = if name.contains([',', '"']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.clone() };
        text += &format!("{rank},{name},{rating},{low},{high},{games},{points},{faults},{state}\n");
    }
    text
}

fn markdown(table: &Table) -> String {
    let mut text = "| | entrant | rating | 95 % interval | games | points | faults |\n".to_string();
    text += "|--:|---|--:|---|--:|--:|--:|\n";
    for standing in &table.standings {
        let Standing { rank, name, rating, interval: [low, high], games, points, faults, .. } = standing;
        let (rating, interval) = match games {
            0 => ("-".into(), "-".into()),
            _ => (format!("{rating:.0}"), format!("{low:.0} to {high:.0}")),
        };
        text += &format!("| {rank} | {name} | {rating} | {interval} | {games} | {points} | {faults} |\n");
    }
    text
}

/// The ratings of an entrant over time.
pub fn history(store: &OpenStore, league: &str, entrant: &str, as_json: bool) -> Result<(), Failure> {
    let points = store.wait(store.store.history(league, entrant))?;
    if points.is_empty() && !as_json {
        writeln!(io::stdout(), "{entrant} has no history in {league} yet (landgrab league run keeps it)")?;
        return Ok(());
    }
    let mut rows = vec![(["seconds", "rating", "95 % interval", "games"].map(String::from).to_vec(), "")];
    let begun = points.first().map_or(0, |point| point.at);
    for point in &points {
        let [low, high] = point.interval;
        if as_json {
            let line =
                json!({ "at": point.at, "rating": point.rating, "interval": point.interval, "games": point.games });
            print_json(&line)?;
            continue;
        }
        let seconds = (point.at - begun) / 1000;
        let cells = [
            seconds.to_string(),
            format!("{:.0}", point.rating),
            format!("{low:.0} to {high:.0}"),
            point.games.to_string(),
        ];
        rows.push((cells.to_vec(), ""));
    }
    if !as_json {
        fitted(&rows, width::of_stdout(), &[]).iter().try_for_each(|line| writeln!(io::stdout(), "{line}"))?;
    }
    Ok(())
}
