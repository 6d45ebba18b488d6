//! The cells of a scene and the layers over them, one unit a cell.
//!
//! Cells of one look share a path. Patterns tell the sides apart besides colours, at no cost a cell.

use super::shape::outline;
use super::{Picture, escaped};
use crate::{Layer, Mark, Overlay, Paint, Scene, Spot, Theme, Tone};
use rules::Side;
use std::collections::BTreeMap;
use std::fmt::Write;

/// From this many pixels on a cell holds a letter or a number.
const READABLE: u32 = 15;

/// The patterns that boards are painted with, as far as a drawing uses them.
pub fn patterns(theme: &Theme, cell: u32, is_used: impl Fn(&str) -> bool) -> String {
    let mut out = String::new();
    let mut pattern = |id: &str, content: String| {
        if !is_used(&format!("url(#{id})")) {
            return;
        }
        let _ = writeln!(
            out,
            r#"<pattern id="{id}" width="1" height="1" patternUnits="userSpaceOnUse">{content}</pattern>"#
        );
    };
    let fill = |colour| format!(r#"<path d="M0 0h1v1H0z" fill="{colour}"/>"#);
    let frame = |colour| format!(r#"<path d="M.1 .1h.8v.8H.1z" fill="none" stroke="{colour}" stroke-width=".12"/>"#);
    let dot = if cell < READABLE { r##"<circle cx=".5" cy=".5" r=".17" fill="#fff"/>"## } else { "" };
    let Theme { ink, wall, background, .. } = theme;
    for side in Side::BOTH {
        let (number, colour) = (side.number(), theme.side(side));
        let dot = if side == Side::Second { dot } else { "" };
        pattern(&format!("s{number}"), fill(colour) + dot);
        pattern(&format!("r{number}"), fill(colour) + dot + &frame(*ink));
    }
    pattern("wall", fill(*wall) + &format!(r#"<path d="M0 1L1 0" stroke="{background}" stroke-width=".14"/>"#));
    let hatch = format!(r#"<path d="M0 .5L.5 0M.5 1L1 .5" stroke="{}" stroke-width=".04"/>"#, theme.faint);
    pattern("outside", fill(*background) + &hatch);
    let corner = |path| format!(r##"<path d="{path}" fill="#fff" stroke="#000" stroke-width=".03"/>"##);
    pattern("o1", corner("M.06 .94v-.34l.34 .34z"));
    pattern("o2", corner("M.94 .06v.34l-.34-.34z"));
    pattern("new", frame(*ink));
    let line = |path, colour, width| format!(r#"<path d="{path}" stroke="{colour}" stroke-width="{width}"/>"#);
    pattern("t1", line("M.5 .2v.6M.2 .5h.6", theme.side(Side::First), ".14"));
    pattern("t2", line("M.2 .5h.6", theme.side(Side::Second), ".2"));
    pattern("t0", line("M.25 .4h.5M.25 .6h.5", theme.faint, ".06"));
    pattern("legal", line("M.5 .18v.64M.22 .34l.56 .32M.22 .66l.56-.32", theme.marked, ".1"));
    // On tiles, whose colour must stay to be seen, marks are small badges in a corner or at an edge.
    let badge = |x: &str, y: &str, path: &str| {
        format!(
            r##"<g transform="translate({x} {y})"><circle r=".12" fill="#fff" stroke="#000" stroke-width=".02"/><path d="{path}" stroke="#000" stroke-width=".05"/></g>"##
        )
    };
    pattern("bt1", badge(".84", ".84", "M-.08 0h.16M0-.08v.16"));
    pattern("bt2", badge(".84", ".84", "M-.08 0h.16"));
    pattern("bt0", badge(".84", ".84", "M-.08-.035h.16M-.08 .035h.16"));
    pattern("blegal", badge(".5", ".84", "M0-.09v.18M-.08-.045l.16 .09M-.08 .045l.16-.09"));
    pattern("btext", r##"<circle cx=".19" cy=".19" r=".14" fill="#fff" stroke="#000" stroke-width=".02"/>"##.into());
    pattern("best", format!(r#"<circle cx=".5" cy=".5" r=".42" fill="{}"/>"#, theme.marked));
    if out.is_empty() { out } else { format!("<defs>\n{out}</defs>\n") }
}

/// The fill of a cell.
fn filling(paint: Paint, theme: &Theme) -> String {
    match paint {
        Paint::Free => theme.free.to_string(),
        Paint::Wall => "url(#wall)".into(),
        Paint::Outside => "url(#outside)".into(),
        Paint::Wrong => theme.hot.to_string(),
        Paint::Owned(side) => format!("url(#s{})", side.number()),
        Paint::Recent(side) => format!("url(#r{})", side.number()),
        Paint::Tile(shade, ..) => theme.tile(shade).to_string(),
    }
}

/// Whether the colours of the cells are the position, so that nothing may cover them.
pub fn is_tiled(scene: &Scene) -> bool {
    scene.marks.iter().any(|mark| is_tile(mark.paint))
}

const fn is_tile(paint: Paint) -> bool {
    matches!(paint, Paint::Tile(..))
}

/// The board of a scene.
pub fn board(scene: &Scene, picture: &Picture, cell: u32) -> String {
    let (theme, size) = (&picture.theme, scene.size);
    let mut out = format!("<path d=\"M0 0h{}v{}H0z\" fill=\"{}\"/>\n", size.cols, size.rows, theme.free);
    let mut path = |fill: &str, rest: &str, is_wanted: &dyn Fn(usize) -> bool| {
        let shape = outline(size, is_wanted);
        if !shape.is_empty() {
            let _ = writeln!(out, r#"<path d="{shape}" fill="{fill}"{rest}/>"#);
        }
    };
    let paint = |index: usize| scene.marks[index].paint;
    let mut looks: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, mark) in scene.marks.iter().enumerate().filter(|(_, mark)| mark.paint != Paint::Free) {
        looks.entry(filling(mark.paint, theme)).or_default().push(index);
    }
    for (look, cells) in &looks {
        path(look, "", &|index| cells.binary_search(&index).is_ok());
    }
    for side in Side::BOTH {
        let is_tile = |index| matches!(paint(index), Paint::Tile(_, Some(owner), _) if owner == side);
        path(&format!("url(#o{})", side.number()), "", &is_tile);
    }
    path("url(#new)", "", &|index| matches!(paint(index), Paint::Tile(_, _, true)));
    for layer in &scene.layers {
        for (look, cells) in shades(scene, layer, theme) {
            let (fill, opacity) = look.split_once(' ').unwrap_or((&look, ""));
            path(fill, opacity, &|index| cells.binary_search(&index).is_ok());
        }
    }
    out += &grid_lines(scene, theme);
    if cell >= READABLE {
        out += &writing(scene, theme);
    }
    out
}

/// The fillings of a layer, each with its cells. What is behind a blank is further attributes.
fn shades(scene: &Scene, layer: &Layer, theme: &Theme) -> BTreeMap<String, Vec<usize>> {
    let mut shades: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, spot) in layer.spots.iter().enumerate() {
        let Some(spot) = spot else { continue };
        // The owner of a cell must stay visible.
        let paint = scene.marks[index].paint;
        let hides = match spot.tone {
            Tone::Level(_) => paint.owner().is_some(),
            _ => layer.overlay == Overlay::Legal && matches!(paint, Paint::Owned(_) | Paint::Recent(_)),
        };
        if hides {
            continue;
        }
        let (fill, opacity) = match is_tile(paint) {
            true => (badge(layer.overlay, spot.tone).to_string(), "1".into()),
            false => shade(layer.overlay, spot.tone, theme),
        };
        let look = if opacity == "1" { fill } else { format!("{fill}  fill-opacity=\"{opacity}\"") };
        shades.entry(look).or_default().push(index);
    }
    shades
}

/// The fill of a spot, and its opacity.
fn shade(overlay: Overlay, tone: Tone, theme: &Theme) -> (String, String) {
    let fill = match (tone, overlay) {
        // Few steps: a path each.
        (Tone::Level(level), _) => return (theme.hot.to_string(), format!(".{:02}", 5 + level / 32 * 10)),
        // A letter says the same as a pattern would, and must stay readable.
        (Tone::Of(side), Overlay::FloodFill | Overlay::Manhattan) => {
            return (theme.sides[side].to_string(), ".30".into());
        }
        (Tone::Even, Overlay::FloodFill | Overlay::Manhattan) => return (theme.faint.to_string(), ".30".into()),
        (Tone::Of(side), _) => format!("url(#t{})", side.number()),
        (Tone::Even, _) => "url(#t0)".into(),
        (Tone::Wrong, _) => return (theme.hot.to_string(), ".60".into()),
        (Tone::Marked, Overlay::LastMove) => "url(#new)".into(),
        (Tone::Marked, Overlay::Opinion) => "url(#best)".into(),
        (Tone::Marked, _) => "url(#legal)".into(),
    };
    (fill, "1".into())
}

/// The badge of a spot on a tile.
const fn badge(overlay: Overlay, tone: Tone) -> &'static str {
    match (tone, overlay) {
        (Tone::Level(_), _) | (Tone::Marked, Overlay::Opinion) => "url(#btext)",
        (Tone::Of(Side::First), _) => "url(#bt1)",
        (Tone::Of(Side::Second), _) => "url(#bt2)",
        (Tone::Even, _) => "url(#bt0)",
        (Tone::Marked, Overlay::LastMove) => "url(#new)",
        (Tone::Marked | Tone::Wrong, _) => "url(#blegal)",
    }
}

/// A cell by itself: its filling, its letter, the letter's ink, the badge of its owner and the frame of a new tile. The
/// last two are empty for most cells.
pub fn tile_look(mark: &Mark, theme: &Theme) -> [String; 5] {
    let letter = mark.letter().filter(|_| mark.paint != Paint::Wall).map_or(String::new(), String::from);
    let (owner, frame) = match mark.paint {
        Paint::Tile(_, Some(owner), is_recent) => {
            (format!("url(#o{})", owner.number()), if is_recent { "url(#new)" } else { "" })
        }
        _ => (String::new(), ""),
    };
    [filling(mark.paint, theme), letter, ink(mark, theme).to_string(), owner, frame.into()]
}

/// A spot by itself: its filling, how dense it is, and its text where that says more.
pub fn spot_look(overlay: Overlay, spot: &Spot, theme: &Theme, is_tiled: bool) -> (String, String, String) {
    let (fill, opacity) = match is_tiled {
        true => (badge(overlay, spot.tone).to_string(), "1".into()),
        false => shade(overlay, spot.tone, theme),
    };
    let is_written = Layer { overlay, spots: vec![Some(spot.clone())], notes: vec![] }.is_written();
    (fill, opacity, if is_written { spot.text.clone() } else { String::new() })
}

fn grid_lines(scene: &Scene, theme: &Theme) -> String {
    let mut path = String::new();
    for row in 0..=scene.size.rows {
        let _ = write!(path, "M0 {row}h{}", scene.size.cols);
    }
    for col in 0..=scene.size.cols {
        let _ = write!(path, "M{col} 0v{}", scene.size.rows);
    }
    format!("<path d=\"{path}\" stroke=\"{}\" stroke-width=\".07\"/>\n", theme.background)
}

/// A letter or a number for each cell that has one. Letters of one look in one row are one element.
fn writing(scene: &Scene, theme: &Theme) -> String {
    let mut out = String::new();
    let over = scene.layers.iter().rev().find(|layer| layer.is_written());
    let said = |index: usize| over.and_then(|layer| layer.spots[index].as_ref());
    let cols = scene.size.cols.max(1);
    for (row, marks) in scene.marks.chunks(cols).enumerate() {
        // Ink and width of the text, then its columns and letters.
        let mut lines: BTreeMap<(String, usize), Vec<(usize, String)>> = BTreeMap::new();
        for (col, mark) in marks.iter().enumerate() {
            let spot = said(row * cols + col);
            let is_hidden = |spot: &Spot| matches!(spot.tone, Tone::Level(_)) && mark.paint.owner().is_some();
            if let Some(spot) = spot.filter(|spot| is_tile(mark.paint) && !is_hidden(spot)) {
                // In the badge, so that the letter of the tile stays.
                let size = if spot.text.chars().count() < 2 { ".25" } else { ".18" };
                let _ = writeln!(
                    out,
                    r##"<text x="{col}.19" y="{row}.28" fill="#000" font-size="{size}">{}</text>"##,
                    escaped(&spot.text)
                );
            }
            let (text, ink) = match spot.filter(|_| !is_tile(mark.paint)) {
                Some(spot) if spot.tone == Tone::Marked => (spot.text.clone(), theme.background),
                Some(spot) if mark.paint == Paint::Free => (spot.text.clone(), theme.ink),
                Some(spot) => (spot.text.clone(), ink(mark, theme)),
                None => match mark.letter() {
                    Some(letter) if mark.paint != Paint::Wall => (letter.to_string(), ink(mark, theme)),
                    _ => continue,
                },
            };
            lines.entry((ink.to_string(), text.chars().count())).or_default().push((col, text));
        }
        for ((ink, width), cells) in lines {
            let size = if width < 3 { ".6" } else { ".45" };
            if width == 1 {
                let places: Vec<String> = cells.iter().map(|(col, _)| format!("{col}.5")).collect();
                let letters: String = cells.iter().map(|(_, text)| text.as_str()).collect();
                let _ = writeln!(
                    out,
                    r#"<text x="{}" y="{row}.72" fill="{ink}" font-size="{size}">{}</text>"#,
                    places.join(" "),
                    escaped(&letters)
                );
                continue;
            }
            for (col, text) in cells {
                let _ = writeln!(
                    out,
                    r#"<text x="{col}.5" y="{row}.7" fill="{ink}" font-size="{size}">{}</text>"#,
                    escaped(&text)
                );
            }
        }
    }
    format!("<g text-anchor=\"middle\">\n{out}</g>\n")
}

/// Dark letters on bright cells, bright ones on dark.
fn ink(mark: &Mark, theme: &Theme) -> crate::Rgb {
    match mark.paint {
        Paint::Owned(side) | Paint::Recent(side) => theme.letters[side],
        Paint::Tile(shade, ..) => {
            let crate::Rgb(red, green, blue) = theme.tile(shade);
            let bright = 2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue) > 8 * 128;
            if bright { crate::Rgb(0, 0, 0) } else { crate::Rgb(255, 255, 255) }
        }
        Paint::Wrong => theme.background,
        Paint::Free | Paint::Wall | Paint::Outside => theme.faint,
    }
}
