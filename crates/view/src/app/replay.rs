//! A record on the screen: play, pause, step, jump to a turn or to the next event, and overlays.

mod draw;
mod events;
mod frames;

use super::{ColourMode, Flow, Screen};
use crate::{Depict, Film, Lens, Overlay, Scene};
use frames::{Frames, Projection};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::{Position, Rect};
use rules::{BySide, Side};
use std::collections::BTreeMap;
use std::time::Duration;

/// Turns a second at speed 1.
const PACE: f64 = 4.0;
/// The slowest and the fastest speed, as powers of two.
const SPEEDS: (i32, i32) = (-2, 5);
/// Turns that are read between two pictures, so that a long record shows at once and loads while it plays.
const READ_AT_ONCE: usize = 400;
/// Points of the curve of territory. Each costs a flood of the whole board.
const SAMPLES: usize = 48;

/// The meaning of the keys.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Mode {
    Watching,
    /// The digits typed so far.
    Jumping(String),
    Help,
}

/// Which curve is shown where there is room for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Curve {
    Score,
    Territory,
    Time,
}

/// A record being watched.
///
/// ```no_run
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{catalogue::AnySetup, record::Record, stop::Stop};
/// use landgrab_view::app::{ColourMode, replay::Viewer, terminal};
/// use landgrab_view::{Depict, Film, Lens};
///
/// let text = r#"
/// {"record":1,"game":"stop","rules":"fill-out","start":"..X/.../O.. X","first":{"name":"a"},"second":{"name":"b"}}
/// {"played":"2,2","side":1,"ms":3.5}
/// {"played":"0,0","side":2,"ms":2.0}
/// "#;
/// let record = Record::read(text.trim_start().as_bytes())?;
/// let AnySetup::Stop(setup) = &record.header.setup else { unreachable!("a game of Stop") };
/// let lens: Lens<Stop> = Box::new(|position, overlay, _| position.layer(overlay));
/// let mut viewer = Viewer::new(Film::<Stop>::new(&record, setup), lens, ColourMode::Coloured);
/// terminal::run(&mut viewer, || false)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Viewer<'a> {
    frames: Box<dyn Frames + 'a>,
    colours: ColourMode,
    turn: usize,
    /// The turn to go to when it is read.
    wish: Option<usize>,
    is_playing: bool,
    speed: i32,
    /// The fraction of a turn that has passed since the last one.
    due: f64,
    overlays: Vec<Overlay>,
    /// The side whose heat is shown.
    heat_of: Side,
    curve: Curve,
    mode: Mode,
    /// The message of the last key.
    message: Option<String>,
    /// The line of the record that is against the rules.
    trouble: Option<String>,
    /// Events with their turns, once the record is read.
    events: Vec<(usize, String)>,
    /// Land of each side at some turns.
    territory: BTreeMap<usize, BySide<usize>>,
    /// The scene that was drawn last, by turn and overlays.
    drawn: Option<(usize, Scene)>,
    timeline: Rect,
}

