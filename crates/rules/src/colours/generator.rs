//! GamePigeon's board generator, tile for tile: the same seed gives the same board. It ends up with few equal
//! neighbours, and never with any at the two corners.

use super::{Colour, Setup, USUAL_COLOURS, USUAL_SIZE};
use crate::{Source, TextError};
use grid::Size;

/// The order in which the generator numbers colours; a game with fewer leaves out those that it does not have.
const ORDER: [Colour; 8] = [
    Colour::Red,
    Colour::Green,
    Colour::Yellow,
    Colour::Blue,
    Colour::Purple,
    Colour::Black,
    Colour::White,
    Colour::Cyan,
];

/// Rounds of breaking up groups of equal neighbours. Some groups may be left afterwards.
const PASSES: usize = 15;

/// Redraws of a corner before it gets three given colours. No seed needs it (with three colours the probability is
/// 10^-100); it guarantees an end.
const REDRAWS: usize = 1000;

impl Setup {
    /// The board that GamePigeon makes from a seed: 7x8, six colours.
    pub fn generated(seed: u32) -> Self {
        Self::generated_with(USUAL_SIZE, USUAL_COLOURS, seed).expect("the usual board is an allowed one")
    }

    /// A board of another size or with another number of colours, by the same procedure.
    ///
    /// Every such board is a valid start with something to fight for: the tiles beside a corner differ from it and are
    /// kept, so both regions are one tile. Only on 2x2 do the three tiles of each corner overlap. There the second
    /// corner is drawn last and differs from both tiles beside it, so at least one of these is left to fight for.
    pub fn generated_with(size: Size, colours: usize, seed: u32) -> Result<Self, TextError> {
        Self::check(size, colours)?;
        let order = ORDER.into_iter().filter(|colour| colour.index() < colours).collect();
        let mut board = Generator { size, order, source: Drand48::new(seed), tiles: Vec::new() };
        board.fill();
        let Size { rows, cols } = size;
        let low = [(0, 0), (0, 1), (1, 0)].map(|(row, col)| board.index(row, col));
        let high = [(1, 1), (1, 2), (2, 1)].map(|(row, col)| board.index(rows - row, cols - col));
        board.make_different(low);
        board.make_different(high);
        let kept = [low, high].concat();
        for _ in 0..PASSES {
            for index in 0..size.area() {
                board.break_up(index, &kept);
            }
        }
        Self::new(size, colours, board.top_row_first())
    }
}

/// A board in the making. Row 0 is the bottom one.
struct Generator {
    size: Size,
    order: Vec<Colour>,
    source: Drand48,
    tiles: Vec<Colour>,
}

impl Generator {
    fn index(&self, row: usize, col: usize) -> usize {
        row * self.size.cols + col
    }

    fn draw(&mut self) -> Colour {
        self.order[self.source.below(self.order.len() as u32) as usize]
    }

    fn fill(&mut self) {
        self.tiles = (0..self.size.area()).map(|_| self.draw()).collect();
    }

    /// Redraws three tiles together until no two are equal: at least once, even if they differ already.
    fn make_different(&mut self, cells: [usize; 3]) {
        for _ in 0..REDRAWS {
            for index in cells {
                self.tiles[index] = self.draw();
            }
            let [a, b, c] = cells.map(|index| self.tiles[index]);
            if a != b && a != c && b != c {
                return;
            }
        }
        for (index, colour) in cells.into_iter().zip(Colour::ALL) {
            self.tiles[index] = colour;
        }
    }

    /// Redraws the connected tiles of one colour around a tile, if there are two or more, except for the tiles to keep.
    fn break_up(&mut self, index: usize, kept: &[usize]) {
        let mut group = Vec::new();
        self.visit(index, &mut group);
        if group.len() < 2 {
            return;
        }
        for index in group {
            if !kept.contains(&index) {
                self.tiles[index] = self.draw();
            }
        }
    }

