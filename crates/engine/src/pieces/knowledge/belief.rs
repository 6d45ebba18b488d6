//! Whom we play against: the kinds that would have played as the enemy did.
//!
//! A placement shows as new cells; which of its own cells it covered, and so the piece, is not seen. Each kind is asked where
//! it would have put the pieces that it can have been. The more kinds agree, the less is learned.

use crate::budget::Budget;
use crate::pieces::afterstate::for_each_afterstate;
use crate::pieces::heat::Metric;
use crate::pieces::map00_net::Rival;
use crate::pieces::players::{BfsPlayer, Thermometer, Valued};
use crate::pieces::territory::Territory;
use grid::{Cell, CellSet, race};
use rules::pieces::{Piece, Pieces, Placement};
use rules::{Game, Source, Turn};

/// What is believed of an enemy before it has moved. Who expects none but the best finds every defence equally hopeless.
const BEFORE: Belief = Belief([0.5, 0.25, 0.25 / 3.0, 0.25 / 3.0, 0.25 / 3.0]);
/// How often a player of a kind does not play as we think that its kind does.
const STRAYS: f64 = 0.3;
/// The share of what was believed before that stays, whatever an enemy does: it may change its ways.
const CAUTION: f64 = 0.03;
/// Kinds less likely than this are not asked for their opinion of a position.
const UNLIKELY: f64 = 0.15;

/// How likely each kind is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Belief([f64; KINDS.len()]);

const KINDS: [Rival; 5] = [Rival::Split, Rival::Count, Rival::Rings, Rival::Steps, Rival::Walks];

impl Belief {
    /// One kind, drawn as often as it is likely.
    pub fn draw(&self, source: &mut impl Source) -> Rival {
        const PARTS: u32 = 1 << 16;
        let mut left = f64::from(source.below(PARTS)) / f64::from(PARTS);
        let drawn = KINDS.into_iter().zip(self.0).find(|(_, share)| {
            left -= share;
            left < 0.0
        });
        drawn.map_or(Rival::Split, |(kind, _)| kind)
    }

    /// The kinds worth asking for an opinion, with their shares of one. All who come close have the same.
    pub fn likely(&self) -> impl Iterator<Item = (Rival, f64)> {
        let [split, count, close @ ..] = self.0;
        let share = |share: f64| if share < UNLIKELY { 0.0 } else { share };
        let shares = [split, count, close.iter().sum()].map(share);
        let sum: f64 = shares.iter().sum();
        KINDS.into_iter().zip(shares).filter(|(_, share)| *share > 0.0).map(move |(kind, share)| (kind, share / sum))
    }

    /// The likeliest kind alone.
    pub fn likeliest(&self) -> Self {
        let (likeliest, _) = self.likely().max_by(|a, b| a.1.total_cmp(&b.1)).expect("some kind is likely");
        Self(KINDS.map(|kind| if kind == likeliest { 1.0 } else { 0.0 }))
    }

    /// What to believe after something that each kind does so often.
    fn after(self, often: [f64; KINDS.len()]) -> Self {
        let mut shares: [f64; KINDS.len()] = std::array::from_fn(|kind| self.0[kind] * often[kind]);
        let sum: f64 = shares.iter().sum();
        for (share, before) in shares.iter_mut().zip(BEFORE.0) {
            *share = (1.0 - CAUTION) * *share / sum + CAUTION * before;
        }
        Self(shares)
    }
}

/// An enemy, as far as we know it.
#[derive(Clone, Debug)]
pub struct Enemy<S> {
    /// The position that it was last left with.
    left: Option<Pieces<S>>,
    belief: Belief,
}

impl<S: CellSet> Enemy<S> {
    /// One of whom nothing is known.
    pub const fn unknown() -> Self {
        Self { left: None, belief: BEFORE }
    }

    /// What is believed of it.
    pub fn belief(&self) -> Belief {
        self.belief
    }

    /// Sees what it has left us with. A position that does not follow from the one we left it with is of another game.
    pub fn see(&mut self, position: &Pieces<S>, budget: &mut Budget<'_>) {
        let Some(left) = self.left.take() else { return };
        match new_cells(&left, position) {
            None => self.belief = BEFORE,
            Some(new) if new.is_empty() || left.side() == position.side() || left.turn() != Turn::Draw => {}
            Some(new) => {
                if let Some(often) = how_often(&left, &new, budget) {
                    self.belief = self.belief.after(often);
                }
            }
        }
    }

