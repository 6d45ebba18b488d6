//! A scene as lines of text, with or without colour.

use crate::{Aside, Heading, Layer, Mark, Paint, Scene};
use anstyle::{AnsiColor, Color, RgbColor, Style};
use rules::Side;
use std::borrow::Cow;
use std::fmt::Write;

/// Whether to write escape codes for colour.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::Side;
/// use landgrab_view::{Colour, Paint, painted};
///
/// assert_eq!(painted("X", Paint::Owned(Side::First), Colour::Never), "X");
/// assert!(painted("X", Paint::Owned(Side::First), Colour::Always).contains("\u{1b}["));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Colour {
    Never,
    Always,
}

/// The scene in lines, each ended by a line feed.
pub fn text(scene: &Scene, colour: Colour) -> String {
    let mut out = String::new();
    let heading = scene.heading.iter().map(Heading::line);
    for line in heading.chain(scene.above.iter().cloned()) {
        let _ = writeln!(out, "{line}");
    }
    let Columns { names, texts } = columns(scene);
    let margin = scene.row_names.iter().map(String::len).max().unwrap_or(0);
    let _ = writeln!(out, "{:margin$} {}", "", names.trim_end());
    let cols = scene.size.cols.max(1);
    for ((name, marks), texts) in scene.row_names.iter().zip(scene.marks.chunks(cols)).zip(texts.chunks(cols)) {
        let mut row = format!("{name:>margin$} ");
        // One escape for a run of equal cells keeps large boards small.
        let cells: Vec<(&Mark, &Cow<'_, str>)> = marks.iter().zip(texts).collect();
        for run in cells.chunk_by(|a, b| a.0.paint == b.0.paint) {
            let text: String = run.iter().map(|(_, text)| text.as_ref()).collect();
            row += &painted(&text, run[0].0.paint, colour);
        }
        let _ = writeln!(out, "{}", row.trim_end());
    }
    if let Some(Aside { title, rows }) = &scene.aside {
        let _ = writeln!(out, "{title}");
        rows.iter().for_each(|row| out.extend([row.as_str(), "\n"]));
    }
    let notes = scene.layers.iter().flat_map(|layer| &layer.notes);
    for line in notes.chain(&scene.below) {
        let _ = writeln!(out, "{line}");
    }
    out
}

/// The texts of all columns.
struct Columns<'a> {
    /// The line above the board.
    names: String,
    /// The text of each cell.
    texts: Vec<Cow<'a, str>>,
}

/// The marks alone, or behind what the layers say of their cells.
fn columns(scene: &Scene) -> Columns<'_> {
    if scene.layers.is_empty() {
        let own = scene.marks.first().map_or(1, |mark| mark.text.chars().count());
        // The last digits are enough where columns count on from 0. A part of a board has its names in full.
        let is_whole = scene.col_names.first().is_some_and(|name| name.parse().is_ok_and(|number: i64| number != 0));
        let longest = scene.col_names.iter().map(String::len).max().unwrap_or(0);
        let width = if is_whole { own.max(longest + 1) } else { own };
        let name = |name: &String| match is_whole {
            true => format!("{name:>width$}"),
            false => format!("{:^width$}", last_characters(name, width)),
        };
        let text = |mark| if width > own { Cow::from(format!("{mark:>width$}")) } else { Cow::from(mark) };
        let texts = scene.marks.iter().map(|mark| text(mark.text.as_str())).collect();
        return Columns { names: scene.col_names.iter().map(name).collect(), texts };
    }
    let mut widths: Vec<usize> = scene.layers.iter().map(Layer::width).collect();
    let longest_name = (scene.size.cols.max(1) - 1).to_string().len();
    widths[0] += longest_name.saturating_sub(widths.iter().sum());
    let cell = |(index, mark): (usize, &Mark)| {
        let mut text = String::new();
        for (layer, width) in scene.layers.iter().zip(&widths) {
            let spot = layer.spots[index].as_ref().map_or("", |spot| &spot.text);
            let _ = write!(text, "{spot:>width$}");
        }
        // A free cell needs no letter beside its spot.
        text.extend([&mark.text.replace('.', " "), " "]);
        Cow::from(text)
    };
    // As wide as the cells, so that each name ends above the spots of its column.
    let (spots, letters) = (widths.iter().sum(), scene.marks.first().map_or(1, |mark| mark.text.chars().count()));
    let names = (0..scene.size.cols).map(|col| format!("{col:>spots$}{:letters$} ", "")).collect();
    Columns { names, texts: scene.marks.iter().enumerate().map(cell).collect() }
}