    /// Adds the tiles connected to this one in its colour, depth first. The order decides which tile gets which draw.
    fn visit(&self, index: usize, group: &mut Vec<usize>) {
        group.push(index);
        let Size { rows, cols } = self.size;
        let (row, col) = (index / cols, index % cols);
        let around = [
            (col > 0).then(|| index - 1),
            (col + 1 < cols).then(|| index + 1),
            (row > 0).then(|| index - cols),
            (row + 1 < rows).then(|| index + cols),
        ];
        for next in around.into_iter().flatten() {
            if self.tiles[next] == self.tiles[index] && !group.contains(&next) {
                self.visit(next, group);
            }
        }
    }

    fn top_row_first(&self) -> Vec<Colour> {
        self.tiles.chunks(self.size.cols).rev().flatten().copied().collect()
    }
}

/// The C library's `drand48`: a linear congruential generator of 48 bits.
struct Drand48(u64);

impl Drand48 {
    /// As `srand48` leaves it.
    const fn new(seed: u32) -> Self {
        Self((seed as u64) << 16 | 0x330e)
    }
}

impl Source for Drand48 {
    /// `floor(bound * drand48())`. For bounds below 32 a double holds that product exactly, so whole numbers do as
    /// well.
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(0x5_deec_e66d).wrapping_add(0xb) & ((1 << 48) - 1);
        ((u128::from(self.0) * u128::from(bound)) >> 48) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Side, Turn, colours::Colours};

    #[test]
    fn drand48_gives_its_published_numbers() {
        // 0.170828, 0.749902, 0.096372, 0.870465, 0.577304
        let mut source = Drand48::new(0);
        assert_eq!([(); 5].map(|()| source.below(1_000_000)), [170_828, 749_901, 96_371, 870_465, 577_303]);
    }

    #[test]
    fn known_seeds_give_their_known_boards() {
        let known = include_str!("../../tests/data/colour-boards.txt");
        let mut boards = 0;
        for line in known.lines().filter(|line| !line.starts_with('#')) {
            let (seed, board) = line.split_once(' ').unwrap();
            let text = Setup::generated(seed.parse().unwrap()).to_string();
            assert_eq!(text, format!("{board} A"), "seed {seed}");
            boards += 1;
        }
        assert_eq!(boards, 40);
    }

    /// Every allowed size.
    fn sizes() -> impl Iterator<Item = Size> {
        let all = (2..=64).flat_map(|rows| (2..=64).map(move |cols| Size::new(rows, cols)));
        all.filter(|size| size.area() <= 128)
    }

    #[test]
    fn a_board_of_any_size_and_colour_count_is_a_valid_start() {
        for size in sizes() {
            for colours in 3..=8 {
                let setup = Setup::generated_with(size, colours, (size.area() * colours) as u32).unwrap();
                let game = Colours::<u128>::new(&setup);
                assert_eq!(game.turn(), Turn::Move(Side::First), "{setup}");
                if size != Size::new(2, 2) {
                    let single = Side::BOTH.map(|side| game.region(side).len());
                    assert_eq!(single, [1, 1], "{setup}");
                }
            }
        }
    }

    #[test]
    fn the_six_cells_overlap_only_on_the_smallest_board_and_it_is_still_playable() {
        for seed in 0..2000 {
            for colours in 3..=8 {
                let setup = Setup::generated_with(Size::new(2, 2), colours, seed).unwrap();
                assert_eq!(Colours::<u64>::new(&setup).turn(), Turn::Move(Side::First), "{setup}");
            }
        }
    }

    #[test]
    fn a_source_that_never_changes_ends_too() {
        let (order, source) = (vec![Colour::Red], Drand48::new(0));
        let mut board = Generator { size: Size::new(2, 2), order, source, tiles: vec![Colour::Red; 4] };
        board.make_different([0, 1, 2]);
        assert_eq!(board.top_row_first(), [Colour::Blue, Colour::Red, Colour::Red, Colour::Green]);
    }
}
