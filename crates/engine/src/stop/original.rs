//! The player of the original program: minimax to a fixed depth, with one of its territory maps as evaluation.

use super::maps::{flood_fill_scores, manhattan_scores};
use crate::roster::random::pick;
use crate::stop::board::{Board, indices, lowest};
use crate::stop::solver::table::scattered;
use rules::stop::{Placing, Reading, Stop};
use rules::{BySide, Clock, Game, NoMove, Player, Side, SplitMix, Turn};

/// The map that evaluates the leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// FloodFill: cells that a side sees and encloses.
    FloodFill,
    /// Manhattan: cells that a side reaches first.
    Manhattan,
}

/// Minimax to a fixed depth. Its moves are those of a search of every line; alpha-beta only leaves out lines that cannot
/// matter.
#[derive(Clone, Debug)]
pub struct Original {
    measure: Measure,
    depth: u32,
    source: SplitMix,
    table: Vec<Seen>,
    /// The board and the reading that the table is valid for.
    of: Option<(Board, Reading)>,
}

/// An entry of the transposition table: bounds of the value at a depth.
#[derive(Clone, Copy, Debug)]
struct Seen {
    stones: BySide<u64>,
    to_move: Side,
    depth: u8,
    low: i8,
    high: i8,
    /// The best cell, or the one that caused a cutoff.
    best: u8,
}

/// A small table stays in the cache: a champion asks many such players.
const TABLE_BITS: u32 = 14;
const NOTHING: Seen = Seen { stones: BySide::new(0, 0), to_move: Side::First, depth: 0, low: 0, high: 0, best: 0 };
/// More than any score.
const ALL: i32 = i8::MAX as i32;
/// Killer moves of a depth, which are tried before the others are scored.
const KILLERS: u32 = 5;
/// Positions that are scored at once, in vector registers.
const LANES: usize = 4;

impl Original {
    /// The player that the original calls "depth `depth`"; it searches one ply deeper. The seed decides among equal moves.
    pub fn new(measure: Measure, depth: u32, seed: u64) -> Self {
        let table = vec![NOTHING; 1 << TABLE_BITS];
        Self { measure, depth, source: SplitMix::new(seed), table, of: None }
    }

    /// The moves with the highest value; empty when the game is over.
    pub fn favourites(&mut self, position: &Stop) -> Vec<Placing> {
        let Turn::Move(side) = position.turn() else { return vec![] };
        let (board, reading) = (Board::new(position.size()), position.reading());
        if self.of.replace((board, reading)) != Some((board, reading)) {
            self.table.fill(NOTHING);
        }
        let stones = BySide::from_fn(|side| board.set(position, position.stones(side)));
        let moves = board.reach(stones[side], board.without(stones.first | stones.second));
        let (table, killers) = (&mut self.table, vec![0; self.depth as usize + 1]);
        let mut search = Minimax { board, measure: self.measure, reading, table, killers };
        let mut ranked = search.ranked(stones, side, moves);
        let (mut best, mut favourites) = (-ALL, 0);
        while let Some(cell) = ranked.pop() {
            let after = with_stone(stones, side, cell);
            let mut value = |low: i32, high: i32| -search.value(after, side.other(), self.depth, -high, -low);
            // Null windows: most moves are worse than the best so far, many are as good, few are better.
            if best > -ALL && value(best - 1, best) < best {
                continue;
            }
            let is_better = best == -ALL || value(best, best + 1) > best;
            if is_better {
                (best, favourites) = (value(best, ALL), 0);
            }
            favourites |= 1 << cell;
        }
        indices(favourites).map(|cell| Placing { at: board.cell(cell) }).collect()
    }
}

impl Player<Stop> for Original {
    fn choose(&mut self, position: &Stop, _: Clock) -> Result<Placing, NoMove> {
        let favourites = self.favourites(position);
        Ok(pick(favourites.into_iter(), &mut self.source).expect("a side to move has a move"))
    }
}

/// Moves by the score right after them.
struct Ranked {
    /// The score above the cell, so that the largest is the best.
    keys: [u16; 64],
    left: usize,
}

impl Ranked {
    /// Takes the best one out. A selection, no sort: mostly one or two are all that is asked for.
    fn pop(&mut self) -> Option<u32> {
        let keys = &self.keys[..self.left];
        let best = keys.iter().copied().max()?;
        let index = keys.iter().position(|key| *key == best)?;
        self.left -= 1;
        self.keys[index] = self.keys[self.left];
        Some(u32::from(best & 63))
    }
}

/// One search under way: alpha-beta with a transposition table and null windows.
struct Minimax<'a> {
    board: Board,
    measure: Measure,
    reading: Reading,
    table: &'a mut [Seen],
    /// Killer moves by depth, as sets of cells.
    killers: Vec<u64>,
}