impl<'a> Viewer<'a> {
    /// At the start of a film, paused.
    pub fn new<G: Depict + 'a>(film: Film<'a, G>, lens: Lens<G>, colours: ColourMode) -> Self {
        let mut viewer = Self {
            frames: Box::new(Projection { film, lens }),
            colours,
            turn: 0,
            wish: None,
            is_playing: false,
            speed: 0,
            due: 0.0,
            overlays: vec![],
            heat_of: Side::First,
            curve: Curve::Score,
            mode: Mode::Watching,
            message: None,
            trouble: None,
            events: vec![],
            territory: BTreeMap::new(),
            drawn: None,
            timeline: Rect::default(),
        };
        viewer.read_to(0);
        viewer
    }

    fn read_to(&mut self, turn: usize) {
        if self.frames.is_read() {
            return;
        }
        if let Err(disagreement) = self.frames.read(turn) {
            self.trouble = Some(format!("the record is wrong from here on: {disagreement}"));
        }
        if self.frames.is_read() {
            self.events = events::all(&mut *self.frames);
        }
    }

    /// Goes to a turn, or to the last one. If the turn is not read yet, goes there when it is.
    fn go_to(&mut self, turn: usize) {
        self.message = None;
        self.due = 0.0;
        if turn <= self.frames.last() || self.frames.is_read() {
            self.turn = turn.min(self.frames.last());
            self.wish = None;
        } else {
            self.wish = Some(turn);
            self.read_on();
        }
    }

    /// Reads a little more, and goes to the wanted turn if it is read now.
    fn read_on(&mut self) {
        self.read_to(self.frames.last() + READ_AT_ONCE);
        if let Some(turn) = self.wish
            && (turn <= self.frames.last() || self.frames.is_read())
        {
            self.turn = turn.min(self.frames.last());
            self.wish = None;
        }
    }

    /// Measures the territory of one more turn.
    fn sample_territory(&mut self) {
        if !self.frames.is_read() {
            return;
        }
        let last = self.frames.last();
        let wanted = (0..=SAMPLES).map(|part| part * last / SAMPLES).find(|turn| !self.territory.contains_key(turn));
        let Some(turn) = wanted else { return };
        if let Some(count) = self.frames.territory(turn) {
            self.territory.insert(turn, count);
        }
    }

    fn speed(&self) -> f64 {
        2f64.powi(self.speed)
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if self.mode == Mode::Help {
            self.mode = Mode::Watching;
            return Flow::On;
        }
        if let Mode::Jumping(digits) = &mut self.mode {
            match key.code {
                KeyCode::Char(digit) if digit.is_ascii_digit() && digits.len() < 9 => digits.push(digit),
                KeyCode::Backspace => drop(digits.pop()),
                KeyCode::Enter => {
                    let turn = digits.parse();
                    self.mode = Mode::Watching;
                    match turn {
                        Ok(turn) => self.go_to(turn),
                        Err(_) => self.message = Some("no turn was typed".into()),
                    }
                }
                KeyCode::Esc => self.mode = Mode::Watching,
                _ => {}
            }
            return Flow::On;
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Flow::Quit,
            KeyCode::Char(' ') => {
                self.is_playing = !self.is_playing;
                if self.is_playing && self.frames.is_read() && self.turn == self.frames.last() {
                    self.go_to(0);
                }
            }
            KeyCode::Right => self.step(1),
            KeyCode::Left => self.step(-1),
            KeyCode::PageDown => self.step(10),
            KeyCode::PageUp => self.step(-10),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(usize::MAX),
            KeyCode::Char('[') => self.speed = (self.speed - 1).max(SPEEDS.0),
            KeyCode::Char(']') => self.speed = (self.speed + 1).min(SPEEDS.1),
            KeyCode::Char('/') => self.mode = Mode::Jumping(String::new()),
            KeyCode::Char('?') => self.mode = Mode::Help,
            KeyCode::Char('n') => self.seek_event(),
            KeyCode::Char('h') => self.toggle_heat(Overlay::Heat),
            KeyCode::Char('l') => self.toggle_heat(Overlay::HeatL1),
            KeyCode::Char('t') => self.toggle(Overlay::Territory),
            KeyCode::Char('g') => self.toggle(Overlay::Legal),
            KeyCode::Char('f') => self.toggle(Overlay::FloodFill),
            KeyCode::Char('m') => self.toggle(Overlay::Manhattan),
            KeyCode::Char('o') => self.toggle(Overlay::Opinion),
            KeyCode::Char('p') => self.toggle(Overlay::LastMove),
            KeyCode::Char('c') => {
                self.curve = match self.curve {
                    Curve::Score => Curve::Territory,
                    Curve::Territory => Curve::Time,
                    Curve::Time => Curve::Score,
                };
            }
            _ => {}
        }
        Flow::On
    }

    fn step(&mut self, by: isize) {
        self.is_playing = false;
        let turn = self.wish.unwrap_or(self.turn).saturating_add_signed(by);
        self.go_to(turn);
    }

    fn toggle(&mut self, overlay: Overlay) {
        self.drawn = None;
        match self.overlays.iter().position(|shown| *shown == overlay) {
            Some(place) => drop(self.overlays.remove(place)),
            None => self.overlays.push(overlay),
        }
        self.overlays.sort_by_key(|overlay| Overlay::ALL.iter().position(|one| one == overlay));
    }

    /// Cycles through off, the first side's heat and the second side's. One metric at a time: numbers must not overlap.
    fn toggle_heat(&mut self, overlay: Overlay) {
        let is_shown = self.overlays.contains(&overlay);
        if is_shown && self.heat_of == Side::First {
            self.heat_of = Side::Second;
            self.drawn = None;
            return;
        }
        self.heat_of = Side::First;
        self.overlays.retain(|one| !matches!(one, Overlay::Heat | Overlay::HeatL1));
        self.drawn = None;
        if !is_shown {
            self.toggle(overlay);
        }
    }

    fn seek_event(&mut self) {
        self.is_playing = false;
        // The next event may be anywhere in the rest of the record.
        self.read_to(usize::MAX);
        match self.events.iter().find(|(turn, _)| *turn > self.turn).cloned() {
            Some((turn, what)) => {
                self.go_to(turn);
                self.message = Some(what);
            }
            None => self.message = Some("nothing more happens".into()),
        }
    }

    fn clicked(&mut self, at: Position) {
        if self.timeline.contains(at) && self.timeline.width > 1 {
            let part = f64::from(at.x - self.timeline.x) / f64::from(self.timeline.width - 1);
            self.is_playing = false;
            self.go_to((part * self.frames.last() as f64).round() as usize);
        }
    }

    /// The board of the turn with its overlays.
    fn scene(&mut self) -> &Scene {
        let turn = self.turn;
        if self.drawn.as_ref().is_none_or(|(drawn, _)| *drawn != turn) {
            let mut scene = self.frames.scene(turn);
            for overlay in self.overlays.clone() {
                match self.frames.layer(turn, overlay, self.heat_of) {
                    Some(layer) => scene.lay(layer),
                    None => scene.below.push(format!("{}: nothing to tell here", overlay.name())),
                }
            }
            self.drawn = Some((turn, scene));
        }
        &self.drawn.as_ref().expect("it was just made").1
    }
}

impl Screen for Viewer<'_> {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        draw::draw(self, frame);
    }

    fn update(&mut self, event: &Event) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => {
                let is_left = matches!(
                    mouse.kind,
                    MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left)
                );
                if is_left {
                    self.clicked(Position::new(mouse.column, mouse.row));
                }
                Flow::On
            }
            _ => Flow::On,
        }
    }

    fn tick(&mut self, passed: Duration) -> Flow {
        self.read_on();
        self.sample_territory();
        if self.is_playing && self.wish.is_none() {
            self.due += passed.as_secs_f64() * PACE * self.speed();
            let whole = self.due.floor();
            self.due -= whole;
            let last = self.frames.last();
            self.turn = (self.turn + whole as usize).min(last);
            self.is_playing = !(self.frames.is_read() && self.turn == last);
        }
        Flow::On
    }
}
