//! `filler_vm`: 42's referee.

mod flags;

use super::keyboard::Keyboard;
use super::{MapTrouble, explain, program, small_seed};
use crate::interrupt::{INTERRUPTED, raise_on_ctrl_c};
use flags::Asked;
use referee::protocol::BotGame;
use referee::protocol::board_text::{BoardText, piece_text};
use referee::protocol::plateau::words;
use referee::seat::{LastAnswer, Person, ProcessSeat};
use referee::{Interrupt, Referee, evidence};
use rules::notation::printable;
use rules::pieces::{Dialect, Piece, Pieces, Setup};
use rules::{BySide, Cause, CellSet, Clock, Ending, Event, Fault, FaultKind, Game, NoMove, Player, Side, with_pieces};
use std::fs::File;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;
use view::Depict;

/// The banner is ours to write; what follows it is the original's.
const BANNER: &str = "filler_vm by landgrab: the referee of Filler, with reasons on stderr\n";

const HELP: &str = "\
Usage: filler_vm -f path [-i | -p1 path | -p2 path] [-s | -q | -t time]
   -f  --file         the map, required
   -p1 --player1      the command line of the first player, O
   -p2 --player2      the command line of the second player, X
   -i  --interactive  a person plays O; the default without -p1
   -s  --seed         the seed of the pieces; negative or none: a random one
   -q  --quiet        no boards, pieces and answers
   -t  --time         whole seconds for an answer, 10 by default; 0: no limit
";

/// Exit statuses of the original.
mod exit {
    pub const HELP: u8 = 42;
    pub const NO_FILE: u8 = 255;
    pub const BAD_PLAYER: u8 = 253;
    pub const NO_TRACE: u8 = 252;
    pub const WRONG_MAP: u8 = 251;
    pub const SMALL_MAP: u8 = 21;
}

/// The program `filler_vm`.
pub fn filler_vm() -> ExitCode {
    referee::sandbox::enter_if_asked();
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    match run(&Asked::parse(&words)) {
        Ok(code) => ExitCode::from(code),
        // A closed pipe: the reader has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "filler_vm: {error}");
            ExitCode::from(exit::NO_TRACE)
        }
    }
}

impl Asked {
    /// The time for an answer: a person has no limit unless one was set.
    fn clock(&self) -> Clock {
        let usual = if self.players.first.is_some() { 10 } else { 0 };
        let seconds = self.time.unwrap_or(usual);
        referee::clock::per_move((seconds > 0).then(|| Duration::from_secs(seconds)))
    }
}

fn run(asked: &Asked) -> io::Result<u8> {
    let mut out = io::stdout();
    let Some(file) = &asked.file else {
        out.write_all(HELP.as_bytes())?;
        return Ok(exit::HELP);
    };
    if asked.interactive && asked.players.first.is_some() {
        writeln!(out, "Wrong given arguments")?;
        out.write_all(HELP.as_bytes())?;
        return Ok(exit::HELP);
    }
    out.write_all(BANNER.as_bytes())?;
    let map = match super::map(file, Dialect::Plateau) {
        Ok(map) => map,
        Err(MapTrouble::Unread(failure)) => {
            writeln!(io::stderr(), "filler_vm: {failure}")?;
            writeln!(out, "error:\ncan not read the file")?;
            return Ok(exit::NO_FILE);
        }
        Err(MapTrouble::Wrong(error)) => {
            writeln!(io::stderr(), "filler_vm: {}: {error}", printable(file))?;
            // The rows of a map that is too small have one length; every other mistake is in the rows.
            if error.expected.starts_with("2x4") && !error.found.is_empty() {
                writeln!(out, "the map is too small")?;
                return Ok(exit::SMALL_MAP);
            }
            writeln!(out, "error:\nwrong map file")?;
            return Ok(exit::WRONG_MAP);
        }
    };
    let Ok(trace) = File::create("filler.trace") else {
        writeln!(out, "error:\ncan not write in filler.trace")?;
        return Ok(exit::NO_TRACE);
    };
    // Without a handler Ctrl-C ends the process, as it does any other.
    let interrupt = Interrupt::default();
    let _ = raise_on_ctrl_c(&interrupt);
    let setup = Setup::new(Dialect::Plateau, map);
    let mut vm = Vm { asked, board: BoardText::new(&setup), trace, interrupt, ended: BySide::default() };
    with_pieces!(&setup, |S| vm.play::<Pieces<S>>(&setup))
}

