//! A league in virtual time: no games are played, results are drawn from true ratings, and workers come and go. It says
//! how many pairs it takes until 95 % of the intervals are narrow, with three ways to choose opponents.
//!
//! `cargo run --release -p landgrab-league --example simulation -- entrants=1000 workers=200 pairs=2000000`
//!
//! Other settings: `batch` (pairs), `width` (Elo from end to end), `samples` (of the bootstrap), `spread` (standard
//! deviation of the true ratings, Elo), `seed`, `policy` (ladder, random or neighbours; all of them by default).

#[path = "simulation/choice.rs"]
mod choice;
#[path = "simulation/workers.rs"]
mod workers;

use choice::{Choice, Policy};
use landgrab_league::{Anchor, Bootstrap, PairEncounter, Pentanomial, share_of_elo};
use rules::SplitMix;
use std::collections::HashMap;
use std::time::Instant;
use workers::{Crew, Task};

/// What is simulated.
#[derive(Clone, Copy)]
pub struct Settings {
    entrants: usize,
    workers: usize,
    /// Give up after so many pairs.
    pairs: u64,
    /// Pairs of a batch.
    batch: u32,
    /// An interval is narrow when it is below this from end to end, in Elo.
    width: f64,
    samples: usize,
    /// Standard deviation of the true ratings, in Elo.
    spread: f64,
    seed: u64,
}

/// The entrant whose rating is known to be 0.
const ANCHOR: usize = 0;
/// Between two fits the number of pairs grows by this much.
const GROWTH: f64 = 1.15;

fn main() {
    let mut settings = Settings {
        entrants: 1000,
        workers: 200,
        pairs: 2_000_000,
        batch: 16,
        width: 30.0,
        samples: 40,
        spread: 300.0,
        seed: 1,
    };
    let mut policies = Policy::ALL.to_vec();
    for argument in std::env::args().skip(1) {
        let (name, value) = argument.split_once('=').unwrap_or((&argument, ""));
        let number: f64 = value.parse().unwrap_or(0.0);
        match name {
            "entrants" => settings.entrants = (number as usize).max(2),
            "workers" => settings.workers = (number as usize).max(1),
            "pairs" => settings.pairs = number as u64,
            "batch" => settings.batch = (number as u32).max(1),
            "width" => settings.width = number,
            "samples" => settings.samples = (number as usize).max(2),
            "spread" => settings.spread = number,
            "seed" => settings.seed = number as u64,
            "policy" => policies.retain(|policy| policy.name() == value),
            _ => panic!("expected a setting such as entrants=1000, found {argument}"),
        }
    }
    let Settings { entrants, workers, pairs, batch, width, samples, spread, seed } = settings;
    println!(
        "{entrants} entrants, {workers} workers, at most {pairs} pairs in batches of {batch}; \
         true ratings spread by {spread} Elo"
    );
    println!("intervals of {samples} samples, narrow below {width} Elo; seed {seed}");
    for policy in policies {
        League::new(settings, policy).run();
    }
}

/// A league that is under way.
struct League {
    settings: Settings,
    policy: Policy,
    truth: Vec<f64>,
    results: HashMap<(usize, usize), Pentanomial>,
    /// Pairs of each entrant.
    played: Vec<u64>,
    total: u64,
    chance: SplitMix,
}

impl League {
    fn new(settings: Settings, policy: Policy) -> Self {
        let mut chance = SplitMix::new(settings.seed);
        let mut truth: Vec<f64> = (0..settings.entrants).map(|_| settings.spread * normal(&mut chance)).collect();
        truth[ANCHOR] = 0.0;
        let played = vec![0; settings.entrants];
        Self { settings, policy, truth, results: HashMap::new(), played, total: 0, chance }
    }

