//! The two territory maps of the original program, which its players use as evaluations. *FloodFill*: the cells that only
//! one side sees, and the cells that these enclose. *Manhattan*: the side that reaches a cell first, and in how many moves.

use crate::stop::board::Board;
use grid::Cell;
use rules::stop::Stop;
use rules::{BySide, Side};

/// Cells that take more moves have no owner on the Manhattan map.
const FARTHEST: u8 = 4;

/// The owner of an empty cell on the FloodFill map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Only this side sees it within two steps, or it lies behind such cells.
    Of(Side),
    /// Both see it.
    Both,
    /// Neither sees it, and both may reach it.
    Nobody,
}

/// Sets of empty cells by owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Claims {
    of: BySide<u64>,
    both: u64,
}

/// The FloodFill map of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloodFill {
    board: Board,
    empty: u64,
    claims: Claims,
}

impl FloodFill {
    /// The map of a position.
    pub fn new(position: &Stop) -> Self {
        let board = Board::new(position.size());
        let stones = stones(&board, position);
        Self { board, empty: board.without(stones.first | stones.second), claims: claims(&board, stones) }
    }

    /// The owner of an empty cell; `None` for a stone.
    pub fn claim(&self, cell: Cell) -> Option<Claim> {
        let bit = 1u64 << self.board.index(cell);
        if self.empty & bit == 0 {
            return None;
        }
        let owner = Side::BOTH.into_iter().find(|side| self.claims.of[*side] & bit != 0);
        let unowned = if self.claims.both & bit != 0 { Claim::Both } else { Claim::Nobody };
        Some(owner.map_or(unowned, Claim::Of))
    }

    /// Empty cells of each side.
    pub fn cells(&self) -> BySide<u32> {
        self.claims.of.map(u64::count_ones)
    }

    /// The score: empty cells of X less those of O. Stones do not count.
    pub fn score(&self) -> i32 {
        let BySide { first, second } = self.cells();
        first as i32 - second as i32
    }
}

/// The Manhattan map of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manhattan {
    board: Board,
    /// The cells that each side reaches first, by the number of moves; stones at 0. A tied cell is in both sets.
    layers: [BySide<u64>; FARTHEST as usize + 1],
}

/// The side that reaches a cell first on the Manhattan map, and in how many moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The side, or `None` for a tie.
    pub side: Option<Side>,
    /// Moves; 0 for a stone.
    pub moves: u8,
}

impl Manhattan {
    /// The map of a position.
    pub fn new(position: &Stop) -> Self {
        let board = Board::new(position.size());
        Self { board, layers: layers(&board, stones(&board, position)) }
    }

    /// The first arrival at a cell; `None` if it is too far away.
    pub fn arrival(&self, cell: Cell) -> Option<Arrival> {
        let bit = 1u64 << self.board.index(cell);
        let found = self.layers.iter().zip(0..).find(|(layer, _)| (layer.first | layer.second) & bit != 0);
        found.map(|(layer, moves)| {
            let is_of = |side: Side| layer[side] & bit != 0;
            let side = Side::BOTH.into_iter().find(|side| is_of(*side) && !is_of(side.other()));
            Arrival { side, moves }
        })
    }

    /// Cells of each side, stones included.
    pub fn cells(&self) -> BySide<u32> {
        let cells = |side: Side| self.layers.iter().map(|l| (l[side] & !l[side.other()]).count_ones()).sum();
        BySide::from_fn(cells)
    }

    /// Tied cells.
    pub fn tied(&self) -> u32 {
        self.layers.iter().map(|layer| (layer.first & layer.second).count_ones()).sum()
    }

    /// The score: cells of X less those of O.
    pub fn score(&self) -> i32 {
        let BySide { first, second } = self.cells();
        first as i32 - second as i32
    }
}

/// The scores of several FloodFill maps, for the side of the `first` stones. Several at once fill vector registers.
#[inline]
pub(crate) fn flood_fill_scores<const MAPS: usize>(
    board: &Board,
    first: [u64; MAPS],
    second: [u64; MAPS],
) -> [i32; MAPS] {
    let [first, second] = claimed(board, first, second);
    std::array::from_fn(|map| first[map].count_ones() as i32 - second[map].count_ones() as i32)
}

