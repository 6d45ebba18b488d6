//! `game_engine`: 01-edu's referee.

mod flags;

use super::{MapTrouble, clock_seed, explain, program};
use crate::interrupt::{INTERRUPTED, raise_on_ctrl_c};
use flags::{Asked, Refused};
use referee::protocol::BotGame;
use referee::protocol::board_text::{BoardText, piece_text};
use referee::seat::{LastAnswer, ProcessSeat, Program};
use referee::{Interrupt, Referee};
use rules::notation::printable;
use rules::pieces::{Dialect, Piece, Pieces, Placement, Setup};
use rules::{BySide, Cause, Clock, Ending, Event, Fault, FaultKind, Game, Side, with_pieces};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;
use view::Depict;

const USAGE: &str = "\
Usage of game_engine:
  -f, -file PATH       the map, required
  -p1, -player1 PATH   the first player's program, required
  -p2, -player2 PATH   the second player's program, required
  -q, -quiet           no boards, pieces and answers
  -r, -refresh         wait 400 ms after every turn
  -s, -seed INT        the seed of the pieces; the clock by default
  -t, -time INT        whole seconds for an answer (default 10)
";

/// How long `-r` waits after a turn.
const REFRESH: Duration = Duration::from_millis(400);

/// The program `game_engine`.
pub fn game_engine() -> ExitCode {
    referee::sandbox::enter_if_asked();
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let asked = match Asked::parse(&words) {
        Ok(asked) => asked,
        Err(Refused { message, code }) => {
            let _ = write!(io::stderr(), "{message}{USAGE}");
            return ExitCode::from(code);
        }
    };
    match run(&asked) {
        Ok(code) => ExitCode::from(code),
        Err(Stop::Said(message)) => {
            let _ = writeln!(io::stderr(), "{message}");
            ExitCode::from(1)
        }
        // A closed pipe: the reader has seen enough.
        Err(Stop::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Stop::Io(error)) => {
            let _ = writeln!(io::stderr(), "Error: {error}");
            ExitCode::from(1)
        }
    }
}

impl Asked {
    /// `-t 0` leaves no time at all, as in the original.
    fn clock(&self) -> Clock {
        referee::clock::per_move(Some(Duration::from_secs(u64::try_from(self.seconds).unwrap_or(0))))
    }
}

