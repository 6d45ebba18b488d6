//! A game that somebody plays with mouse and keyboard. A ghost shows where the move would go, in red with the reason
//! where the rules refuse it.

mod draw;
mod handled;

pub use handled::Handled;

use super::board::BoardView;
use super::{Flow, Look, Screen};
use crate::{Draw, Layer, Overlay, Spot, Tone};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::Position;
use rules::{BySide, Cell, Game, Side, Turn};
use std::time::Duration;

/// The game behind the screen: its history and the other side.
pub trait Host {
    /// What is played.
    type Game: Handled;

    /// The position now.
    fn position(&self) -> &Self::Game;

    /// The position that the person saw last.
    fn before(&self) -> Option<&Self::Game>;

    /// The players' names.
    fn names(&self) -> BySide<String>;

    /// The person's side.
    fn you(&self) -> Side;

    /// Whether the person enters the next move.
    fn is_yours(&self) -> bool;

    /// Plays a move of the side to move.
    fn play(&mut self, played: <Self::Game as Game>::Move) -> Result<(), String>;

    /// Lets the other side move, and says what it did.
    fn answer(&mut self) -> Result<String, String>;

    /// Takes back the person's last move; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// The best move, and why.
    fn hint(&self) -> (<Self::Game as Game>::Move, Vec<String>);

    /// Makes the other side stronger or weaker; what it is now.
    fn change_level(&mut self, by: i8) -> Result<String, String>;

    /// The person goes on with the other side.
    fn swap(&mut self) -> Result<(), String>;

    /// Begins anew; with another draw of chance where there is any.
    fn restart(&mut self);
}

/// A move that somebody points at, and why it is refused if it is.
type Aimed<G> = (<G as Game>::Move, Result<(), String>);

/// A game on the screen.
pub struct Play<H: Host> {
    host: H,
    look: Look,
    /// Where the ghost is.
    cursor: Cell,
    overlays: Vec<Overlay>,
    /// What the last key or move brought, and whether it is bad news.
    message: Option<(String, bool)>,
    hint: Vec<String>,
    is_help_shown: bool,
    /// The screen said that the other side thinks; now it may.
    is_thinking: bool,
    board: Option<BoardView>,
}

impl<H: Host> Play<H> {
    /// Sits down at a game.
    pub fn new(host: H, look: Look) -> Self {
        let cursor = host.position().first_cell();
        Self {
            host,
            look,
            cursor,
            overlays: vec![],
            message: None,
            hint: vec![],
            is_help_shown: false,
            is_thinking: false,
            board: None,
        }
    }

    /// The game, for whoever wants to keep it.
    pub fn into_host(self) -> H {
        self.host
    }

    fn is_over(&self) -> bool {
        matches!(self.host.position().turn(), Turn::Over(_))
    }

    /// The move under the cursor, and why it is refused if it is.
    fn aimed(&self) -> Option<Aimed<H::Game>> {
        let position = self.host.position();
        if !self.host.is_yours() || self.is_over() {
            return None;
        }
        let played = position.move_at(self.cursor)?;
        Some((played, position.check(played).map_err(|refusal| refusal.to_string())))
    }

    /// The cells of the move under the cursor.
    fn ghost(&self) -> Option<Layer> {
        let (played, verdict) = self.aimed()?;
        let position = self.host.position();
        let size = position.extent();
        let mut spots: Vec<Option<Spot>> = vec![None; size.area()];
        let mut mark = |cell: Cell| {
            let spot = match &verdict {
                Ok(()) => Spot { text: "*".into(), tone: Tone::Marked },
                Err(_) => Spot { text: "!".into(), tone: Tone::Wrong },
            };
            spots[cell.row * size.cols + cell.col] = Some(spot);
        };
        for (row, col) in position.taken_by(played) {
            let (Ok(row), Ok(col)) = (usize::try_from(row), usize::try_from(col)) else { continue };
            if size.contains(Cell::new(row, col)) {
                mark(Cell::new(row, col));
            }
        }
        if position.is_cursor_shown() {
            mark(self.cursor);
        }
        Some(Layer { overlay: Overlay::Ghost, spots, notes: vec![] })
    }

