//! Drawing the screen of a game that a person plays.

use super::any_host::{Aim, Keys};
use super::{GivingUp, Play};
use crate::app::board::BoardView;
use crate::app::{ColourMode, help};
use crate::svg::broken;
use crate::{Overlay, Scene};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Widget, Wrap};
use rules::{Side, Turn};

/// Columns beside the board.
const BESIDE: u16 = 30;
/// Columns and rows of the smallest window.
const LEAST: (u16, u16) = (40, 12);
/// Rows for words below a board that has half a row a cell.
const LEAST_BELOW: u16 = 4;
/// Narrower screens show below the board what others show beside it.
const WIDE_ENOUGH: u16 = 60;

const HELP: &[(&str, &str)] = &[
    ("arrows, mouse", "point"),
    ("Enter, click", "play it"),
    ("Tab", "the next legal move"),
    ("h", "a hint"),
    ("u", "take back"),
    ("+ -", "a stronger, a weaker player"),
    ("x", "exchange the sides"),
    ("v", "give up"),
    ("n", "a new game"),
    ("t l", "territory, legal moves"),
    ("q", "quit"),
];

pub fn draw(play: &mut Play<'_>, frame: &mut Frame<'_>) {
    let area = frame.area();
    let size = play.host.size();
    // A character is at most two rows and one column, so that every cell can be pointed at.
    let least = ((size.cols as u16).max(LEAST.0), (size.rows.div_ceil(2) as u16 + 4).max(LEAST.1));
    if help::is_too_small(frame, least) {
        play.board = None;
        return;
    }
    let [head, news, middle, foot] =
        Layout::vertical([Constraint::Length(1), Constraint::Length(2), Constraint::Min(1), Constraint::Length(1)])
            .areas(area);
    let buffer = frame.buffer_mut();
    draw_players(play, head, buffer);
    draw_news(play, news, buffer);
    let mut scene = play.host.scene();
    for overlay in &play.overlays {
        match play.host.layer(*overlay) {
            Some(layer) => scene.layers.push(layer),
            None => scene.below.push(format!("{}: nothing to tell here", overlay.name())),
        }
    }
    scene.layers.extend(play.ghost());
    let board = if area.width >= WIDE_ENOUGH {
        let [board, beside] = Layout::horizontal([Constraint::Min(1), Constraint::Length(BESIDE)]).areas(middle);
        let lines = [about(&scene, play.host.tip()), advice(play)].concat();
        Paragraph::new(lines).wrap(Wrap { trim: false }).render(beside.inner(Margin::new(1, 0)), buffer);
        board
    } else {
        // Advice was asked for, so it comes first; the ghost shows the piece on the board.
        let advice = advice(play);
        let room = rows_below(size.rows as u16, middle.height);
        if room == 0 && !advice.is_empty() {
            Clear.render(news, buffer);
            Paragraph::new(advice.clone()).wrap(Wrap { trim: true }).render(news, buffer);
        }
        let lines = [advice, about(&scene, play.host.tip())].concat();
        let [board, below] = Layout::vertical([Constraint::Min(1), Constraint::Length(room)]).areas(middle);
        Paragraph::new(cut(&lines, below.width.into(), room.into())).render(below, buffer);
        board
    };
    let view = BoardView::fit(&scene, board);
    view.draw(&scene, play.colours, buffer);
    play.board = Some(view);
    let keys = play.host.keys();
    let all = format!("{}  h hint  u undo  ? help  q quit", keys.hands);
    let short = "h hint  u undo  ? help  q quit".to_string();
    Line::from(if all.len() <= usize::from(area.width) { all } else { short }).render(foot, buffer);
    if let Some(page) = play.help {
        play.help_pages = help::draw(&help_entries(&keys), page, area, buffer);
    }
}

