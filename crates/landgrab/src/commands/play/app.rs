//! A session on the screen of a terminal.

use super::{Face, Other, Session};
use crate::commands::look;
use crate::failure::Failure;
use crate::interrupt::{is_stopped, stop_on_ctrl_c};
use engine::players::{self, PlayerSpec};
use rules::{BySide, Side, Turn};
use view::app::play::{Host, Play};
use view::app::terminal;

/// The strongest level.
const STRONGEST: u8 = 9;

/// Plays until the screen is left; the session as it stands then.
pub fn run<G: Face>(session: Session<G>) -> Result<Session<G>, Failure> {
    stop_on_ctrl_c()?;
    let mut play = Play::new(Seated(session), look());
    terminal::run(&mut play, is_stopped)?;
    Ok(play.into_host().0)
}

struct Seated<G: Face>(Session<G>);

impl<G: Face> Host for Seated<G> {
    type Game = G;

    fn position(&self) -> &G {
        self.0.position()
    }

    fn before(&self) -> Option<&G> {
        self.0.before()
    }

    fn names(&self) -> BySide<String> {
        self.0.names()
    }

    fn you(&self) -> Side {
        self.0.you()
    }

    fn is_yours(&self) -> bool {
        self.0.is_yours_to_enter()
    }

    fn play(&mut self, played: G::Move) -> Result<(), String> {
        self.0.play(played).map_err(|refusal| refusal.to_string())
    }

    fn answer(&mut self) -> Result<String, String> {
        let before = self.0.position().clone();
        let name = match before.turn() {
            Turn::Move(side) => self.0.names()[side].clone(),
            Turn::Draw | Turn::Over(_) => return Ok(String::new()),
        };
        let played = self.0.answer().map_err(|fault| fault.to_string())?;
        Ok(format!("{name} played {played}"))
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn hint(&self) -> (G::Move, Vec<String>) {
        let (best, why) = self.0.position().advice(self.0.clock());
        // The screen has colours of its own.
        (best, why.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect())
    }

    fn change_level(&mut self, by: i8) -> Result<String, String> {
        let Other::Player { name, .. } = self.0.other() else { return Err("nobody to make stronger".into()) };
        let mut spec: PlayerSpec = name.parse().map_err(|error| format!("{error}"))?;
        let level = spec.level.unwrap_or(STRONGEST).saturating_add_signed(by).clamp(1, STRONGEST);
        spec.level = Some(level);
        let player = players::player::<G>(&spec, self.0.seed() as u64).map_err(|error| error.to_string())?;
        self.0.face(Other::Player { name: spec.to_string(), player });
        Ok(spec.to_string())
    }

    fn swap(&mut self) -> Result<(), String> {
        self.0.swap();
        Ok(())
    }

    fn restart(&mut self) {
        self.0.restart();
    }
}
