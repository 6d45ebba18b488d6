//! The player of the original program: minimax to a fixed depth, one of its territory maps at the end.

use super::super::random::pick;
use crate::evaluate::stop::{flood_fill_score, manhattan_score};
use crate::solve::stop::board::{Board, indices};
use crate::solve::stop::table::scattered;
use rules::stop::{Placing, Reading, Stop};
use rules::{BySide, Clock, Fault, Game, Player, Side, SplitMix, Turn};

/// Which map it judges by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Who sees and encloses how many cells.
    FloodFill,
    /// Who comes to how many cells first.
    Manhattan,
}

/// Looks a fixed number of moves ahead. Its moves are those of a search of every line; it only leaves out lines that
/// cannot matter.
#[derive(Clone, Debug)]
pub struct Original {
    measure: Measure,
    depth: u32,
    source: SplitMix,
    table: Vec<Seen>,
}

/// What a position was worth at a depth.
#[derive(Clone, Copy, Debug)]
struct Seen {
    stones: BySide<u64>,
    to_move: Side,
    depth: u8,
    low: i8,
    high: i8,
}

const TABLE_BITS: u32 = 16;
const NOTHING: Seen = Seen { stones: BySide::new(0, 0), to_move: Side::First, depth: 0, low: 0, high: 0 };

impl Original {
    /// The player that its program calls "depth `depth`": it looks one move further. Equal moves are chosen among by
    /// the seed.
    pub fn new(measure: Measure, depth: u32, seed: u64) -> Self {
        Self { measure, depth, source: SplitMix::new(seed), table: vec![NOTHING; 1 << TABLE_BITS] }
    }
}

impl Original {
    /// The moves of a side to move that it thinks best.
    pub fn favourites(&mut self, position: &Stop) -> Vec<Placing> {
        let Turn::Move(side) = position.turn() else { return vec![] };
        let board = Board::new(position.size());
        let stones = BySide::from_fn(|side| board.set(position, position.stones(side)));
        let moves = board.reach(stones[side], board.without(stones.first | stones.second));
        self.table.fill(NOTHING);
        let mut look = Look { board, measure: self.measure, reading: position.reading(), table: &mut self.table };
        let (mut best, mut favourites) = (-i32::from(i8::MAX), vec![]);
        for cell in look.ordered(stones, side, moves, self.depth) {
            let after = with_stone(stones, side, cell);
            let value = -look.value(after, side.other(), self.depth, -i32::from(i8::MAX), 1 - best);
            if value > best {
                best = value;
                favourites.clear();
            }
            if value == best {
                favourites.push(Placing { at: board.cell(cell) });
            }
        }
        favourites
    }
}

impl Player<Stop> for Original {
    fn choose(&mut self, position: &Stop, _: Clock) -> Result<Placing, Fault> {
        let favourites = self.favourites(position);
        Ok(pick(favourites.into_iter(), &mut self.source).expect("a side to move has a move"))
    }
}

/// One look ahead.
struct Look<'a> {
    board: Board,
    measure: Measure,
    reading: Reading,
    table: &'a mut [Seen],
}

