//! Pictures that the tests draw: a board as GamePigeon or another program shows it, with the page around it.

use super::paint::{disc, fill};
use image::{Rgb, RgbImage};
use rules::colours::{Colour, Colours, Setup, corner};
use rules::{Cell, Game, Side, Source, SplitMix};

/// Red, green, blue, black, yellow and purple, as the rules order them.
pub type Palette = [[u8; 3]; 6];

/// The two palettes of GamePigeon, by the colour profile of the phone.
pub const USUAL: Palette =
    [[230, 72, 90], [173, 213, 100], [90, 165, 240], [65, 65, 65], [250, 225, 80], [103, 78, 156]];
pub const WIDE: Palette = [[249, 55, 85], [163, 213, 83], [54, 168, 250], [65, 65, 65], [255, 224, 30], [106, 74, 161]];
/// Plain colours, as beginners' programs have them.
pub const PLAIN: Palette = [[255, 0, 0], [0, 200, 0], [0, 60, 255], [0, 0, 0], [255, 255, 0], [140, 0, 160]];

/// The settings of a picture of a board.
#[derive(Clone, Debug)]
pub struct Scene {
    pub position: Setup,
    /// Width and height of a tile, in pixels.
    pub tile: f32,
    /// The gap between tiles, in tiles.
    pub gap: f32,
    /// The radius of the tiles' corners, in tiles: 0.5 makes discs.
    pub round: f32,
    pub palette: Palette,
    pub page: [u8; 3],
    /// Left, top, right and bottom, in tiles.
    pub margins: [f32; 4],
    /// White added to the mover's region.
    pub pulse: f32,
    /// Whether light falls from above and the page darkens towards its corners.
    pub is_shaded: bool,
    /// Whether there are bars, scores, faces and buttons around the board.
    pub has_chrome: bool,
    /// Whether the colour picker is below the board.
    pub has_picker: bool,
}

impl Scene {
    /// A phone's screen.
    pub fn phone(position: Setup, tile: f32) -> Self {
        Self {
            position,
            tile,
            gap: 0.0,
            round: 0.0,
            palette: USUAL,
            page: [230, 230, 230],
            margins: [1.5, 6.7, 1.5, 8.7],
            pulse: 0.0,
            is_shaded: true,
            has_chrome: true,
            has_picker: true,
        }
    }

    /// The board and nothing else.
    pub fn crop(position: Setup, tile: f32) -> Self {
        Self { margins: [0.0; 4], has_chrome: false, has_picker: false, ..Self::phone(position, tile) }
    }

    /// Another program's window: even tiles with gaps on a plain page.
    pub fn window(position: Setup, tile: f32, page: [u8; 3]) -> Self {
        Self { gap: 0.07, page, margins: [0.6, 2.0, 4.0, 1.7], is_shaded: false, ..Self::crop(position, tile) }
    }

    pub fn draw(&self) -> RgbImage {
        let (size, tile) = (self.position.size(), self.tile);
        let [left, top, right, bottom] = self.margins;
        let width = ((size.cols as f32 + left + right) * tile).round() as u32;
        let height = ((size.rows as f32 + top + bottom) * tile).round() as u32;
        let mut image = RgbImage::from_pixel(width, height, Rgb(self.page));
        if self.is_shaded {
            darken_corners(&mut image);
        }
        if self.has_chrome {
            self.draw_chrome(&mut image);
        }
        if self.has_picker {
            self.draw_picker(&mut image);
        }
        let pulsing = self.region(self.position.mover());
        for (cell, colour) in size.cells().zip(self.position.tiles()) {
            let white = if pulsing.contains(&cell) { self.pulse } else { 0.0 };
            let shade = self.palette[colour.index()].map(|value| (f32::from(value) + white).min(255.0));
            let (x, y) = ((left + cell.col as f32) * tile, (top + cell.row as f32) * tile);
            let inset = self.gap * tile / 2.0;
            // Tiles that touch share whole pixels, so that no page shines through between them.
            let snap = |at: f32| if self.gap == 0.0 { at.round() } else { at };
            let lit = |y: f32| self.light((y / tile - top) / size.rows as f32);
            let middle = (x + tile / 2.0, y + tile / 2.0);
            let under = image.get_pixel(middle.0 as u32, middle.1 as u32).0.map(f32::from);
            fill(&mut image, [x + inset, y + inset, x + tile - inset, y + tile - inset].map(snap), |x, y| {
                let (factor, added) = lit(y);
                let straight = tile * (0.5 - self.round) - inset;
                let past = |value: f32, middle: f32| ((value + 0.5 - middle).abs() - straight).max(0.0);
                let is_corner = past(x, middle.0).hypot(past(y, middle.1)) > self.round * tile && self.round > 0.0;
                if is_corner { under } else { shade.map(|value| value * factor + added) }
            });
        }
        image
    }

