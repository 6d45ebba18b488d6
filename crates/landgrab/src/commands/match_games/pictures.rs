//! Pictures of a finished game: refused moves, and the last position.

use crate::commands::colour;
use league::{Plan, Spectator};
use rules::record::{Ended, Header};
use rules::{BySide, Event, Side};
use std::io;
use view::Depict;

/// Pictures of one game, in text.
#[derive(Default)]
pub struct Pictures {
    /// Whether the last position is drawn.
    is_last_drawn: bool,
    /// The names of the sides on the board.
    pub sides: BySide<String>,
    /// Moves that were refused.
    pub refusals: BySide<Option<String>>,
    /// The last position, when it is to be shown.
    pub last: Option<String>,
}

impl Pictures {
    pub fn new(is_last_drawn: bool) -> Self {
        Self { is_last_drawn, ..Self::default() }
    }
}

impl<G: Depict> Spectator<G> for Pictures {
    fn begins(&mut self, _: &Plan, _: &Header, start: &G) -> io::Result<()> {
        self.sides = BySide::from_fn(|side: Side| start.side_name(side));
        Ok(())
    }

    fn event(&mut self, event: &Event<G>, after: &G, _: Option<f64>) -> io::Result<()> {
        if let Event::Out { side, fault, .. } = event {
            self.refusals[*side] = after.refusal(*side, fault).map(|scene| view::text(&scene, colour()));
        }
        Ok(())
    }

    fn ended(&mut self, _: &Ended, last: &G) -> io::Result<()> {
        self.last = self.is_last_drawn.then(|| view::text(&last.scene(None), colour()));
        Ok(())
    }
}
