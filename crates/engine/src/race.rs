//! The best of several options when to look at one is to draw lots. All are tried on the same lots, so that luck favours
//! none of them, and those that fall behind surely enough are left out: the time goes to the close ones.

use crate::budget::Budget;

/// How a contest is held.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rules {
    /// The number of results that an option's expectation counts for.
    pub faith: f64,
    /// An option is out when it is behind by so many standard errors.
    pub doubt: f64,
    /// A gain too small to go on for.
    pub trifle: f64,
}

/// An option and what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Contender {
    /// Its number among the options.
    pub index: usize,
    expected: f64,
    results: Vec<f32>,
    sum: f64,
}

/// A few equal results prove nothing: every comparison starts with this spread, as if seen so many times.
const USUAL_SPREAD: (f64, f64) = (0.02, 4.0);
/// Lots that every contender draws before they are compared again.
const ROUND: usize = 8;

impl Contender {
    /// What it was expected to be worth and what it proved to be, weighed together.
    pub fn value(&self, faith: f64) -> f64 {
        (faith * self.expected + self.sum) / (faith + self.results.len() as f64)
    }

    /// How far it is ahead of another on the lots that both have drawn: luck that only one of them had does not count.
    pub fn lead_over(&self, other: &Self, faith: f64) -> f64 {
        let shared = self.results.len().min(other.results.len());
        let value = |contender: &Self| {
            let sum: f64 = contender.results[..shared].iter().map(|result| f64::from(*result)).sum();
            (faith * contender.expected + sum) / (faith + shared as f64)
        };
        value(self) - value(other)
    }

    /// The results it has.
    pub fn tries(&self) -> usize {
        self.results.len()
    }

    /// Whether it is so far behind another, on the same lots, that it will hardly catch up.
    fn is_behind(&self, leader: &Self, rules: Rules) -> bool {
        let tries = self.results.len() as f64;
        let mean = (self.sum - leader.sum) / tries;
        let square = |(own, other): (&f32, &f32)| (f64::from(own - other) - mean).powi(2);
        let (spread, seen) = USUAL_SPREAD;
        let squares = self.results.iter().zip(&leader.results).map(square).sum::<f64>() + seen * spread * spread;
        let variance = squares / (tries - 1.0 + seen);
        let difference = self.value(rules.faith) - leader.value(rules.faith);
        difference + rules.doubt * (variance / (tries + rules.faith)).sqrt() < rules.trifle
    }
}

/// Holds a contest between options that are expected to be worth so much, until one is left or the budget is spent. All
/// are returned, the best first; `try_on` says what an option is worth on a lot.
pub fn contest(
    expected: &[f64],
    rules: Rules,
    budget: &mut Budget<'_>,
    mut try_on: impl FnMut(usize, u64, &mut Budget<'_>) -> f32,
) -> Vec<Contender> {
    let contender =
        |(index, expected): (usize, &f64)| Contender { index, expected: *expected, results: vec![], sum: 0.0 };
    let mut running: Vec<Contender> = expected.iter().enumerate().map(contender).collect();
    let mut out = vec![];
    let best_first = |contenders: &mut [Contender]| {
        contenders.sort_by(|a, b| b.value(rules.faith).total_cmp(&a.value(rules.faith)));
    };
    best_first(&mut running);
    let mut results = vec![0.0; running.len()];
    for lot in 0.. {
        if running.len() <= 1 {
            break;
        }
        // A lot counts only when all have drawn it.
        let mut drawn = 0;
        while drawn < running.len() && !budget.is_spent() {
            results[drawn] = try_on(running[drawn].index, lot as u64, budget);
            drawn += 1;
        }
        // The last try may have been broken off.
        if budget.is_spent() {
            break;
        }
        for (contender, result) in running.iter_mut().zip(&results) {
            contender.results.push(*result);
            contender.sum += f64::from(*result);
        }
        if (lot + 1) % ROUND == 0 {
            best_first(&mut running);
            let leader = running[0].clone();
            let is_behind =
                |contender: &mut Contender| contender.index != leader.index && contender.is_behind(&leader, rules);
            out.extend(running.extract_if(.., is_behind));
        }
    }
    best_first(&mut running);
    best_first(&mut out);
    running.extend(out);
    running
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Source, SplitMix};

    const RULES: Rules = Rules { faith: 4.0, doubt: 2.0, trifle: 0.001 };

    /// Options that pay by chance; the luck of a lot is shared.
    fn pays(chances: [u32; 4], nodes: u64) -> (Vec<Contender>, u64) {
        let mut never = || 0.0;
        let mut budget = Budget::new(nodes, &mut never);
        let contenders = contest(&[0.5; 4], RULES, &mut budget, |index, lot, budget| {
            budget.spend(1);
            f32::from(u8::from(SplitMix::for_purpose(9, lot).below(100) < chances[index]))
        });
        (contenders, budget.spent())
    }

    #[test]
    fn the_best_option_wins_and_the_hopeless_leave_early() {
        let (contenders, spent) = pays([40, 60, 10, 55], 4000);
        assert_eq!(contenders[0].index, 1);
        let hopeless = contenders.iter().find(|c| c.index == 2).expect("all are returned");
        assert!(hopeless.tries() < contenders[0].tries(), "{contenders:?}");
        assert!(spent < 4000, "it stops once it is sure");
    }

    #[test]
    fn who_left_early_is_compared_on_the_lots_that_it_drew() {
        let contender = |results: &[f32]| Contender {
            index: 0,
            expected: 0.0,
            results: results.to_vec(),
            sum: results.iter().map(|result| f64::from(*result)).sum(),
        };
        // Everybody was lucky at first; the leader went on when it was not.
        let (leader, left) = (contender(&[1.0, 1.0, 0.0, 0.0]), contender(&[1.0, 0.5]));
        assert!(left.value(0.0) > leader.value(0.0));
        assert_eq!((left.lead_over(&leader, 0.0), leader.lead_over(&left, 0.0)), (-0.25, 0.25));
        assert_eq!(left.lead_over(&leader, 2.0), -0.125);
    }

    #[test]
    fn options_without_a_difference_are_not_argued_about() {
        let (_, spent) = pays([50; 4], 4000);
        assert!(spent < 1000, "{spent}");
    }

    #[test]
    fn without_a_budget_expectation_decides() {
        let mut never = || 0.0;
        let contenders = contest(&[0.2, 0.7, 0.5], RULES, &mut Budget::new(0, &mut never), |_, _, _| unreachable!());
        assert_eq!(contenders.iter().map(|c| c.index).collect::<Vec<_>>(), [1, 2, 0]);
    }

    #[test]
    fn a_lot_that_not_all_have_drawn_does_not_count() {
        for (nodes, tries) in [(6, 1), (8, 1), (9, 2)] {
            let (contenders, _) = pays([10, 20, 30, 40], nodes);
            assert!(contenders.iter().all(|c| c.tries() == tries), "{contenders:?}");
        }
    }
}
