//! Live games, side by side. The threads of the games report to a [`Gallery`], and the screen shows it.

use super::board::BoardView;
use super::{ColourMode, Flow, Screen};
use crate::Scene;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use rules::{BySide, Side};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The pause after a move at speed 1, so that people can follow.
const PAUSE: Duration = Duration::from_millis(120);
/// The slowest and the fastest speed, as powers of two. At the fastest there is no pause.
const SPEEDS: (i32, i32) = (-3, 6);

/// The state of the games, and their speed.
#[derive(Default, Debug)]
pub struct Gallery {
    state: Mutex<State>,
    /// Wakes the games that pause.
    bell: Condvar,
}

#[derive(Default, Debug)]
struct State {
    games: Vec<Game>,
    /// The standing of the match, in a line.
    standing: String,
    is_over: bool,
    is_paused: bool,
    is_left: bool,
    speed: i32,
}

#[derive(Debug)]
struct Game {
    number: usize,
    scene: Scene,
    /// The result, once the game is over.
    ending: Option<String>,
}

impl Gallery {
    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves whole values behind: every update is a single assignment or insertion.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a new position of a game. Blocks for the pause that people chose, unless the game is to stop.
    pub fn show(&self, number: usize, scene: Scene, is_stopped: impl Fn() -> bool) {
        let mut state = self.state();
        let place = state.games.iter().position(|game| game.number == number);
        // A new game takes the place of one that is over, so that the others stay where they are.
        let place = place.or_else(|| state.games.iter().position(|game| game.ending.is_some()));
        let game = Game { number, scene, ending: None };
        match place {
            Some(place) => state.games[place] = game,
            None => {
                let after = state.games.iter().position(|other| other.number > number);
                let place = after.unwrap_or(state.games.len());
                state.games.insert(place, game);
            }
        }
        let mut waited = Duration::ZERO;
        while !state.is_left && !is_stopped() {
            let wanted = if state.speed >= SPEEDS.1 { Duration::ZERO } else { PAUSE.div_f64(2f64.powi(state.speed)) };
            if !state.is_paused && waited >= wanted {
                return;
            }
            // In short steps: the speed may change, and a signal does not wake the condition variable.
            let step = Duration::from_millis(20).min(wanted.saturating_sub(waited)).max(Duration::from_millis(1));
            state = self.bell.wait_timeout(state, step).unwrap_or_else(PoisonError::into_inner).0;
            waited += step;
        }
    }

    /// Ends a game with its result.
    pub fn end(&self, number: usize, ending: String) {
        if let Some(game) = self.state().games.iter_mut().find(|game| game.number == number) {
            game.ending = Some(ending);
        }
    }

    /// Sets the standing of the match.
    pub fn tell(&self, standing: String) {
        self.state().standing = standing;
    }

    /// Ends the match: the screen stays until a key is pressed.
    pub fn close(&self) {
        self.state().is_over = true;
    }

    /// The screen was left: no game pauses any more.
    pub fn leave(&self) {
        self.state().is_left = true;
        self.bell.notify_all();
    }
}

/// The screen of a gallery.
///
/// ```no_run
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{BySide, stop::Stop};
/// use landgrab_view::app::watch::{Gallery, Watch};
/// use landgrab_view::app::{ColourMode, terminal};
/// use landgrab_view::live_scene;
///
/// let gallery = Gallery::default();
/// std::thread::scope(|scope| {
///     scope.spawn(|| {
///         let position: Stop = "..X/.../O.. X".parse().expect("a position");
///         let names = BySide::new("greedy".into(), "./mine".into());
///         gallery.show(1, live_scene(&position, None, &names, 0, "start".into()), || false);
///         gallery.close();
///     });
///     terminal::run(&mut Watch::new(&gallery, ColourMode::Coloured), || false)
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Watch<'a> {
    gallery: &'a Gallery,
    colours: ColourMode,
}

impl<'a> Watch<'a> {
    /// Shows these games.
    pub fn new(gallery: &'a Gallery, colours: ColourMode) -> Self {
        Self { gallery, colours }
    }
}

