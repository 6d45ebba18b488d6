//! `landgrab games`: the games, their maps and their built-in players.

use super::print_json;
use super::table::wrapped;
use crate::failure::Failure;
use crate::width;
use engine::roster::{Entry, Roster};
use rules::catalogue::{AnySetup, GAMES};
use rules::pieces::{Dialect, Map, Setup};
use rules::{colours, stop, with_game};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;

/// The column that the words about a player begin in.
const ABOUT: usize = 21;
/// With fewer columns than this the words go below the name instead of beside it.
const WIDE: usize = 60;

#[derive(Serialize)]
struct Listed {
    game: &'static str,
    about: &'static str,
    rules: Vec<&'static str>,
    maps: Vec<ListedMap>,
    players: Vec<ListedPlayer>,
}

#[derive(Serialize)]
struct ListedMap {
    map: &'static str,
    rules: &'static str,
    rows: usize,
    cols: usize,
}

#[derive(Serialize)]
struct ListedPlayer {
    player: &'static str,
    about: &'static str,
    options: &'static [&'static str],
}

pub fn run(json: bool) -> Result<ExitCode, Failure> {
    let listed: Vec<Listed> = usual_setups().iter().map(listed).collect();
    if json {
        listed.iter().try_for_each(print_json)?;
    } else {
        io::stdout().write_all(in_words(&listed, width::of_stdout()).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The games as a server lists them: the objects of `--json`.
#[cfg(feature = "arena")]
pub fn listing() -> Vec<serde_json::Value> {
    usual_setups().iter().map(|setup| serde_json::to_value(listed(setup)).unwrap_or_default()).collect()
}

/// A setup of each game.
fn usual_setups() -> [AnySetup; GAMES.len()] {
    [
        AnySetup::Pieces(Setup::named("map00", Dialect::Plateau).expect("a school map")),
        AnySetup::Colours(colours::Setup::generated(0)),
        AnySetup::Stop(stop::Setup::default()),
    ]
}

fn listed(setup: &AnySetup) -> Listed {
    let map = |dialect: Dialect| {
        Map::built_in(dialect).map(move |(map, size)| ListedMap {
            map,
            rules: dialect.name(),
            rows: size.rows,
            cols: size.cols,
        })
    };
    let (rules, maps) = match setup {
        AnySetup::Pieces(_) => {
            (Dialect::ALL.map(Dialect::name).to_vec(), Dialect::ALL.into_iter().flat_map(map).collect())
        }
        AnySetup::Colours(_) => (vec![], vec![]),
        AnySetup::Stop(_) => (stop::Reading::ALL.map(stop::Reading::name).to_vec(), vec![]),
    };
    with_game!(setup, |G, _setup| {
        let entry = GAMES.iter().find(|entry| entry.name == <G as rules::Game>::NAME).expect("every game is listed");
        let player = |p: &Entry<G>| ListedPlayer { player: p.name, about: p.about, options: p.options };
        let players = G::roster().iter().map(player).collect();
        Listed { game: entry.name, about: entry.about, rules, maps, players }
    })
}

fn in_words(listed: &[Listed], columns: Option<usize>) -> String {
    let mut out = String::new();
    for game in listed {
        let mut say = |head: &str, text: &str| out += &entry(head, text, columns);
        say(&format!("{:<9}", game.game), game.about);
        if !game.rules.is_empty() {
            say("  rules   ", &game.rules.join(", "));
        }
        for dialect in &game.rules {
            let maps = game.maps.iter().filter(|map| map.rules == *dialect);
            let maps: Vec<String> = maps.map(|map| format!("{} {}x{}", map.map, map.rows, map.cols)).collect();
            if !maps.is_empty() {
                say("  maps    ", &format!("{dialect}: {}", maps.join(", ")));
            }
        }
        for player in &game.players {
            say(&format!("  player  {:<10} ", player.player), player.about);
            if !player.options.is_empty() {
                say(&" ".repeat(ABOUT), &format!("options: {}", player.options.join(", ")));
            }
        }
    }
    out
}

/// A heading, and the words about it: beside it, and wrapped there; on a narrow screen below it.
fn entry(head: &str, text: &str, columns: Option<usize>) -> String {
    let lines = match columns {
        Some(columns) if columns < WIDE => {
            let indent = 4;
            let below = wrapped(&(" ".repeat(indent) + text), Some(columns), indent);
            let head = head.trim_end();
            if head.is_empty() { below } else { [vec![head.to_owned()], below].concat() }
        }
        _ => {
            let room = columns.map(|columns| columns - head.len());
            let beside = wrapped(text, room, 0);
            let margin = " ".repeat(head.len());
            let line = |(index, line): (usize, &String)| format!("{}{line}", if index == 0 { head } else { &margin });
            beside.iter().enumerate().map(line).collect()
        }
    };
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_fits_narrow_screens_and_loses_no_word() {
        let listed: Vec<Listed> = usual_setups().iter().map(listed).collect();
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        let whole = in_words(&listed, None);
        for columns in [40, 60, 80, 100] {
            let fitted = in_words(&listed, Some(columns));
            let widest = fitted.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(widest <= columns, "{widest} of {columns}:\n{fitted}");
            assert_eq!(words(&fitted), words(&whole));
        }
    }
}
