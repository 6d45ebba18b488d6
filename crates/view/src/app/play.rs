//! A game that a person plays by mouse and keys. A ghost shows the cells of the move under the cursor. It is red if the
//! move is illegal, and the line above the board gives the reason.

mod any_host;
mod draw;
mod host;

pub use host::{Hint, Host};

use super::board::BoardView;
use super::{ColourMode, Flow, Screen};
use crate::{Layer, Overlay, Spot, Tone};
use any_host::{Aim, AnyHost, Tried};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::Position;
use rules::{Cell, Turn};
use std::time::Duration;

/// A game on the screen.
pub struct Play<'a> {
    host: &'a mut dyn AnyHost,
    colours: ColourMode,
    /// The place of the ghost.
    cursor: Cell,
    overlays: Vec<Overlay>,
    /// The message of the last key or move, and whether it is bad news.
    message: Option<(String, bool)>,
    /// Lines that the person asked for, such as a hint.
    told: Vec<String>,
    is_help_shown: bool,
    /// The other side thinks.
    is_thinking: bool,
    /// A hint was asked for, and is thought about.
    is_hint_due: bool,
    giving_up: GivingUp,
    board: Option<BoardView>,
}

/// Resigning takes the same key twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GivingUp {
    No,
    Asked,
    Done,
}