/// Why there was no game.
enum Stop {
    Said(String),
    Io(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn run(asked: &Asked) -> Result<u8, Stop> {
    let map = super::map(&asked.file, Dialect::Anfield).map_err(|trouble| {
        Stop::Said(match trouble {
            MapTrouble::Unread(failure) => format!("Error: file not valid\ngame_engine: {failure}"),
            MapTrouble::Wrong(error) => format!("Error: invalid map\ngame_engine: {}: {error}", printable(&asked.file)),
        })
    })?;
    let interrupt = Interrupt::default();
    let player = |side: Side| {
        let name = &asked.players[side];
        program(vec![name.into()], name, &interrupt)
            .map_err(|why| Stop::Said(format!("Error: file not valid\ngame_engine: {name}: {why}")))
    };
    let programs = BySide::new(player(Side::First)?, player(Side::Second)?);
    // Without a handler Ctrl-C ends the process, as it does any other.
    let _ = raise_on_ctrl_c(&interrupt);
    let setup = Setup::new(Dialect::Anfield, map);
    with_pieces!(&setup, |S| Engine::<Pieces<S>>::new(asked, &setup, programs).play(&interrupt))
}

/// A game under way: what has to be printed about it.
struct Engine<'a, G: Game> {
    asked: &'a Asked,
    setup: &'a Setup,
    board: BoardText,
    seats: BySide<ProcessSeat<G>>,
    taps: BySide<LastAnswer>,
}

impl<'a, G> Engine<'a, G>
where
    G: BotGame + Depict + Game<Setup = Setup, Draw = Piece, Move = Placement>,
{
    fn new(asked: &'a Asked, setup: &'a Setup, programs: BySide<Program>) -> Self {
        let seats = programs.map(ProcessSeat::<G>::new);
        let taps = BySide::new(seats.first.last_answer(), seats.second.last_answer());
        Self { asked, setup, board: BoardText::new(setup), seats, taps }
    }

    fn play(mut self, interrupt: &Interrupt) -> Result<u8, Stop> {
        let mut out = io::stdout();
        for side in Side::BOTH {
            writeln!(out, "$$$ exec p{} : [{}]", side.number(), self.asked.players[side])?;
        }
        let seed = self.asked.seed.unwrap_or_else(clock_seed);
        let clock = self.asked.clock();
        let referee = Referee { setup: self.setup, seed, clocks: BySide::new(clock, clock), interrupt };
        let Self { asked, board, seats, taps, .. } = &mut self;
        let players =
            BySide::new(&mut seats.first as &mut dyn rules::Player<G>, &mut seats.second as &mut dyn rules::Player<G>);
        let finished = referee.play(players, |event, position, _| {
            let (side, drawn, played) = match event {
                Event::Drew(_) => return Ok(()),
                Event::Played { side, drawn, played } => (*side, drawn, Some(*played)),
                Event::Out { side, drawn, fault } => {
                    explain(Dialect::Anfield, position, *side, &asked.players[*side], fault);
                    (*side, drawn, None)
                }
            };
            let piece = drawn.as_ref().expect("a piece is drawn before it is placed");
            print_turn(asked, board, piece, side, &taps[side])?;
            board.settle(side);
            if let Some(played) = played {
                board.place(side, piece, played);
            }
            if asked.refresh {
                std::thread::sleep(REFRESH);
            }
            Ok(())
        })?;
        writeln!(out, "seed: {seed}")?;
        if finished.ended.ending == Ending::Stopped {
            writeln!(io::stderr(), "game_engine: stopped after {} turns", finished.turns)?;
            return Ok(INTERRUPTED);
        }
        if let Ending::Fault(side, fault) = &finished.ended.ending {
            failed(*side, fault, &finished.position, &asked.players[*side])?;
            return Ok(0);
        }
        let BySide { first, second } = finished.ended.score;
        writeln!(out, "Player1 ({:>40}): {first}", asked.players.first)?;
        writeln!(out, "Player2 ({:>40}): {second}", asked.players.second)?;
        let result = match first.cmp(&second) {
            std::cmp::Ordering::Greater => "Player1 won!",
            std::cmp::Ordering::Less => "Player2 won!",
            std::cmp::Ordering::Equal => "Player1 and Player2 have the same score, it's a draw!",
        };
        writeln!(out, "{result}")?;
        Ok(0)
    }
}

/// A turn as the original prints it: the board before the answer, the piece, the answer, then blank lines up to the
/// height of the largest piece.
fn print_turn(asked: &Asked, board: &BoardText, piece: &Piece, side: Side, tap: &LastAnswer) -> io::Result<()> {
    if asked.quiet {
        return Ok(());
    }
    let mut text = board.text().to_vec();
    piece_text(Dialect::Anfield, piece, &mut text);
    text.extend(format!("-> Answer ({}): ", Dialect::Anfield.mark(side)).into_bytes());
    text.extend(tap.lock().map(|raw| raw.clone()).unwrap_or_default());
    text.push(b'\n');
    let tallest = board.rows() / 5 + 1;
    text.extend(std::iter::repeat_n(b'\n', tallest.saturating_sub(piece.size().rows)));
    let mut out = io::stdout();
    out.write_all(&text)?;
    out.flush()
}

/// A failure that ends the game: the original's lines, then ours.
fn failed<G: Depict>(side: Side, fault: &Fault, position: &G, name: &str) -> io::Result<()> {
    let mut out = io::stderr();
    let player = side.number();
    match (fault.kind(), &fault.cause) {
        (FaultKind::TooSlow | FaultKind::Silent, _) => writeln!(out, "Error: Timeout for player{player}")?,
        (_, Cause::Crashed { .. }) => {
            writeln!(out, "Error reading the answer: EOF")?;
            writeln!(out, "Error: Unexpected error for player{player}")?;
        }
        _ => writeln!(out, "Error: Unexpected error for player{player}")?,
    }
    explain(Dialect::Anfield, position, side, name, fault);
    Ok(())
}
