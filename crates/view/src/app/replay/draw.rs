//! Drawing the screen of a record: names and scores, the board, facts beside it, the timeline and a line of help.

use super::{Curve, Mode, Viewer};
use crate::app::board::{BoardView, MARKED};
use crate::app::{ColourMode, chart, help};
use crate::fault::in_words;
use crate::{Aside, Heading, Scene, Seat};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use rules::notation::printable;
use rules::record::Ended;
use rules::{BySide, Ending, Fault, Side};

/// Columns beside the board.
const BESIDE: u16 = 34;
/// Columns and rows of the smallest window.
const LEAST: (u16, u16) = (20, 8);
/// The fewest columns that are of use.
const LEAST_BESIDE: u16 = 18;
/// Narrower screens show the board alone.
const WIDE_ENOUGH: u16 = 72;

const HELP: &[(&str, &str)] = &[
    ("Space", "play, pause"),
    ("Left Right", "a turn back, on"),
    ("PgUp PgDn", "ten turns"),
    ("Home End", "the start, the end"),
    ("[ ]", "slower, faster"),
    ("/", "jump to a turn"),
    ("n", "the next event"),
    ("h", "heat: a side, the other, off"),
    ("l", "the same in L1 steps"),
    ("t", "territory"),
    ("g", "legal moves"),
    ("f m", "FloodFill, Manhattan"),
    ("o", "the engine's opinion"),
    ("p", "the last move"),
    ("c", "another curve"),
    ("± +", "timeline: lead, first contact"),
    ("× !", "timeline: stuck, failure"),
    ("q", "quit"),
];