    /// Remembers what we leave it with.
    pub fn leave(&mut self, position: Pieces<S>) {
        self.left = Some(position);
    }
}

/// The cells that the enemy of the side to move has added since; `None` when anything else has changed.
fn new_cells<S: CellSet>(left: &Pieces<S>, position: &Pieces<S>) -> Option<S> {
    if (left.size(), left.dialect()) != (position.size(), position.dialect()) {
        return None;
    }
    let (side, enemy) = (position.side(), position.side().other());
    let mut new = position.own(enemy).clone();
    new -= left.own(enemy);
    let mut free = left.free().clone();
    free -= &new;
    let follows = left.own(side) == position.own(side)
        && left.own(enemy).common(position.own(enemy)) == left.own(enemy).len()
        && free == *position.free();
    follows.then_some(new)
}

/// How often each kind covers just these cells when it may; `None` when no piece can have done it.
fn how_often<S: CellSet>(left: &Pieces<S>, new: &S, budget: &mut Budget<'_>) -> Option<[f64; KINDS.len()]> {
    let pieces = pieces(left, new);
    let mut sums = [0.0; KINDS.len()];
    for piece in &pieces {
        let mut position = left.clone();
        position.take(piece.clone());
        for (sum, share) in sums.iter_mut().zip(shares(&position, budget)) {
            *sum += share;
        }
    }
    (!pieces.is_empty()).then_some(sums)
}

/// The pieces that can have covered new cells and one old one, in a box as large as the board: all have been put at `0 0`.
/// Nearly all pieces are in one piece, most of them edge to edge.
fn pieces<S: CellSet>(left: &Pieces<S>, new: &S) -> Vec<Piece> {
    let own = left.own(left.side());
    let beside = |cell: Cell| new.iter().any(|n| n.row.abs_diff(cell.row) + n.col.abs_diff(cell.col) == 1);
    let around = |cell: Cell| new.iter().any(|n| n.row.abs_diff(cell.row).max(n.col.abs_diff(cell.col)) == 1);
    let mut covered: Vec<Cell> = own.iter().filter(|cell| beside(*cell)).collect();
    if covered.is_empty() {
        covered = own.iter().filter(|cell| around(*cell)).collect();
    }
    covered.into_iter().filter_map(|cell| Piece::new(left.size(), new.iter().chain([cell]))).collect()
}

/// How often each kind would put this position's piece at `0 0`.
fn shares<S: CellSet>(position: &Pieces<S>, budget: &mut Budget<'_>) -> [f64; KINDS.len()] {
    let enemy = position.own(position.side().other());
    let mut territory = Territory::like(enemy);
    let (mut played, mut splits, mut counts) = (0, vec![], vec![]);
    for_each_afterstate(position, |after| {
        if after.placement == (Placement::At { row: 0, col: 0 }) {
            played = splits.len();
        }
        splits.push(i64::from(territory.split(&after.ours, enemy, &after.free, usize::MAX)));
        counts.push(race(&after.ours, enemy, &after.free).margin().into());
    });
    budget.spend(splits.len() as u64);
    // The same placements in the same order.
    let closeness = |placements: Vec<Valued>| placements.iter().map(|near| -(near.value as i64)).collect();
    let rings = closeness(Thermometer::new(Metric::Rings).sums(position));
    let steps = closeness(Thermometer::new(Metric::L1).placements(position));
    let walks = closeness(BfsPlayer::sums(position));
    [splits, counts, rings, steps, walks].map(|values: Vec<i64>| share(&values, played))
}

