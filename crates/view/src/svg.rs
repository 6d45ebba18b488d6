//! A scene as SVG. Words stay text, and cells of one look share a path, so files stay small.

mod board;
mod shape;

pub(crate) use board::{is_tiled, patterns, spot_look, tile_look};

use crate::{Aside, Heading, Scene, Seat, Theme};
use rules::{Side, Size};
use std::fmt::Write;

/// The settings of a picture.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::stop::Stop;
/// use landgrab_view::{Depict, Picture, Theme, svg};
///
/// let position: Stop = "..X/.../O.. X".parse()?;
/// let picture = Picture { theme: Theme::DARK, cell: Some(24) };
/// assert!(svg(&position.scene(None), &picture).contains(&Theme::DARK.background.to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Its colours.
    pub theme: Theme,
    /// Pixels a cell. `None` makes the board about as wide as a page.
    pub cell: Option<u32>,
}

impl Default for Picture {
    fn default() -> Self {
        Self { theme: Theme::LIGHT, cell: None }
    }
}

/// The font that the captions are made for; all its characters are equally wide.
pub(crate) const FONT: &str = "Hack, ui-monospace, Menlo, Consolas, monospace";
/// Width of a character, by the size of the font.
const ADVANCE: f64 = 0.602;
/// Size of the captions' font.
const WORDS: u32 = 14;
/// Height of a line of captions.
const LINE: u32 = 20;
/// Space at the edges.
const PAD: u32 = 12;
/// Pixels a cell of the small picture beside the board.
const SMALL_CELL: u32 = 10;
/// Narrower pictures would cut off the names.
const NARROWEST: u32 = 480;
/// The width of a board without a `cell` setting.
const USUAL_WIDTH: u32 = 800;

/// The places of the parts, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub cell: u32,
    pub board: (u32, u32),
    pub width: u32,
    pub height: u32,
}

impl Picture {
    /// Pixels a cell on a board of this size.
    pub fn cell(&self, size: Size) -> u32 {
        let fitting = USUAL_WIDTH / size.cols.max(size.rows).max(1) as u32;
        self.cell.unwrap_or_else(|| fitting.clamp(4, 64))
    }

    pub(crate) fn layout(&self, scene: &Scene) -> Layout {
        let cell = self.cell(scene.size);
        let (names, ruler) = margins(scene);
        let heading = if scene.heading.is_some() { 2 * LINE + 4 } else { 0 };
        let top = PAD + heading + scene.above.len() as u32 * LINE;
        let board = (PAD + names, top + ruler);
        let (wide, high) = (scene.size.cols as u32 * cell, scene.size.rows as u32 * cell);
        let width = (board.0 + wide + PAD).max(NARROWEST);
        let foot = footer_lines(scene, width).len() as u32 * LINE;
        let aside = scene.aside.as_ref().map_or(0, |aside| LINE + 8 + aside.rows.len() as u32 * SMALL_CELL);
        Layout { cell, board, width, height: board.1 + high + foot.max(aside) + PAD + 4 }
    }
}