impl Look<'_> {
    /// The score for a side when it is its go and so many moves are looked ahead: exact between the bounds, outside of
    /// them a bound.
    fn value(&mut self, stones: BySide<u64>, side: Side, depth: u32, low: i32, high: i32) -> i32 {
        if depth == 0 {
            return self.score(stones, side);
        }
        let empty = self.board.without(stones.first | stones.second);
        let moves = self.board.reach(stones[side], empty);
        if moves == 0 {
            let can_go_on = self.reading == Reading::FillOut && self.board.reach(stones[side.other()], empty) != 0;
            return if can_go_on {
                -self.value(stones, side.other(), depth, -high, -low)
            } else {
                self.score(stones, side)
            };
        }
        let place = scattered(stones.first, stones.second.rotate_left(7)) & (self.table.len() - 1);
        let (mut floor, mut ceiling) = (-i32::from(i8::MAX), i32::from(i8::MAX));
        let seen = self.table[place];
        if seen.stones == stones && seen.to_move == side && u32::from(seen.depth) == depth {
            (floor, ceiling) = (seen.low.into(), seen.high.into());
            if floor >= high || floor == ceiling {
                return floor;
            }
            if ceiling <= low {
                return ceiling;
            }
        }
        let mut best = -i32::from(i8::MAX);
        for cell in self.ordered(stones, side, moves, depth) {
            let value = -self.value(with_stone(stones, side, cell), side.other(), depth - 1, -high, -low.max(best));
            best = best.max(value);
            if best >= high {
                break;
            }
        }
        (floor, ceiling) = match () {
            () if best >= high => (floor.max(best), ceiling),
            () if best <= low => (floor, ceiling.min(best)),
            () => (best, best),
        };
        let depth = depth as u8;
        self.table[place] = Seen { stones, to_move: side, depth, low: floor as i8, high: ceiling as i8 };
        best
    }

    /// The moves, at some distance from the end those first that look best at once: most others are then cut off.
    fn ordered(&self, stones: BySide<u64>, side: Side, moves: u64, depth: u32) -> Vec<u32> {
        let mut moves: Vec<u32> = indices(moves).collect();
        if depth > 1 {
            moves.sort_by_cached_key(|cell| -self.score(with_stone(stones, side, *cell), side));
        }
        moves
    }

    fn score(&self, stones: BySide<u64>, side: Side) -> i32 {
        let score = match self.measure {
            Measure::FloodFill => flood_fill_score(&self.board, stones),
            Measure::Manhattan => manhattan_score(&self.board, stones),
        };
        if side == Side::First { score } else { -score }
    }
}

fn with_stone(mut stones: BySide<u64>, side: Side, cell: u32) -> BySide<u64> {
    stones[side] |= 1 << cell;
    stones
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::stop::{FloodFill, Manhattan};

    /// Every line to its end, by the rules and the maps alone.
    fn plain(position: &Stop, measure: Measure, side: Side, depth: u32) -> i32 {
        let Turn::Move(mover) = position.turn() else { return score(position, measure, side) };
        if depth == 0 {
            return score(position, measure, side);
        }
        let values = position.moves().map(|played| plain(&position.after(played), measure, side, depth - 1));
        if mover == side { values.max().unwrap() } else { values.min().unwrap() }
    }

    fn score(position: &Stop, measure: Measure, side: Side) -> i32 {
        let score = match measure {
            Measure::FloodFill => FloodFill::new(position).score(),
            Measure::Manhattan => Manhattan::new(position).score(),
        };
        if side == Side::First { score } else { -score }
    }

    #[test]
    fn it_plays_a_best_move_of_a_search_of_every_line() {
        for (measure, reading) in
            [(Measure::FloodFill, "fill-out"), (Measure::Manhattan, "fill-out"), (Measure::Manhattan, "first-blocked")]
        {
            let mut position: Stop = format!("....X/...../...../O.... X rules={reading}").parse().unwrap();
            let mut player = Original::new(measure, 2, 5);
            while let Turn::Move(side) = position.turn() {
                let values: Vec<_> =
                    position.moves().map(|m| (m, plain(&position.after(m), measure, side, 2))).collect();
                let best = values.iter().map(|(_, value)| *value).max().unwrap();
                let played = player.choose(&position, Clock::default()).unwrap();
                assert!(values.contains(&(played, best)), "{played} in {position}: {values:?}");
                position.play_unchecked(played);
            }
        }
    }

    #[test]
    fn equal_moves_are_chosen_among_by_the_seed() {
        let start: Stop = "..X/.../O.. X".parse().unwrap();
        let choice = |seed| Original::new(Measure::Manhattan, 1, seed).choose(&start, Clock::default()).unwrap();
        assert_eq!(choice(3), choice(3));
        let choices: std::collections::HashSet<_> = (0..40).map(choice).collect();
        assert!(choices.len() > 1, "mirror images are equal");
    }
}
