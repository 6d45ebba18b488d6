//! The board of a scene in a part of the screen. Half blocks show two rows in a character when the board is too large.
//! If that is not enough, each half stands for a square of cells.

mod tile;

use crate::text::last_characters;
use crate::{Overlay, Paint, Scene, Spot, Tone};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use rules::{Cell, Side, Size};

/// Whether the screen has colours. Without them letters and reversed cells say the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ColourMode {
    Coloured,
    Plain,
}

impl ColourMode {
    /// A style with this colour of letters, where there are colours.
    pub fn fg(self, colour: Color) -> Style {
        if self == Self::Coloured { Style::new().fg(colour) } else { Style::new() }
    }

    /// A side's letters and lines.
    pub fn side(self, side: Side) -> Style {
        self.fg(side_colour(side)).add_modifier(Modifier::BOLD)
    }
}

/// Blue and orange: colour-blind people tell them apart, and they are among the 256 colours of all terminals.
pub const fn side_colour(side: Side) -> Color {
    match side {
        Side::First => Color::Indexed(33),
        Side::Second => Color::Indexed(208),
    }
}

const fn recent_colour(side: Side) -> Color {
    match side {
        Side::First => Color::Indexed(117),
        Side::Second => Color::Indexed(222),
    }
}

/// Marked cells.
pub const MARKED: Color = Color::Indexed(36);

/// Illegal cells.
const WRONG: Color = Color::Indexed(160);

/// Rows of the largest cells.
const LARGEST: u16 = 5;

/// A scene fitted to a part of the screen.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{Cell, stop::Stop};
/// use landgrab_view::Depict;
/// use landgrab_view::app::{BoardView, ColourMode};
/// use ratatui::buffer::Buffer;
/// use ratatui::layout::Rect;
///
/// let position: Stop = "..X/.../O.. X".parse()?;
/// let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 12));
/// let view = BoardView::fit(&position.scene(None), buffer.area);
/// view.draw(&position.scene(None), ColourMode::Plain, &mut buffer);
/// assert_eq!(view.cell_at(view.area().as_position()), Some(Cell::new(0, 0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// The place of its cells.
    area: Rect,
    size: Size,
    scale: Scale,
    /// Whether there is room for the names of rows and columns around it.
    is_named: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scale {
    /// So many characters a cell, in so many rows.
    Characters(u16, u16),
    /// Half a character for a square of so many rows and columns.
    Halves(usize),
}

impl BoardView {
    /// The largest that fits, with the names of rows and columns where they do not make it smaller.
    pub fn fit(scene: &Scene, within: Rect) -> Self {
        let bare = Self::fit_bare(scene, within);
        let left = margin(scene);
        if !matches!(bare.scale, Scale::Characters(..)) || within.height < 2 || within.width <= left {
            return bare;
        }
        let inner = Rect { x: within.x + left, y: within.y + 1, width: within.width - left, height: within.height - 1 };
        let named = Self::fit_bare(scene, inner);
        if named.scale == bare.scale { Self { is_named: true, ..named } } else { bare }
    }

    fn fit_bare(scene: &Scene, within: Rect) -> Self {
        let size = scene.size;
        let width = scene.marks.first().map_or(1, |mark| mark.text.chars().count()) as u16;
        let overlays = scene.layers.iter().map(|layer| layer.width() as u16 + 1).max().unwrap_or(0);
        let fits = |(wide, high): &(u16, u16)| {
            size.rows * usize::from(*high) <= usize::from(within.height)
                && size.cols * usize::from(*wide) <= usize::from(within.width)
        };
        // Small boards get large cells, about as wide as high.
        let large = (2..=LARGEST).rev().map(|high| ((2 * high).max(width).max(overlays), high));
        let small = [overlays.clamp(2, 4).max(width), width.max(2), width, 1].map(|wide| (wide, 1));
        let scale = match large.chain(small).find(fits) {
            Some((wide, high)) => Scale::Characters(wide, high),
            None => {
                let square = |cells: usize, room: u16| cells.div_ceil(usize::from(room).max(1));
                Scale::Halves(square(size.cols, within.width).max(square(size.rows, 2 * within.height)).max(1))
            }
        };
        let (wide, high) = match scale {
            Scale::Characters(wide, high) => (size.cols * usize::from(wide), size.rows * usize::from(high)),
            Scale::Halves(square) => (size.cols.div_ceil(square), size.rows.div_ceil(2 * square)),
        };
        let (wide, high) = ((wide as u16).min(within.width), (high as u16).min(within.height));
        let area = Rect { x: within.x + (within.width - wide) / 2, y: within.y, width: wide, height: high };
        Self { area, size, scale, is_named: false }
    }

