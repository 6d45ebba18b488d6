//! The page of one game: its data for the script, and its content.

use super::board::{Refused, board, refused};
use super::curve::{curve, evaluation_curve};
use super::track::{Track, tracks};
use super::{Evaluation, page, script_value};
use crate::fault::in_words;
use crate::film::explained;
use crate::svg::{Picture, escaped, is_tiled, spot_look, tile_look};
use crate::{Depict, Film, Lens, Mark, Overlay, Scene, Spot, Theme, Tone, svg};
use rules::notation::{self, printable};
use rules::{BySide, Event, Fault, Side};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write;
use std::hash::Hash;

pub(super) const SCRIPT: &str = include_str!("game.js");
/// Pages with more cells than this, in all turns together, have no overlays: browsers would not open them.
const MOST_CELLS: usize = 40_000_000;
/// Seconds that a game takes at its own speed.
const USUAL_LENGTH: usize = 25;
/// Turns a second to choose from.
const SPEEDS: [usize; 7] = [1, 2, 4, 8, 16, 30, 60];

/// Values by number, so that the page holds each value once.
pub struct Numbered<T> {
    numbers: HashMap<T, usize>,
    things: Vec<T>,
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    pub fn number(&mut self, thing: &T) -> usize {
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

/// The caller's knowledge of a game beside its record's moves.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct About {
    /// The game, its map and its seed, in words.
    pub setup: String,
    /// The error that stopped the reading of the record.
    pub trouble: Option<String>,
    /// An engine's evaluation of every turn. Without one the page has no such curve.
    pub evaluation: Option<Evaluation>,
}

/// A page in parts, to stand alone or inside the page of a match.
#[derive(Clone, Debug)]
pub struct GameDocument {
    pub(super) title: String,
    pub(super) content: String,
    pub(super) data: Value,
}

/// The page of a film. The film must be read to its end.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{catalogue::AnySetup, record::Record, stop::Stop};
/// use landgrab_view::report::{About, game_page};
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
/// let about = About { setup: "Stop, 3x3".into(), ..About::default() };
/// assert!(game_page(&mut film, &lens, &about).starts_with("<!doctype html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn game_page<G: Depict>(film: &mut Film<'_, G>, lens: &Lens<G>, about: &About) -> String {
    let GameDocument { title, content, data } = game_document(film, Some(lens), about);
    page(&title, &content, &format!("<script>const DATA={};\n{SCRIPT}</script>\n", script_value(&data)))
}

/// The parts of a page. Without a lens it has no overlays and is small.
pub fn game_document<G: Depict>(film: &mut Film<'_, G>, lens: Option<&Lens<G>>, about: &About) -> GameDocument {
    let last = film.last();
    let first = film.scene(0);
    let size = first.size;
    let mut looks = Numbered::<Mark>::default();
    let mut spots = Numbered::<Option<(Overlay, Spot)>>::default();
    spots.number(&None);
    let start: Vec<usize> = first.marks.iter().map(|mark| looks.number(mark)).collect();
    let mut cells = start.clone();
    let has_room = size.area().saturating_mul(last + 1) <= MOST_CELLS;
    let lens = lens.filter(|_| has_room);
    let mut tracks = if lens.is_some() { tracks(film, size.area()) } else { vec![] };
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
            let layer = lens.and_then(|lens| lens(film.position(turn), track.overlay, track.side));
            if let (Overlay::Territory, Some(layer)) = (track.overlay, &layer) {
                land.push(BySide::from_fn(|side| layer.count(Tone::Of(side))));
            }
            track.add(layer.as_ref(), &scene, &mut spots);
        }
        let shot = &film.shots()[turn];
        let piece = scene.aside.map(|aside| aside.rows);
        turns.push(json!({ "cells": changes, "score": shot.score, "news": film.news(turn), "piece": piece }));
    }
    let refused = refused(film);
    // A failure that ended the game is a turn of its own here: there its refused move is drawn.
    if let Some((turn, side, fault)) = film.failures().into_iter().find(|(turn, ..)| *turn > last) {
        let news = format!("{} failed in turn {turn}: {}", film.player(side), printable(&in_words(fault)));
        turns.push(
            json!({ "cells": [], "score": film.shots()[last].score, "news": news, "piece": turns[last]["piece"] }),
        );
    }
    tracks.retain(|track| track.runs.iter().any(|runs| !runs.is_empty()));
    let (light, dark) = (Theme::LIGHT, Theme::DARK);
    let looks = |theme: &Theme| looks.things.iter().map(|mark| json!(tile_look(mark, theme))).collect::<Vec<Value>>();
    let is_tiled = is_tiled(&first);
    let spots = |theme: &Theme| {
        let look = |spot: &Option<(Overlay, Spot)>| {
            let none = || ("none".to_string(), "1".to_string(), String::new());
            json!(spot.as_ref().map_or_else(none, |(overlay, spot)| spot_look(*overlay, spot, theme, is_tiled)))
        };
        spots.things.iter().map(look).collect::<Vec<Value>>()
    };
    let data = json!({
        "rows": size.rows, "cols": size.cols, "start": start, "turns": turns, "opens": opening_turn(film, about),
        "tiled": is_tiled, "last": last,
        "looks": { "light": looks(&light), "dark": looks(&dark) },
        "spots": { "light": spots(&light), "dark": spots(&dark) },
        "refused": refused,
        "evaluation": about.evaluation.as_ref().map(|evaluation| {
            let first = film.player(Side::First);
            let words = |value: f64| format!("{} for {first}", evaluation.in_words(value));
            evaluation.values.iter().map(|value| value.map(words)).collect::<Vec<_>>()
        }),
        "overlays": tracks.iter().map(|track| (track.key.clone(), json!({ "runs": track.runs, "notes": track.notes })))
            .collect::<serde_json::Map<String, Value>>(),
    });
    let left_out = if has_room { "" } else { "<p class=\"faint\">The game is too large for overlays.</p>\n" };
    let content = content(film, &first, &tracks, &land, about, &refused, turns.len()) + left_out;
    let title = format!("{} against {}", film.names().first, film.names().second);
    GameDocument { title, content, data }
}

