//! Workers in virtual time. Each takes batches for a while, then goes: mostly in the middle of one, which is given out
//! again when its lease has run out.

use crate::{Settings, uniform};
use rules::SplitMix;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Virtual seconds.
const LEASE: f64 = 60.0;
const RENEWAL: f64 = 20.0;
const MEAN_STAY: f64 = 1800.0;
const MEAN_ABSENCE: f64 = 900.0;
/// A pair takes between these, by the slower of its players.
const PAIR: [f64; 2] = [0.05, 1.0];

/// A batch.
#[derive(Clone, Copy)]
pub struct Task {
    pub a: usize,
    pub b: usize,
}

pub struct Crew {
    /// What happens next, by microseconds.
    events: BinaryHeap<Reverse<(u64, usize)>>,
    workers: Vec<Worker>,
    /// Batches whose lease ran out.
    returned: Vec<Task>,
    /// Seconds for a pair, by entrant.
    pace: Vec<f64>,
    batch: f64,
    now: f64,
    chance: SplitMix,
    takes: u64,
    ends: u64,
    renewals: u64,
    lost: u64,
}

struct Worker {
    task: Option<Task>,
    /// When it goes.
    leaves: f64,
    /// Whether it has gone in the middle of its batch.
    has_vanished: bool,
}

impl Crew {
    pub fn new(settings: &Settings) -> Self {
        let mut chance = SplitMix::for_purpose(settings.seed, 1);
        let pace = |chance: &mut SplitMix| PAIR[0] * (PAIR[1] / PAIR[0]).powf(uniform(chance));
        let pace = (0..settings.entrants).map(|_| pace(&mut chance)).collect();
        let mut crew = Self {
            events: BinaryHeap::new(),
            workers: Vec::new(),
            returned: Vec::new(),
            pace,
            batch: f64::from(settings.batch),
            now: 0.0,
            chance,
            takes: 0,
            ends: 0,
            renewals: 0,
            lost: 0,
        };
        for number in 0..settings.workers {
            crew.workers.push(Worker { task: None, leaves: 0.0, has_vanished: false });
            let arrives = MEAN_ABSENCE * uniform(&mut crew.chance);
            crew.at(arrives, number);
        }
        crew
    }

    fn at(&mut self, seconds: f64, worker: usize) {
        self.events.push(Reverse(((seconds * 1e6) as u64, worker)));
    }

    fn after_mean(&mut self, mean: f64) -> f64 {
        -mean * uniform(&mut self.chance).ln()
    }

    /// Goes on to the next event; a batch that was finished by it. `choose` is asked when a worker wants work.
    pub fn advance(&mut self, choose: impl FnOnce() -> Task) -> Option<Task> {
        let Reverse((micros, number)) = self.events.pop()?;
        self.now = micros as f64 / 1e6;
        let task = self.workers[number].task.take();
        if self.workers[number].has_vanished {
            self.workers[number].has_vanished = false;
            self.lost += 1;
            self.returned.extend(task);
            let back = self.now + self.after_mean(MEAN_ABSENCE);
            self.at(back, number);
            return None;
        }
        self.ends += u64::from(task.is_some());
        if self.now >= self.workers[number].leaves {
            // It comes back from an absence.
            let stay = self.after_mean(MEAN_STAY);
            self.workers[number].leaves = self.now + stay;
        }
        let next = self.returned.pop().unwrap_or_else(choose);
        self.take(number, next);
        task
    }

    fn take(&mut self, number: usize, task: Task) {
        self.takes += 1;
        let length = self.batch * self.pace[task.a].max(self.pace[task.b]);
        let leaves = self.workers[number].leaves;
        let has_vanished = self.now + length > leaves;
        let until = if has_vanished { leaves } else { self.now + length };
        self.renewals += ((until - self.now) / RENEWAL) as u64;
        self.workers[number] = Worker { task: Some(task), leaves, has_vanished };
        self.at(if has_vanished { leaves + LEASE } else { until }, number);
    }

    /// The batches that are under way.
    pub fn under_way(&self) -> impl Iterator<Item = Task> {
        self.workers.iter().filter_map(|worker| worker.task).chain(self.returned.iter().copied())
    }

    pub fn in_words(&self) -> String {
        let Self { now, takes, ends, renewals, lost, .. } = self;
        let a_second = (takes + ends + renewals) as f64 / now.max(1.0);
        format!(
            "{:.1} virtual hours; the store: {takes} takes, {ends} ends, {renewals} renewals, {a_second:.1} a second; \
             {lost} batches lost and given out again",
            now / 3600.0
        )
    }
}