    /// The place of its cells.
    pub fn area(&self) -> Rect {
        self.area
    }

    /// The number of cells in a character, in words, if it is more than one.
    pub fn note(&self) -> Option<String> {
        match self.scale {
            Scale::Characters(..) => None,
            Scale::Halves(1) => Some("a character is 2 rows".into()),
            Scale::Halves(square) => Some(format!("a character is {} rows, {square} columns", 2 * square)),
        }
    }

    /// The cell at a place of the screen.
    pub fn cell_at(&self, place: Position) -> Option<Cell> {
        if !self.area.contains(place) {
            return None;
        }
        let (down, along) = (usize::from(place.y - self.area.y), usize::from(place.x - self.area.x));
        let cell = match self.scale {
            Scale::Characters(wide, high) => Cell::new(down / usize::from(high), along / usize::from(wide)),
            Scale::Halves(square) => Cell::new(2 * down * square, along * square),
        };
        self.size.contains(cell).then_some(cell)
    }

    /// The names above and beside the board.
    fn draw_names(&self, scene: &Scene, buffer: &mut Buffer) {
        let Scale::Characters(wide, high) = self.scale else { return };
        let faint = Style::new().add_modifier(Modifier::DIM);
        let left = margin(scene);
        for (row, name) in scene.row_names.iter().enumerate() {
            let y = self.area.y + row as u16 * high + (high - 1) / 2;
            let width = usize::from(left) - 1;
            buffer.set_string(self.area.x - left, y, format!("{name:>width$}"), faint);
        }
        for (col, name) in scene.col_names.iter().enumerate() {
            let width = usize::from(wide);
            let name = last_characters(name, width);
            buffer.set_string(self.area.x + col as u16 * wide, self.area.y - 1, format!("{name:^width$}"), faint);
        }
    }

    /// Draws the board.
    pub fn draw(&self, scene: &Scene, colours: ColourMode, buffer: &mut Buffer) {
        if self.is_named {
            self.draw_names(scene, buffer);
        }
        for y in 0..self.area.height {
            for x in 0..self.area.width {
                let (row, col) = (usize::from(y), usize::from(x));
                let (symbol, style) = match self.scale {
                    Scale::Characters(wide, high) if self.is_tile(scene, row, col) => {
                        let (wide, high) = (usize::from(wide), usize::from(high));
                        let index = row / high * self.size.cols + col / wide;
                        let symbol = tile::symbol(scene, index, (col % wide, row % high), (wide, high));
                        (symbol, tile::style(scene, index, colours))
                    }
                    Scale::Characters(wide, high) => {
                        let (wide, high) = (usize::from(wide), usize::from(high));
                        let (text, style) = cell_text(scene, row / high * self.size.cols + col / wide, wide, colours);
                        // The text is in the middle row of a large cell.
                        let is_written = row % high == (high - 1) / 2;
                        (text.chars().nth(col % wide).filter(|_| is_written).unwrap_or(' '), style)
                    }
                    Scale::Halves(square) => {
                        let top = self.majority(scene, 2 * row * square, col * square, square);
                        let bottom = self.majority(scene, (2 * row + 1) * square, col * square, square);
                        halves(scene, top, bottom, colours)
                    }
                };
                let place = Position::new(self.area.x + x, self.area.y + y);
                if let Some(cell) = buffer.cell_mut(place) {
                    cell.set_char(symbol).set_style(style);
                }
            }
        }
    }

    /// Whether a place of the board is a tile, whose colour nothing may cover.
    fn is_tile(&self, scene: &Scene, row: usize, col: usize) -> bool {
        let Scale::Characters(wide, high) = self.scale else { return false };
        let index = row / usize::from(high) * self.size.cols + col / usize::from(wide);
        matches!(scene.marks[index].paint, Paint::Tile(..))
    }

    /// The cell that stands for a square: one that just changed, or one of the owner of most cells.
    fn majority(&self, scene: &Scene, top: usize, left: usize, square: usize) -> Option<usize> {
        let rows = top..(top + square).min(self.size.rows);
        let cols = left..(left + square).min(self.size.cols);
        let cells = || rows.clone().flat_map(|row| cols.clone().map(move |col| row * self.size.cols + col));
        let paint = |index: &usize| scene.marks[*index].paint;
        if square == 1 {
            return cells().next();
        }
        if let Some(recent) = cells().find(|index| paint(index).is_recent()) {
            return Some(recent);
        }
        let owner_of = |index: &usize| paint(index).owner();
        let count = |owner| cells().filter(|index| owner_of(index) == owner).count();
        let owners = [None, Some(Side::First), Some(Side::Second)];
        let most = owners.into_iter().max_by_key(|owner| count(*owner)).flatten();
        cells().find(|index| owner_of(index) == most)
    }
}

