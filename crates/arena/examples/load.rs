//! A load test of a store with results that nobody played: the cost of a batch, of a table and of a page of games.
//!
//! ```text
//! cargo run --release -p landgrab-arena --example load -- sqlite:/tmp/load.db entrants=100 pairs=5000000 batch=500
//! ```
//! A record has as many bytes as `record` says, of text that compresses about as well as a short record.

use landgrab_arena::{
    ArenaError, EndedBy, EntrantState, Format, GameFilter, Gate, NewEntrant, PairOrder, PairResult, PlayedGame,
    Settings, SetupSource, Source, Store, Take, Taken,
};
use rules::catalogue::AnySetup;
use rules::{Source as _, SplitMix, stop};
use std::env;
use std::time::Instant;

const LEAGUE: &str = "load";

#[tokio::main]
async fn main() -> Result<(), ArenaError> {
    let mut args = env::args().skip(1);
    let url = args.next().unwrap_or_else(|| "sqlite:load.db".into());
    let (mut entrants, mut pairs, mut batch, mut record) = (100, 100_000, 500, 1500);
    for arg in args {
        let (key, number) = arg.split_once('=').expect("key=number");
        let number: u64 = number.parse().expect("a number");
        match key {
            "entrants" => entrants = number,
            "pairs" => pairs = number,
            "batch" => batch = number as u32,
            "record" => record = number as usize,
            other => panic!("expected entrants, pairs, batch or record, found {other}"),
        }
    }
    let store = Store::open(&url).await?;
    if store.league(LEAGUE).await.is_err() {
        make(&store, entrants).await?;
    }
    let mut chance = SplitMix::new(7);
    let records = [0, 1].map(|_| text(&mut chance, record));
    let (mut taking, mut finishing, mut batches, begun) = (0.0, 0.0, 0_u32, Instant::now());
    loop {
        let started = Instant::now();
        let taken = store.take(Take { league: LEAGUE, worker: "load", pairs: batch, most: Some(pairs) }).await?;
        taking += started.elapsed().as_secs_f64();
        let Taken::Batch(batch) = taken else { break };
        let results: Vec<PairResult> = batch.pairs.iter().map(|order| result(order, &records, &mut chance)).collect();
        let started = Instant::now();
        store.finish(&batch.lease, &results).await?;
        finishing += started.elapsed().as_secs_f64();
        batches += 1;
    }
    if batches > 0 {
        let each = |seconds: f64| 1000.0 * seconds / f64::from(batches);
        let took = begun.elapsed().as_secs_f64();
        println!("{batches} batches in {took:.1} s: take {:.2} ms, finish {:.2} ms", each(taking), each(finishing));
    }
    reading(&store, entrants).await
}

async fn reading(store: &Store, entrants: u64) -> Result<(), ArenaError> {
    for _ in 0..3 {
        let started = Instant::now();
        let table = store.table(LEAGUE).await?;
        println!("table of {} games: {:.0} ms", 2 * table.pairs, 1000.0 * started.elapsed().as_secs_f64());
    }
    let name = format!("entrant-{}", entrants / 2);
    for (what, after, newest_first) in
        [("newest", None, true), ("first", None, false), ("middle", Some(1_000_000), false)]
    {
        let started = Instant::now();
        let filter = GameFilter { entrant: Some(&name), after, limit: 50, newest_first };
        let games = store.games(LEAGUE, filter).await?.len();
        println!("{what} {games} games of {name}: {:.1} ms", 1000.0 * started.elapsed().as_secs_f64());
    }
    Ok(())
}

async fn make(store: &Store, entrants: u64) -> Result<(), ArenaError> {
    let settings = Settings {
        setups: vec![SetupSource::Fixed(AnySetup::Stop(stop::Setup::default()))],
        time_ms: None,
        sandbox: None,
        opening_plies: 0,
        format: Format::RoundRobin,
        gate: Gate::None,
        anchor: None,
    };
    store.create_league(LEAGUE, &settings, 7, "load").await?;
    for number in 0..entrants {
        let new = NewEntrant {
            name: format!("entrant-{number}"),
            owner: None,
            source: Source::BuiltIn("random".into()),
            state: EntrantState::In,
            report: None,
        };
        store.enter(LEAGUE, &new, "load").await?;
    }
    Ok(())
}

/// Lines of moves, as a short record has.
fn text(chance: &mut SplitMix, bytes: usize) -> String {
    let mut text = String::new();
    while text.len() < bytes {
        text += &format!("{} {};{}\n", chance.below(15), chance.below(17), chance.below(40));
    }
    text
}

/// Entrants with smaller numbers win more often.
fn result(order: &PairOrder, records: &[String; 2], chance: &mut SplitMix) -> PairResult {
    let game = |chance: &mut SplitMix| {
        let won = match chance.below(10) {
            0 => None,
            luck => Some(u8::from((luck < 5) == (order.a < order.b))),
        };
        PlayedGame { won, score: [20, 18], ended: EndedBy::Rules, turns: 38, ms: [1.5, 1.2], faults: [None, None] }
    };
    PairResult { number: order.number, games: [game(chance), game(chance)], records: records.clone() }
}
