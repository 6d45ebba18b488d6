//! The page of one game.

use super::page;
use crate::svg::{Picture, escaped, spot_look, tile_look};
use crate::{Depict, Film, Layer, Lens, Mark, Overlay, Scene, Spot, Theme, Tone, svg};
use rules::notation::printable;
use rules::record::Ended;
use rules::{BySide, Ending, Event, Fault, FaultKind, Side};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write;
use std::hash::Hash;

const SCRIPT: &str = include_str!("game.js");
/// Pages with more cells than this, in all turns together, have no overlays: browsers would not open them.
const MOST_CELLS: usize = 40_000_000;

/// Values by number, so that the page holds each value once.
struct Numbered<T> {
    numbers: HashMap<T, usize>,
    things: Vec<T>,
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn number(&mut self, thing: &T) -> usize {
        *self.numbers.entry(thing.clone()).or_insert_with(|| {
            self.things.push(thing.clone());
            self.things.len() - 1
        })
    }
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), things: vec![] }
    }
}

/// One overlay in all turns.
struct Track {
    key: String,
    title: String,
    overlay: Overlay,
    side: Option<Side>,
    before: Vec<usize>,
    runs: Vec<Vec<usize>>,
    notes: Vec<String>,
}

/// The page of a film. The film must be read to its end; `trouble` is the error that stopped the reading.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{catalogue::AnySetup, record::Record, stop::Stop};
/// use landgrab_view::report::game_page;
/// use landgrab_view::{Depict, Film, Lens};
///
/// let text = r#"
/// {"record":1,"game":"stop","rules":"fill-out","start":"..X/.../O.. X","first":{"name":"a"},"second":{"name":"b"}}
/// {"played":"2,2","side":1,"ms":3.5}
/// {"played":"0,0","side":2,"ms":2.0}
/// "#;
/// let record = Record::read(text.trim_start().as_bytes())?;
/// let AnySetup::Stop(setup) = &record.header.setup else { unreachable!("a game of Stop") };
/// let mut film = Film::<Stop>::new(&record, setup);
/// film.read(usize::MAX)?;
/// let lens: Lens<Stop> = Box::new(|position, overlay, _| position.layer(overlay));
/// assert!(game_page(&mut film, &lens, None).starts_with("<!doctype html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn game_page<G: Depict>(film: &mut Film<'_, G>, lens: &Lens<G>, trouble: Option<&str>) -> String {
    let last = film.last();
    let first = film.scene(0);
    let size = first.size;
    let mut looks = Numbered::<Mark>::default();
    let mut spots = Numbered::<Option<(Overlay, Spot)>>::default();
    spots.number(&None);
    let start: Vec<usize> = first.marks.iter().map(|mark| looks.number(mark)).collect();
    let mut cells = start.clone();
    let has_overlays = size.area().saturating_mul(last + 1) <= MOST_CELLS;
    let mut tracks = if has_overlays { tracks(film, size.area()) } else { vec![] };
    let mut turns = vec![];
    let mut land: Vec<BySide<usize>> = vec![];
    for turn in 0..=last {
        let scene = film.scene(turn);
        let mut changes = vec![];
        for (index, (mark, before)) in scene.marks.iter().zip(&mut cells).enumerate() {
            let now = looks.number(mark);
            if now != *before {
                changes.extend([index, now]);
                *before = now;
            }
        }
        for track in &mut tracks {
            let layer = lens(film.position(turn), track.overlay, track.side);
            if let (Overlay::Territory, Some(layer)) = (track.overlay, &layer) {
                land.push(BySide::from_fn(|side| layer.count(Tone::Of(side))));
            }
            track.add(layer.as_ref(), &scene, &mut spots);
        }
        let shot = &film.shots()[turn];
        turns.push(json!({ "cells": changes, "score": shot.score, "news": film.news(turn) }));
    }
    tracks.retain(|track| track.runs.iter().any(|runs| !runs.is_empty()));
    let theme = Theme::LIGHT;
    let data = json!({
        "rows": size.rows, "cols": size.cols, "start": start, "turns": turns,
        "looks": looks.things.iter().map(|mark| json!(tile_look(mark, &theme))).collect::<Vec<Value>>(),
        "spots": spots.things.iter().map(|spot| json!(spot.as_ref().map_or(
            ("none".to_string(), "1".to_string(), String::new()),
            |(overlay, spot)| spot_look(*overlay, spot, &theme)))).collect::<Vec<Value>>(),
        "overlays": tracks.iter().map(|track| (track.key.clone(), json!({ "runs": track.runs, "notes": track.notes })))
            .collect::<serde_json::Map<String, Value>>(),
    });
    let left_out = if has_overlays { "" } else { "<p class=\"faint\">The game is too large for overlays.</p>\n" };
    let content = content(film, &first, &tracks, &land, trouble) + left_out;
    let title = format!("{} against {}", film.names().first, film.names().second);
    page(&title, &content, Some(&data), SCRIPT)
}

