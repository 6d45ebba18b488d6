//! Scenes as an animated GIF. The first frame is the whole picture. Every other frame holds the rectangle that changed,
//! with transparent pixels where nothing changed. Cells and captions are drawn as SVG, and each kind of cell only once.

use crate::raster::{TooLarge, pixels};
use crate::svg::{Layout, bare_board, footer_band, heading_band, svg};
use crate::{Mark, Paint, Picture, Scene, Spot};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use rules::Size;
use std::borrow::Cow;
use std::collections::HashMap;

/// The delays of the frames.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{Game, stop::Stop};
/// use landgrab_view::{Depict, Pace, Picture, gif};
///
/// let before: Stop = "..X/.../O.. X".parse()?;
/// let after = before.after("2,2".parse()?);
/// let scenes = [before.scene(None), after.scene(Some(&before))];
/// let film = gif(scenes, &Picture::default(), Pace { frame: 20, last: 300 })?;
/// assert!(film.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Hundredths of a second a frame. Browsers slow down films with less than 2.
    pub frame: u16,
    /// Hundredths of a second for the last frame.
    pub last: u16,
}

/// The width of a board without a `cell` setting. It is smaller than that of still pictures: films are sent around.
const USUAL_WIDTH: usize = 480;

/// The index of the transparent pixel: as in the frame before.
const SAME: u8 = 255;

/// The film of some scenes of one board. The small picture and the lines below the board would change the height from
/// frame to frame, so they are left out; the notes of layers stay.
pub fn gif(scenes: impl IntoIterator<Item = Scene>, picture: &Picture, pace: Pace) -> Result<Vec<u8>, TooLarge> {
    let mut studio: Option<Studio> = None;
    for mut scene in scenes {
        scene.aside = None;
        scene.below.clear();
        match &mut studio {
            None => {
                let fitting = (USUAL_WIDTH / scene.size.cols.max(scene.size.rows).max(1)).clamp(4, 40) as u32;
                studio = Some(Studio::new(scene, Picture { cell: picture.cell.or(Some(fitting)), ..*picture })?);
            }
            Some(studio) => studio.shoot(scene)?,
        }
    }
    Ok(studio.map_or(vec![], |studio| studio.cut(pace)))
}

/// All that decides the pixels of a cell: the key of the cache of drawn cells.
type CellKey = (Mark, Vec<Option<Spot>>);

struct Studio {
    picture: Picture,
    layout: Layout,
    palette: Palette,
    /// The cells that were drawn before, as pixels.
    drawn: HashMap<CellKey, Vec<u8>>,
    scene: Scene,
    /// The picture as it stands.
    canvas: Vec<u8>,
    frames: Vec<Frame<'static>>,
}

impl Studio {
    fn new(scene: Scene, picture: Picture) -> Result<Self, TooLarge> {
        let layout = picture.layout(&scene);
        let (Ok(width), Ok(height)) = (u16::try_from(layout.width), u16::try_from(layout.height)) else {
            return Err(TooLarge::new(layout.width, layout.height));
        };
        let mut palette = Palette::default();
        let canvas = palette.indices(&pixels(&svg(&scene, &picture))?);
        let frame = Frame { width, height, buffer: Cow::from(canvas.clone()), ..Frame::default() };
        Ok(Self { picture, layout, palette, drawn: HashMap::new(), scene, canvas, frames: vec![frame] })
    }

    /// Adds a frame.
    fn shoot(&mut self, scene: Scene) -> Result<(), TooLarge> {
        let before = std::mem::replace(&mut self.scene, scene);
        let changed: Vec<(usize, CellKey)> = (0..self.scene.marks.len())
            .filter(|index| !is_same_cell(&before, &self.scene, *index))
            .map(|index| (index, cell_key(&self.scene, index)))
            .collect();
        self.draw_new_cells(&changed)?;
        let mut patches: Vec<Patch> = vec![];
        let (cell, (left, top), cols) = (self.layout.cell, self.layout.board, self.scene.size.cols);
        for (index, key) in &changed {
            let at = (left + (index % cols) as u32 * cell, top + (index / cols) as u32 * cell);
            patches.push(Patch { at, size: (cell, cell), pixels: self.drawn[key].clone() });
        }
        if before.heading != self.scene.heading
            && let Some(heading) = &self.scene.heading
        {
            let band = pixels(&heading_band(heading, &self.picture, self.layout.width))?;
            patches.push(self.band(&band, 0));
        }
        let notes = |scene: &Scene| scene.layers.iter().flat_map(|layer| layer.notes.clone()).collect::<Vec<_>>();
        if notes(&before) != notes(&self.scene) {
            let band = pixels(&footer_band(&notes(&self.scene), &self.picture, self.layout.width))?;
            patches.push(self.band(&band, top + self.scene.size.rows as u32 * cell + 4));
        }
        self.add_frame(&patches);
        Ok(())
    }

    fn band(&mut self, band: &Pixmap, y: u32) -> Patch {
        // All frames have the height of the first one, which may have had fewer notes.
        let height = band.height().min(self.layout.height - y);
        let mut pixels = self.palette.indices(band);
        pixels.truncate((band.width() * height) as usize);
        Patch { at: (0, y), size: (band.width(), height), pixels }
    }