/// The piece to place, notes and the tip of the game.
fn about(scene: &Scene, tip: Option<&'static str>) -> Vec<Line<'static>> {
    let mut lines = vec![];
    if let Some(aside) = &scene.aside {
        lines.push(Line::from(aside.title.clone()));
        lines.extend(aside.lines(8, 28).into_iter().map(|row| Line::from(row.replace('*', "#"))));
    }
    let notes = scene.layers.iter().flat_map(|layer| &layer.notes).chain(&scene.below);
    lines.extend(notes.map(|note| Line::from(note.clone())));
    lines.extend(tip.map(Line::from));
    lines
}

/// The hint that was asked for, or that there will be one.
fn advice(play: &Play<'_>) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let due = play.is_hint_due.then(|| Line::styled("thinking about a hint ...", bold));
    due.into_iter().chain(play.told.iter().map(|line| Line::styled(line.clone(), bold))).collect()
}

/// Rows that are kept below a board, words or not, so that the board does not jump. A board that has a row a cell, with
/// or without the names of its columns, keeps it: then advice stands above it. Any other board has half a row a cell.
fn rows_below(board: u16, height: u16) -> u16 {
    let least = if height < board { LEAST_BELOW.min(height.saturating_sub(board.div_ceil(2))) } else { 0 };
    height.saturating_sub(board + 1).clamp(least, (height / 2).max(least))
}

/// Lines in so many columns and rows. Where there are more, the last row says how to see them.
fn cut(lines: &[Line<'static>], columns: usize, rows: usize) -> Vec<Line<'static>> {
    let in_columns = |line: &Line<'static>| {
        let style = line.style;
        broken(&line.to_string(), columns).into_iter().map(move |part| Line::styled(part, style))
    };
    let mut lines: Vec<Line<'static>> = lines.iter().flat_map(in_columns).collect();
    if lines.len() > rows {
        lines.truncate(rows.saturating_sub(1));
        lines.push(Line::from(format!("... ({WIDE_ENOUGH} columns show more)")));
    }
    lines.truncate(rows);
    lines
}

fn draw_players(play: &Play<'_>, area: Rect, buffer: &mut Buffer) {
    let (names, score, turn) = (play.host.names(), play.host.score(), play.host.turn());
    let seat = |side: Side| {
        let moves = if turn == Turn::Move(side) { "> " } else { "" };
        let mark = format!(" {} ", play.host.side_name(side));
        let place = play.host.place_of(side);
        // The colours belong to the tiles where places tell the players apart.
        let colours = if place.is_some() { ColourMode::Plain } else { play.colours };
        let place = place.filter(|_| area.width >= WIDE_ENOUGH).map(|place| format!("({place}) ")).unwrap_or_default();
        let mut spans = vec![
            Span::raw(moves),
            Span::styled(mark, colours.side(side).add_modifier(Modifier::REVERSED)),
            Span::raw(format!(" {} {place}", names[side])),
            Span::styled(score[side].to_string(), Style::new().add_modifier(Modifier::BOLD)),
        ];
        if side == Side::Second {
            spans.reverse();
        }
        Line::from(spans)
    };
    seat(Side::First).render(area, buffer);
    seat(Side::Second).right_aligned().render(area, buffer);
}

/// The last message, or the reason why the ghost is red.
fn draw_news(play: &Play<'_>, area: Rect, buffer: &mut Buffer) {
    let (words, is_bad) = match (&play.message, play.aimed()) {
        (Some((words, is_bad)), _) if play.is_thinking => (format!("{words}; the other side thinks ..."), *is_bad),
        (Some((words, is_bad)), _) => (words.clone(), *is_bad),
        (None, Some(Aim { played, refusal: Some(why), .. })) => (format!("{played}: {why}"), true),
        (None, Some(Aim { played, refusal: None, .. })) => (format!("{played} is legal"), false),
        (None, None) if play.is_thinking => ("the other side thinks ...".into(), false),
        (None, None) => (String::new(), false),
    };
    let wins = |side: Side| match side == play.host.you() {
        true => "you win".into(),
        false => format!("{} wins", play.host.names()[side]),
    };
    let result = match play.host.turn() {
        Turn::Over(outcome) => Some(outcome.winner().map_or("a tie".into(), wins)),
        _ if play.giving_up == GivingUp::Done => Some(format!("you give up: {}", wins(play.host.you().other()))),
        Turn::Move(_) | Turn::Draw => None,
    };
    let words = result.map_or(words, |result| format!("{result}; n begins anew, u takes back, q quits"));
    let style = if is_bad { play.colours.fg(Color::Indexed(196)).add_modifier(Modifier::BOLD) } else { Style::new() };
    Paragraph::new(Line::styled(words, style)).wrap(Wrap { trim: true }).render(area, buffer);
}

fn help_entries(keys: &Keys) -> help::Entries {
    let map = |(key, map): &(char, Overlay)| (key.to_string(), format!("{} map", map.name()));
    let own = keys.maps.iter().map(map).chain(keys.orders.iter().map(|(key, what)| (key.to_string(), (*what).into())));
    let all = HELP.iter().map(|(key, what)| ((*key).into(), (*what).into())).chain(own);
    all.chain([("moves".into(), keys.notation.into())]).collect()
}