pub fn draw(viewer: &mut Viewer<'_>, frame: &mut Frame<'_>) {
    let area = frame.area();
    if help::is_too_small(frame, LEAST) {
        return;
    }
    let scene = viewer.scene().clone();
    let [head, middle, timeline, foot] = Layout::vertical([
        Constraint::Length(if area.height >= 12 { 2 } else { 1 }),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    let beside = width_beside(&scene, area, middle.height);
    let is_wide = beside > 0;
    let [board, beside] = Layout::horizontal([Constraint::Min(1), Constraint::Length(beside)]).areas(middle);
    let buffer = frame.buffer_mut();
    if let Some(heading) = &scene.heading {
        draw_heading(heading, viewer, head, buffer);
    }
    let view = BoardView::fit(&scene, board);
    view.draw(&scene, viewer.colours, buffer);
    if is_wide {
        draw_beside(viewer, &scene, &view, beside.inner(ratatui::layout::Margin::new(1, 0)), buffer);
    }
    viewer.timeline = timeline;
    draw_timeline(viewer, timeline, buffer);
    draw_foot(viewer, foot, buffer);
    if let Mode::Help(page) = viewer.mode {
        let mut entries: help::Entries = HELP.iter().map(|(key, what)| ((*key).into(), (*what).into())).collect();
        entries.push(("moves".into(), viewer.frames.notation().into()));
        viewer.help_pages = help::draw(&entries, page, area, buffer);
    }
}

/// Columns beside the board: as many as a board drawn by half blocks leaves.
fn width_beside(scene: &Scene, area: Rect, height: u16) -> u16 {
    let (rows, cols) = (scene.size.rows, scene.size.cols as u16);
    if area.width < WIDE_ENOUGH {
        return 0;
    }
    let fits = rows <= 2 * usize::from(height) && cols <= area.width;
    match area.width.saturating_sub(cols) {
        left if !fits || left >= BESIDE => BESIDE,
        left if left >= LEAST_BESIDE => left,
        _ => 0,
    }
}

/// No colours for the sides where the colours belong to the tiles: place and name tell the players apart.
fn side_colours(colours: ColourMode, heading: &Heading) -> ColourMode {
    if heading.players.first.place.is_some() { ColourMode::Plain } else { colours }
}

fn draw_heading(heading: &Heading, viewer: &Viewer<'_>, area: Rect, buffer: &mut Buffer) {
    let long = |seat: &Seat| seat.name.chars().count() + seat.place.map_or(0, |place| place.len() + 3);
    let names = long(&heading.players.first) + long(&heading.players.second);
    let has_room = usize::from(area.width) > names + 24;
    let seat = |side: Side| {
        let seat = &heading.players[side];
        let colours = side_colours(viewer.colours, heading);
        let mut text =
            vec![Span::styled(format!(" {} ", seat.mark), colours.side(side).add_modifier(Modifier::REVERSED))];
        let place = seat.place.map(|place| format!("({place}) ")).unwrap_or_default();
        text.push(Span::raw(if has_room { format!(" {} {place}", seat.name) } else { " ".into() }));
        text.push(Span::styled(seat.score.to_string(), Style::new().add_modifier(Modifier::BOLD)));
        if side == Side::Second {
            text.reverse();
        }
        Line::from(text)
    };
    let top = Rect { height: 1, ..area };
    seat(Side::First).render(top, buffer);
    seat(Side::Second).right_aligned().render(top, buffer);
    let known =
        if viewer.frames.is_read() { viewer.frames.last().to_string() } else { format!("{}...", viewer.frames.last()) };
    let turn = format!(" turn {}/{known} ", viewer.turn);
    let taken = if has_room { names + 24 } else { 18 };
    if usize::from(area.width) > taken + turn.len() {
        Line::from(turn).centered().render(top, buffer);
    }
    if area.height > 1 {
        let news = match &viewer.trouble {
            Some(trouble) if viewer.turn == viewer.frames.last() => trouble.clone(),
            _ if viewer.frames.is_read() && viewer.turn == viewer.frames.last() => {
                format!("{} | {}", viewer.frames.ending(), heading.news)
            }
            _ => format!("{} | {}", heading.news, heading.next),
        };
        let line = Line::styled(news, Style::new().add_modifier(Modifier::DIM));
        line.render(Rect { y: area.y + 1, height: 1, ..area }, buffer);
    }
}

/// Pieces, thinking times, notes of the overlays, the failure, and as many curves as fit.
fn draw_beside(viewer: &mut Viewer<'_>, scene: &Scene, view: &BoardView, area: Rect, buffer: &mut Buffer) {
    let mut lines: Vec<Line<'_>> = vec![];
    lines.extend(pieces(viewer, scene));
    let colours = scene.heading.as_ref().map_or(viewer.colours, |heading| side_colours(viewer.colours, heading));
    lines.extend(thinking(viewer, colours));
    let notes = scene.layers.iter().flat_map(|layer| &layer.notes).chain(&scene.below);
    lines.extend(notes.map(|note| Line::from(note.clone())));
    lines.extend(view.note().map(|note| Line::styled(note, Style::new().add_modifier(Modifier::DIM))));
    lines.extend(failure(viewer));
    let wanted = lines.iter().map(|line| (line.width() as u16).div_ceil(area.width.max(1)).max(1)).sum::<u16>();
    let text = Paragraph::new(lines).wrap(Wrap { trim: false });
    let curves =
        if area.height >= wanted + 30 { vec![Curve::Score, Curve::Territory, Curve::Time] } else { vec![viewer.curve] };
    let room = area.height.saturating_sub(wanted).min(10 * curves.len() as u16);
    let room = if room < 5 { 0 } else { room };
    let [above, below] = Layout::vertical([Constraint::Min(0), Constraint::Length(room)]).areas(area);
    text.render(above, buffer);
    if room > 0 {
        let areas = Layout::vertical(vec![Constraint::Fill(1); curves.len()]).split(below);
        for (curve, area) in curves.iter().zip(areas.iter()) {
            draw_curve(viewer, *curve, colours, *area, buffer);
        }
    }
}

/// The piece of the turn with its place, and the next piece.
fn pieces(viewer: &mut Viewer<'_>, scene: &Scene) -> Vec<Line<'static>> {
    let turn = viewer.turn;
    let played = turn.checked_sub(1).and_then(|before| viewer.frames.aside(before));
    let went = match viewer.frames.played(turn) {
        Some(played) if played != "stuck" => format!("placed at {played}"),
        _ => "not placed".into(),
    };
    let mut lines = vec![];
    let mut show = |title: String, aside: &Aside| {
        lines.push(Line::styled(title, Style::new().add_modifier(Modifier::BOLD)));
        lines.extend(aside.lines(8, 30).into_iter().map(|row| Line::from(row.replace('*', "#"))));
    };
    if let Some(aside) = &played {
        show(went, aside);
    }
    if let Some(aside) = &scene.aside {
        show(format!("next {}", aside.title), aside);
    }
    lines
}

/// Thinking times of both sides: the last and the longest.
fn thinking(viewer: &Viewer<'_>, colours: ColourMode) -> Vec<Line<'static>> {
    let mut lines = vec![];
    for side in Side::BOTH {
        let turns = (0..=viewer.turn).map(|turn| viewer.frames.facts(turn)).filter(|facts| facts.side == Some(side));
        let times: Vec<f64> = turns.filter_map(|facts| facts.ms).collect();
        let (Some(last), longest) = (times.last(), times.iter().copied().fold(0.0, f64::max)) else { continue };
        let mark = Span::styled(viewer.frames.player(side).chars().take(1).collect::<String>(), colours.side(side));
        let words = format!(" thought {} (max {})", milliseconds(*last), milliseconds(longest));
        lines.push(Line::from(vec![mark, Span::raw(words)]));
    }
    lines
}

fn milliseconds(ms: f64) -> String {
    if ms < 10.0 { format!("{ms:.2} ms") } else { format!("{ms:.0} ms") }
}

/// The failure of this turn, and the end of the program's stderr.
fn failure(viewer: &Viewer<'_>) -> Vec<Line<'static>> {
    let at_end = viewer.frames.is_read() && viewer.turn == viewer.frames.last();
    let facts = viewer.frames.facts(viewer.turn);
    let in_turn = facts.side.zip(facts.fault);
    let last: Option<(Side, &Fault)> = match viewer.frames.ended() {
        Some(Ended { ending: Ending::Fault(side, fault), .. }) if at_end => Some((*side, fault)),
        _ => None,
    };
    let Some((side, fault)) = in_turn.or(last) else { return vec![] };
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines =
        vec![Line::styled(format!("{} failed ({})", viewer.frames.player(side), fault.kind().name()), bold)];
    lines.push(Line::from(printable(&in_words(fault))));
    if let Some(stderr) = fault.evidence.get::<String>("stderr") {
        lines.push(Line::styled("its stderr ended in:", bold));
        let all: Vec<&str> = stderr.lines().collect();
        lines
            .extend(all[all.len().saturating_sub(8)..].iter().map(|line| Line::from(format!("| {}", printable(line)))));
    }
    lines
}

fn draw_curve(viewer: &Viewer<'_>, curve: Curve, colours: ColourMode, area: Rect, buffer: &mut Buffer) {
    let (frames, last) = (&viewer.frames, viewer.frames.last());
    // At most two points a column: more would fall on the same dots.
    let step = ((last + 1) / (2 * usize::from(area.width).max(1))).max(1);
    let sampled = |value: &dyn Fn(usize) -> Option<f64>| -> Vec<(f64, f64)> {
        let turns = (0..=last).step_by(step).chain([last]);
        turns.filter_map(|turn| Some((turn as f64, value(turn)?))).collect()
    };
    let (title, points) = match curve {
        Curve::Score => {
            let points = BySide::from_fn(|side| sampled(&|turn| Some(f64::from(frames.facts(turn).score[side]))));
            ("score", points)
        }
        Curve::Territory => {
            let points = |side| viewer.territory.iter().map(|(t, cells)| (*t as f64, cells[side] as f64)).collect();
            ("territory", BySide::from_fn(points))
        }
        Curve::Time => {
            let value = |side, turn: usize| {
                let facts = frames.facts(turn);
                facts.ms.filter(|_| facts.side == Some(side)).map(|ms| (turn as f64, ms))
            };
            // The slowest move of each stretch: a sample would lose the peaks.
            let slowest = |side, from: usize| {
                let stretch = (from..(from + step).min(last + 1)).filter_map(|turn| value(side, turn));
                stretch.max_by(|a, b| a.1.total_cmp(&b.1))
            };
            let points = |side| (0..=last).step_by(step).filter_map(|from| slowest(side, from)).collect();
            ("ms a move", BySide::from_fn(points))
        }
    };
    chart::draw(&format!("{title} (c: another)"), &points, last, colours, area, buffer);
}

/// The turns from left to right, with their events.
fn draw_timeline(viewer: &Viewer<'_>, area: Rect, buffer: &mut Buffer) {
    let last = viewer.frames.last().max(1);
    let column = |turn: usize| (turn as f64 / last as f64 * f64::from(area.width.saturating_sub(1))).round() as u16;
    let here = column(viewer.turn);
    let mut symbols = vec!["─"; usize::from(area.width)];
    symbols[..usize::from(here)].fill("━");
    for (turn, what) in &viewer.events {
        let symbol = match what {
            what if what.ends_with("lead") => "±",
            what if what.ends_with("fails") => "!",
            what if what.ends_with("contact") => "+",
            _ => "×",
        };
        symbols[usize::from(column(*turn))] = symbol;
    }
    for (x, symbol) in symbols.into_iter().enumerate() {
        if let Some(cell) = buffer.cell_mut((area.x + x as u16, area.y)) {
            cell.set_symbol(symbol);
        }
    }
    if let Some(cell) = buffer.cell_mut((area.x + here, area.y)) {
        let style = viewer.colours.fg(MARKED).add_modifier(Modifier::BOLD | Modifier::REVERSED);
        cell.set_symbol("●").set_style(style);
    }
}

fn draw_foot(viewer: &Viewer<'_>, area: Rect, buffer: &mut Buffer) {
    let line = match (&viewer.mode, &viewer.message) {
        (Mode::Jumping(digits), _) => format!("jump to turn: {digits}_   (Enter, Esc)"),
        (_, Some(message)) => format!("turn {}: {message}", viewer.turn),
        _ if viewer.wish.is_some() => format!("reading, turn {} so far", viewer.frames.last()),
        _ => {
            let state = if viewer.is_playing { "playing" } else { "paused" };
            let all = "Space play  arrows step  n event  h t g o overlays  ? help  q quit";
            let whole = format!("{state} {}x  {all}", viewer.speed());
            if whole.len() <= usize::from(area.width) {
                whole
            } else {
                format!("{state} {}x  ? help  q quit", viewer.speed())
            }
        }
    };
    Line::from(line).render(area, buffer);
}