/// The scores of several Manhattan maps, for the side of the `first` stones.
#[inline]
pub(crate) fn manhattan_scores<const MAPS: usize>(
    board: &Board,
    first: [u64; MAPS],
    second: [u64; MAPS],
) -> [i32; MAPS] {
    let mut nearer = [[0; MAPS]; 2];
    for map in 0..MAPS {
        let (mut last1, mut last2) = (first[map], second[map]);
        let (mut all1, mut all2) = (last1, last2);
        let mut undecided = board.without(last1 | last2);
        for _ in 0..FARTHEST {
            (last1, last2) = (board.reach(last1, undecided), board.reach(last2, undecided));
            undecided &= !(last1 | last2);
            all1 |= last1;
            all2 |= last2;
        }
        (nearer[0][map], nearer[1][map]) = (all1, all2);
    }
    // Tied cells are in both sets, and cancel out.
    std::array::from_fn(|map| nearer[0][map].count_ones() as i32 - nearer[1][map].count_ones() as i32)
}

fn stones(board: &Board, position: &Stop) -> BySide<u64> {
    BySide::from_fn(|side| board.set(position, position.stones(side)))
}

fn claims(board: &Board, stones: BySide<u64>) -> Claims {
    let [[first], [second]] = claimed(board, [stones.first], [stones.second]);
    let empty = board.without(stones.first | stones.second);
    let both = board.reach(stones.first, empty) & board.reach(stones.second, empty);
    Claims { of: BySide::new(first, second), both }
}

/// The empty cells of either side, on several boards. A side sees the cells that it can move to. A cell that no side sees
/// belongs to the side whose cells it is connected with, unless it is connected with cells of the other side, too.
#[inline(always)]
fn claimed<const MAPS: usize>(board: &Board, first: [u64; MAPS], second: [u64; MAPS]) -> [[u64; MAPS]; 2] {
    let [mut blank, mut own1, mut own2, mut near1, mut near2, mut spoiled1, mut spoiled2] = [[0; MAPS]; 7];
    for map in 0..MAPS {
        let empty = board.without(first[map] | second[map]);
        let (seen1, seen2) = (board.reach(first[map], empty), board.reach(second[map], empty));
        blank[map] = empty & !(seen1 | seen2);
        (own1[map], own2[map]) = (seen1 & !seen2, seen2 & !seen1);
        (near1[map], near2[map]) = (board.around(own1[map]) & blank[map], board.around(own2[map]) & blank[map]);
        (spoiled1[map], spoiled2[map]) = (board.around(seen2) & blank[map], board.around(seen1) & blank[map]);
    }
    let mut has_grown = true;
    while has_grown {
        let mut grown = 0;
        for set in [&mut near1, &mut near2, &mut spoiled1, &mut spoiled2] {
            for (set, blank) in set.iter_mut().zip(&blank) {
                let new = board.around(*set) & blank & !*set;
                *set |= new;
                grown |= new;
            }
        }
        has_grown = grown != 0;
    }
    [
        std::array::from_fn(|map| own1[map] | near1[map] & !spoiled1[map]),
        std::array::from_fn(|map| own2[map] | near2[map] & !spoiled2[map]),
    ]
}

