//! The players of piece Filler. Most of them choose the placement with the lowest cost, the sum over its cells.

mod bfs;
mod first;
mod greedy;
mod heat;
mod robots;
mod territory;
mod voronoi;

pub use bfs::BfsPlayer;
pub use first::FirstPlacement;
pub use greedy::HeatGreedy;
pub use heat::HeatPlayer;
pub use robots::{Policy, Robot};
pub use territory::TerritoryPlayer;
pub use voronoi::VoronoiPlayer;

use super::champion::{Champion, Skill, Style};
use crate::pieces::heat::{Heat, Metric};
use crate::roster::{Entry, Random, Roster, random::pick};
use grid::{Cell, CellSet};
use rules::SplitMix;
use rules::pieces::{Piece, Pieces, Placement, anchor};

impl<S: CellSet> Roster for Pieces<S> {
    fn roster() -> Vec<Entry<Self>> {
        vec![
            Entry {
                name: "h2_d2",
                about: "school robot: as far from the enemy as it can, no negative anchors",
                options: &[],
                make: |_, seed| Ok(Box::new(Robot::new(Policy::H2D2, seed))),
            },
            Entry {
                name: "first",
                about: "the first legal placement, rows before columns, no negative anchors; `0 0` when it sees none",
                options: &[],
                make: |_, _| Ok(Box::new(FirstPlacement)),
            },
            Entry {
                name: "bender",
                about: "school robot: the middle way between near and far, no negative anchors",
                options: &[],
                make: |_, seed| Ok(Box::new(Robot::new(Policy::Bender, seed))),
            },
            Entry {
                name: "wall_e",
                about: "school robot: any placement it sees, no negative anchors",
                options: &[],
                make: |_, seed| Ok(Box::new(Robot::new(Policy::WallE, seed))),
            },
            Entry {
                name: "random",
                about: "any legal placement",
                options: &[],
                make: |_, seed| Ok(Box::new(Random::new(seed))),
            },
            Entry {
                name: "terminator",
                about: "school robot: as close to the enemy as it can, no negative anchors",
                options: &[],
                make: |_, seed| Ok(Box::new(Robot::new(Policy::Terminator, seed))),
            },
            Entry {
                name: "greedy",
                about: "the placement closest to the enemy: the smallest sum of heat (L1 distance) under the piece",
                options: &[],
                make: |_, seed| Ok(Box::new(HeatGreedy::new(seed))),
            },
            Entry {
                name: "heat",
                about: "42's classic: the smallest sum under the piece of rings (8 neighbours) to the nearest enemy cell",
                options: &["metric=rings|l1"],
                make: |settings, seed| {
                    let metric = settings.one_of("metric", &Metric::NAMES, Metric::Rings)?;
                    Ok(Box::new(HeatPlayer::new(metric, seed)))
                },
            },
            Entry {
                name: "bfs",
                about: "the placement closest to the enemy on foot: the fewest steps through free cells, around obstacles",
                options: &[],
                make: |_, seed| Ok(Box::new(BfsPlayer::new(seed))),
            },
            Entry {
                name: "voronoi",
                about: "counts land: the most free cells that it reaches before the enemy, less those that it does not",
                options: &[],
                make: |_, seed| Ok(Box::new(VoronoiPlayer::new(seed))),
            },
            Entry {
                name: "territory",
                about: "counts land by how surely it is held: a cell is worth the steps it is reached before the enemy",
                options: &[],
                make: |_, seed| Ok(Box::new(TerritoryPlayer::new(seed))),
            },
            Entry {
                name: "champion",
                about: "the strongest: territory, then the likeliest futures played out and judged by a trained network",
                options: &["@1..9", "nodes=1..1000000000", "knowledge=on|off"],
                make: |settings, seed| {
                    let skill = settings.level().map_or_else(Skill::default, Skill::of_level);
                    let (limits, uses_knowledge) = (settings.limits()?, settings.switch("knowledge", true)?);
                    Ok(Box::new(Champion::new(Style { skill, limits, uses_knowledge }, seed)))
                },
            },
        ]
    }
}

/// A legal placement with its cost: the sum of the costs of its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Costed {
    pub row: i32,
    pub col: i32,
    pub cost: u64,
}

impl From<Costed> for Placement {
    fn from(Costed { row, col, .. }: Costed) -> Self {
        Self::At { row, col }
    }
}

/// Every legal placement with its cost, negative anchors too, rows before columns; `cost` is the cost of a cell.
fn costed<S: CellSet>(position: &Pieces<S>, cost: impl Fn(Cell) -> u64) -> Vec<Costed> {
    let piece = piece_to_place(position);
    let fits = position.fits(piece);
    let mut placements = Vec::with_capacity(fits.len());
    // A loop, because with `collect` a game takes a fifth longer.
    for corner in fits.into_cells() {
        let covered = piece.cells().iter().map(|by| Cell::new(corner.row + by.row, corner.col + by.col));
        let cost = covered.map(&cost).sum();
        let (row, col) = anchor(piece, corner);
        placements.push(Costed { row, col, cost });
    }
    placements
}

/// Any of the placements with the lowest cost; stuck where there are none.
pub(super) fn cheapest(placements: Vec<Costed>, source: &mut SplitMix) -> Placement {
    let favourites = Policy::Terminator.favourites(placements);
    pick(favourites.into_iter(), source).map_or(Placement::Stuck, Placement::from)
}

