//! `landgrab games`: the games, their maps and their built-in players.

use super::print_json;
use crate::failure::Failure;
use engine::roster::{Entry, Roster};
use rules::catalogue::{AnySetup, GAMES};
use rules::pieces::{Dialect, Map, Setup};
use rules::{colours, stop, with_game};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;

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
        io::stdout().write_all(in_words(&listed).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
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

fn in_words(listed: &[Listed]) -> String {
    let mut out = String::new();
    for game in listed {
        out += &format!("{:<9}{}\n", game.game, game.about);
        if !game.rules.is_empty() {
            out += &format!("  rules   {}\n", game.rules.join(", "));
        }
        for dialect in &game.rules {
            let maps = game.maps.iter().filter(|map| map.rules == *dialect);
            let maps: Vec<String> = maps.map(|map| format!("{} {}x{}", map.map, map.rows, map.cols)).collect();
            if !maps.is_empty() {
                out += &format!("  maps    {dialect}: {}\n", maps.join(", "));
            }
        }
        for player in &game.players {
            out += &format!("  player  {:<10} {}\n", player.player, player.about);
            if !player.options.is_empty() {
                out += &format!("{:21}options: {}\n", "", player.options.join(", "));
            }
        }
    }
    out
}