/// The overlays that some position of the game has.
fn tracks<G: Depict>(film: &mut Film<'_, G>, cells: usize) -> Vec<Track> {
    let names = BySide::from_fn(|side| film.position(0).side_name(side));
    let heat = |overlay: Overlay, key: &str, side: Side| {
        (format!("{key}-{}", side.number()), format!("{} for {}", overlay.name(), names[side]), overlay, Some(side))
    };
    let plain = |overlay: Overlay, key: &str| (key.to_string(), overlay.name().to_string(), overlay, None);
    let all = [
        heat(Overlay::Heat, "heat", Side::First),
        heat(Overlay::Heat, "heat", Side::Second),
        heat(Overlay::HeatL1, "l1", Side::First),
        heat(Overlay::HeatL1, "l1", Side::Second),
        plain(Overlay::Territory, "territory"),
        plain(Overlay::Legal, "legal"),
        plain(Overlay::FloodFill, "floodfill"),
        plain(Overlay::Manhattan, "manhattan"),
    ];
    let track = |(key, title, overlay, side)| Track {
        key,
        title,
        overlay,
        side,
        before: vec![0; cells],
        runs: vec![],
        notes: vec![],
    };
    all.map(track).into()
}

impl Track {
    /// Adds a turn: only what changed, as runs of equal spots.
    fn add(&mut self, layer: Option<&Layer>, scene: &Scene, spots: &mut Numbered<Option<(Overlay, Spot)>>) {
        let mut runs: Vec<usize> = vec![];
        let mut skipped = 0;
        let mut is_open = false;
        for (index, before) in self.before.iter_mut().enumerate() {
            let spot = layer.and_then(|layer| layer.spots[index].clone()).map(|spot| (self.overlay, spot));
            // Whose a cell is must stay to be seen.
            let is_owned = scene.marks[index].paint.owner().is_some();
            let spot = spot.filter(|(_, spot)| !(is_owned && matches!(spot.tone, Tone::Level(_))));
            let now = spots.number(&spot);
            if now == *before {
                skipped += 1;
                is_open = false;
                continue;
            }
            *before = now;
            match runs.len() {
                length if is_open && runs[length - 1] == now => runs[length - 2] += 1,
                _ => runs.extend([skipped, 1, now]),
            }
            (skipped, is_open) = (0, true);
        }
        self.runs.push(runs);
        self.notes.push(layer.map_or("nothing to tell in this turn".into(), |layer| layer.notes.join("; ")));
    }
}

fn content<G: Depict>(
    film: &Film<'_, G>,
    first: &Scene,
    tracks: &[Track],
    land: &[BySide<usize>],
    trouble: Option<&str>,
) -> String {
    let (rows, cols) = (first.size.rows, first.size.cols);
    let seats = first.heading.as_ref().map(|heading| &heading.players);
    let seat = |side: Side| {
        seats.map_or(String::new(), |seats| escaped(&format!("{} {}", seats[side].mark, seats[side].name)))
    };
    let mut out = format!(
        "<div class=\"seats\"><span class=\"first\">{} <b id=\"score-1\"></b></span><span id=\"turn\" class=\"faint\"></span>\
         <span class=\"second\"><b id=\"score-2\"></b> {}</span></div>\n<div class=\"game\"><div class=\"board\">\n",
        seat(Side::First),
        seat(Side::Second)
    );
    let cell = if rows.max(cols) > 60 { 1 } else { 20 };
    let patterns = crate::svg::patterns(&Theme::LIGHT, cell, |_| true);
    let groups: String = tracks
        .iter()
        .map(|track| format!("<g id=\"over-{}\" visibility=\"hidden\" text-anchor=\"middle\"></g>", track.key))
        .collect();
    let lines: String = (0..=rows).map(|row| format!("M0 {row}h{cols}")).collect::<String>()
        + &(0..=cols).map(|col| format!("M{col} 0v{rows}")).collect::<String>();
    let _ = writeln!(
        out,
        "<svg id=\"board\" viewBox=\"0 0 {cols} {rows}\">{patterns}<g id=\"cells\"></g>{groups}\
         <path d=\"{lines}\" stroke=\"#fff\" stroke-width=\".06\"/><g id=\"letters\" text-anchor=\"middle\" \
         pointer-events=\"none\"{}></g></svg>",
        if cell == 1 { " visibility=\"hidden\"" } else { "" }
    );
    let _ = write!(
        out,
        "<div class=\"controls\"><button id=\"play\">Play</button><button id=\"back\" aria-label=\"a turn back\">&lt;</button>\
         <button id=\"on\" aria-label=\"a turn on\">&gt;</button><input id=\"scrubber\" type=\"range\" min=\"0\" max=\"{}\" \
         aria-label=\"turn\"><select id=\"speed\" aria-label=\"turns a second\">",
        film.last()
    );
    for speed in [1, 4, 16, 60] {
        let chosen = if speed == 16 { " selected" } else { "" };
        let _ = write!(out, "<option value=\"{speed}\"{chosen}>{speed} turns/s</option>");
    }
    out += "</select></div>\n<div class=\"controls\">";
    for Track { key, title, .. } in tracks {
        let _ = write!(out, "<button id=\"show-{key}\" aria-pressed=\"false\">{}</button>", escaped(title));
    }
    out += "</div>\n</div>\n<div>\n<p id=\"news\"></p>\n";
    for Track { key, .. } in tracks {
        let _ = writeln!(out, "<p id=\"note-{key}\" hidden></p>");
    }
    let scores = |side: Side| film.shots().iter().map(|shot| f64::from(shot.score[side])).collect::<Vec<f64>>();
    out += &curve("score", &BySide::from_fn(scores));
    if !land.is_empty() {
        out += &curve("territory", &BySide::from_fn(|side| land.iter().map(|land| land[side] as f64).collect()));
    }
    let times = |side: Side| {
        let mut last = 0.0;
        let time = |shot: &crate::Shot<G>| {
            if shot.side() == Some(side) {
                last = shot.ms.unwrap_or(0.0);
            }
            last
        };
        film.shots().iter().map(time).collect::<Vec<f64>>()
    };
    out += &curve("milliseconds a move", &BySide::from_fn(times));
    let ending = trouble.map_or_else(|| film.ending(), |trouble| format!("The record is wrong: {trouble}"));
    let _ = writeln!(out, "<p><b id=\"ending\">{}</b></p>", escaped(&ending));
    out + &faults(film) + "</div>\n</div>\n"
}

