//! The terminal app: screens that react to keys and clicks. They draw into memory, so tests need no terminal;
//! [`terminal`] runs them on a real one.

mod board;
mod chart;
pub mod play;
pub mod replay;
pub mod terminal;
pub mod watch;

pub use board::{BoardView, ColourMode};

use ratatui::Frame;
use ratatui::crossterm::event::Event;
use std::time::Duration;

/// Whether the screen stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Flow {
    On,
    Quit,
}

/// A screen that fills the terminal.
pub trait Screen {
    /// Draws the screen, and remembers the places of its parts for clicks.
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// A key, a click or another size.
    fn update(&mut self, event: &Event) -> Flow;

    /// Lets time pass. The caller reads the clock.
    fn tick(&mut self, passed: Duration) -> Flow {
        let _ = passed;
        Flow::On
    }
}
