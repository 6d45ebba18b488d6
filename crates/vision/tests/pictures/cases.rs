//! Random pictures with their true boards, in two sets: one for tuning, and one that is kept back, with other seeds,
//! other layouts and other shades.

use super::distortion::{Distortion, Spot, between};
use super::scene::{Palette, Scene, USUAL, WIDE, played};
use super::screen::{Badges, Screen, in_chat};
use image::RgbImage;
use landgrab_vision::{Reading, Unread};
use rules::colours::{Colour, Setup};
use rules::{Side, Source, SplitMix};

/// A palette as videos of the game show it.
const VIVID: Palette = [[231, 30, 80], [163, 226, 84], [63, 172, 238], [62, 62, 62], [250, 232, 36], [100, 62, 158]];

/// The first seed of the kept-back set. Once one of its pictures was looked at, another seed must take its place.
pub const KEPT_BACK: u32 = 8_000_009;

/// Which pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Set {
    Tuning,
    KeptBack,
}

/// A picture before it is distorted.
pub struct Case {
    pub position: Setup,
    pub image: RgbImage,
    pub spot: Spot,
}

/// What became of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Right,
    RightWithDoubts,
    Refused,
    WrongButFlagged,
    WrongAndConfident,
}

impl Case {
    /// The picture of this number.
    pub fn drawn(set: Set, number: u32) -> Self {
        let is_kept = set == Set::KeptBack;
        let seed = if is_kept { KEPT_BACK + 7 * number } else { 11 + 5 * number };
        let mut source = SplitMix::for_purpose(u64::from(seed), if is_kept { 2 } else { 1 });
        // Most of a game lasts twenty to thirty moves.
        let moves = source.below(26) as usize;
        let position = played(&Setup::generated(seed), moves, source.bits());
        let mut palettes = vec![USUAL, WIDE];
        if is_kept {
            palettes.push(VIVID);
        }
        let spread = if is_kept { 9.0 } else { 5.0 };
        let base = palettes[source.below(palettes.len() as u32) as usize];
        let palette = base.map(|shade| {
            shade.map(|value| (f32::from(value) + between(&mut source, -spread, spread)).clamp(0.0, 255.0) as u8)
        });
        let grey = between(&mut source, 222.0, 236.0) as u8;
        let tile = if is_kept { between(&mut source, 22.0, 60.0) } else { between(&mut source, 26.0, 52.0) };
        let has_palette = source.below(4) > 0;
        let mover = if has_palette { Side::First } else { Side::BOTH[source.below(2) as usize] };
        let screen = Screen {
            position: position.clone().with_mover(mover),
            tile,
            palette,
            page: [grey; 3],
            reach: if is_kept { between(&mut source, 2.3, 5.2) } else { [2.57, 4.7][source.below(2) as usize] },
            side: if is_kept { between(&mut source, 1.3, 2.4) } else { 1.52 },
            pulse: between(&mut source, 0.0, 55.0),
            has_palette,
            has_status: source.below(2) == 0,
            badges: Badges { are_bold: number % 2 == 1, ..Badges::default() },
        };
        match source.below(10) {
            0 => Self::in_chat(screen, source.below(2) == 0),
            1 => {
                let margin = between(&mut source, 0.1, 0.8);
                let margins = if is_kept { [margin; 4] } else { [0.0; 4] };
                let scene = Scene { palette, margins, pulse: screen.pulse, ..Scene::crop(screen.position, tile) };
                Self::of_scene(&scene)
            }
            2 if is_kept => {
                let page = [[250, 250, 250], [24, 24, 27], [236, 238, 242]][source.below(3) as usize];
                Self::of_scene(&Scene { palette, round: 0.08, ..Scene::window(screen.position, tile, page) })
            }
            _ => Self::of_screen(&screen),
        }
    }

    fn of_screen(screen: &Screen) -> Self {
        let size = screen.position.size();
        let top = screen.reach + if screen.has_status { 3.2 } else { 1.3 };
        let spot = Spot {
            left: screen.side * screen.tile,
            top: top * screen.tile,
            tile: screen.tile,
            rows: size.rows,
            cols: size.cols,
        };
        Self { position: screen.position.clone(), image: screen.draw(), spot }
    }

    fn of_scene(scene: &Scene) -> Self {
        let size = scene.position.size();
        let [left, top, ..] = scene.margins.map(|margin| margin * scene.tile);
        let spot = Spot { left, top, tile: scene.tile, rows: size.rows, cols: size.cols };
        Self { position: scene.position.clone(), image: scene.draw(), spot }
    }

    fn in_chat(screen: Screen, is_dark: bool) -> Self {
        // Drawn larger, as the chat shows it smaller.
        let case = Self::of_screen(&Screen { tile: screen.tile * 1.5, ..screen });
        let (wide, unit) = (case.image.width() as f32 * 0.62, case.image.width() as f32 * 0.62 / 12.0);
        let (left, top) = ((wide * 1.35 - wide - 0.5 * unit).floor(), (4.8 * unit).floor());
        let spot = Spot {
            left: left + case.spot.left * 0.62,
            top: top + case.spot.top * 0.62,
            tile: case.spot.tile * 0.62,
            ..case.spot
        };
        Self { image: in_chat(&case.image, is_dark), spot, ..case }
    }

    /// The file of this picture once it is distorted.
    pub fn distorted(&self, distortion: Distortion, source: &mut SplitMix) -> Vec<u8> {
        distortion.apply(&self.image, self.spot, source)
    }
}

/// Judges a reading by the true tiles.
pub fn judged(result: &Result<Reading, Unread>, truth: &Setup) -> Verdict {
    let Ok(reading) = result else { return Verdict::Refused };
    let colours: Vec<Colour> = reading.tiles.iter().map(|tile| tile.colour).collect();
    let is_right = reading.size == truth.size() && colours == truth.tiles();
    match (is_right, reading.is_settled()) {
        (true, true) => Verdict::Right,
        (true, false) => Verdict::RightWithDoubts,
        (false, false) => Verdict::WrongButFlagged,
        (false, true) => Verdict::WrongAndConfident,
    }
}