/// The Manhattan map by layers. A step over a cell is possible only while that cell is undecided.
#[inline]
fn layers(board: &Board, stones: BySide<u64>) -> [BySide<u64>; FARTHEST as usize + 1] {
    let mut layers = [BySide::new(0, 0); FARTHEST as usize + 1];
    let mut undecided = board.without(stones.first | stones.second);
    let mut last = stones;
    layers[0] = stones;
    for layer in &mut layers[1..] {
        last = last.map(|cells| board.reach(cells, undecided));
        undecided &= !(last.first | last.second);
        *layer = last;
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER_ONE_MOVE: &str = ".......X/......../.......X/......../......../......../......../O....... O";
    const EXAMPLE: &str = "..XOXX.X/.XOOOX../XXOXOXX./OOOXOX../..OXOXX./..OXOXXX/..OXXXOO/O.OOOXOO X";

    fn position(text: &str) -> Stop {
        text.parse().unwrap()
    }

    /// The FloodFill map as the original prints its cells.
    fn flood_fill(position: &Stop) -> String {
        let map = FloodFill::new(position);
        let letter = |cell: Cell| match map.claim(cell) {
            Some(Claim::Of(Side::First)) => 'x',
            Some(Claim::Of(Side::Second)) => 'o',
            Some(Claim::Both) => '?',
            Some(Claim::Nobody) => ' ',
            None if position.stones(Side::First).contains(position.frame().index(cell)) => 'X',
            None => 'O',
        };
        let row = |row| (0..position.size().cols).map(move |col| Cell::new(row, col));
        let rows = (0..position.size().rows).map(|r| row(r).map(letter).collect::<String>());
        rows.collect::<Vec<_>>().join("|")
    }

    fn manhattan(position: &Stop) -> Vec<String> {
        let map = Manhattan::new(position);
        let cell = |cell: Cell| {
            let Arrival { side, moves } = map.arrival(cell)?;
            Some(format!("{}{moves}", side.map_or('?', rules::stop::letter)))
        };
        let row = |row| (0..position.size().cols).map(move |col| Cell::new(row, col));
        let row = |r| row(r).map(|c| cell(c).unwrap_or_else(|| "  ".into())).collect::<Vec<_>>().join("|");
        (0..position.size().rows).map(row).collect()
    }

    #[test]
    fn the_maps_after_one_move_are_those_of_the_original() {
        let board = position(AFTER_ONE_MOVE);
        let expected = "     xxX|       x|     xxX|       x|       x|o       |o       |Ooo     ";
        assert_eq!(flood_fill(&board), expected);
        let map = FloodFill::new(&board);
        assert_eq!((map.score(), map.cells()), (3, BySide::new(7, 4)));
        let expected = [
            "?4|X3|X3|X2|X2|X1|X1|X0",
            "O3|?4|?4|X3|X3|X2|X2|X1",
            "O3|X3|X3|X2|X2|X1|X1|X0",
            "O2|O3|O3|X3|X3|X2|X2|X1",
            "O2|O3|O3|X3|X3|X2|X2|X1",
            "O1|O2|O2|O3|O3|X3|X3|X2",
            "O1|O2|O2|O3|O3|X3|X3|X2",
            "O0|O1|O1|O2|O2|O3|O3|X3",
        ];
        assert_eq!(manhattan(&board), expected);
        let map = Manhattan::new(&board);
        assert_eq!((map.score(), map.cells(), map.tied()), (11, BySide::new(36, 25), 3));
    }

    #[test]
    fn the_example_of_the_original_description_has_its_scores() {
        let board = position(EXAMPLE);
        assert_eq!(FloodFill::new(&board).score(), 3);
        assert_eq!(Manhattan::new(&board).score(), 4);
        assert_eq!(board.settled_score(), BySide::new(34, 30));
    }

    #[test]
    fn blank_cells_behind_those_of_one_side_are_claimed_and_others_are_not() {
        let enclosed = position("...XO/...XO/...XO/XXXXO/OOOOO X");
        assert_eq!(flood_fill(&enclosed), "xxxXO|xxxXO|xxxXO|XXXXO|OOOOO");
    }

    #[test]
    fn scores_of_the_players_are_those_of_the_maps() {
        for text in [AFTER_ONE_MOVE, EXAMPLE, "..X/.../O.. X", "....X...../........../O......... X"] {
            let position = position(text);
            let board = Board::new(position.size());
            let stones = stones(&board, &position);
            let (first, second) = ([stones.first, stones.second], [stones.second, stones.first]);
            let expected = |score: i32| [score, -score];
            let (flood_fill, manhattan) = (FloodFill::new(&position).score(), Manhattan::new(&position).score());
            assert_eq!(flood_fill_scores(&board, first, second), expected(flood_fill), "{text}");
            assert_eq!(manhattan_scores(&board, first, second), expected(manhattan), "{text}");
        }
    }
}
