//! The belief about the opponent: a probability for each opponent model, updated by Bayes' rule after every placement.
//!
//! A placement shows as new cells. The own cell that it covered, and so the piece, is not seen. Each model is asked where
//! it would have put every piece that fits the new cells. The more models agree, the less is learned.

use super::OpponentModel;
use crate::budget::Budget;
use crate::pieces::afterstate::for_each_afterstate;
use crate::pieces::heat::Metric;
use crate::pieces::players::{BfsPlayer, Costed, HeatCache};
use crate::pieces::territory::Territory;
use grid::{Cell, CellSet, race};
use rules::pieces::{Piece, Pieces, Placement};
use rules::{Game, Source, Turn};

/// Prior over opponent models. Not all weight on the strongest model: against it all defences score alike, and nothing
/// prefers the one after which a real opponent errs.
const PRIOR: Posterior = Posterior([0.5, 0.25, 0.25 / 3.0, 0.25 / 3.0, 0.25 / 3.0, 0.0]);
/// All weight on an opponent like the champion itself: the belief without knowledge of particular players.
const SELF_PLAY: Posterior = Posterior([0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
/// Probability that a modelled player makes another placement than its model does.
const ERROR_RATE: f64 = 0.3;
/// Share of the prior that stays in every posterior: an opponent may change its ways.
const PRIOR_FLOOR: f64 = 0.03;
/// Models below this probability are not asked to evaluate a position.
const NEGLIGIBLE: f64 = 0.15;

/// The models of known players, then self-play.
const MODELS: [OpponentModel; 6] = [
    OpponentModel::Territory,
    OpponentModel::Voronoi,
    OpponentModel::Heat,
    OpponentModel::Terminator,
    OpponentModel::Bfs,
    OpponentModel::SelfPlay,
];
const KNOWN: usize = OpponentModel::KNOWN_PLAYERS.len();

/// The probability of each opponent model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Posterior([f64; MODELS.len()]);

impl Posterior {
    /// A model, drawn with its probability.
    pub fn draw(&self, source: &mut impl Source) -> OpponentModel {
        const PARTS: u32 = 1 << 16;
        let mut left = f64::from(source.below(PARTS)) / f64::from(PARTS);
        let drawn = MODELS.into_iter().zip(self.0).find(|(_, probability)| {
            left -= probability;
            left < 0.0
        });
        drawn.map_or(OpponentModel::Territory, |(model, _)| model)
    }

    /// The models worth an evaluation, with weights that add up to 1. The network has the same biases for the three
    /// models that press close, so [`OpponentModel::Heat`] stands for them.
    pub fn likely(&self) -> impl Iterator<Item = (OpponentModel, f64)> {
        let [territory, voronoi, close @ .., self_play] = self.0;
        let weight = |probability: f64| if probability < NEGLIGIBLE { 0.0 } else { probability };
        let weights = [
            (OpponentModel::Territory, weight(territory)),
            (OpponentModel::Voronoi, weight(voronoi)),
            (OpponentModel::Heat, weight(close.iter().sum())),
            (OpponentModel::SelfPlay, weight(self_play)),
        ];
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        weights.into_iter().filter(|(_, weight)| *weight > 0.0).map(move |(model, weight)| (model, weight / sum))
    }

    /// The likeliest model alone.
    pub fn likeliest(&self) -> Self {
        let (likeliest, _) = self.likely().max_by(|a, b| a.1.total_cmp(&b.1)).expect("some model is likely");
        Self(MODELS.map(|model| if model == likeliest { 1.0 } else { 0.0 }))
    }

    /// Bayes' rule: the posterior after a placement that each known player makes with this likelihood.
    fn after(self, likelihoods: [f64; KNOWN]) -> Self {
        let mut posterior = self;
        for (probability, likelihood) in posterior.0.iter_mut().zip(likelihoods) {
            *probability *= likelihood;
        }
        let sum: f64 = posterior.0[..KNOWN].iter().sum();
        for (probability, prior) in posterior.0[..KNOWN].iter_mut().zip(PRIOR.0) {
            *probability = (1.0 - PRIOR_FLOOR) * *probability / sum + PRIOR_FLOOR * prior;
        }
        posterior
    }
}

/// The belief about one opponent, and the position that it is to answer.
#[derive(Clone, Debug)]
pub struct Belief<S> {
    posterior: Posterior,
    /// The position that the opponent was last left with.
    left_with: Option<Pieces<S>>,
}

impl<S: CellSet> Belief<S> {
    /// The prior: nothing was seen of the opponent.
    pub const fn prior() -> Self {
        Self { posterior: PRIOR, left_with: None }
    }

    /// An opponent like the champion itself, whatever is seen.
    pub const fn self_play() -> Self {
        Self { posterior: SELF_PLAY, left_with: None }
    }

    /// The probability of each model.
    pub fn posterior(&self) -> Posterior {
        self.posterior
    }

    /// Updates the posterior with the opponent's answer. A position that does not follow from the one that it was left
    /// with is of another game, and the prior holds again.
    pub fn observe(&mut self, position: &Pieces<S>, budget: &mut Budget<'_>) {
        let Some(left_with) = self.left_with.take() else { return };
        match new_cells(&left_with, position) {
            None => self.posterior = PRIOR,
            Some(new) if new.is_empty() || left_with.side() == position.side() || left_with.turn() != Turn::Draw => {}
            Some(new) => {
                if let Some(likelihoods) = likelihoods(&left_with, &new, budget) {
                    self.posterior = self.posterior.after(likelihoods);
                }
            }
        }
    }

    /// Remembers the position that the opponent is left with.
    pub fn remember(&mut self, position: Pieces<S>) {
        self.left_with = Some(position);
    }
}

/// The cells that the opponent of the side to move has added; `None` when anything else has changed.
fn new_cells<S: CellSet>(left_with: &Pieces<S>, position: &Pieces<S>) -> Option<S> {
    if (left_with.size(), left_with.dialect()) != (position.size(), position.dialect()) {
        return None;
    }
    let (side, enemy) = (position.side(), position.side().other());
    let mut new = position.own(enemy).clone();
    new -= left_with.own(enemy);
    let mut free = left_with.free().clone();
    free -= &new;
    let follows = left_with.own(side) == position.own(side)
        && left_with.own(enemy).is_subset(position.own(enemy))
        && free == *position.free();
    follows.then_some(new)
}

/// The likelihood of the new cells under each known player, up to a common factor; `None` when no piece covers them.
fn likelihoods<S: CellSet>(left_with: &Pieces<S>, new: &S, budget: &mut Budget<'_>) -> Option<[f64; KNOWN]> {
    let pieces = pieces(left_with, new);
    let mut sums = [0.0; KNOWN];
    for piece in &pieces {
        let mut position = left_with.clone();
        position.take(piece.clone());
        for (sum, likelihood) in sums.iter_mut().zip(likelihoods_at_origin(&position, budget)) {
            *sum += likelihood;
        }
    }
    (!pieces.is_empty()).then_some(sums)
}

/// The pieces that can have covered the new cells and one old one. Each comes in a box as large as the board, so that all
/// of them were placed at `0 0`. Nearly all pieces are connected, most of them edge to edge, so corners are tried last.
fn pieces<S: CellSet>(left_with: &Pieces<S>, new: &S) -> Vec<Piece> {
    let own = left_with.own(left_with.side());
    let beside = |cell: Cell| new.iter().any(|n| n.row.abs_diff(cell.row) + n.col.abs_diff(cell.col) == 1);
    let around = |cell: Cell| new.iter().any(|n| n.row.abs_diff(cell.row).max(n.col.abs_diff(cell.col)) == 1);
    let mut covered: Vec<Cell> = own.iter().filter(|cell| beside(*cell)).collect();
    if covered.is_empty() {
        covered = own.iter().filter(|cell| around(*cell)).collect();
    }
    covered.into_iter().filter_map(|cell| Piece::new(left_with.size(), new.iter().chain([cell]))).collect()
}

/// The probability that each known player puts this position's piece at `0 0`.
fn likelihoods_at_origin<S: CellSet>(position: &Pieces<S>, budget: &mut Budget<'_>) -> [f64; KNOWN] {
    let enemy = position.own(position.side().other());
    let mut territory = Territory::like(enemy);
    let (mut played, mut splits, mut margins) = (0, vec![], vec![]);
    for_each_afterstate(position, |after| {
        if after.placement == (Placement::At { row: 0, col: 0 }) {
            played = splits.len();
        }
        splits.push(i64::from(territory.split(&after.ours, enemy, &after.free, usize::MAX)));
        margins.push(race(&after.ours, enemy, &after.free).margin().into());
    });
    budget.spend(splits.len() as u64);
    // The same placements in the same order.
    let closeness = |placements: Vec<Costed>| placements.iter().map(|near| -(near.cost as i64)).collect();
    let rings = closeness(HeatCache::new(Metric::Rings).sums(position));
    let steps = closeness(HeatCache::new(Metric::L1).placements(position));
    let walks = closeness(BfsPlayer::sums(position));
    [splits, margins, rings, steps, walks].map(|values: Vec<i64>| likelihood(&values, played))
}

/// The probability that a player that prefers high values plays this one: nearly always one of the highest, and when it
/// errs rather a high one, by rank.
fn likelihood(values: &[i64], played: usize) -> f64 {
    let better = values.iter().filter(|value| **value > values[played]).count();
    let equal = values.iter().filter(|value| **value == values[played]).count() as f64;
    let (all, rank) = (values.len() as f64, better as f64 + (equal - 1.0) / 2.0);
    let by_error = 2.0 * (all - rank) / (all * (all + 1.0));
    let by_choice = if better == 0 { 1.0 / equal } else { 0.0 };
    (1.0 - ERROR_RATE) * by_choice + ERROR_RATE * by_error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::{PlayerSpec, player};
    use rules::pieces::{Dialect, Setup, class};
    use rules::{BySide, Clock, Side, SplitMix};

    type Small = Pieces<class::Small>;

    /// The posterior about the second player after so many of its moves against the first one.
    fn posterior(first: &str, second: &str, dialect: Dialect, seed: u64, moves: u32) -> Posterior {
        let setup = Setup::named("map00", dialect).expect("a school map");
        let make = |name: &str| player::<Small>(&name.parse::<PlayerSpec>().expect("a name"), seed).expect("a player");
        let mut players = BySide::new(make(first), make(second));
        let (mut draws, mut position, mut belief) = (SplitMix::new(seed), Small::new(&setup), Belief::prior());
        while position.placed()[Side::First] < moves + 1 {
            let piece = position.sample(&mut draws);
            position.take(piece);
            if position.side() == Side::First {
                belief.observe(&position, &mut Budget::unlimited());
            }
            let answer = players[position.side()].choose(&position, Clock::default()).expect("no fault");
            position.play_unchecked(position.resolve(answer).expect("a placement"));
            if position.side() == Side::Second {
                belief.remember(position.clone());
            }
        }
        belief.posterior()
    }

    #[test]
    fn an_opponent_is_known_by_its_first_dozen_moves() {
        for dialect in [Dialect::Plateau, Dialect::Anfield] {
            for (model, name) in ["territory", "voronoi", "heat", "terminator", "bfs"].into_iter().enumerate() {
                let posteriors: Vec<Posterior> =
                    (0..4).map(|seed| posterior("territory", name, dialect, seed, 12)).collect();
                // The models that press close make the same placements most of the time.
                let probability = |p: &Posterior| if model < 2 { p.0[model] } else { p.0[2..].iter().sum() };
                let mean = posteriors.iter().map(probability).sum::<f64>() / posteriors.len() as f64;
                assert!(mean > 0.6, "{dialect} {name}: {posteriors:?}");
                // Terminator and bfs can look like territory in a single game.
                let is_sure = model > 2 || posteriors.iter().all(|p| probability(p) > 0.5);
                assert!(is_sure, "{dialect} {name}: {posteriors:?}");
            }
        }
    }

    #[test]
    fn models_are_drawn_and_weighed_with_their_probabilities() {
        let posterior = Posterior([0.1, 0.6, 0.1, 0.1, 0.1, 0.0]);
        let mut source = SplitMix::new(1);
        let drawn: Vec<OpponentModel> = (0..1000).map(|_| posterior.draw(&mut source)).collect();
        let count = |model| drawn.iter().filter(|drawn| **drawn == model).count();
        assert!((80..120).contains(&count(OpponentModel::Territory)), "{}", count(OpponentModel::Territory));
        assert!((560..640).contains(&count(OpponentModel::Voronoi)), "{}", count(OpponentModel::Voronoi));
        let likely: Vec<(OpponentModel, f64)> = posterior.likely().collect();
        assert_eq!(
            likely.iter().map(|(model, _)| *model).collect::<Vec<_>>(),
            [OpponentModel::Voronoi, OpponentModel::Heat]
        );
        assert_eq!(posterior.likeliest(), Posterior([0.0, 1.0, 0.0, 0.0, 0.0, 0.0]));
        assert!((likely[0].1 - 2.0 / 3.0).abs() < 1e-9 && (likely[1].1 - 1.0 / 3.0).abs() < 1e-9, "{likely:?}");
    }

    #[test]
    fn likelihoods_of_all_choices_add_up_to_one_and_the_best_have_most() {
        let values = [3, 7, 7, 5];
        let likelihoods = [0, 1, 2, 3].map(|played| likelihood(&values, played));
        assert!((likelihoods.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{likelihoods:?}");
        assert!(
            likelihoods[1] == likelihoods[2]
                && likelihoods[1] > 0.4
                && likelihoods[3] > likelihoods[0]
                && likelihoods[0] > 0.0,
            "{likelihoods:?}"
        );
    }

    /// A board with these cells of the opponent `X` beside the two that it has before.
    fn position(ours: &[(usize, usize)], more: &[(usize, usize)], turn: char) -> Small {
        let theirs = [&[(7, 8), (7, 9)], more].concat();
        let mark = |place| match place {
            _ if ours.contains(&place) => 'O',
            _ if theirs.contains(&place) => 'X',
            _ => '.',
        };
        let rows: String =
            (0..15).map(|row| (0..17).map(|col| mark((row, col))).chain(['\n']).collect::<String>()).collect();
        format!("{rows}rules=plateau turn={turn} placed=1,1").parse().expect("a position")
    }

    #[test]
    fn the_piece_of_new_cells_covered_a_cell_beside_them() {
        let left = position(&[(2, 2)], &[(6, 9)], 'X');
        let pieces = |new: &[(usize, usize)]| -> Vec<String> {
            let set = new_cells(&left, &position(&[(2, 2)], &[&[(6, 9)], new].concat(), 'O')).expect("it follows");
            let shape = |piece: &Piece| {
                piece.cells().iter().map(|c| format!("{}{}", c.row, c.col)).collect::<Vec<_>>().join(" ")
            };
            pieces(&left, &set).iter().map(shape).collect()
        };
        // Beside two of its cells, around the corner of one, far from all.
        assert_eq!(pieces(&[(6, 8)]), ["00 01", "00 10"]);
        assert_eq!(pieces(&[(8, 7)]), ["01 10"]);
        assert_eq!(pieces(&[(12, 12)]), [""; 0]);
    }

    #[test]
    fn a_position_that_does_not_follow_is_of_another_game_and_nothing_new_tells_nothing() {
        let known = Posterior([0.1, 0.8, 0.1, 0.0, 0.0, 0.0]);
        let after = |position: &Small| {
            let mut belief = Belief { left_with: Some(self::position(&[(2, 2)], &[], 'X')), posterior: known };
            belief.observe(position, &mut Budget::unlimited());
            belief.posterior()
        };
        // Nothing new; cells that no piece covers; then ours have changed, theirs have gone.
        assert_eq!(after(&position(&[(2, 2)], &[], 'O')), known);
        assert_eq!(after(&position(&[(2, 2)], &[(12, 12)], 'O')), known);
        assert_eq!(after(&position(&[(2, 2), (2, 3)], &[(6, 9)], 'O')), PRIOR);
        assert_eq!(after(&position(&[(2, 2), (7, 8)], &[], 'O')), PRIOR);
        assert_ne!(after(&position(&[(2, 2)], &[(6, 9)], 'O')), known);
    }
}
