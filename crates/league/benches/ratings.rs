//! How long ratings and their intervals take: 1,000 entrants with 1,000,000 pairs, in a round-robin (two pairs between
//! any two) and in a ladder (100 pairs with each of 20 neighbours); CPU seconds of one thread.
//!
//! `cargo bench -p landgrab-league --bench ratings` prints the times. Arguments: entrants and pairs, such as
//! `-- 10000 10000000`, and the number of samples.

use landgrab_league::{Anchor, Bootstrap, PairEncounter, Pentanomial, RoundRobin, ratings, share_of_elo};
use rules::SplitMix;
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let number = |place: usize, usual| numbers.get(place).copied().unwrap_or(usual);
    let (entrants, pairs, samples) = (number(0, 1000), number(1, 1_000_000), number(2, 200));
    println!(
        "{entrants} entrants, {pairs} pairs, {samples} samples          count     rate  {samples} samples  certainties"
    );
    let schedule = RoundRobin { entrants, seed: 1 };
    bench("round-robin", entrants, pairs, samples, |number| {
        let plan = schedule.pair(number as u64).expect("two entrants or more");
        (plan.a, plan.b)
    });
    bench("ladder", entrants, pairs, samples, |number| {
        let (a, by) = (number % entrants, 1 + number / entrants % 10);
        (a, (a + by) % entrants)
    });
}

fn bench(name: &str, entrants: usize, pairs: usize, samples: usize, who: impl Fn(usize) -> (usize, usize)) {
    let mut chance = SplitMix::new(1);
    let mut game = |share: f64| usize::from(((chance.bits() >> 11) as f64) < share * (1u64 << 53) as f64);
    // From -500 to 500 Elo.
    let strength = |entrant: usize| 1000.0 * entrant as f64 / entrants as f64 - 500.0;
    let results: Vec<PairEncounter> = (0..pairs)
        .map(|number| {
            let (a, b) = who(number);
            let share = share_of_elo(strength(a) - strength(b));
            let mut counts = Pentanomial::default();
            counts.0[2 * (game(share) + game(share))] += 1;
            PairEncounter { a, b, counts }
        })
        .collect();
    let anchor = Some(Anchor { entrant: 0, rating: 0.0 });
    let begun = cpu_seconds();
    let counted = PairEncounter::merged(&results);
    let count = cpu_seconds() - begun;
    let begun = cpu_seconds();
    let rated = black_box(ratings(entrants, counted.iter().copied().map(Into::into), anchor));
    let rate = cpu_seconds() - begun;
    let begun = cpu_seconds();
    let spread = Bootstrap::new(entrants, &counted, anchor, samples, 1);
    let bootstrap = cpu_seconds() - begun;
    let begun = cpu_seconds();
    if entrants <= 2000 {
        black_box(spread.certainties());
    }
    let certainties = cpu_seconds() - begun;
    let error = (0..entrants).map(|i| (rated[i] - rated[0] - strength(i) + strength(0)).abs()).fold(0.0, f64::max);
    let mut widths: Vec<f64> = (0..entrants).map(|i| spread.interval(i).width()).collect();
    widths.sort_by(f64::total_cmp);
    println!(
        "{name:<12} {:>8} pairings {:>18.3} s {:>6.3} s {:>10.2} s {:>9.2} s   \
         largest error {error:.1}, median width {:.1}",
        counted.len(),
        count,
        rate,
        bootstrap,
        certainties,
        widths[entrants / 2],
    );
}

/// What this thread has used: other programs may share the machine.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