impl Screen for Watch<'_> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let state = self.gallery.state();
        let buffer = frame.buffer_mut();
        if area.height < 3 || area.width < 8 {
            return;
        }
        let boards = Rect { height: area.height - 1, ..area };
        for (game, place) in state.games.iter().zip(places(state.games.len(), boards)) {
            draw_game(game, self.colours, place, buffer);
        }
        let speed = match state.speed {
            speed if speed >= SPEEDS.1 => "full speed".into(),
            speed => format!("{}x", 2f64.powi(speed)),
        };
        let doing = match (state.is_over, state.is_paused) {
            (true, _) => "over, any key leaves".into(),
            (false, true) => format!("paused {speed}  Space go on  [ ] speed  q stop"),
            (false, false) => format!("{speed}  Space pause  [ ] speed  q stop"),
        };
        let line = Line::from(vec![
            Span::styled(state.standing.clone(), Style::new().add_modifier(Modifier::BOLD)),
            Span::raw(if state.standing.is_empty() { "" } else { "  " }),
            Span::raw(doing),
        ]);
        line.render(Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
    }

    fn update(&mut self, event: &Event) -> Flow {
        let Event::Key(key) = event else { return Flow::On };
        if key.kind == KeyEventKind::Release {
            return Flow::On;
        }
        let mut state = self.gallery.state();
        match key.code {
            _ if state.is_over => return Flow::Quit,
            KeyCode::Char('q') | KeyCode::Esc => return Flow::Quit,
            KeyCode::Char(' ') => state.is_paused = !state.is_paused,
            KeyCode::Char('[') => state.speed = (state.speed - 1).max(SPEEDS.0),
            KeyCode::Char(']') => state.speed = (state.speed + 1).min(SPEEDS.1),
            _ => {}
        }
        drop(state);
        self.gallery.bell.notify_all();
        Flow::On
    }
}

/// Equal places for so many games. They are about square: a character is twice as high as wide.
fn places(count: usize, area: Rect) -> Vec<Rect> {
    if count == 0 {
        return vec![];
    }
    let squareness = |cols: usize| {
        let rows = count.div_ceil(cols);
        let (width, height) = (usize::from(area.width) / cols, 2 * usize::from(area.height) / rows);
        width.min(height)
    };
    let cols = (1..=count).max_by_key(|cols| (squareness(*cols), count - cols)).unwrap_or(1);
    let rows = count.div_ceil(cols);
    let (width, height) = (area.width / cols as u16, area.height / rows as u16);
    let place = |index: usize| Rect {
        x: area.x + (index % cols) as u16 * width,
        y: area.y + (index / cols) as u16 * height,
        width: width.saturating_sub(u16::from(cols > 1)),
        height,
    };
    (0..count).map(place).collect()
}

fn draw_game(game: &Game, colours: ColourMode, area: Rect, buffer: &mut Buffer) {
    if area.height < 3 || area.width < 6 {
        return;
    }
    let Some(heading) = &game.scene.heading else { return };
    let BySide { first, second } = &heading.players;
    let side = |side: Side, text: String| Span::styled(text, colours.side(side));
    let names = vec![
        Span::raw(format!("{}  ", game.number)),
        side(Side::First, format!("{} {} {}", first.mark, first.name, first.score)),
        Span::raw(" : "),
        side(Side::Second, format!("{} {} {}", second.score, second.mark, second.name)),
    ];
    Line::from(names).render(Rect { height: 1, ..area }, buffer);
    let (news, style) = match &game.ending {
        Some(ending) => (ending.clone(), Style::new().add_modifier(Modifier::BOLD)),
        None => (format!("turn {}: {}", heading.turn, heading.news), Style::new().add_modifier(Modifier::DIM)),
    };
    Line::styled(news, style).render(Rect { y: area.y + 1, height: 1, ..area }, buffer);
    let within = Rect { y: area.y + 2, height: area.height - 2, ..area };
    BoardView::fit(&game.scene, within).draw(&game.scene, colours, buffer);
}