/// How often one that prefers high values takes this one: nearly always any of the highest, else rather high ones.
fn share(values: &[i64], played: usize) -> f64 {
    let better = values.iter().filter(|value| **value > values[played]).count();
    let equal = values.iter().filter(|value| **value == values[played]).count() as f64;
    let (all, place) = (values.len() as f64, better as f64 + (equal - 1.0) / 2.0);
    let astray = 2.0 * (all - place) / (all * (all + 1.0));
    let best = if better == 0 { 1.0 / equal } else { 0.0 };
    (1.0 - STRAYS) * best + STRAYS * astray
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::{PlayerSpec, player};
    use rules::pieces::{Dialect, Setup, class};
    use rules::{BySide, Clock, Side, SplitMix};

    type Small = Pieces<class::Small>;

    /// What is believed of the second player after so many of its moves against the first one.
    fn belief(first: &str, second: &str, dialect: Dialect, seed: u64, moves: u32) -> Belief {
        let setup = Setup::named("map00", dialect).expect("a school map");
        let make = |name: &str| player::<Small>(&name.parse::<PlayerSpec>().expect("a name"), seed).expect("a player");
        let mut players = BySide::new(make(first), make(second));
        let (mut draws, mut position, mut enemy) = (SplitMix::new(seed), Small::new(&setup), Enemy::unknown());
        while position.placed()[Side::First] < moves + 1 {
            let piece = position.sample(&mut draws);
            position.take(piece);
            if position.side() == Side::First {
                enemy.see(&position, &mut Budget::unlimited());
            }
            let answer = players[position.side()].choose(&position, Clock::default()).expect("no fault");
            position.play_unchecked(position.resolve(answer).expect("a placement"));
            if position.side() == Side::Second {
                enemy.leave(position.clone());
            }
        }
        enemy.belief()
    }

    #[test]
    fn an_enemy_is_known_by_its_first_dozen_moves() {
        for dialect in [Dialect::Plateau, Dialect::Anfield] {
            for (kind, name) in ["territory", "voronoi", "heat", "terminator", "bfs"].into_iter().enumerate() {
                let beliefs: Vec<Belief> = (0..4).map(|seed| belief("territory", name, dialect, seed, 12)).collect();
                // The ways to come close lead to the same placements most of the time.
                let likelihood = |b: &Belief| if kind < 2 { b.0[kind] } else { b.0[2..].iter().sum() };
                let mean = beliefs.iter().map(likelihood).sum::<f64>() / beliefs.len() as f64;
                assert!(mean > 0.6, "{dialect} {name}: {beliefs:?}");
                // Steps and walks can look like the soft split in a single game.
                let is_sure = kind > 2 || beliefs.iter().all(|b| likelihood(b) > 0.5);
                assert!(is_sure, "{dialect} {name}: {beliefs:?}");
            }
        }
    }

    #[test]
    fn rivals_are_drawn_and_asked_as_often_as_they_are_likely() {
        let belief = Belief([0.1, 0.6, 0.1, 0.1, 0.1]);
        let mut source = SplitMix::new(1);
        let drawn: Vec<Rival> = (0..1000).map(|_| belief.draw(&mut source)).collect();
        let count = |kind| drawn.iter().filter(|drawn| **drawn == kind).count();
        assert!((80..120).contains(&count(Rival::Split)), "{}", count(Rival::Split));
        assert!((560..640).contains(&count(Rival::Count)), "{}", count(Rival::Count));
        let likely: Vec<(Rival, f64)> = belief.likely().collect();
        assert_eq!(likely.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), [Rival::Count, Rival::Rings]);
        assert_eq!(belief.likeliest(), Belief([0.0, 1.0, 0.0, 0.0, 0.0]));
        assert!((likely[0].1 - 2.0 / 3.0).abs() < 1e-9 && (likely[1].1 - 1.0 / 3.0).abs() < 1e-9, "{likely:?}");
    }

    #[test]
    fn shares_of_all_choices_make_one_and_the_best_have_most() {
        let values = [3, 7, 7, 5];
        let shares = [0, 1, 2, 3].map(|played| share(&values, played));
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{shares:?}");
        assert!(shares[1] == shares[2] && shares[1] > 0.4 && shares[3] > shares[0] && shares[0] > 0.0, "{shares:?}");
    }

    /// A board that the network knows, with these cells of the enemy `X` beside those that it starts with.
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
    fn what_does_not_follow_is_another_game_and_nothing_new_tells_nothing() {
        let known = Belief([0.1, 0.8, 0.1, 0.0, 0.0]);
        let after = |position: &Small| {
            let mut enemy = Enemy { left: Some(self::position(&[(2, 2)], &[], 'X')), belief: known };
            enemy.see(position, &mut Budget::unlimited());
            enemy.belief()
        };
        // Nothing new; cells that no piece covers; then ours have changed, theirs have gone.
        assert_eq!(after(&position(&[(2, 2)], &[], 'O')), known);
        assert_eq!(after(&position(&[(2, 2)], &[(12, 12)], 'O')), known);
        assert_eq!(after(&position(&[(2, 2), (2, 3)], &[(6, 9)], 'O')), BEFORE);
        assert_eq!(after(&position(&[(2, 2), (7, 8)], &[], 'O')), BEFORE);
        assert_ne!(after(&position(&[(2, 2)], &[(6, 9)], 'O')), known);
    }
}