    fn play_aimed(&mut self) {
        if let Some((played, _)) = self.aimed() {
            self.play(played);
        } else if self.is_over() {
            self.message = Some(("the game is over: u takes back, n begins anew, q quits".into(), false));
        }
    }

    fn play(&mut self, played: <H::Game as Game>::Move) {
        let words = format!("you played {played}");
        match self.host.play(played) {
            Ok(()) => {
                self.message = Some((words, false));
                self.hint.clear();
            }
            Err(why) => self.message = Some((why, true)),
        }
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if self.is_help_shown {
            self.is_help_shown = false;
            return Flow::On;
        }
        self.message = None;
        if let KeyCode::Char(letter) = key.code
            && self.host.is_yours()
            && let Some(played) = self.host.position().move_by_key(letter)
        {
            self.play(played);
            return Flow::On;
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Flow::Quit,
            KeyCode::Up => self.step(-1, 0),
            KeyCode::Down => self.step(1, 0),
            KeyCode::Left => self.step(0, -1),
            KeyCode::Right => self.step(0, 1),
            KeyCode::Tab => self.point_at_next_legal(),
            KeyCode::Enter | KeyCode::Char(' ') => self.play_aimed(),
            KeyCode::Char('h') => self.give_hint(),
            KeyCode::Char('u') => {
                let is_done = self.host.undo();
                self.hint.clear();
                self.message = Some(match is_done {
                    true => ("taken back".into(), false),
                    false => ("there is no move of yours to take back".into(), true),
                });
            }
            KeyCode::Char('+' | '=') => self.change_level(1),
            KeyCode::Char('-') => self.change_level(-1),
            KeyCode::Char('s') => {
                let swapped = self.host.swap();
                self.message = Some(match swapped {
                    Ok(()) => (format!("you play {} now", self.host.position().side_name(self.host.you())), false),
                    Err(why) => (why, true),
                });
            }
            KeyCode::Char('n') => {
                self.host.restart();
                self.hint.clear();
                self.cursor = self.host.position().first_cell();
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

    fn give_hint(&mut self) {
        if !self.host.is_yours() {
            self.message = Some(("it is not your move".into(), true));
            return;
        }
        let (best, why) = self.host.hint();
        if let Some(cell) = self.host.position().cell_of(best) {
            self.cursor = cell;
        }
        self.hint = why;
    }

    fn toggle(&mut self, overlay: Overlay) {
        match self.overlays.iter().position(|shown| *shown == overlay) {
            Some(place) => drop(self.overlays.remove(place)),
            None => self.overlays.push(overlay),
        }
    }

    fn step(&mut self, down: isize, along: isize) {
        let size = self.host.position().extent();
        let moved = |at: usize, by: isize, end: usize| at.saturating_add_signed(by).min(end - 1);
        self.cursor = Cell::new(moved(self.cursor.row, down, size.rows), moved(self.cursor.col, along, size.cols));
    }

    /// The next legal move after the cursor, in the order of the board, and around.
    fn point_at_next_legal(&mut self) {
        let position = self.host.position();
        let mut cells: Vec<Cell> = position.moves().filter_map(|played| position.cell_of(played)).collect();
        cells.sort_unstable();
        let next = cells.iter().find(|cell| **cell > self.cursor).or(cells.first());
        match next {
            Some(cell) => self.cursor = *cell,
            None => self.message = Some(("there is no legal move: Enter says so".into(), true)),
        }
    }
}

impl<H: Host> Screen for Play<H> {
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
        if self.host.is_yours() || self.is_over() {
            self.is_thinking = false;
        } else if self.is_thinking {
            self.message = Some(match self.host.answer() {
                Ok(words) => (words, false),
                Err(why) => (why, true),
            });
            self.is_thinking = !self.host.is_yours() && !self.is_over();
        } else {
            self.is_thinking = true;
        }
        Flow::On
    }
}