/// The end of a name that stays apart from its neighbours in columns of this width.
pub(crate) fn last_characters(name: &str, width: usize) -> &str {
    let room = width.saturating_sub(1).max(1);
    let skipped = name.chars().count().saturating_sub(room);
    name.char_indices().nth(skipped).map_or("", |(start, _)| &name[start..])
}

/// Words in the style of a mark with this paint.
pub fn painted(text: &str, paint: Paint, colour: Colour) -> String {
    let style = style(paint);
    match colour {
        Colour::Always if style != Style::new() => format!("{style}{text}{style:#}"),
        _ => text.into(),
    }
}

/// Blue and orange: told apart by every eye, and readable on light and dark backgrounds.
fn style(paint: Paint) -> Style {
    let side_colour = |side| match side {
        Side::First => RgbColor(46, 111, 214),
        Side::Second => RgbColor(214, 98, 16),
    };
    match paint {
        Paint::Free => Style::new().dimmed(),
        Paint::Outside => Style::new(),
        Paint::Wrong => Style::new()
            .bg_color(Some(RgbColor(200, 30, 60).into()))
            .fg_color(Some(Color::Ansi(AnsiColor::BrightWhite)))
            .bold(),
        Paint::Wall => Style::new().fg_color(Some(AnsiColor::BrightBlack.into())),
        Paint::Owned(side) => Style::new().fg_color(Some(side_colour(side).into())).bold(),
        Paint::Recent(side) => Style::new()
            .bg_color(Some(side_colour(side).into()))
            .fg_color(Some(Color::Ansi(AnsiColor::BrightWhite)))
            .bold(),
        Paint::Tile((red, green, blue), owner, _) => {
            let bright = 2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue) > 8 * 128;
            let ink = if bright { RgbColor(0, 0, 0) } else { RgbColor(255, 255, 255) };
            let style = Style::new().bg_color(Some(RgbColor(red, green, blue).into())).fg_color(Some(Color::Rgb(ink)));
            if owner.is_some() { style.bold() } else { style }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Depict, Overlay};
    use rules::pieces::{Pieces, class};

    #[test]
    fn numbers_end_below_the_name_of_their_column_and_owners_stand_behind() {
        let position: Pieces<class::Small> =
            "O.#.......X\n...........\nrules=plateau turn=O placed=0,0".parse().unwrap();
        let numbers = (0..22).map(|number| Some(number).filter(|n| *n != 13)).collect::<Vec<_>>();
        let mut scene = position.scene(None);
        scene.lay(Layer::of_distances(Overlay::Heat, &numbers, "counted".into()));
        let expected = "
     0   1   2   3   4   5   6   7   8   9  10
000  0O  1   2#  3   4   5   6   7   8   9  10X
001 11  12   -  14  15  16  17  18  19  20  21
counted
";
        assert_eq!(text(&scene, Colour::Never), expected.trim_start_matches('\n'));
    }

    #[test]
    fn layers_stand_side_by_side() {
        let position: Pieces<class::Small> =
            "O......X\n........\nrules=plateau turn=O placed=0,0 piece=**".parse().unwrap();
        let mut scene = position.scene(None);
        scene.lay(position.layer(Overlay::Territory).unwrap());
        scene.lay(position.layer(Overlay::Legal).unwrap());
        let expected = "
     0   1   2   3   4   5   6   7
000  *O +*  +   +   -   -   -     X
001 +   +   +   +   -   -   -   -
piece 1x2, 2 cells:
**
territory: O 7 (+), X 7 (-), open 0 (=)
legal: 1 placement for O; * where the piece may come to lie
";
        assert_eq!(text(&scene, Colour::Never), expected.trim_start_matches('\n'));
    }
}