/// Both sides' values over the turns.
fn curve(title: &str, values: &BySide<Vec<f64>>) -> String {
    let highest = values.first.iter().chain(&values.second).copied().fold(1e-9, f64::max);
    let line = |side: Side, dashes: &str| {
        let all = &values[side];
        let step = (all.len() / 400).max(1);
        let mut points = String::new();
        for index in (0..all.len()).step_by(step).chain([all.len().saturating_sub(1)]) {
            let x = 100.0 * index as f64 / (all.len().max(2) - 1) as f64;
            let _ = write!(points, "{x:.2},{:.2} ", 30.0 - 28.0 * all[index] / highest);
        }
        let colour = if side == Side::First { "var(--first)" } else { "var(--second)" };
        format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dashes} vector-effect=\"non-scaling-stroke\"/>",
            points.trim_end()
        )
    };
    format!(
        "<div class=\"faint\">{title}, at most {}</div><svg class=\"curve\" viewBox=\"0 0 100 31\" height=\"90\" \
         preserveAspectRatio=\"none\">{}{}<line class=\"cursor\" y1=\"0\" y2=\"31\" stroke=\"var(--faint)\" \
         vector-effect=\"non-scaling-stroke\"/></svg>\n",
        if highest >= 10.0 { format!("{highest:.0}") } else { format!("{highest:.2}") },
        line(Side::First, ""),
        line(Side::Second, " stroke-dasharray=\"5 3\""),
    )
}

/// Every failure with its kind, its reason and its evidence.
fn faults<G: Depict>(film: &Film<'_, G>) -> String {
    let mut out = String::new();
    let in_turns = film.shots().iter().enumerate().filter_map(|(turn, shot)| match &shot.event {
        Some(Event::Out { side, fault, .. }) => Some((turn, *side, fault)),
        _ => None,
    });
    let last = match film.ended() {
        Some(Ended { ending: Ending::Fault(side, fault), .. }) => Some((film.last() + 1, *side, fault)),
        _ => None,
    };
    for (turn, side, fault) in in_turns.chain(last) {
        let _ = write!(
            out,
            "<div class=\"fault\"><b>{} failed in turn {turn}</b><p>{}</p><pre>{}</pre>",
            escaped(&film.player(side)),
            explained(fault.kind()),
            escaped(&printable(&fault.to_string()))
        );
        out += &evidence(film, turn, side, fault);
        out += "</div>\n";
    }
    out
}

fn evidence<G: Depict>(film: &Film<'_, G>, turn: usize, side: Side, fault: &Fault) -> String {
    let mut out = String::new();
    if let Some(scene) = film.before(turn).and_then(|position| position.refusal(side, fault)) {
        out += &svg(&scene, &Picture { cell: Some(22), ..Picture::default() });
    }
    for (title, name) in [("Its last bytes", "bytes"), ("The end of its stderr", "stderr")] {
        if let Some(text) = fault.evidence.get::<String>(name) {
            let lines: Vec<String> = text.lines().map(printable).collect();
            let _ = write!(out, "<p>{title}:</p><pre>{}</pre>", escaped(&lines.join("\n")));
        }
    }
    out
}

/// A kind of failure, explained to somebody who sees it for the first time.
const fn explained(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::TooSlow => "It answered, but later than the time for a move allows.",
        FaultKind::Silent => {
            "No answer came in time. It may still have been thinking, wait for input that never comes, or keep its answer \
             in a buffer that it does not flush."
        }
        FaultKind::Crashed => "The program ended while it was its turn.",
        FaultKind::Unreadable => "Its answer is no move: something else than the protocol asks for was printed.",
        FaultKind::Illegal => "Its answer is a move, but the rules do not allow it here.",
    }
}
