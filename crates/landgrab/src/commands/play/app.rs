//! A session on the screen of a terminal. Players and hints think beside it.

use super::kept::Kept;
use super::thinking::Thinking;
use super::{Order, Other, Playable, Session};
use crate::commands::look;
use crate::failure::Failure;
use crate::interrupt::raise_on_ctrl_c;
use crate::player::BuiltIn;
use analysis::overlay;
use referee::Interrupt;
use rules::{BySide, Clock, NoMove, Side, Turn};
use view::app::play::{Hint, Host, Play};
use view::app::terminal;
use view::{Layer, Overlay};

/// The strongest level.
const STRONGEST: u8 = 9;

/// Plays until the screen is left.
pub fn run<G: Playable>(session: Session<G>, kept: Kept<G>) -> Result<(), Failure> {
    let interrupt = Interrupt::default();
    raise_on_ctrl_c(&interrupt)?;
    kept.keep(&session)?;
    let mut seated = Seated { session, kept, answer: None, hint: None };
    terminal::run(&mut Play::new(&mut seated, look()), || interrupt.is_raised())?;
    // The screen may have hidden why a record could not be written: that is reported here.
    seated.kept.keep(&seated.session)
}

struct Seated<G: Playable> {
    session: Session<G>,
    kept: Kept<G>,
    /// The opponent's thinking about its move.
    answer: Option<Thinking<Result<G::Move, NoMove>>>,
    hint: Option<Thinking<Hint<G>>>,
}

impl<G: Playable> Seated<G> {
    /// Call it after every change: it writes the record, and drops thoughts about the position before.
    fn changed(&mut self) -> Result<(), String> {
        (self.answer, self.hint) = (None, None);
        self.kept.keep(&self.session).map_err(|failure| failure.in_one_line())
    }
}

impl<G: Playable> Host for Seated<G> {
    type Game = G;

    fn position(&self) -> &G {
        self.session.position()
    }

    fn before(&self) -> Option<&G> {
        self.session.before()
    }

    fn names(&self) -> BySide<String> {
        self.session.names()
    }

    fn you(&self) -> Side {
        self.session.you()
    }

    fn is_yours(&self) -> bool {
        self.session.is_yours_to_enter()
    }

    fn play(&mut self, played: G::Move) -> Result<(), String> {
        self.session.play(played).map_err(|refusal| refusal.to_string())?;
        self.changed()
    }

    fn answer(&mut self) -> Option<Result<String, String>> {
        let Turn::Move(side) = self.session.position().turn() else { return None };
        if self.answer.is_none() {
            self.answer = Some(Thinking::new(self.session.question()));
        }
        let played = match Thinking::take(&mut self.answer)? {
            Ok(played) => played,
            Err(fault) => return Some(Err(fault.to_string())),
        };
        let name = self.session.names()[side].clone();
        Some(self.play(played).map(|()| format!("{name} played {played}")))
    }

    fn undo(&mut self) -> bool {
        let is_done = self.session.undo();
        // A record that cannot be written is reported after the next move, and at the end.
        let _ = self.changed();
        is_done
    }

    fn hint(&mut self) -> Option<Hint<G>> {
        if self.hint.is_none() {
            let (position, clock) = (self.session.position().clone(), self.session.clock());
            self.hint = Some(Thinking::new(move || position.advice(clock)));
        }
        let (best, why) = Thinking::take(&mut self.hint)?;
        // The screen has colours of its own.
        Some((best, why.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()))
    }

    fn layer(&self, overlay: Overlay) -> Option<Layer> {
        overlay::layer(self.session.position(), overlay, None, Clock::default())
    }

    fn order(&mut self, key: char) -> Result<Vec<String>, String> {
        let position = self.session.position();
        let Some(typed) = G::typed_by_key(key) else { return Err(format!("nothing is done by {key}")) };
        match position.order(&typed).ok_or_else(|| format!("nothing is done by {key}"))?? {
            Order::Say(text) => Ok(text.lines().map(String::from).collect()),
            Order::Play(_) if !self.session.is_yours_to_enter() => Err("it is not your move".into()),
            Order::Play(moves) => {
                for played in moves {
                    self.session.play(played).map_err(|refusal| refusal.to_string())?;
                }
                self.changed().map(|()| vec![])
            }
        }
    }

    fn change_level(&mut self, by: i8) -> Result<String, String> {
        let Other::Player { name, .. } = self.session.other() else { return Err("nobody to make stronger".into()) };
        let mut built_in: BuiltIn = name.parse().map_err(|failure: Failure| failure.in_one_line())?;
        let level = built_in.spec.level.unwrap_or(STRONGEST).saturating_add_signed(by).clamp(1, STRONGEST);
        built_in.spec.level = Some(level);
        let other = Other::built_in(&built_in, self.session.clock().limit(), self.session.seed());
        self.session.face(other.map_err(|error| error.to_string())?);
        self.changed()?;
        Ok(built_in.to_string())
    }

    fn swap(&mut self) -> Result<(), String> {
        self.session.swap();
        self.changed()
    }

    fn restart(&mut self) -> Result<(), String> {
        if self.session.moves().next().is_some() {
            self.kept.next_game().map_err(|failure| failure.in_one_line())?;
        }
        self.session.restart();
        self.changed()
    }
}