impl Minimax<'_> {
    /// The score of a side to move after so many plies: exact between the bounds, outside of them a bound.
    fn value(&mut self, stones: BySide<u64>, side: Side, depth: u32, low: i32, high: i32) -> i32 {
        if depth == 0 {
            return self.scores(side, stones, [0])[0];
        }
        let empty = self.board.without(stones.first | stones.second);
        let moves = self.board.reach(stones[side], empty);
        if moves == 0 {
            let can_go_on = self.reading == Reading::FillOut && self.board.reach(stones[side.other()], empty) != 0;
            return if can_go_on {
                -self.value(stones, side.other(), depth, -high, -low)
            } else {
                self.scores(side, stones, [0])[0]
            };
        }
        if depth == 1 {
            return self.after_last_move(stones, side, moves, high);
        }
        let place = self.place(stones, side, depth);
        let (mut floor, mut ceiling, mut first) = (-ALL, ALL, None);
        let seen = self.table[place];
        if seen.stones == stones && seen.to_move == side && u32::from(seen.depth) == depth {
            (floor, ceiling) = (seen.low.into(), seen.high.into());
            if floor >= high || floor == ceiling {
                return floor;
            }
            if ceiling <= low {
                return ceiling;
            }
            first = Some(u32::from(seen.best));
        }
        let (mut best, mut best_cell) = (-ALL, 0);
        let killers = self.killers[depth as usize] & moves;
        let (mut untried, mut ranked) = (moves, None);
        while best < high {
            let killer = || indices(killers & untried).next();
            let by_rank = || ranked.get_or_insert_with(|| self.ranked(stones, side, untried)).pop();
            let Some(cell) = first.take().or_else(killer).or_else(by_rank) else { break };
            untried &= !(1 << cell);
            let after = with_stone(stones, side, cell);
            let from = low.max(best);
            let mut value = |high: i32| -self.value(after, side.other(), depth - 1, -high, -from);
            // Principal variation search: later moves are tried with a null window first.
            let mut found = value(if best == -ALL { high } else { from + 1 });
            if best > -ALL && found > from && found < high {
                found = value(high);
            }
            if found > best {
                (best, best_cell) = (found, cell as u8);
            }
        }
        if best >= high {
            self.refuted(depth, 1 << best_cell);
        }
        (floor, ceiling) = if best >= high {
            (floor.max(best), ceiling)
        } else if best <= low {
            (floor, ceiling.min(best))
        } else {
            (best, best)
        };
        let (low, high) = (floor as i8, ceiling as i8);
        self.table[place] = Seen { stones, to_move: side, depth: depth as u8, low, high, best: best_cell };
        best
    }

    /// Notes a killer move; a full set starts anew.
    #[inline(always)]
    fn refuted(&mut self, depth: u32, cell: u64) {
        let killers = &mut self.killers[depth as usize];
        if *killers & cell == 0 {
            let is_full = killers.count_ones() == KILLERS;
            *killers = if is_full { cell } else { *killers | cell };
        }
    }

    #[inline(always)]
    fn place(&self, stones: BySide<u64>, side: Side, depth: u32) -> usize {
        let which = u64::from(depth << 1 | side as u32) << 32;
        scattered(stones.first, stones.second.rotate_left(7).wrapping_add(which)) & (self.table.len() - 1)
    }

    /// The best score that one move leads to, or one that is at least `high`.
    fn after_last_move(&self, stones: BySide<u64>, side: Side, mut moves: u64, high: i32) -> i32 {
        let mut best = -ALL;
        while moves != 0 && best < high {
            let (cells, _) = next_cells(&mut moves);
            best = self.scores(side, stones, cells).into_iter().fold(best, i32::max);
        }
        best
    }

    /// The moves, ordered by the score right after them.
    fn ranked(&self, stones: BySide<u64>, side: Side, mut moves: u64) -> Ranked {
        let mut ranked = Ranked { keys: [0; 64], left: 0 };
        while moves != 0 {
            let (cells, count) = next_cells(&mut moves);
            let scores = self.scores(side, stones, cells);
            for lane in 0..count {
                let score = (scores[lane] + ALL) as u16;
                ranked.keys[ranked.left + lane] = score << 6 | cells[lane].trailing_zeros() as u16;
            }
            ranked.left += count;
        }
        ranked
    }

    /// The scores for a side, with its stones and one more cell each.
    #[inline(always)]
    fn scores<const MAPS: usize>(&self, side: Side, stones: BySide<u64>, cells: [u64; MAPS]) -> [i32; MAPS] {
        let (mine, theirs) = (cells.map(|cell| stones[side] | cell), [stones[side.other()]; MAPS]);
        match self.measure {
            Measure::FloodFill => flood_fill_scores(&self.board, mine, theirs),
            Measure::Manhattan => manhattan_scores(&self.board, mine, theirs),
        }
    }
}

/// Takes up to [`LANES`] cells from a set, and says how many. Lanes that are left over repeat one of them.
#[inline(always)]
fn next_cells(set: &mut u64) -> ([u64; LANES], usize) {
    let mut cells = [lowest(*set); LANES];
    let mut count = 0;
    while count < LANES && *set != 0 {
        cells[count] = lowest(*set);
        *set &= *set - 1;
        count += 1;
    }
    (cells, count)
}

fn with_stone(mut stones: BySide<u64>, side: Side, cell: u32) -> BySide<u64> {
    stones[side] |= 1 << cell;
    stones
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::{FloodFill, Manhattan};

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
