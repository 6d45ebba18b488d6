//! Help over a screen, in as many columns and pages as the window takes; and the words for a window that is too small.

use crate::svg::broken;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};

/// Keys and what they do.
pub type Entries = Vec<(String, String)>;

/// Draws a page of the help, and returns how many pages there are.
pub fn draw(entries: &Entries, page: usize, area: Rect, buffer: &mut Buffer) -> usize {
    let keys = entries.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
    let words = entries.iter().map(|(_, what)| what.chars().count()).max().unwrap_or(0);
    let room = usize::from(area.width.saturating_sub(2)).saturating_sub(keys + 4).max(1);
    let entries = wrapped(entries, room);
    let column = keys + 2 + words.min(room) + 2;
    let rows = usize::from(area.height.saturating_sub(2)).max(1);
    let fitting = (usize::from(area.width.saturating_sub(2)) / column).max(1);
    let columns = entries.len().div_ceil(rows).clamp(1, fitting);
    // Equal columns look better than a full one and a short one.
    let rows = entries.len().div_ceil(columns).min(rows);
    let pages = entries.len().div_ceil(rows * columns).max(1);
    let page = page.min(pages - 1);
    let width = ((columns * column + 2) as u16).min(area.width);
    let height = ((rows + 2) as u16).min(area.height);
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    Clear.render(place, buffer);
    let title = match page + 1 == pages {
        true => " any key closes ".to_string(),
        false => format!(" {} of {pages}, any key goes on ", page + 1),
    };
    Block::bordered().title(title).render(place, buffer);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    for (number, (key, what)) in entries.iter().skip(page * rows * columns).take(rows * columns).enumerate() {
        let (x, y) = (place.x + 1 + (number / rows * column) as u16, place.y + 1 + (number % rows) as u16);
        let inner = Rect { x, y, width: (column as u16).min(place.right().saturating_sub(x + 1)), height: 1 };
        Line::from(vec![Span::styled(format!("{key:>keys$}  "), bold), Span::raw(what.clone())]).render(inner, buffer);
    }
    pages
}

/// Entries in lines of at most so many characters.
fn wrapped(entries: &Entries, room: usize) -> Entries {
    let lines = |(key, what): &(String, String)| {
        let key = key.clone();
        let parts = broken(what, room).into_iter().enumerate();
        parts.map(move |(number, part)| (if number == 0 { key.clone() } else { String::new() }, part))
    };
    entries.iter().flat_map(lines).collect()
}

/// Says that the window is too small, if it is smaller than so many columns and rows.
pub fn is_too_small(frame: &mut Frame<'_>, (width, height): (u16, u16)) -> bool {
    let area = frame.area();
    if area.width >= width && area.height >= height {
        return false;
    }
    let words = format!("too small: {}x{}, needs {width}x{height} (q quits)", area.width, area.height);
    Paragraph::new(words).wrap(Wrap { trim: true }).render(area, frame.buffer_mut());
    true
}
