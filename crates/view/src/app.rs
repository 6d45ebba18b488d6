//! The terminal app: what is on the screen, and what keys and clicks do to it. State and drawing know no terminal, so
//! tests run them in memory; [`terminal`] runs them on a real one.

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

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Flow {
    On,
    Quit,
}

/// Something that fills the terminal.
pub trait Screen {
    /// Draws it. It remembers where things are, for clicks.
    fn draw(&mut self, frame: &mut Frame<'_>);

    /// A key, a click or another size.
    fn update(&mut self, event: &Event) -> Flow;

    /// Time passes.
    fn tick(&mut self, passed: Duration) -> Flow {
        let _ = passed;
        Flow::On
    }
}
