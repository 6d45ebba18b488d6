//! Plays variants of Stop's search against each other or against a player, with a fixed number of nodes a move:
//! `cargo run --release -p landgrab-engine --example duel_stop -- ONE OTHER GAMES OPENING SEED`.
//!
//! A variant is `search` with its differences from the champion's: `search,nodes=30000,null_move=0,futility=0,aspiration=0,reduction=0.35`.
//! Anything else is a player's name: `manhattan:depth=4`. Two games each begin with the same OPENING random moves, once
//! from each seat; with `half` every second pair begins with four and the others with none.

use landgrab_engine::budget::Budget;
use landgrab_engine::roster::player;
use landgrab_engine::stop::search::{DEEPEST, Searcher, Tactics};
use rules::stop::{Placing, Setup, Stop};
use rules::{Clock, Game, NoMove, Player, Side, Source, SplitMix, Turn};

const TABLE_BITS: u32 = 18;

struct Way {
    searcher: Searcher,
    nodes: u64,
}

impl Player<Stop> for Way {
    fn choose(&mut self, position: &Stop, _: Clock) -> Result<Placing, NoMove> {
        let report = self.searcher.search(position, DEEPEST, &mut Budget::nodes(self.nodes));
        self.searcher.go_on();
        Ok(report.expect("somebody is to move").best)
    }
}

fn named(text: &str, seed: u64) -> Box<dyn Player<Stop>> {
    let Some(settings) = text.strip_prefix("search") else {
        return player::<Stop>(&text.parse().expect("a player"), seed).expect("a player of Stop");
    };
    let (mut tactics, mut nodes) = (Tactics::default(), 100_000);
    for setting in settings.split(',').skip(1) {
        let (name, value) = setting.split_once('=').expect("name=value");
        let value: f64 = value.parse().expect("a number");
        match name {
            "nodes" => nodes = value as u64,
            "reduction" => tactics.late_move_reduction = value,
            "null_move" => tactics.null_move = value > 0.0,
            "futility" => tactics.futility_margin = value as i32,
            "futility_depth" => tactics.futility_depth = value as i32,
            "aspiration" => tactics.aspiration = value as i32,
            _ => panic!("no setting {name}: nodes, reduction, null_move, futility, futility_depth, aspiration"),
        }
    }
    Box::new(Way { searcher: Searcher::new(TABLE_BITS, tactics), nodes })
}

/// The margin of ONE, which has this side.
fn margin(mut position: Stop, side: Side, mut one: Box<dyn Player<Stop>>, mut other: Box<dyn Player<Stop>>) -> i32 {
    while let Turn::Move(mover) = position.turn() {
        if position.contested().is_empty() {
            break;
        }
        let mover = if mover == side { &mut one } else { &mut other };
        position.play_unchecked(mover.choose(&position, Clock::default()).expect("a move"));
    }
    let score = position.settled_score();
    score[side] as i32 - score[side.other()] as i32
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [one, other, games, opening, seed] = &arguments[..] else { panic!("ONE OTHER GAMES OPENING SEED") };
    let (games, seed): (u64, u64) = (games.parse().expect("games"), seed.parse().expect("a seed"));
    // Won, tied, lost, as X and as O.
    let mut results = [[0u32; 3]; 2];
    for game in 0..games {
        let pair = game / 2;
        let mut source = SplitMix::for_purpose(seed, pair);
        let mut position = Stop::new(&Setup::default());
        let by_chance = if opening == "half" { pair % 2 * 4 } else { opening.parse().expect("moves or half") };
        for _ in 0..by_chance {
            let moves: Vec<Placing> = position.moves().collect();
            position.play_unchecked(moves[source.below(moves.len() as u32) as usize]);
        }
        let side = Side::BOTH[(game % 2) as usize];
        let margin = margin(position, side, named(one, game), named(other, game + 1000));
        results[(game % 2) as usize][(1 - margin.signum()) as usize] += 1;
    }
    let [x, o] = results;
    let points = f64::from(2 * (x[0] + o[0]) + x[1] + o[1]) / 2.0;
    println!("{:.1} % of {games} games; won, tied, lost as X {x:?}, as O {o:?}", 100.0 * points / games as f64);
}