    /// Draws all cells that are not in the cache yet, as one picture. Free cells between them keep the lines of the
    /// grid around each.
    fn draw_new_cells(&mut self, changed: &[(usize, CellKey)]) -> Result<(), TooLarge> {
        let mut new: Vec<&CellKey> = vec![];
        for (_, key) in changed {
            if !self.drawn.contains_key(key) && !new.contains(&key) {
                new.push(key);
            }
        }
        if new.is_empty() {
            return Ok(());
        }
        let size = Size::new(3, 2 * new.len() + 1);
        let mut sheet = Scene::new(size, vec![Mark { text: ".".into(), paint: Paint::Free }; size.area()]);
        sheet.layers.clone_from(&self.scene.layers);
        sheet.layers.iter_mut().for_each(|layer| layer.spots = vec![None; size.area()]);
        for (number, (mark, spots)) in new.iter().enumerate() {
            let index = size.cols + 2 * number + 1;
            sheet.marks[index] = mark.clone();
            sheet.layers.iter_mut().zip(spots).for_each(|(layer, spot)| layer.spots[index].clone_from(spot));
        }
        let cell = self.layout.cell as usize;
        let drawn = pixels(&bare_board(&sheet, &self.picture, self.layout.cell))?;
        let (width, indices) = (drawn.width() as usize, self.palette.indices(&drawn));
        for (number, key) in new.into_iter().enumerate() {
            let left = (2 * number + 1) * cell;
            let tile = (cell..2 * cell).flat_map(|row| indices[row * width + left..][..cell].to_vec()).collect();
            self.drawn.insert(key.clone(), tile);
        }
        Ok(())
    }

    /// The smallest rectangle around what the patches change.
    fn add_frame(&mut self, patches: &[Patch]) {
        let width = self.layout.width as usize;
        let mut before = vec![];
        let (mut left, mut top, mut right, mut bottom) = (usize::MAX, usize::MAX, 0, 0);
        for patch in patches {
            for (line, row) in patch.pixels.chunks(patch.size.0 as usize).zip(patch.at.1 as usize..) {
                for (new, col) in line.iter().zip(patch.at.0 as usize..) {
                    let pixel = &mut self.canvas[row * width + col];
                    if *pixel != *new {
                        before.push(row * width + col);
                        *pixel = *new;
                        (left, right) = (left.min(col), right.max(col + 1));
                        (top, bottom) = (top.min(row), bottom.max(row + 1));
                    }
                }
            }
        }
        if before.is_empty() {
            // An unchanged frame still has its delay.
            (left, top, right, bottom) = (0, 0, 1, 1);
        }
        let wide = right - left;
        let mut buffer = vec![SAME; wide * (bottom - top)];
        for place in before {
            buffer[(place / width - top) * wide + place % width - left] = self.canvas[place];
        }
        self.frames.push(Frame {
            left: left as u16,
            top: top as u16,
            width: wide as u16,
            height: (bottom - top) as u16,
            transparent: Some(SAME),
            dispose: DisposalMethod::Keep,
            buffer: Cow::from(buffer),
            ..Frame::default()
        });
    }

    /// The finished film.
    fn cut(self, pace: Pace) -> Vec<u8> {
        let mut out = vec![];
        let (width, height) = (self.layout.width as u16, self.layout.height as u16);
        let fits = "a film in memory can be written";
        let mut encoder = Encoder::new(&mut out, width, height, &self.palette.bytes()).expect(fits);
        encoder.set_repeat(Repeat::Infinite).expect(fits);
        let last = self.frames.len() - 1;
        for (number, mut frame) in self.frames.into_iter().enumerate() {
            frame.delay = if number == last { pace.last } else { pace.frame };
            encoder.write_frame(&frame).expect(fits);
        }
        drop(encoder);
        out
    }
}

struct Patch {
    at: (u32, u32),
    size: (u32, u32),
    pixels: Vec<u8>,
}

fn cell_key(scene: &Scene, index: usize) -> CellKey {
    (scene.marks[index].clone(), scene.layers.iter().map(|layer| layer.spots[index].clone()).collect())
}

fn is_same_cell(one: &Scene, other: &Scene, index: usize) -> bool {
    one.marks[index] == other.marks[index]
        && one.layers.len() == other.layers.len()
        && one.layers.iter().zip(&other.layers).all(|(one, other)| one.spots[index] == other.spots[index])
}

/// The palette of a film: 255 colours and the transparent one. Further colours become the nearest of them.
#[derive(Default)]
struct Palette {
    colours: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    fn indices(&mut self, pixmap: &Pixmap) -> Vec<u8> {
        let mut last = ([0; 3], None);
        let index = |pixel: &[u8]| {
            let colour = [pixel[0], pixel[1], pixel[2]];
            // Pictures are mostly runs of one colour.
            if let (before, Some(index)) = last
                && before == colour
            {
                return index;
            }
            let index = self.index(colour);
            last = (colour, Some(index));
            index
        };
        pixmap.data().chunks_exact(4).map(index).collect()
    }

    fn index(&mut self, colour: [u8; 3]) -> u8 {
        if let Some(index) = self.known.get(&colour) {
            return *index;
        }
        let index = if self.colours.len() < usize::from(SAME) {
            self.colours.push(colour);
            self.colours.len() - 1
        } else {
            let far =
                |other: &[u8; 3]| other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>();
            (0..self.colours.len()).min_by_key(|index| far(&self.colours[*index])).unwrap_or(0)
        };
        self.known.insert(colour, index as u8);
        index as u8
    }

    fn bytes(&self) -> Vec<u8> {
        // The transparent pixel needs a place in the palette.
        let mut bytes = self.colours.concat();
        bytes.resize(3 * 256, 0);
        bytes
    }
}