/// The turn that a page opens at: a failure, or the turn that decided the game, or the start.
fn opening_turn<G: Depict>(film: &Film<'_, G>, about: &About) -> usize {
    let failed = film.failures().first().map(|(turn, ..)| *turn);
    failed.or_else(|| about.evaluation.as_ref()?.decisive_turn()).unwrap_or(0)
}

fn content<G: Depict>(
    film: &mut Film<'_, G>,
    first: &Scene,
    tracks: &[Track],
    land: &[BySide<usize>],
    about: &About,
    refused: &[Refused],
    turns: usize,
) -> String {
    let players = BySide::from_fn(|side| film.player(side));
    let seat = |side: Side| {
        let place = film.side_place(side).map(|place| format!(" <small>{place}</small>")).unwrap_or_default();
        escaped(&players[side]) + &place
    };
    let tiled = if is_tiled(first) { " tiles" } else { "" };
    let mut out = format!(
        "<main class=\"page{tiled}\">\n<p id=\"about\" class=\"faint\">{}</p>\n<div class=\"seats\"><span class=\"first\">{} \
         <b id=\"score-1\"></b></span><span id=\"turn\" class=\"faint\"></span><span class=\"second\"><b id=\"score-2\"></b> \
         {}</span></div>\n<div class=\"game\"><div class=\"board\">\n",
        escaped(&about.setup),
        seat(Side::First),
        seat(Side::Second)
    );
    let keys: Vec<&str> = tracks.iter().map(|track| track.key.as_str()).collect();
    out += &board(first, &keys, refused);
    out += &controls(turns);
    out += "<p id=\"news\"></p>\n<p id=\"judged\" class=\"faint\"></p>\n";
    if (0..=film.last()).any(|turn| film.scene(turn).aside.is_some()) {
        out += "<div class=\"pieces\"><figure><figcaption id=\"piece-title\"></figcaption><svg id=\"piece\"></svg></figure>\
                <figure><figcaption id=\"next-title\"></figcaption><svg id=\"next\"></svg></figure></div>\n";
    }
    if let Some(evaluation) = &about.evaluation {
        out += &evaluation_curve(evaluation, &players);
    }
    out += "<div class=\"controls\" id=\"overlays\">";
    for Track { key, title, .. } in tracks {
        let _ = write!(out, "<button id=\"show-{key}\" aria-pressed=\"false\">{}</button>", escaped(title));
    }
    out += "</div>\n";
    for Track { key, .. } in tracks {
        let _ = writeln!(out, "<p id=\"note-{key}\" hidden></p>");
    }
    out += "</div>\n<div class=\"beside\">\n";
    let ending = about.trouble.as_ref().map_or_else(|| film.ending(), |why| format!("The record is wrong: {why}"));
    let _ = writeln!(out, "<p><b id=\"ending\">{}</b></p>", escaped(&ending));
    if about.trouble.is_none() {
        let why: String = film.ended_by().iter().map(|line| format!("<li>{}", escaped(line))).collect();
        let _ = writeln!(out, "<ul id=\"why\">{why}</ul>");
    }
    out += &faults(film);
    out += &moves(film);
    out += &curves(film, land, &players);
    out + "</div>\n</div>\n</main>\n"
}