/// Columns for the names of rows.
fn margin(scene: &Scene) -> u16 {
    scene.row_names.iter().map(|name| name.chars().count() as u16 + 1).max().unwrap_or(0)
}

/// The topmost spot of a cell.
fn top_spot(scene: &Scene, index: usize) -> Option<(Overlay, &Spot)> {
    scene.layers.iter().rev().find_map(|layer| Some((layer.overlay, layer.spots[index].as_ref()?)))
}

/// The text of a cell in so many characters, and its style.
fn cell_text(scene: &Scene, index: usize, wide: usize, colours: ColourMode) -> (String, Style) {
    let mark = &scene.marks[index];
    let full = mark.text.chars().count();
    let letter = mark.letter().unwrap_or(if mark.paint == Paint::Free { '.' } else { ' ' });
    let base = paint_style(mark.paint, colours);
    let centred = |text: &str| format!("{text:^wide$}");
    let own = if full <= wide { centred(&mark.text) } else { letter.to_string() };
    let Some((overlay, spot)) = top_spot(scene, index) else { return (own, base) };
    let is_owned = mark.paint.owner().is_some();
    let said = |text: &str| if text.chars().count() <= wide { Some(centred(text)) } else { None };
    match spot.tone {
        Tone::Level(_) if is_owned => (own, base),
        Tone::Level(level) => {
            // A second digit may have no room: letters follow 9, so a is 10 and b is 11.
            let digit = spot.text.parse().ok().filter(|number| *number < 36).and_then(|n| char::from_digit(n, 36));
            (said(&spot.text).unwrap_or_else(|| digit.unwrap_or('+').to_string()), heat_style(level, colours))
        }
        Tone::Of(side) => (centred(&spot.text), colours.side(side).remove_modifier(Modifier::BOLD)),
        Tone::Wrong => {
            let style =
                if colours == ColourMode::Coloured { Style::new().bg(WRONG).fg(Color::Indexed(231)) } else { base };
            (centred(&spot.text), style.add_modifier(Modifier::BOLD))
        }
        Tone::Even => (centred(&spot.text), Style::new().add_modifier(Modifier::DIM)),
        Tone::Marked if overlay == Overlay::LastMove => (own, base.add_modifier(Modifier::UNDERLINED | Modifier::BOLD)),
        Tone::Marked if overlay == Overlay::Legal && is_owned => (own, base.add_modifier(Modifier::UNDERLINED)),
        Tone::Marked if overlay == Overlay::Legal => (centred("*"), colours.fg(MARKED).add_modifier(Modifier::BOLD)),
        Tone::Marked => {
            let text = said(&spot.text);
            let style = match colours {
                ColourMode::Coloured => Style::new().bg(MARKED).fg(Color::Indexed(231)),
                ColourMode::Plain => base.add_modifier(Modifier::UNDERLINED),
            };
            (text.unwrap_or_else(|| own.clone()), style.add_modifier(Modifier::BOLD))
        }
    }
}

fn paint_style(paint: Paint, colours: ColourMode) -> Style {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    match (paint, colours) {
        (Paint::Free, _) => Style::new().add_modifier(Modifier::DIM),
        (Paint::Wrong, ColourMode::Coloured) => bold.bg(WRONG).fg(Color::Indexed(231)),
        (Paint::Wall, ColourMode::Coloured) => Style::new().bg(Color::Indexed(242)).fg(Color::Indexed(250)),
        (Paint::Owned(side), ColourMode::Coloured) => bold.bg(side_colour(side)).fg(Color::Indexed(16)),
        (Paint::Recent(side), ColourMode::Coloured) => bold.bg(recent_colour(side)).fg(Color::Indexed(16)),
        (Paint::Tile((red, green, blue), owner, is_recent), ColourMode::Coloured) => {
            let bright = 2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue) > 8 * 128;
            let style = Style::new().bg(cube(red, green, blue)).fg(Color::Indexed(if bright { 16 } else { 231 }));
            let style = if owner.is_some() { style.add_modifier(Modifier::BOLD) } else { style };
            if is_recent { style.add_modifier(Modifier::UNDERLINED) } else { style }
        }
        (Paint::Recent(_) | Paint::Wrong | Paint::Tile(_, _, true), ColourMode::Plain) => {
            bold.add_modifier(Modifier::REVERSED)
        }
        (Paint::Owned(_) | Paint::Tile(_, Some(_), false), ColourMode::Plain) => bold,
        (Paint::Outside, _) | (Paint::Wall | Paint::Tile(_, None, false), ColourMode::Plain) => Style::new(),
    }
}