/// The picture of a scene.
pub fn svg(scene: &Scene, picture: &Picture) -> String {
    let layout = picture.layout(scene);
    let Layout { cell, board: (left, top), width, height } = layout;
    let theme = &picture.theme;
    let mut out = opening(width, height, theme);
    let _ = writeln!(out, "<title>{}</title>", escaped(&title(scene)));
    let drawn = board::board(scene, picture, cell);
    out += &board::patterns(theme, cell, |pattern| drawn.contains(pattern));
    out += &captions(scene, picture, &layout);
    let _ = writeln!(out, r#"<g id="board" transform="translate({left} {top}) scale({cell})">"#);
    out + &drawn + "</g>\n</svg>\n"
}

/// The board alone, without a margin: what the frames of a film are made of.
pub(crate) fn bare_board(scene: &Scene, picture: &Picture, cell: u32) -> String {
    let (width, height) = (scene.size.cols as u32 * cell, scene.size.rows as u32 * cell);
    let drawn = board::board(scene, picture, cell);
    let mut out = opening(width, height, &picture.theme);
    out += &board::patterns(&picture.theme, cell, |pattern| drawn.contains(pattern));
    let _ = writeln!(out, r#"<g transform="scale({cell})">"#);
    out + &drawn + "</g>\n</svg>\n"
}

/// The part of a picture above the board that tells the turn.
pub(crate) fn heading_band(heading: &Heading, picture: &Picture, width: u32) -> String {
    let out = opening(width, heading_height(), &picture.theme);
    out + &heading_words(heading, picture, width) + "</svg>\n"
}

/// The lines below the board.
pub(crate) fn footer_band(lines: &[String], picture: &Picture, width: u32) -> String {
    let mut out = opening(width, lines.len().max(1) as u32 * LINE, &picture.theme);
    for (number, line) in lines.iter().enumerate() {
        out += &words(line, PAD, (number as u32 + 1) * LINE - 5, width - 2 * PAD, picture.theme.ink);
    }
    out + "</svg>\n"
}

/// Height of [`heading_band`].
pub(crate) const fn heading_height() -> u32 {
    PAD + 2 * LINE + 4
}

fn opening(width: u32, height: u32, theme: &Theme) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"{FONT}\" font-size=\"{WORDS}\">\n\
         <path d=\"M0 0h{width}v{height}H0z\" fill=\"{}\"/>\n",
        theme.background
    )
}

fn title(scene: &Scene) -> String {
    scene.heading.as_ref().map_or_else(|| format!("a board of {}", scene.size), Heading::line)
}

/// The width of the rows' names and the height of the columns' names.
fn margins(scene: &Scene) -> (u32, u32) {
    let longest = scene.row_names.iter().map(String::len).max().unwrap_or(0);
    (((longest as f64 + 1.0) * ADVANCE * 11.0).ceil() as u32, 16)
}

/// The lines below the board, broken where they would leave a picture of this width.
fn footer_lines(scene: &Scene, width: u32) -> Vec<String> {
    let aside = scene.aside.as_ref().map_or(0, |aside| aside_width(aside) + PAD);
    let room = characters(width.saturating_sub(2 * PAD + aside)).max(16);
    let lines = scene.layers.iter().flat_map(|layer| &layer.notes).chain(&scene.below);
    lines.flat_map(|line| broken(line, room)).collect()
}

