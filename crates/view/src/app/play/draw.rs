//! Drawing the screen of a game that a person plays.

use super::any_host::{Aim, Keys};
use super::{GivingUp, Play};
use crate::Overlay;
use crate::app::board::BoardView;
use crate::app::{ColourMode, help};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use rules::{Side, Turn};

/// Columns beside the board.
const BESIDE: u16 = 30;
/// Columns and rows of the smallest window.
const LEAST: (u16, u16) = (40, 12);
/// Narrower screens show the board alone.
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
    let beside = if area.width >= WIDE_ENOUGH { BESIDE } else { 0 };
    let [board, beside] = Layout::horizontal([Constraint::Min(1), Constraint::Length(beside)]).areas(middle);
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
    let view = BoardView::fit(&scene, board);
    view.draw(&scene, play.colours, buffer);
    play.board = Some(view);
    if beside.width > 0 {
        let mut lines: Vec<Line<'_>> = vec![];
        if let Some(aside) = &scene.aside {
            lines.push(Line::from(aside.title.clone()));
            lines.extend(aside.lines(8, 28).into_iter().map(|row| Line::from(row.replace('*', "#"))));
        }
        let notes = scene.layers.iter().flat_map(|layer| &layer.notes).chain(&scene.below);
        lines.extend(notes.map(|note| Line::from(note.clone())));
        lines.extend(play.host.tip().map(Line::from));
        let bold = Style::new().add_modifier(Modifier::BOLD);
        lines.extend(play.is_hint_due.then(|| Line::styled("thinking about a hint ...", bold)));
        lines.extend(play.told.iter().map(|line| Line::styled(line.clone(), bold)));
        Paragraph::new(lines).wrap(Wrap { trim: false }).render(beside.inner(Margin::new(1, 0)), buffer);
    }
    let keys = play.host.keys();
    let all = format!("{}  h hint  u undo  ? help  q quit", keys.hands);
    let short = "h hint  u undo  ? help  q quit".to_string();
    Line::from(if all.len() <= usize::from(area.width) { all } else { short }).render(foot, buffer);
    if let Some(page) = play.help {
        play.help_pages = help::draw(&help_entries(&keys), page, area, buffer);
    }
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
