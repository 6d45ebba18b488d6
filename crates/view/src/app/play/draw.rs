//! Drawing the screen of a game that a person plays.

use super::any_host::{Aim, Keys};
use super::{GivingUp, Play};
use crate::Overlay;
use crate::app::board::BoardView;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};
use rules::{Side, Turn};

/// Columns beside the board.
const BESIDE: u16 = 30;
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
    if area.width < 8 || area.height < 5 {
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
            let rows = aside.rows.iter().filter(|row| row.contains('*')).take(8);
            lines.extend(rows.map(|row| Line::from(row.chars().take(28).collect::<String>().replace('*', "#"))));
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
    Line::from(format!("{}  h hint  u undo  ? help  q quit", keys.hands)).render(foot, buffer);
    if play.is_help_shown {
        draw_help(&keys, area, buffer);
    }
}

fn draw_players(play: &Play<'_>, area: Rect, buffer: &mut Buffer) {
    let (names, score, turn) = (play.host.names(), play.host.score(), play.host.turn());
    let seat = |side: Side| {
        let moves = if turn == Turn::Move(side) { "> " } else { "" };
        let mark = format!(" {} ", play.host.side_name(side));
        let mut spans = vec![
            Span::raw(moves),
            Span::styled(mark, play.colours.side(side).add_modifier(Modifier::REVERSED)),
            Span::raw(format!(" {} ", names[side])),
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

fn draw_help(keys: &Keys, area: Rect, buffer: &mut Buffer) {
    let map = |(key, map): &(char, Overlay)| (key.to_string(), format!("{} map", map.name()));
    let own = keys.maps.iter().map(map).chain(keys.orders.iter().map(|(key, what)| (key.to_string(), (*what).into())));
    let all: Vec<(String, String)> =
        HELP.iter().map(|(key, what)| ((*key).into(), (*what).into())).chain(own).collect();
    let (width, height) = (54.min(area.width), (all.len() as u16 + 2).min(area.height));
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    Clear.render(place, buffer);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let line =
        |(key, what): (String, String)| Line::from(vec![Span::styled(format!("{key:>14}  "), bold), Span::raw(what)]);
    let lines: Vec<Line<'_>> = all.into_iter().map(line).collect();
    Paragraph::new(lines).block(Block::bordered().title(" any key closes ")).render(place, buffer);
}
