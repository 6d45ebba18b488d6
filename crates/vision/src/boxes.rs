//! Boards from their outline. Late in a game few tiles stand alone, but the board as a whole is still a coloured box.
//! Each box is divided into rows and columns until its lines fall on changes of colour.

use crate::board_fit::BoardFit;
use crate::extent::{LONGEST, SHORTEST};
use crate::lattice::Lattice;
use crate::patches::Patch;
use crate::picture::Picture;
use rules::Size;
use rules::colours::{Colour, MOST_TILES};

/// The most boxes that are divided.
const MOST_BOXES: usize = 6;
/// The shortest side of a patch that counts for an outline, in pixels: letters and specks are smaller.
const SHORTEST_PATCH: usize = 6;
/// The most patches that are joined, the largest ones: joining compares every patch with every outline.
const MOST_PATCHES: usize = 400;
/// Pixels between patches that still touch: the blurred line between two tiles has no colour.
const LINE_WIDTH: usize = 2;
/// The shortest side of an outline, in pixels: 5 tiles of 8.
const SHORTEST_OUTLINE: usize = 40;
/// Width by height of a tile that passes for square. Outlines are a pixel or two too small or too large.
const SQUARE: std::ops::RangeInclusive<f32> = 0.92..=1.09;

/// A rectangle of pixels; `right` and `bottom` are past it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Outline {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
    area: usize,
}

impl Outline {
    fn width(&self) -> usize {
        self.right - self.left
    }

    fn height(&self) -> usize {
        self.bottom - self.top
    }

    fn touches(&self, other: &Self, gap: usize) -> bool {
        self.left <= other.right + gap
            && other.left <= self.right + gap
            && self.top <= other.bottom + gap
            && other.top <= self.bottom + gap
    }
}

/// The boards that boxes of the picture can be divided into, at most one a box.
pub(crate) fn boxed(picture: &Picture, patches: &[Patch], wanted: Size) -> Vec<BoardFit> {
    let whole = Outline { left: 0, top: 0, right: picture.width, bottom: picture.height, area: 0 };
    let mut outlines = vec![whole];
    for with_black in [true, false] {
        let coloured = patches.iter().filter(|patch| with_black || patch.colour != Colour::Black);
        outlines.extend(joined(coloured));
    }
    outlines.sort_by_key(|outline| std::cmp::Reverse(outline.width() * outline.height()));
    outlines.dedup();
    outlines.into_iter().take(MOST_BOXES).filter_map(|outline| divided(picture, &outline, wanted)).collect()
}

/// Patches that touch as one outline, those filled well enough to be a board.
fn joined<'a>(patches: impl Iterator<Item = &'a Patch>) -> Vec<Outline> {
    let mut outlines: Vec<Outline> = Vec::new();
    // Large patches first, so that few outlines are compared.
    let mut patches: Vec<&Patch> =
        patches.filter(|patch| patch.width().min(patch.height()) >= SHORTEST_PATCH).collect();
    patches.sort_by_key(|patch| std::cmp::Reverse(patch.area));
    for patch in patches.into_iter().take(MOST_PATCHES) {
        let Patch { left, top, right, bottom, area, .. } = *patch;
        let mut outline = Outline { left, top, right, bottom, area };
        while let Some(index) = outlines.iter().position(|other| outline.touches(other, LINE_WIDTH)) {
            let other = outlines.swap_remove(index);
            outline = Outline {
                left: outline.left.min(other.left),
                top: outline.top.min(other.top),
                right: outline.right.max(other.right),
                bottom: outline.bottom.max(other.bottom),
                area: outline.area + other.area,
            };
        }
        outlines.push(outline);
    }
    outlines.retain(|outline| {
        let (width, height) = (outline.width(), outline.height());
        // At least half of a board is filled: gaps between tiles take the rest.
        width.min(height) >= SHORTEST_OUTLINE && outline.area * 2 >= width * height
    });
    outlines
}

/// The coarsest division of a box into tiles that fits, the usual one before all others.
fn divided(picture: &Picture, outline: &Outline, wanted: Size) -> Option<BoardFit> {
    let (width, height) = (outline.width() as f32, outline.height() as f32);
    let mut sizes: Vec<Size> = (SHORTEST..=LONGEST)
        .flat_map(|rows| (SHORTEST..=LONGEST).map(move |cols| Size::new(rows, cols)))
        .filter(|size| size.area() <= MOST_TILES)
        .filter(|size| {
            let shape = (width / size.cols as f32) / (height / size.rows as f32);
            SQUARE.contains(&shape)
        })
        .collect();
    sizes.sort_by_key(|size| (*size != wanted, size.area()));
    sizes.into_iter().find_map(|size| {
        let origin = (outline.left as f32, outline.top as f32);
        let lattice = Lattice::upright(origin, width / size.cols as f32, height / size.rows as f32);
        let board = BoardFit::new(picture, lattice, size, wanted)?;
        (board.is_likely() && board.is_clear()).then_some(board)
    })
}
