//! `landgrab match --watch`: the games while they are played, on the terminal, or turn by turn into a pipe.

use crate::cli::MatchArgs;
use crate::commands::{colour, is_interactive, look};
use crate::failure::Failure;
use league::{Plan, Spectator};
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

/// The people who watch a match.
pub enum Audience {
    /// The app on a terminal.
    Terminal(Gallery, Interrupt),
    /// Text, one turn after the other.
    Pipe(Colour),
}

/// Plays with spectators. On a terminal the match runs beside the screen, and its summary follows when that is left.
pub fn run(
    args: &MatchArgs,
    interrupt: &Interrupt,
    play: impl FnOnce(&Audience) -> Result<(String, ExitCode), Failure> + Send,
) -> Result<ExitCode, Failure> {
    debug_assert!(args.watch);
    let audience = if is_interactive() {
        Audience::Terminal(Gallery::default(), interrupt.clone())
    } else {
        Audience::Pipe(colour())
    };
    let played = match &audience {
        Audience::Pipe(_) => play(&audience),
        Audience::Terminal(gallery, _) => thread::scope(|scope| {
            let playing = scope.spawn(|| {
                let played = panic::catch_unwind(AssertUnwindSafe(|| play(&audience)));
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

impl Audience {
    /// How the match stands.
    pub fn tell(&self, standing: String) {
        if let Self::Terminal(gallery, _) = self {
            gallery.tell(standing);
        }
    }

    /// A spectator of one game, who tells the others.
    pub fn onlooker<G: Depict>(&self) -> Onlooker<'_, G> {
        Onlooker { audience: self, number: 0, names: BySide::default(), before: None, turn: 0 }
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

/// Shows one game, turn by turn.
pub struct Onlooker<'a, G> {
    audience: &'a Audience,
    number: usize,
    names: BySide<String>,
    /// The position that was shown last, for what changed since.
    before: Option<G>,
    turn: usize,
}

impl<G: Depict> Spectator<G> for Onlooker<'_, G> {
    fn begins(&mut self, plan: &Plan, header: &Header, start: &G) -> io::Result<()> {
        self.number = plan.number;
        self.names = header.names().map(printable);
        self.before = Some(start.clone());
        Ok(())
    }

    fn event(&mut self, event: &Event<G>, after: &G, _: Option<f64>) -> io::Result<()> {
        let player = |side| format!("{} {}", after.side_name(side), self.names[side]);
        let news = match event {
            // A draw shows with the move that it is for.
            Event::Drew(_) => return Ok(()),
            Event::Played { side, played, .. } => format!("{} played {played}", player(*side)),
            Event::Out { side, fault, .. } => {
                format!("{} is out: {}", player(*side), printable(&view::fault::in_words(fault)))
            }
        };
        self.turn += 1;
        let scene = live_scene(after, self.before.as_ref(), &self.names, self.turn, news);
        self.before = Some(after.clone());
        self.audience.show(self.number, scene)
    }

    fn ended(&mut self, ended: &Ended, last: &G) -> io::Result<()> {
        let BySide { first, second } = ended.score;
        let words = match ended.won {
            Some(side) => format!("{} {} won {first}:{second}", last.side_name(side), self.names[side]),
            None => format!("{first}:{second}, nobody won"),
        };
        if let Audience::Terminal(gallery, _) = self.audience {
            gallery.end(self.number, words);
        }
        Ok(())
    }
}
