//! `landgrab rate`: ratings of anybody's results.

use super::table::aligned;
use crate::cli::RateArgs;
use crate::failure::Failure;
use crate::input;
use crate::json::{print_json, rounded};
use league::{Anchor, NamedResults, ResultsError, ratings};
use rules::notation::{printable, quoted};
use serde::Serialize;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::process::ExitCode;

/// Some million lines.
const LARGEST: u64 = 128 << 20;
/// Characters of a name that a table of 80 columns has room for.
const LONGEST_NAME: usize = 40;

#[derive(Serialize)]
struct Rated<'a> {
    name: &'a str,
    rating: f64,
    #[serde(skip)]
    games: f64,
    #[serde(skip)]
    points: f64,
}

pub fn run(args: &RateArgs) -> Result<ExitCode, Failure> {
    let results = read(&args.results)?;
    let rated = rated(args, &results)?;
    if args.json {
        rated.iter().try_for_each(print_json)?;
    } else {
        io::stdout().write_all(table(&rated).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<NamedResults, Failure> {
    let failure = |error| Failure::File { path: path.into(), error };
    let mut text = input::open(path)?.take(LARGEST + 1);
    let results = NamedResults::read(&mut text);
    if text.limit() == 0 {
        let words = format!("expected at most {LARGEST} bytes of results, found more");
        return Err(failure(io::Error::new(ErrorKind::FileTooLarge, words)));
    }
    results.map_err(|error| match error {
        ResultsError::Io(error) => failure(error),
        ResultsError::Text(error) => Failure::Content { path: path.into(), error },
    })
}

/// Everybody, the best first.
fn rated<'a>(args: &RateArgs, results: &'a NamedResults) -> Result<Vec<Rated<'a>>, Failure> {
    let NamedResults { names, encounters } = results;
    let anchor = match &args.anchor {
        None => None,
        Some((name, rating)) => {
            let entrant = names.binary_search(name).map_err(|_| {
                let path = args.results.display();
                Failure::Usage(format!(
                    "--anchor: {path} has no results of {} (names are case-sensitive)",
                    quoted(name)
                ))
            })?;
            Some(Anchor { entrant, rating: *rating })
        }
    };
    let ratings = ratings(names.len(), encounters.iter().copied(), anchor);
    let rated = names.iter().zip(ratings);
    let mut rated: Vec<Rated<'_>> =
        rated.map(|(name, rating)| Rated { name, rating: rounded(rating), games: 0.0, points: 0.0 }).collect();
    for encounter in encounters {
        for (entrant, points) in
            [(encounter.a, encounter.points_a), (encounter.b, encounter.games - encounter.points_a)]
        {
            rated[entrant].games += encounter.games;
            rated[entrant].points += points;
        }
    }
    // A stable sort: equals stay in the order of the alphabet.
    rated.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    Ok(rated)
}

fn table(rated: &[Rated<'_>]) -> String {
    let titles = ["rank", "rating", "games", "points", "score"].map(String::from).to_vec();
    let mut rows = vec![(titles, "name".to_string())];
    for (Rated { name, rating, games, points }, rank) in rated.iter().zip(1..) {
        let score = if *games > 0.0 { format!("{:.1} %", 100.0 * points / games) } else { "-".into() };
        let cells = vec![rank.to_string(), format!("{rating:+.1}"), games.to_string(), points.to_string(), score];
        rows.push((cells, shortened(&printable(name))));
    }
    let rows: Vec<(Vec<String>, &str)> = rows.iter().map(|(cells, name)| (cells.clone(), name.as_str())).collect();
    aligned(&rows).join("\n") + "\n"
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.into();
    }
    name.chars().take(LONGEST_NAME - 3).chain("...".chars()).collect()
}