/// Any of the placements with the highest value; stuck where there are none.
pub(super) fn best_of(valued: Vec<(i64, Placement)>, source: &mut SplitMix) -> Placement {
    let best = valued.iter().map(|(value, _)| *value).max();
    let favourites: Vec<Placement> =
        valued.into_iter().filter(|(value, _)| Some(*value) == best).map(|v| v.1).collect();
    pick(favourites.into_iter(), source).unwrap_or(Placement::Stuck)
}

/// The heat map of the last position, brought up to date from turn to turn.
#[derive(Clone, Debug)]
pub(super) struct HeatCache<S> {
    metric: Metric,
    heat: Option<Heat<S>>,
}

impl<S: CellSet> HeatCache<S> {
    pub const fn new(metric: Metric) -> Self {
        Self { metric, heat: None }
    }

    /// Every legal placement with the heat of the empty cells that it covers.
    pub fn placements(&mut self, position: &Pieces<S>) -> Vec<Costed> {
        let own = position.own(position.side());
        let heat = self.heat(position);
        costed(position, |cell| if own.contains(cell) { 0 } else { heat.at(cell).into() })
    }

    /// Every legal placement with the heat under the piece, its own cell included.
    pub fn sums(&mut self, position: &Pieces<S>) -> Vec<Costed> {
        let heat = self.heat(position);
        costed(position, |cell| heat.at(cell).into())
    }

    /// The heat of a position, brought up to date from the last one if this is the same game further on.
    pub fn heat(&mut self, position: &Pieces<S>) -> &Heat<S> {
        let (enemy, size) = (position.own(position.side().other()), position.size());
        let kept = self.heat.take().and_then(|mut heat| heat.grown_to(enemy, size).then_some(heat));
        self.heat.insert(kept.unwrap_or_else(|| Heat::new(self.metric, enemy, size)))
    }
}

pub(super) fn piece_to_place<S: CellSet>(position: &Pieces<S>) -> &Piece {
    position.piece().expect("a side to move has a piece")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use rules::pieces::class;
    use rules::{Clock, Player};
    use std::collections::BTreeSet;

    pub type Small = Pieces<class::Small>;

    /// The answers of a player to the same position again and again.
    pub fn answers(mut player: impl Player<Small>, position: &Small) -> Vec<String> {
        let mut answer = || player.choose(position, Clock::default()).unwrap().to_string();
        (0..60).map(|_| answer()).collect()
    }

    /// All different answers of a player.
    pub fn choices(player: impl Player<Small>, position: &Small) -> Vec<String> {
        let different: BTreeSet<String> = answers(player, position).into_iter().collect();
        different.into_iter().collect()
    }

    /// A position from indented text.
    pub fn position(text: &str) -> Small {
        text.lines().map(str::trim).collect::<Vec<_>>().join("\n").parse().unwrap()
    }

    /// The enemy comes through the gap unless the piece lies across its end.
    pub fn a_gap() -> Small {
        position(
            "OO.....
             ##.####
             ...X...
             rules=plateau turn=O placed=0,0 piece=**",
        )
    }

    /// The piece has two places that are mirror images of each other.
    pub fn assert_that_equals_are_chosen_among_by_the_seed<P: Player<Small>>(player: impl Fn(u64) -> P) {
        let position = position(
            "..O..
             .....
             ..X..
             rules=plateau turn=O placed=0,0 piece=**",
        );
        let answers = |seed| answers(player(seed), &position);
        assert_eq!(answers(3), answers(3));
        assert_ne!(answers(3), answers(4));
    }

    /// A piece of two cells has one place under each own cell; the enemy is nearest to the second.
    pub fn five_places() -> Small {
        position(
            "@@@@@..
             .......
             .$.....
             rules=anfield turn=@ placed=4,0 piece=O/O",
        )
    }

    #[test]
    fn a_cost_is_the_heat_of_the_empty_cells_alone() {
        let costs = |position: &Small| -> Vec<(i32, i32, u64)> {
            let placements = HeatCache::new(Metric::L1).placements(position);
            placements.into_iter().map(|Costed { row, col, cost }| (row, col, cost)).collect()
        };
        assert_eq!(costs(&five_places()), [(0, 0, 2), (0, 1, 1), (0, 2, 2), (0, 3, 3), (0, 4, 4)]);
        let hanging_over = position(
            "O...
             ...X
             rules=plateau turn=O placed=0,0 piece=..../.***",
        );
        assert_eq!(costs(&hanging_over), [(-1, -1, 3 + 2)]);
    }

    #[test]
    fn the_heat_map_follows_the_enemy_and_starts_anew_with_another_game() {
        let mut kept = HeatCache::new(Metric::L1);
        for text in [
            "O....\n....X\nrules=plateau turn=O placed=0,0 piece=**/*.",
            "O....\n..XXX\nrules=plateau turn=O placed=0,1 piece=**/*.",
            "....O\nX....\nrules=plateau turn=O placed=0,0 piece=**/.*",
        ] {
            let position = position(text);
            assert_eq!(kept.placements(&position), HeatCache::new(Metric::L1).placements(&position), "{text}");
        }
    }
}