    fn run(mut self) {
        let begun = Instant::now();
        let Settings { entrants, batch, pairs, .. } = self.settings;
        let mut crew = Crew::new(&self.settings);
        let mut choice = Choice::new(self.policy, &self.fit(), [], self.settings.seed);
        // Everybody's first three batches.
        let mut next_fit = 3 * entrants as u64 * u64::from(batch);
        loop {
            while self.total < next_fit {
                let done = crew.advance(|| {
                    let (a, b) = choice.next(batch);
                    Task { a, b }
                });
                if let Some(task) = done {
                    self.play(task);
                }
            }
            let fit = self.fit();
            let narrow = self.narrow(&fit);
            if narrow >= 0.95 || self.total >= pairs {
                return self.report(&fit, narrow, &crew, begun);
            }
            let under_way: Vec<(usize, usize)> = crew.under_way().map(|task| (task.a, task.b)).collect();
            let met = self.results.keys().copied().chain(under_way.iter().copied());
            choice = Choice::new(self.policy, &fit, met, self.settings.seed ^ self.total);
            under_way.iter().for_each(|both| choice.plan(*both, batch));
            next_fit = ((self.total as f64 * GROWTH) as u64).min(pairs.max(self.total + 1));
        }
    }

    /// Draws the results of a batch.
    fn play(&mut self, Task { a, b }: Task) {
        let share = share_of_elo(self.truth[a] - self.truth[b]);
        let counts = self.results.entry((a, b)).or_default();
        for _ in 0..self.settings.batch {
            let won = [(); 2].map(|()| usize::from(uniform(&mut self.chance) < share));
            counts.0[2 * (won[0] + won[1])] += 1;
        }
        for entrant in [a, b] {
            self.played[entrant] += u64::from(self.settings.batch);
        }
        self.total += u64::from(self.settings.batch);
    }

    fn fit(&self) -> Bootstrap {
        let results: Vec<PairEncounter> =
            self.results.iter().map(|((a, b), counts)| PairEncounter { a: *a, b: *b, counts: *counts }).collect();
        let anchor = Anchor { entrant: ANCHOR, rating: 0.0 };
        Bootstrap::new(self.settings.entrants, &results, Some(anchor), self.settings.samples, self.settings.seed)
    }

    /// The share of intervals that are narrow. They are taken from the standard error: the ends of few samples are
    /// rough.
    fn narrow(&self, fit: &Bootstrap) -> f64 {
        let is_narrow = |entrant: &usize| 2.0 * 1.96 * fit.error(*entrant) < self.settings.width;
        (0..self.settings.entrants).filter(is_narrow).count() as f64 / self.settings.entrants as f64
    }

    fn report(&self, fit: &Bootstrap, narrow: f64, crew: &Crew, begun: Instant) {
        let others: Vec<usize> = (0..self.settings.entrants).filter(|entrant| *entrant != ANCHOR).collect();
        let is_covered = |i: &&usize| (fit.ratings()[**i] - self.truth[**i]).abs() < 1.96 * fit.error(**i);
        let covered = others.iter().filter(is_covered).count() as f64 / others.len() as f64;
        let mut loads: Vec<u64> = others.iter().map(|entrant| self.played[*entrant]).collect();
        loads.sort_unstable();
        let mut widths: Vec<f64> = others.iter().map(|entrant| 2.0 * 1.96 * fit.error(*entrant)).collect();
        widths.sort_by(f64::total_cmp);
        let at = |share: f64| (share * (loads.len() - 1) as f64) as usize;
        println!("\n{}: {} pairs, {:.1} % of the intervals narrow", self.policy.name(), self.total, 100.0 * narrow);
        println!(
            "  width: median {:.1}, 95 % below {:.1} Elo; {:.1} % hold the true rating",
            widths[at(0.5)],
            widths[at(0.95)],
            100.0 * covered
        );
        let (least, middle, most) = (loads[0], loads[at(0.5)], loads[loads.len() - 1]);
        println!(
            "  pairs an entrant: {least} at least, {middle} median, {most} at most, the anchor {}",
            self.played[ANCHOR]
        );
        println!("  {}", crew.in_words());
        println!("  {} pairings; computed in {:.1} s", self.results.len(), begun.elapsed().as_secs_f64());
    }
}

/// Between 0 and 1.
pub fn uniform(chance: &mut SplitMix) -> f64 {
    ((chance.bits() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
}

/// By Box and Muller's method.
fn normal(chance: &mut SplitMix) -> f64 {
    (-2.0 * uniform(chance).ln()).sqrt() * (std::f64::consts::TAU * uniform(chance)).cos()
}