/// A line in pieces of at most so many characters, broken at blanks where there are any.
pub(crate) fn broken(line: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let last = lines.last_mut().expect("there is always one");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > room {
            lines.push(word.into());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

fn aside_width(aside: &Aside) -> u32 {
    let words = (aside.title.chars().count() as f64 * ADVANCE * f64::from(WORDS)) as u32 + 2;
    words.max(aside.rows.first().map_or(0, String::len) as u32 * SMALL_CELL)
}

/// The number of characters that fit into so many pixels.
fn characters(room: u32) -> usize {
    (f64::from(room) / (ADVANCE * f64::from(WORDS))) as usize
}

fn captions(scene: &Scene, picture: &Picture, layout: &Layout) -> String {
    let Layout { cell, board: (left, top), width, .. } = *layout;
    let theme = &picture.theme;
    let mut out = String::new();
    let mut y = PAD;
    if let Some(heading) = &scene.heading {
        out += &heading_words(heading, picture, width);
        y = heading_height();
    }
    for line in &scene.above {
        y += LINE;
        out += &words(line, PAD, y - 6, width - 2 * PAD, theme.ink);
    }
    // A name for every row and column where there is room, else for every fifth or tenth.
    let step = if cell >= 16 {
        1
    } else if cell >= 8 {
        5
    } else {
        10
    };
    let _ = writeln!(out, r#"<g font-size="11" fill="{}">"#, theme.faint);
    for row in (0..scene.size.rows).step_by(step) {
        let middle = top as usize + row * cell as usize + cell as usize / 2 + 4;
        let _ = writeln!(
            out,
            r#"<text x="{}" y="{middle}" text-anchor="end">{}</text>"#,
            left - 6,
            escaped(&scene.row_names[row])
        );
    }
    for col in (0..scene.size.cols).step_by(step) {
        let middle = left as usize + col * cell as usize + cell as usize / 2;
        let name = escaped(&scene.col_names[col]);
        let _ = writeln!(out, r#"<text x="{middle}" y="{}" text-anchor="middle">{name}</text>"#, top - 4);
    }
    out += "</g>\n";
    let foot = top + scene.size.rows as u32 * cell + 4;
    if let Some(aside) = &scene.aside {
        let place = (width.saturating_sub(PAD + aside_width(aside)), foot);
        out += &aside_picture(aside, place, theme);
    }
    for (number, line) in footer_lines(scene, width).iter().enumerate() {
        out += &words(line, PAD, foot + (number as u32 + 1) * LINE - 5, width - 2 * PAD, theme.ink);
    }
    out
}

/// Both players at the two ends, each with a swatch of its cells, and the news below.
fn heading_words(heading: &Heading, picture: &Picture, width: u32) -> String {
    let theme = &picture.theme;
    let half = width / 2 - PAD - 24;
    let y = PAD + 14;
    let mut out = String::new();
    for side in Side::BOTH {
        let seat = &heading.players[side];
        let (swatch, anchor, x) = match side {
            Side::First => (PAD, "start", PAD + 24),
            Side::Second => (width - PAD - 16, "end", width - PAD - 24),
        };
        let text = match side {
            Side::First => format!("{} {} {}", seat.mark, seat.name, seat.score),
            Side::Second => format!("{} {} {}", seat.score, seat.name, seat.mark),
        };
        out += &swatch_of(seat, side, (swatch, PAD + 1), theme);
        let _ = writeln!(
            out,
            r#"<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{}" font-weight="bold">{}</text>"#,
            theme.ink,
            escaped(&fitted(&text, half))
        );
    }
    let news = format!("turn {}: {} | {}", heading.turn, heading.news, heading.next);
    out + &words(&news, PAD, y + LINE, width - 2 * PAD, theme.faint)
}

/// A side's colour; or a small board with the side's corner, where the colours belong to the tiles.
fn swatch_of(seat: &Seat, side: Side, (x, y): (u32, u32), theme: &Theme) -> String {
    match (seat.place, side) {
        (None, _) => format!(r#"<path d="M{x} {y}h16v16h-16z" fill="{}"/>"#, theme.side(side)),
        (Some(_), side) => {
            let corner = match side {
                Side::First => (x, y + 9),
                Side::Second => (x + 9, y),
            };
            format!(
                r#"<path d="M{x} {y}h16v16h-16z" fill="{}"/><path d="M{} {}h7v7h-7z" fill="{}"/>"#,
                theme.free, corner.0, corner.1, theme.ink
            )
        }
    }
}

fn aside_picture(aside: &Aside, (x, y): (u32, u32), theme: &Theme) -> String {
    let mut out = words(&aside.title, x, y + LINE - 5, u32::MAX, theme.ink);
    let cols = aside.rows.first().map_or(0, String::len);
    let size = Size::new(aside.rows.len(), cols);
    let cells: Vec<u8> = aside.rows.concat().into_bytes();
    let filled = |index: usize| cells[index] == b'*';
    let place = format!("translate({x} {}) scale({SMALL_CELL})", y + LINE + 2);
    let _ = writeln!(
        out,
        r#"<g transform="{place}"><path d="M0 0h{}v{}H0z" fill="{}"/><path d="{}" fill="{}"/></g>"#,
        size.cols,
        size.rows,
        theme.free,
        shape::outline(size, filled),
        theme.ink
    );
    out
}

/// A line of words in a space of so many pixels.
fn words(line: &str, x: u32, y: u32, room: u32, colour: crate::Rgb) -> String {
    let line = escaped(&fitted(line, room));
    format!("<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" xml:space=\"preserve\">{line}</text>\n")
}

/// As much of a line as fits.
fn fitted(line: &str, room: u32) -> String {
    let room = characters(room);
    if line.chars().count() <= room {
        return line.into();
    }
    line.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}

/// Text for XML.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c => out.push(c),
        }
    }
    out
}
