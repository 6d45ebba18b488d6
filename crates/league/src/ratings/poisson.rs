//! Poisson numbers with whole means: how often an outcome that was seen so many times is drawn again.

use rules::SplitMix;

/// Up to this mean the distribution is looked up in a table; above, the normal distribution is as good for resampling.
const TABLES: usize = 64;

/// Tables of cumulative probabilities.
pub(super) struct Poisson {
    /// By mean: the probability of at most 0, 1, 2 ...
    cumulative: Vec<Vec<f64>>,
}

impl Poisson {
    pub fn new() -> Self {
        Self { cumulative: (0..=TABLES).map(|mean| cumulative(mean as f64)).collect() }
    }

    /// A number from the distribution with this mean.
    pub fn draw(&self, mean: u64, chance: &mut SplitMix) -> u64 {
        if mean == 0 {
            return 0;
        }
        let Some(table) = self.cumulative.get(mean as usize) else {
            let mean = mean as f64;
            return (mean + mean.sqrt() * standard_normal(chance)).round().max(0.0) as u64;
        };
        let share = uniform(chance);
        // For means this small a walk from the most likely number is shorter than a binary search.
        let mut number = mean as usize;
        if share < table[number] {
            while number > 0 && share < table[number - 1] {
                number -= 1;
            }
        } else {
            while number < table.len() && share >= table[number] {
                number += 1;
            }
        }
        number as u64
    }
}

fn cumulative(mean: f64) -> Vec<f64> {
    let mut sum = 0.0;
    let mut probability = (-mean).exp();
    let mut table = Vec::new();
    while sum < 1.0 - 1e-15 && table.len() < 4 * TABLES {
        sum += probability;
        table.push(sum);
        probability *= mean / table.len() as f64;
    }
    table
}

/// Between 0 and 1, never either of them.
pub(super) fn uniform(chance: &mut SplitMix) -> f64 {
    ((chance.bits() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
}

/// By Box and Muller's method.
fn standard_normal(chance: &mut SplitMix) -> f64 {
    let (radius, angle) = (uniform(chance), std::f64::consts::TAU * uniform(chance));
    (-2.0 * radius.ln()).sqrt() * angle.cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance_are_the_mean() {
        let (poisson, mut chance) = (Poisson::new(), SplitMix::new(1));
        for mean in [0, 1, 2, 7, 64, 65, 1000] {
            let draws: Vec<f64> = (0..20_000).map(|_| poisson.draw(mean, &mut chance) as f64).collect();
            let average = draws.iter().sum::<f64>() / 20_000.0;
            let variance = draws.iter().map(|draw| (draw - average).powi(2)).sum::<f64>() / 20_000.0;
            let mean = mean as f64;
            assert!((average - mean).abs() <= 5.0 * (mean / 20_000.0).sqrt(), "{average} for {mean}");
            assert!((variance - mean).abs() <= 0.07 * mean, "{variance} for {mean}");
        }
    }

    #[test]
    fn small_means_have_the_right_frequencies() {
        let (poisson, mut chance) = (Poisson::new(), SplitMix::new(2));
        let mut seen = [0; 4];
        for _ in 0..100_000 {
            seen[poisson.draw(1, &mut chance).min(3) as usize] += 1;
        }
        for (count, expected) in seen.into_iter().zip([36_788, 36_788, 18_394, 8_030i32]) {
            assert!((count - expected).abs() < 800, "{seen:?}");
        }
    }
}
