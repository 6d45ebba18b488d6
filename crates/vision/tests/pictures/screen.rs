//! The game's screen on a phone, in the proportions that real ones have: status bar, faces, badges with the scores, the
//! board in the middle, and the palette as far below it as the badges are above.

use super::paint::{bold_number, bubble, disc, fill, number};
use super::scene::{Palette, Scene};
use image::{Rgb, RgbImage};
use rules::colours::{Colour, Colours, Setup, corner};
use rules::{Cell, Game, Side};

/// The palette's order, from the left.
const ORDER: [Colour; 6] = [Colour::Red, Colour::Green, Colour::Yellow, Colour::Blue, Colour::Purple, Colour::Black];

/// How a screen differs from others.
#[derive(Clone, Debug)]
pub struct Screen {
    pub position: Setup,
    /// Width and height of a tile, in pixels.
    pub tile: f32,
    pub palette: Palette,
    pub page: [u8; 3],
    /// From the edge of the board to the middle of the palette below and of the badges above, in tiles.
    pub reach: f32,
    /// Left and right of the board, in tiles.
    pub side: f32,
    /// White added to the region of the side to move.
    pub pulse: f32,
    /// Whether the palette is shown: it is one's own move.
    pub has_palette: bool,
    /// Whether a phone's status bar and the rim of the chat behind are above the page.
    pub has_status: bool,
    pub badges: Badges,
}

/// What the badges look like, and what they say.
#[derive(Clone, Copy, Default, Debug)]
pub struct Badges {
    /// Whether their digits are bold, or made of three columns of dots.
    pub are_bold: bool,
    /// The numbers, where they are not the sizes of the regions.
    pub counts: Option<[u32; 2]>,
    /// The colours, where they are not those of the corners.
    pub colours: Option<[Colour; 2]>,
}

impl Screen {
    /// The picture.
    pub fn draw(&self) -> RgbImage {
        let top = self.reach + if self.has_status { 3.2 } else { 1.3 };
        let bottom = self.reach + 2.7;
        let scene = Scene {
            tile: self.tile,
            palette: self.palette,
            page: self.page,
            margins: [self.side, top, self.side, bottom],
            pulse: self.pulse,
            has_chrome: false,
            has_picker: false,
            ..Scene::phone(self.position.clone(), self.tile)
        };
        let mut image = scene.draw();
        let size = self.position.size();
        let board = [self.side, top, self.side + size.cols as f32, top + size.rows as f32].map(|at| at * self.tile);
        self.draw_shadow(&mut image, board);
        if self.has_status {
            self.draw_status(&mut image);
        }
        self.draw_badges(&mut image, board);
        self.draw_buttons(&mut image);
        if self.has_palette {
            self.draw_palette(&mut image, board);
        }
        image
    }

    fn draw_shadow(&self, image: &mut RgbImage, [left, _, right, bottom]: [f32; 4]) {
        let (tile, first) = (self.tile, bottom.ceil() as u32);
        for y in first..(first + (0.7 * tile) as u32).min(image.height()) {
            let depth = 1.0 - (y - first) as f32 / (0.7 * tile);
            for x in (left + 0.2 * tile) as u32..((right - 0.2 * tile) as u32).min(image.width()) {
                let pixel = image.get_pixel_mut(x, y);
                pixel.0 = pixel.0.map(|value| (f32::from(value) * (1.0 - 0.3 * depth)) as u8);
            }
        }
    }

    fn draw_status(&self, image: &mut RgbImage) {
        let (width, tile) = (image.width() as f32, self.tile);
        fill(image, [0.0, 0.0, width, 1.6 * tile], |_, _| [0.0; 3]);
        number(image, 17, (0.9 * tile, 0.75 * tile), 0.35 * tile, [255.0; 3]);
        number(image, 12, (1.6 * tile, 0.75 * tile), 0.35 * tile, [255.0; 3]);
        bubble(
            image,
            [width - 1.9 * tile, 0.6 * tile, width - 1.2 * tile, 0.9 * tile],
            0.1 * tile,
            [235.0, 60.0, 55.0],
        );
        bubble(
            image,
            [width / 2.0 - 0.5 * tile, 1.7 * tile, width / 2.0 + 0.5 * tile, 1.82 * tile],
            0.05 * tile,
            [130.0; 3],
        );
    }

    fn colour_of(&self, side: Side) -> Colour {
        let Cell { row, col } = corner(self.position.size(), side);
        self.position.tiles()[row * self.position.size().cols + col]
    }

    fn shade(&self, colour: Colour) -> [f32; 3] {
        self.palette[colour.index()].map(f32::from)
    }

