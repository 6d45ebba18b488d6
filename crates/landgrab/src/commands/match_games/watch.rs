//! `landgrab match --watch`: the games while they are played, on the terminal, or turn by turn into a pipe.

use crate::cli::MatchArgs;
use crate::commands::{colour, is_interactive, look};
use crate::failure::Failure;
use league::Plan;
use referee::Interrupt;
use rules::notation::printable;
use rules::record::{Ended, Header};
use rules::{BySide, Event};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::thread;
use view::app::terminal;
use view::app::watch::{Gallery, Watch};
use view::{Colour, Depict, Scene, live_scene};

/// Whoever watches the games of a match.
pub enum Spectator {
    Terminal(Gallery, Interrupt),
    /// Text, one turn after the other.
    Pipe(Colour),
}

/// Plays with spectators. On a terminal the match runs beside the screen, and its summary follows when that is left.
pub fn run(
    args: &MatchArgs,
    interrupt: &Interrupt,
    play: impl FnOnce(&Spectator) -> Result<(String, ExitCode), Failure> + Send,
) -> Result<ExitCode, Failure> {
    debug_assert!(args.watch);
    let spectator = if is_interactive() {
        Spectator::Terminal(Gallery::default(), interrupt.clone())
    } else {
        Spectator::Pipe(colour())
    };
    let played = match &spectator {
        Spectator::Pipe(_) => play(&spectator),
        Spectator::Terminal(gallery, _) => thread::scope(|scope| {
            let playing = scope.spawn(|| {
                let played = panic::catch_unwind(AssertUnwindSafe(|| play(&spectator)));
                match &played {
                    Ok(Ok(_)) => gallery.close(),
                    // After a failure there is nothing to look at.
                    Ok(Err(_)) | Err(_) => interrupt.raise(),
                }
                played
            });
            let shown = terminal::run(&mut Watch::new(gallery, look()), || interrupt.is_raised());
            if !playing.is_finished() {
                interrupt.raise();
            }
            gallery.leave();
            let played = playing.join().and_then(|played| played).unwrap_or_else(|panic| panic::resume_unwind(panic));
            shown?;
            played
        }),
    };
    let (words, code) = played?;
    io::stdout().write_all(words.as_bytes())?;
    Ok(code)
}

impl Spectator {
    /// How the match stands.
    pub fn tell(&self, standing: String) {
        if let Self::Terminal(gallery, _) = self {
            gallery.tell(standing);
        }
    }

    /// A game begins.
    pub fn game<'a, G: Depict>(&'a self, plan: &Plan, setup: &G::Setup, header: &Header) -> Seen<'a, G> {
        let names = header.names().map(printable);
        Seen { spectator: self, number: plan.number, names, before: G::new(setup), turn: 0 }
    }

    fn show(&self, number: usize, scene: Scene) -> io::Result<()> {
        match self {
            Self::Terminal(gallery, interrupt) => gallery.show(number, scene, || interrupt.is_raised()),
            Self::Pipe(colour) => {
                let text = format!("game {number}, {}\n", view::text(&scene, *colour));
                // One write, so that games that run at a time do not mix.
                io::stdout().lock().write_all(text.as_bytes())?;
            }
        }
        Ok(())
    }
}

/// One game that is watched.
pub struct Seen<'a, G> {
    spectator: &'a Spectator,
    number: usize,
    names: BySide<String>,
    before: G,
    turn: usize,
}

impl<G: Depict> Seen<'_, G> {
    /// Something happened.
    pub fn show(&mut self, event: &Event<G>, after: &G) -> io::Result<()> {
        let player = |side| format!("{} {}", after.side_name(side), self.names[side]);
        let news = match event {
            // A draw shows with the move that it is for.
            Event::Drew(_) => return Ok(()),
            Event::Played { side, played, .. } => format!("{} played {played}", player(*side)),
            Event::Out { side, fault, .. } => format!("{} is out: {}", player(*side), printable(&fault.to_string())),
        };
        self.turn += 1;
        let scene = live_scene(after, Some(&self.before), &self.names, self.turn, news);
        self.before = after.clone();
        self.spectator.show(self.number, scene)
    }

    /// The game is over.
    pub fn end(self, ended: &Ended) {
        let BySide { first, second } = ended.score;
        let words = match ended.won {
            Some(side) => {
                format!("{} {} won {first}:{second}", self.before.side_name(side), self.names[side])
            }
            None => format!("{first}:{second}, nobody won"),
        };
        if let Spectator::Terminal(gallery, _) = self.spectator {
            gallery.end(self.number, words);
        }
    }
}