    /// The light on a part of the board, from 0 at the top to 1 at the bottom: a factor and some white.
    fn light(&self, depth: f32) -> (f32, f32) {
        if !self.is_shaded {
            return (1.0, 0.0);
        }
        let (top, bottom) = ((1.0 - depth * 5.0).max(0.0), (depth * 5.0 - 4.0).max(0.0));
        (1.0 - 0.17 * bottom, 24.0 * top)
    }

    fn colour_of(&self, side: Side) -> Colour {
        let Cell { row, col } = corner(self.position.size(), side);
        self.position.tiles()[row * self.position.size().cols + col]
    }

    /// The tiles of a side.
    fn region(&self, side: Side) -> Vec<Cell> {
        let game = Colours::<u128>::new(&self.position);
        let size = self.position.size();
        size.cells().filter(|cell| game.region(side).contains(game.frame().index(*cell))).collect()
    }

    fn draw_chrome(&self, image: &mut RgbImage) {
        let (width, tile) = (image.width() as f32, self.tile);
        let bottom = image.height() as f32;
        fill(image, [0.0, 0.0, width, 1.3 * tile], |_, _| [0.0; 3]);
        fill(image, [0.9 * tile, 0.5 * tile, 1.8 * tile, 0.9 * tile], |_, _| [255.0; 3]);
        for (side, x) in [(Side::First, 0.1 * tile), (Side::Second, width - 1.9 * tile)] {
            let face = if side == Side::First { [240.0, 150.0, 180.0] } else { [60.0, 80.0, 40.0] };
            disc(image, x + 0.9 * tile, 2.8 * tile, 0.8 * tile, face);
            let score = if side == Side::First { x + 2.2 * tile } else { x - 1.3 * tile };
            let colour = self.palette[self.colour_of(side).index()].map(f32::from);
            fill(image, [score, 2.5 * tile, score + tile, 3.2 * tile], |_, _| colour);
            fill(image, [score + 0.3 * tile, 2.7 * tile, score + 0.7 * tile, 3.0 * tile], |_, _| [225.0; 3]);
        }
        for x in [0.7 * tile, width - 0.7 * tile] {
            disc(image, x, bottom - 1.2 * tile, 0.55 * tile, [255.0; 3]);
            disc(image, x, bottom - 1.2 * tile, 0.2 * tile, [140.0; 3]);
        }
        fill(image, [3.5 * tile, bottom - 1.3 * tile, width - 3.5 * tile, bottom - 1.1 * tile], |_, _| [150.0; 3]);
    }

    fn draw_picker(&self, image: &mut RgbImage) {
        let (tile, size) = (self.tile, self.position.size());
        let step = size.cols as f32 * tile / 6.0;
        let middle = image.height() as f32 - 4.0 * tile;
        let taken = Side::BOTH.map(|side| self.colour_of(side));
        let order = [Colour::Red, Colour::Green, Colour::Yellow, Colour::Blue, Colour::Purple, Colour::Black];
        for (place, colour) in order.into_iter().enumerate() {
            let is_taken = taken.contains(&colour);
            let half = if is_taken { 0.2 * step } else { 0.45 * step };
            let white = if is_taken { 0.25 } else { 0.0 };
            let shade = self.palette[colour.index()].map(|value| f32::from(value) * (1.0 - white) + 230.0 * white);
            let x = self.margins[0] * tile + (place as f32 + 0.5) * step;
            fill(image, [x - half, middle - half, x + half, middle + half], |_, _| shade);
        }
    }
}

/// A position after so many random moves of a generated game, or the last one before its end.
pub fn played(start: &Setup, moves: usize, seed: u64) -> Setup {
    let mut source = SplitMix::new(seed);
    let mut game = Colours::<u128>::new(start);
    for _ in 0..moves {
        // Only moves that gain tiles, so that the game goes on.
        let owned = |game: &Colours<u128>| game.score().first + game.score().second;
        let gaining: Vec<Colour> = game.moves().filter(|colour| owned(&game.after(*colour)) > owned(&game)).collect();
        if gaining.is_empty() {
            break;
        }
        game.play_unchecked(gaining[source.below(gaining.len() as u32) as usize]);
    }
    game.setup()
}

fn darken_corners(image: &mut RgbImage) {
    let (width, height) = (image.width() as f32, image.height() as f32);
    for (x, y, pixel) in image.enumerate_pixels_mut() {
        let (across, along) = (x as f32 / width * 2.0 - 1.0, y as f32 / height * 2.0 - 1.0);
        let factor = 1.0 - 0.14 * (across.powi(4) + along.powi(4));
        pixel.0 = pixel.0.map(|value| (f32::from(value) * factor) as u8);
    }
}