impl<'a> Play<'a> {
    /// Sits down at a game.
    pub fn new<H: Host + 'a>(host: &'a mut H, colours: ColourMode) -> Self {
        let cursor = AnyHost::first_cell(host);
        let mut play = Self {
            host,
            colours,
            cursor,
            overlays: vec![],
            message: None,
            told: vec![],
            is_help_shown: false,
            is_thinking: false,
            is_hint_due: false,
            giving_up: GivingUp::No,
            board: None,
        };
        play.settle_cursor();
        play
    }

    fn is_over(&self) -> bool {
        self.giving_up == GivingUp::Done || matches!(self.host.turn(), Turn::Over(_))
    }

    /// Whether the person may move now.
    fn is_yours(&self) -> bool {
        self.host.is_yours() && !self.is_over()
    }

    /// The move under the cursor, and why it is refused if it is.
    fn aimed(&self) -> Option<Aim> {
        if self.is_yours() { self.host.aim(self.cursor) } else { None }
    }

    /// The cells of the move under the cursor.
    fn ghost(&self) -> Option<Layer> {
        let aim = self.aimed()?;
        let size = self.host.size();
        let (text, tone) = if aim.refusal.is_none() { ("*", Tone::Marked) } else { ("!", Tone::Wrong) };
        let mut spots: Vec<Option<Spot>> = vec![None; size.area()];
        let cursor = self.host.is_cursor_shown().then_some(self.cursor);
        for cell in aim.cells.into_iter().chain(cursor) {
            spots[cell.row * size.cols + cell.col] = Some(Spot { text: text.into(), tone });
        }
        Some(Layer { overlay: Overlay::Ghost, spots, notes: vec![] })
    }

    fn play_aimed(&mut self) {
        if let Some(tried) = self.is_yours().then(|| self.host.play_at(self.cursor)).flatten() {
            self.tell(tried);
        } else if self.is_over() {
            self.message = Some(("the game is over: u takes back, n begins anew, q quits".into(), false));
        }
    }

    /// Reports a move of the person.
    fn tell(&mut self, tried: Tried) {
        match tried {
            Ok(played) => {
                self.message = Some((format!("you played {played}"), false));
                self.forget();
            }
            Err(why) => self.message = Some((why, true)),
        }
    }

    /// Drops what was said of the position before.
    fn forget(&mut self) {
        self.told.clear();
        self.is_hint_due = false;
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if self.is_help_shown {
            self.is_help_shown = false;
            return Flow::On;
        }
        self.message = None;
        if self.giving_up == GivingUp::Asked && key.code != KeyCode::Char('v') {
            self.giving_up = GivingUp::No;
        }
        if let KeyCode::Char(letter) = key.code {
            if self.is_yours()
                && let Some(tried) = self.host.play_by_key(letter)
            {
                self.tell(tried);
                return Flow::On;
            }
            let keys = self.host.keys();
            if let Some((_, map)) = keys.maps.iter().find(|(key, _)| *key == letter) {
                self.toggle(*map);
                return Flow::On;
            }
            if keys.orders.iter().any(|(key, _)| *key == letter) {
                self.order(letter);
                return Flow::On;
            }
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Flow::Quit,
            KeyCode::Up => self.step(-1, 0),
            KeyCode::Down => self.step(1, 0),
            KeyCode::Left => self.step(0, -1),
            KeyCode::Right => self.step(0, 1),
            KeyCode::Tab => self.point_at_next_legal(),
            KeyCode::Enter | KeyCode::Char(' ') => self.play_aimed(),
            KeyCode::Char('h') => self.want_hint(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('v') => self.give_up(),
            KeyCode::Char('+' | '=') => self.change_level(1),
            KeyCode::Char('-') => self.change_level(-1),
            KeyCode::Char('x') => {
                let swapped = self.host.swap();
                self.message = Some(match swapped {
                    Ok(()) => (format!("you play {} now", self.host.side_name(self.host.you())), false),
                    Err(why) => (why, true),
                });
            }
            KeyCode::Char('n') => {
                self.message = self.host.restart().err().map(|why| (why, true));
                self.forget();
                self.giving_up = GivingUp::No;
                self.cursor = self.host.first_cell();
                self.settle_cursor();
            }
            KeyCode::Char('t') => self.toggle(Overlay::Territory),
            KeyCode::Char('l') => self.toggle(Overlay::Legal),
            KeyCode::Char('?') => self.is_help_shown = true,
            _ => {}
        }
        Flow::On
    }

    fn change_level(&mut self, by: i8) {
        self.message = Some(match self.host.change_level(by) {
            Ok(name) => (format!("the other side is {name} now"), false),
            Err(why) => (why, true),
        });
    }

    fn want_hint(&mut self) {
        if !self.is_yours() {
            self.message = Some(("it is not your move".into(), true));
            return;
        }
        self.is_hint_due = true;
        self.told.clear();
        self.look_for_hint();
    }

    /// Shows a hint as soon as there is one.
    fn look_for_hint(&mut self) {
        let Some((best, why)) = self.host.hint() else { return };
        self.cursor = best.unwrap_or(self.cursor);
        self.told = why;
        self.is_hint_due = false;
    }

    fn undo(&mut self) {
        // Giving up can be taken back like a move.
        let is_done = self.giving_up == GivingUp::Done || self.host.undo();
        self.giving_up = GivingUp::No;
        self.forget();
        self.message = Some(match is_done {
            true => ("taken back".into(), false),
            false => ("there is no move of yours to take back".into(), true),
        });
    }

    fn give_up(&mut self) {
        self.giving_up = match self.giving_up {
            _ if self.is_over() => return,
            GivingUp::No => {
                self.message = Some(("give the game up? v again does, any other key does not".into(), true));
                GivingUp::Asked
            }
            GivingUp::Asked | GivingUp::Done => {
                self.forget();
                GivingUp::Done
            }
        };
    }

    fn order(&mut self, key: char) {
        match self.host.order(key) {
            Ok((lines, is_changed)) => {
                self.is_hint_due &= !is_changed;
                self.told = lines;
            }
            Err(why) => self.message = Some((why, true)),
        }
    }

    fn toggle(&mut self, overlay: Overlay) {
        match self.overlays.iter().position(|shown| *shown == overlay) {
            Some(place) => drop(self.overlays.remove(place)),
            None => self.overlays.push(overlay),
        }
    }

    /// Moves the cursor to the nearest legal move, so that a turn begins with a legal ghost.
    fn settle_cursor(&mut self) {
        if self.aimed().is_none_or(|aim| aim.refusal.is_none()) {
            return;
        }
        let from = self.cursor;
        let far = |cell: &Cell| cell.row.abs_diff(from.row).pow(2) + cell.col.abs_diff(from.col).pow(2);
        if let Some(cell) = self.host.legal_cells().into_iter().min_by_key(far) {
            self.cursor = cell;
        }
    }

    fn step(&mut self, down: isize, along: isize) {
        let size = self.host.size();
        let moved = |at: usize, by: isize, end: usize| at.saturating_add_signed(by).min(end - 1);
        self.cursor = Cell::new(moved(self.cursor.row, down, size.rows), moved(self.cursor.col, along, size.cols));
    }

    /// Moves the cursor to the next legal move in reading order; after the last follows the first.
    fn point_at_next_legal(&mut self) {
        let mut cells = self.host.legal_cells();
        cells.sort_unstable();
        let next = cells.iter().find(|cell| **cell > self.cursor).or(cells.first());
        match next {
            Some(cell) => self.cursor = *cell,
            None => self.message = Some(("there is no legal move: Enter says so".into(), true)),
        }
    }
}

impl Screen for Play<'_> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        draw::draw(self, frame);
    }

    fn update(&mut self, event: &Event) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => {
                let at = self.board.and_then(|board| board.cell_at(Position::new(mouse.column, mouse.row)));
                let Some(cell) = at else { return Flow::On };
                match mouse.kind {
                    MouseEventKind::Moved | MouseEventKind::Drag(_) => self.cursor = cell,
                    MouseEventKind::Down(MouseButton::Left) => {
                        self.cursor = cell;
                        self.message = None;
                        self.play_aimed();
                    }
                    _ => {}
                }
                Flow::On
            }
            _ => Flow::On,
        }
    }

    fn tick(&mut self, _: Duration) -> Flow {
        if self.is_hint_due {
            self.look_for_hint();
        }
        self.is_thinking = !self.host.is_yours() && !self.is_over();
        if self.is_thinking
            && let Some(answer) = self.host.answer()
        {
            self.message = Some(match answer {
                Ok(words) => (words, false),
                Err(why) => (why, true),
            });
            self.told.clear();
            self.settle_cursor();
            self.is_thinking = !self.host.is_yours() && !self.is_over();
        }
        Flow::On
    }
}