/// Buttons, the scrubber and the speed that makes a game about half a minute long.
fn controls(turns: usize) -> String {
    let mut out = format!(
        "<div class=\"controls\"><button id=\"play\">Play</button><button id=\"back\" aria-label=\"a turn back\">&lt;</button>\
         <button id=\"on\" aria-label=\"a turn on\">&gt;</button><input id=\"scrubber\" type=\"range\" min=\"0\" max=\"{}\" \
         aria-label=\"turn\"><select id=\"speed\" aria-label=\"turns a second\">",
        turns.saturating_sub(1)
    );
    let wanted = turns.div_ceil(USUAL_LENGTH).max(1);
    let usual = SPEEDS.into_iter().find(|speed| *speed >= wanted).unwrap_or(SPEEDS[SPEEDS.len() - 1]);
    for speed in SPEEDS {
        let chosen = if speed == usual { " selected" } else { "" };
        let turns = if speed == 1 { "turn" } else { "turns" };
        let _ = write!(out, "<option value=\"{speed}\"{chosen}>{speed} {turns}/s</option>");
    }
    out + "</select></div>\n"
}

/// Every move as a link to its turn.
fn moves<G: Depict>(film: &Film<'_, G>) -> String {
    let mut out = format!("<details open><summary>Moves, each as {}</summary><ol id=\"moves\">", G::NOTATION);
    let position = film.before(1);
    let name = |side: Side| position.as_ref().map_or(String::new(), |position| position.side_name(side));
    for (turn, shot) in film.shots().iter().enumerate().skip(1) {
        let words = match &shot.event {
            Some(Event::Played { side, played, .. }) => format!("{} {played}", name(*side)),
            Some(Event::Out { side, .. }) => format!("{} failed", name(*side)),
            Some(Event::Drew(_)) | None => continue,
        };
        let _ = write!(out, "<li><a href=\"#{turn}\">{turn}. {}</a>", escaped(&words));
    }
    if let Some((turn, side, _)) = film.failures().into_iter().find(|(turn, ..)| *turn > film.last()) {
        let _ = write!(out, "<li><a href=\"#{turn}\">{turn}. {} failed</a>", escaped(&name(side)));
    }
    out + "</ol></details>\n"
}

/// Score, territory and time.
fn curves<G: Depict>(film: &Film<'_, G>, land: &[BySide<usize>], players: &BySide<String>) -> String {
    let scores = |side: Side| film.shots().iter().map(|shot| f64::from(shot.score[side])).collect::<Vec<f64>>();
    let mut out = curve("score", &BySide::from_fn(scores), players);
    if !land.is_empty() {
        let cells = |side: Side| land.iter().map(|land| land[side] as f64).collect();
        out += &curve("territory", &BySide::from_fn(cells), players);
    }
    let times = |side: Side| {
        let mut last = 0.0;
        let time = |shot: &crate::Shot<G>| {
            if shot.side() == Some(side) {
                last = shot.ms.unwrap_or(last);
            }
            last
        };
        film.shots().iter().map(time).collect::<Vec<f64>>()
    };
    if film.shots().iter().any(|shot| shot.ms.is_some()) {
        out += &curve("milliseconds a move", &BySide::from_fn(times), players);
    }
    out
}

/// Every failure with its kind, its reason and its evidence.
fn faults<G: Depict>(film: &Film<'_, G>) -> String {
    let mut out = String::new();
    for (turn, side, fault) in film.failures() {
        let _ = write!(
            out,
            "<div class=\"fault\"><b>{} failed in <a href=\"#{turn}\">turn {turn}</a></b><p>{}</p><pre>{}</pre>",
            escaped(&film.player(side)),
            explained(fault.kind()),
            escaped(&notation::escaped(&in_words(fault)))
        );
        out += &evidence(film, turn, side, fault);
        out += "</div>\n";
    }
    out
}

fn evidence<G: Depict>(film: &Film<'_, G>, turn: usize, side: Side, fault: &Fault) -> String {
    let mut out = String::new();
    if let Some(scene) = film.before(turn).and_then(|position| position.refusal(side, fault)) {
        for (theme, class) in [(Theme::LIGHT, "on-light"), (Theme::DARK, "on-dark")] {
            let picture = svg(&scene, &Picture { theme, cell: Some(22) });
            // Two pictures on one page must not share the names of their patterns.
            let picture = super::board::renamed(&picture, class);
            let _ = write!(out, "<div class=\"{class}\">{picture}</div>");
        }
    }
    for (title, name) in [("Its last bytes", "bytes"), ("The end of its stderr", "stderr")] {
        if let Some(text) = fault.evidence.get::<String>(name) {
            let lines: Vec<String> = text.lines().map(printable).collect();
            let _ = write!(out, "<p>{title}:</p><pre>{}</pre>", escaped(&lines.join("\n")));
        }
    }
    out
}
