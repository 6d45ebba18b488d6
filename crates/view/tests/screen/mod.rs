//! Screens in memory, compared with the snapshots of tests/screens.

use landgrab_view::app::{Flow, Screen};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use std::path::Path;

/// A screen as text.
pub fn text(buffer: &Buffer) -> String {
    let area = buffer.area;
    let row = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..area.height).map(|y| row(y).trim_end().to_string() + "\n").collect()
}

/// Asserts that a screen looks as its snapshot.
pub fn expect(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.txt"));
    if std::env::var_os("SCREENS").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, found).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "{name} is not what it was (see the head of this file); now:\n{found}\nbefore:\n{expected}"
    );
}

pub fn drawn(screen: &mut impl Screen, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

pub fn key(screen: &mut impl Screen, code: KeyCode) {
    let event = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
    assert_eq!(screen.update(&event), Flow::On);
}

pub fn keys(screen: &mut impl Screen, keys: &str) {
    keys.chars().for_each(|c| key(screen, KeyCode::Char(c)));
}