/// A game under way: what has to be printed about it.
struct Vm<'a> {
    asked: &'a Asked,
    board: BoardText,
    trace: File,
    interrupt: Interrupt,
    /// The sides that died of a segmentation fault.
    ended: BySide<bool>,
}

/// The player of a side, and the bytes of its last answer.
struct Seated<G: Game> {
    player: Box<dyn Player<G>>,
    tap: Option<LastAnswer>,
}

impl Vm<'_> {
    fn play<G: PieceGame>(&mut self, setup: &Setup) -> io::Result<u8> {
        let seed = self.asked.seed.filter(|seed| *seed >= 0).unwrap_or_else(small_seed);
        writeln!(self.trace, "seed = {seed}")?;
        let mut out = io::stdout();
        let mut seats = Vec::new();
        for side in Side::BOTH {
            match self.seated::<G>(side) {
                Ok(seated) => seats.push(seated),
                Err(why) => {
                    let name = self.name(side).map(printable).unwrap_or_default();
                    writeln!(io::stderr(), "filler_vm: {name}: {why}")?;
                    writeln!(out, "error:\nbad player")?;
                    return Ok(exit::BAD_PLAYER);
                }
            }
            if let Some(name) = self.name(side) {
                writeln!(out, "launched {name}")?;
                if !self.asked.quiet {
                    writeln!(out, "$$$ exec p{} : [{name}]", side.number())?;
                }
            }
        }
        self.print_board()?;
        let is_alone = self.asked.players.second.is_none();
        let start = G::new(setup);
        let start = if is_alone { start.without_second() } else { start };
        let [first, second] = &mut seats[..] else { unreachable!("there are two sides") };
        let taps = BySide::new(first.tap.clone(), second.tap.clone());
        let (clock, interrupt) = (self.asked.clock(), self.interrupt.clone());
        let referee = Referee { setup, seed, clocks: BySide::new(clock, clock), interrupt: &interrupt };
        let finished = referee.play_from(
            start,
            BySide::new(first.player.as_mut(), second.player.as_mut()),
            |event, position, _| self.saw(event, position, &taps),
        )?;
        if finished.ended.ending == Ending::Stopped {
            writeln!(io::stderr(), "filler_vm: stopped after {} turns", finished.turns)?;
            return Ok(INTERRUPTED);
        }
        self.finish(finished.ended.score, is_alone)
    }

    /// The command line of a side's player.
    fn name(&self, side: Side) -> Option<&str> {
        self.asked.players[side].as_deref()
    }

    fn seated<G: PieceGame>(&self, side: Side) -> Result<Seated<G>, String> {
        let Some(name) = self.name(side) else {
            return Ok(match side {
                Side::First => Seated {
                    player: Box::new(Person::new(Keyboard::new(self.interrupt.clone()), io::stdout())),
                    tap: None,
                },
                Side::Second => Seated { player: Box::new(Nobody), tap: None },
            });
        };
        let argv: Vec<_> = name.split_whitespace().map(Into::into).collect();
        if argv.is_empty() {
            return Err("expected a program, found blanks".into());
        }
        let seat = ProcessSeat::<G>::new(program(argv, name, &self.interrupt)?);
        let tap = Some(seat.last_answer());
        Ok(Seated { player: Box::new(seat), tap })
    }

    /// Prints what the original prints of an event.
    fn saw<G: PieceGame>(
        &mut self,
        event: &Event<G>,
        position: &G,
        taps: &BySide<Option<LastAnswer>>,
    ) -> io::Result<()> {
        let mut out = io::stdout();
        let answer = |side: Side| {
            let raw = taps[side].as_ref().and_then(|tap| Some(tap.lock().ok()?.clone())).unwrap_or_default();
            let words: Vec<String> =
                words(&raw).iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect();
            format!("<got ({}): [{}]\n", Dialect::Plateau.mark(side), words.join(", "))
        };
        match event {
            Event::Drew(piece) => {
                if !self.asked.quiet {
                    let mut text = Vec::new();
                    piece_text(Dialect::Plateau, piece, &mut text);
                    out.write_all(&text)?;
                }
            }
            Event::Played { side, drawn, played } => {
                if !self.asked.quiet && taps[*side].is_some() {
                    out.write_all(answer(*side).as_bytes())?;
                }
                Side::BOTH.into_iter().for_each(|side| self.board.settle(side));
                if let (Some(piece), rules::pieces::Placement::At { .. }) = (drawn, played) {
                    self.board.place(*side, piece, *played);
                    self.print_board()?;
                }
            }
            Event::Out { side, fault, .. } => {
                if !self.asked.quiet && fault.kind() == FaultKind::Illegal && taps[*side].is_some() {
                    out.write_all(answer(*side).as_bytes())?;
                }
                self.is_out(*side, fault, position)?;
            }
        }
        out.flush()
    }

    fn is_out<G: PieceGame>(&mut self, side: Side, fault: &Fault, position: &G) -> io::Result<()> {
        let mut out = io::stdout();
        let mark = Dialect::Plateau.mark(side);
        let name = self.name(side).unwrap_or("you").to_string();
        match &fault.cause {
            Cause::TooSlow { .. } | Cause::Silent { .. } => {
                writeln!(out, "Player with {mark}: timedout")?;
                writeln!(self.trace, "{mark}: timedout")?;
            }
            Cause::Unreadable { .. } => {
                writeln!(out, "Player with {mark}: error on input")?;
                writeln!(self.trace, "{mark}: error on input")?;
            }
            Cause::Crashed { .. } if fault.evidence.get(evidence::SIGNAL) == Some(SEGMENTATION_FAULT) => {
                let score = position.score()[side];
                writeln!(out, "{name}: Segfault at {score}")?;
                writeln!(self.trace, "{name}: Segfault at {score}")?;
                self.ended[side] = true;
            }
            Cause::Crashed { .. } if self.name(side).is_none() => {
                return writeln!(io::stderr(), "filler_vm: nothing more to read, {mark} plays no more");
            }
            Cause::Crashed { .. } | Cause::Illegal { .. } => {}
        }
        explain(Dialect::Plateau, position, side, &name, fault);
        Ok(())
    }

    fn print_board(&self) -> io::Result<()> {
        if self.asked.quiet {
            return Ok(());
        }
        io::stdout().write_all(self.board.text())
    }

    fn finish(&mut self, score: BySide<u32>, is_alone: bool) -> io::Result<u8> {
        let mut out = io::stdout();
        for side in Side::BOTH {
            if is_alone && side == Side::Second {
                continue;
            }
            writeln!(out, "== {} fin: {}", Dialect::Plateau.mark(side), score[side])?;
            if let (true, Some(name)) = (self.ended[side], self.name(side)) {
                writeln!(out, "{name} Segfault")?;
            }
        }
        if is_alone {
            return Ok(0);
        }
        let BySide { first, second } = score;
        let winner = if first > second { Side::First } else { Side::Second };
        let winner = self.name(winner).unwrap_or("you").to_string();
        writeln!(self.trace, "{winner} won")?;
        writeln!(self.trace, "Score:\n{first}AGAINST{second}")?;
        Ok(match first.cmp(&second) {
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Less => 2,
        })
    }
}

/// Signal 11 on every system we know.
const SEGMENTATION_FAULT: i32 = 11;

/// Nobody sits there, and nobody is asked.
struct Nobody;

impl<G: Game> Player<G> for Nobody {
    fn choose(&mut self, _: &G, _: Clock) -> Result<G::Move, NoMove> {
        Err(Cause::Crashed { status: "nobody plays".into() }.into())
    }
}

/// Piece Filler in any size class.
trait PieceGame: BotGame + Depict + Game<Setup = Setup, Draw = Piece, Move = rules::pieces::Placement> {
    /// The first side alone.
    fn without_second(self) -> Self;
}

impl<S: CellSet> PieceGame for Pieces<S> {
    fn without_second(self) -> Self {
        self.without(Side::Second)
    }
}
