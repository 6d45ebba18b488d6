//! A scene as lines of text, with or without colour.

use crate::{Paint, Scene};
use anstyle::{AnsiColor, Color, RgbColor, Style};
use rules::Side;
use std::fmt::Write;

/// Whether to write escape codes for colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Colour {
    Never,
    Always,
}

/// The scene in lines, each ended by a line feed.
pub fn text(scene: &Scene, colour: Colour) -> String {
    let mut out = String::new();
    for line in &scene.above {
        let _ = writeln!(out, "{line}");
    }
    let margin = scene.row_names.iter().map(String::len).max().unwrap_or(0);
    let width = scene.marks.first().map_or(1, |mark| mark.text.chars().count());
    let ruler: String = scene.col_names.iter().map(|name| format!("{name:^width$}")).collect();
    let _ = writeln!(out, "{:margin$} {}", "", ruler.trim_end());
    for (name, marks) in scene.row_names.iter().zip(scene.marks.chunks(scene.size.cols.max(1))) {
        let _ = write!(out, "{name:>margin$} ");
        let mut row = String::new();
        // One escape for a run of equal cells keeps large boards small.
        for run in marks.chunk_by(|a, b| a.paint == b.paint) {
            let text: String = run.iter().map(|mark| mark.text.as_str()).collect();
            row += &painted(&text, run[0].paint, colour);
        }
        let _ = writeln!(out, "{}", row.trim_end());
    }
    for line in &scene.below {
        let _ = writeln!(out, "{line}");
    }
    out
}

/// Words as a mark with this paint would look.
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
        Paint::Wall => Style::new().fg_color(Some(AnsiColor::BrightBlack.into())),
        Paint::Owned(side) => Style::new().fg_color(Some(side_colour(side).into())).bold(),
        Paint::Recent(side) => Style::new()
            .bg_color(Some(side_colour(side).into()))
            .fg_color(Some(Color::Ansi(AnsiColor::BrightWhite)))
            .bold(),
        Paint::Tile((red, green, blue), owner) => {
            let bright = 2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue) > 8 * 128;
            let ink = if bright { RgbColor(0, 0, 0) } else { RgbColor(255, 255, 255) };
            let style = Style::new().bg_color(Some(RgbColor(red, green, blue).into())).fg_color(Some(Color::Rgb(ink)));
            if owner.is_some() { style.bold() } else { style }
        }
    }
}
