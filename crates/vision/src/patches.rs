//! Patches: connected components of pixels of one colour. A tile with neighbours of other colours is a square patch,
//! and so are the swatches of the colour picker.

use crate::hue::kind;
use crate::picture::Picture;
use rules::colours::Colour;

/// The shortest side of a patch that can be a tile, in pixels.
const SHORTEST: usize = 5;
/// The most squares that are used, the largest ones. A page of text has thousands of small ones.
const MOST_SQUARES: usize = 500;
/// The sides of a square may differ by one part in so many of the longer one, and always by [`SIDES_DIFFER`] pixels.
const SIDES_DIFFER_PART: usize = 6;
/// Pixels by which the sides of a small square may differ: its edges fall between pixels.
const SIDES_DIFFER: usize = 2;
/// The least share of its rectangle that a square patch fills, in tenths. A disc fills 0.785 of it.
const FULL_TENTHS: usize = 7;

/// A patch by its surrounding rectangle; `right` and `bottom` are the first column and row past it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch {
    pub colour: Colour,
    pub left: usize,
    pub top: usize,
    pub right: usize,
    pub bottom: usize,
    /// The number of its pixels.
    pub area: usize,
}

impl Patch {
    pub fn width(&self) -> usize {
        self.right - self.left
    }

    pub fn height(&self) -> usize {
        self.bottom - self.top
    }

    /// The middle of its rectangle.
    pub fn centre(&self) -> (f32, f32) {
        ((self.left + self.right) as f32 / 2.0, (self.top + self.bottom) as f32 / 2.0)
    }

    /// The length of its sides, if it is a square. Round corners are allowed, even a disc.
    pub fn side(&self) -> Option<f32> {
        let (width, height) = (self.width(), self.height());
        let longest = width.max(height);
        let is_even = width.abs_diff(height) <= (longest / SIDES_DIFFER_PART).max(SIDES_DIFFER);
        let is_full = self.area * 10 >= width * height * FULL_TENTHS;
        (width.min(height) >= SHORTEST && is_even && is_full).then_some((width + height) as f32 / 2.0)
    }

    fn join(&mut self, other: &Self) {
        self.left = self.left.min(other.left);
        self.top = self.top.min(other.top);
        self.right = self.right.max(other.right);
        self.bottom = self.bottom.max(other.bottom);
        self.area += other.area;
    }
}

/// A square patch: its middle and the length of its sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Square {
    pub x: f32,
    pub y: f32,
    pub side: f32,
}

/// The square patches, the largest ones first.
pub(crate) fn squares(patches: &[Patch]) -> Vec<Square> {
    let square = |patch: &Patch| {
        let (x, y) = patch.centre();
        patch.side().map(|side| Square { x, y, side })
    };
    let mut found: Vec<Square> = patches.iter().filter_map(square).collect();
    found.sort_by(|a, b| b.side.total_cmp(&a.side));
    found.truncate(MOST_SQUARES);
    found
}

/// A stretch of one colour in one row of pixels.
struct Run {
    colour: Colour,
    start: usize,
    end: usize,
}

/// All patches of a picture that are larger than a few pixels.
pub(crate) fn patches(picture: &Picture) -> Vec<Patch> {
    let mut forest = Forest::default();
    let mut above: Vec<(Run, usize)> = Vec::new();
    for (y, row) in picture.pixels().chunks_exact(picture.width.max(1)).enumerate() {
        let mut current: Vec<(Run, usize)> = Vec::with_capacity(above.len());
        let mut upper = 0;
        for run in runs(row) {
            let patch = Patch {
                colour: run.colour,
                left: run.start,
                top: y,
                right: run.end,
                bottom: y + 1,
                area: run.end - run.start,
            };
            let id = forest.plant(patch);
            while upper < above.len() && above[upper].0.end <= run.start {
                upper += 1;
            }
            for (other, other_id) in above[upper..].iter().take_while(|(other, _)| other.start < run.end) {
                if other.colour == run.colour {
                    forest.join(id, *other_id);
                }
            }
            current.push((run, id));
        }
        above = current;
    }
    forest.trees()
}

/// The stretches of a row that have a colour.
fn runs(row: &[[u8; 3]]) -> Vec<Run> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (x, pixel) in row.iter().enumerate() {
        let colour = kind(*pixel);
        if colour != last {
            found.extend(last.map(|colour| Run { colour, start, end: x }));
            (start, last) = (x, colour);
        }
    }
    found.extend(last.map(|colour| Run { colour, start, end: row.len() }));
    found
}

/// Union-find: each run begins as a patch of its own, and touching runs of one colour are joined.
#[derive(Default)]
struct Forest {
    parents: Vec<usize>,
    patches: Vec<Patch>,
}

impl Forest {
    fn plant(&mut self, patch: Patch) -> usize {
        self.parents.push(self.patches.len());
        self.patches.push(patch);
        self.patches.len() - 1
    }

    fn root(&mut self, mut id: usize) -> usize {
        while self.parents[id] != id {
            self.parents[id] = self.parents[self.parents[id]];
            id = self.parents[id];
        }
        id
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        // The older root stays, so that paths stay short: rows join the patches above them.
        let (old, young) = (one.min(other), one.max(other));
        if old != young {
            self.parents[young] = old;
            let patch = self.patches[young];
            self.patches[old].join(&patch);
        }
    }

    fn trees(self) -> Vec<Patch> {
        let is_root = |id: usize| self.parents[id] == id;
        let large = |patch: &Patch| patch.area >= SHORTEST * SHORTEST / 2;
        self.patches.iter().enumerate().filter(|(id, patch)| is_root(*id) && large(patch)).map(|(_, p)| *p).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture from letters: R and B are colours, all else is a white page.
    fn picture(rows: &[&str]) -> Picture {
        let pixel = |letter: u8| match letter {
            b'R' => [230, 72, 90],
            b'B' => [62, 168, 240],
            _ => [255; 3],
        };
        Picture::new(rows[0].len(), rows.iter().flat_map(|row| row.bytes().map(pixel)).collect())
    }

    #[test]
    fn pixels_that_hang_together_are_one_patch_also_around_corners() {
        let rows =
            ["RR.....RR", "RR..R..RR", "RRRRRRRRR", "BBBBBB...", ".......BB", ".......BB", "BBBBBBBBB", "BBBBBBBBB"];
        let found = patches(&picture(&rows));
        let mut shapes: Vec<_> =
            found.iter().map(|patch| (patch.colour, patch.width(), patch.height(), patch.area)).collect();
        shapes.sort_unstable();
        assert_eq!(shapes, [(Colour::Red, 9, 3, 18), (Colour::Blue, 9, 4, 22)]);
    }

    #[test]
    fn squares_may_have_round_corners_but_no_other_shape() {
        let square =
            |rows: &[&str]| squares(&patches(&picture(rows))).first().map(|square| (square.x, square.y, square.side));
        assert_eq!(square(&[".RRRR..", "RRRRRR.", "RRRRRR.", "RRRRRR.", "RRRRRR.", ".RRRR.."]), Some((3.0, 3.0, 6.0)));
        assert_eq!(square(&["RRRRRRRRR", "RRRRRRRRR", "RRRRRRRRR", "RRRRRRRRR", "RRRRRRRRR"]), None);
        assert_eq!(square(&["RRRRRR", "R....R", "R....R", "R....R", "R....R", "RRRRRR"]), None);
        assert_eq!(square(&["RRRR", "RRRR", "RRRR", "RRRR"]), None);
    }
}