    fn draw_badges(&self, image: &mut RgbImage, [left, top, right, _]: [f32; 4]) {
        let (tile, width) = (self.tile, image.width() as f32);
        let y = top - self.reach * tile;
        let score = Colours::<u128>::new(&self.position).score();
        let counts = self.badges.counts.unwrap_or([score.first, score.second]);
        let colours = self.badges.colours.unwrap_or(Side::BOTH.map(|side| self.colour_of(side)));
        let paint_number = if self.badges.are_bold { bold_number } else { number };
        for (side, x) in [(Side::First, left + 1.35 * tile), (Side::Second, right - 1.35 * tile)] {
            let shade = self.shade(colours[side as usize]);
            fill(image, [x - 0.48 * tile, y - 0.32 * tile, x + 0.48 * tile, y + 0.32 * tile], |_, _| shade);
            let is_dark = shade.iter().sum::<f32>() < 450.0;
            let ink = shade.map(|value| if is_dark { 0.3 * value + 165.0 } else { 0.4 * value });
            paint_number(image, counts[side as usize], (x, y), 0.32 * tile, ink);
            let (face, head) = match side {
                Side::First => ([240.0, 150.0, 180.0], [60.0, 230.0, 235.0]),
                Side::Second => ([60.0, 80.0, 40.0], [235.0, 90.0, 200.0]),
            };
            let middle = if side == Side::First { 1.05 * tile } else { width - 1.05 * tile };
            disc(image, middle, y, 0.75 * tile, face);
            bubble(image, [middle - 0.4 * tile, y - 0.4 * tile, middle + 0.4 * tile, y + 0.6 * tile], 0.1 * tile, head);
            disc(image, middle - 0.15 * tile, y, 0.08 * tile, [20.0; 3]);
            disc(image, middle + 0.15 * tile, y, 0.08 * tile, [20.0; 3]);
        }
    }

    fn draw_buttons(&self, image: &mut RgbImage) {
        let (tile, width, bottom) = (self.tile, image.width() as f32, image.height() as f32);
        for x in [0.75 * tile, width - 0.75 * tile] {
            disc(image, x, bottom - 0.95 * tile, 0.53 * tile, [253.0; 3]);
            disc(image, x, bottom - 0.95 * tile, 0.22 * tile, [140.0; 3]);
        }
        // The line "Choose a fill color".
        for letter in 0..14 {
            let x = width / 2.0 + (letter as f32 - 7.0) * 0.25 * tile;
            fill(image, [x, bottom - 1.1 * tile, x + 0.16 * tile, bottom - 0.85 * tile], |_, _| [145.0; 3]);
        }
    }

    /// Six swatches. The colours that the players hold are shrunken and paler.
    fn draw_palette(&self, image: &mut RgbImage, [left, _, right, bottom]: [f32; 4]) {
        let tile = self.tile;
        let step = (right - left - 1.22 * tile) / 5.0;
        let y = bottom + self.reach * tile;
        let taken = Side::BOTH.map(|side| self.colour_of(side));
        for (place, colour) in ORDER.into_iter().enumerate() {
            let is_taken = taken.contains(&colour);
            let half = if is_taken { 0.27 } else { 0.6 } * tile;
            let white = if is_taken { 0.24 } else { 0.0 };
            let page = self.page.map(f32::from);
            let shade = self.shade(colour);
            let mixed: [f32; 3] = std::array::from_fn(|at| shade[at] * (1.0 - white) + page[at] * white);
            let x = left + 0.61 * tile + step * place as f32;
            fill(image, [x - half, y + half, x + half, y + half + 0.08 * tile], |_, _| page.map(|value| value * 0.8));
            fill(image, [x - half, y - half, x + half, y + half], |_, at| {
                let depth = ((at - y) / half).max(0.0);
                mixed.map(|value| value * (1.0 - 0.1 * depth))
            });
        }
    }
}

/// A chat in which a picture was sent.
pub fn in_chat(image: &RgbImage, is_dark: bool) -> RgbImage {
    let (wide, high) = (image.width() as f32 * 0.62, image.height() as f32 * 0.62);
    let sent = image::imageops::resize(image, wide as u32, high as u32, image::imageops::FilterType::Triangle);
    let (width, unit) = (wide * 1.35, wide / 12.0);
    let page = if is_dark { [0; 3] } else { [255; 3] };
    let grey = if is_dark { [38.0, 38.0, 41.0] } else { [233.0, 233.0, 235.0] };
    let mut chat = RgbImage::from_pixel(width as u32, (high + 9.0 * unit) as u32, Rgb(page));
    fill(&mut chat, [0.0, 0.0, width, 2.2 * unit], |_, _| grey);
    disc(&mut chat, width / 2.0, 1.1 * unit, 0.8 * unit, [150.0, 155.0, 170.0]);
    bubble(&mut chat, [0.4 * unit, 2.8 * unit, 7.0 * unit, 4.2 * unit], 0.6 * unit, grey);
    image::imageops::replace(&mut chat, &sent, (width - wide - 0.5 * unit) as i64, (4.8 * unit) as i64);
    let below = high + 5.3 * unit;
    bubble(
        &mut chat,
        [width - 6.0 * unit, below, width - 0.5 * unit, below + 1.4 * unit],
        0.6 * unit,
        [10.0, 132.0, 255.0],
    );
    bubble(&mut chat, [0.4 * unit, below + 2.0 * unit, width - 0.4 * unit, below + 3.2 * unit], 0.6 * unit, grey);
    chat
}