/// The nearest of the 216 colours that all terminals agree on.
fn cube(red: u8, green: u8, blue: u8) -> Color {
    let level = |value: u8| {
        if value < 48 {
            0
        } else if value < 115 {
            1
        } else {
            (value - 35) / 40
        }
    };
    Color::Indexed(16 + 36 * level(red) + 6 * level(green) + level(blue))
}

fn heat_style(level: u8, colours: ColourMode) -> Style {
    const COLD_TO_HOT: [u8; 6] = [235, 53, 89, 125, 161, 197];
    match colours {
        ColourMode::Coloured => {
            Style::new().bg(Color::Indexed(COLD_TO_HOT[usize::from(level) * 5 / 255])).fg(Color::Indexed(231))
        }
        ColourMode::Plain => Style::new(),
    }
}

/// Two cells in one character.
fn halves(scene: &Scene, top: Option<usize>, bottom: Option<usize>, colours: ColourMode) -> (char, Style) {
    let colour = |index: Option<usize>| index.and_then(|index| half_colour(scene, index));
    let letter = |index: Option<usize>| index.and_then(|index| scene.marks[index].letter());
    let paint = |index: Option<usize>| index.map_or(Paint::Free, |index| scene.marks[index].paint);
    let (above, below) = (paint(top), paint(bottom));
    let is_recent = above.is_recent() || below.is_recent();
    if colours == ColourMode::Plain {
        let style = if is_recent { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        let symbol = match (letter(top), letter(bottom)) {
            (None, None) => spot_symbol(scene, top),
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(&b) => a.to_ascii_uppercase(),
            (Some(_), Some(_)) => '%',
            (Some(one), None) | (None, Some(one)) => one.to_ascii_lowercase(),
        };
        return (symbol, style);
    }
    match (colour(top), colour(bottom)) {
        (None, None) => (spot_symbol(scene, top), Style::new().add_modifier(Modifier::DIM)),
        // A letter for halves of one side: colour alone does not reach every reader.
        (Some(a), Some(b)) if a == b => {
            let symbol = letter(top).filter(|_| above.owner().is_some()).unwrap_or(' ');
            (symbol, Style::new().bg(a).fg(Color::Indexed(16)))
        }
        (Some(a), Some(b)) => ('▀', Style::new().fg(a).bg(b)),
        (Some(a), None) => ('▀', Style::new().fg(a)),
        (None, Some(b)) => ('▄', Style::new().fg(b)),
    }
}

/// The symbol of a layer in a free cell, without colours.
fn spot_symbol(scene: &Scene, index: Option<usize>) -> char {
    let spot = index.and_then(|index| top_spot(scene, index));
    match spot {
        Some((_, Spot { tone: Tone::Level(level), .. })) => b".:-=+*oO#@"[usize::from(*level) * 9 / 255] as char,
        Some((_, spot)) => spot.text.chars().next().unwrap_or(' '),
        None => '.',
    }
}

/// The colour of a cell; none for a free one without a layer.
fn half_colour(scene: &Scene, index: usize) -> Option<Color> {
    let paint = scene.marks[index].paint;
    let spot = top_spot(scene, index);
    match (paint, spot) {
        (Paint::Tile((red, green, blue), ..), _) => Some(cube(red, green, blue)),
        (_, Some((_, Spot { tone: Tone::Wrong, .. }))) => Some(WRONG),
        (_, Some((Overlay::Ghost, _))) | (Paint::Free, Some((_, Spot { tone: Tone::Marked, .. }))) => Some(MARKED),
        (Paint::Owned(side), _) => Some(side_colour(side)),
        (Paint::Recent(side), _) => Some(recent_colour(side)),
        (Paint::Wall, _) => Some(Color::Indexed(242)),
        (Paint::Wrong, _) => Some(WRONG),
        (_, Some((_, Spot { tone: Tone::Level(level), .. }))) => heat_style(*level, ColourMode::Coloured).bg,
        (Paint::Free, Some((_, Spot { tone: Tone::Of(Side::First), .. }))) => Some(Color::Indexed(24)),
        (Paint::Free, Some((_, Spot { tone: Tone::Of(Side::Second), .. }))) => Some(Color::Indexed(94)),
        (Paint::Free | Paint::Outside, _) => None,
    }
}
