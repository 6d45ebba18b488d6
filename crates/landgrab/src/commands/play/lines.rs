//! A session in lines of text: the same at a terminal and through a pipe.

use super::{Order, Other, Playable, Session};
use crate::commands::{colour, is_interactive};
use crate::failure::Failure;
use rules::notation::{printable, quoted};
use rules::{Outcome, Turn};
use std::io::{self, BufRead, Write};

const HELP: &str = "\
hint          the best moves here
undo          take back your last move, or edit
edit r3c5=G   correct a tile (colours)
board         show the board again
history       the moves so far
resign        give the game up
quit          stop here; so does the end of the input";

/// A line that was typed, by its meaning.
enum Typed<'a> {
    Nothing,
    Hint,
    Undo,
    Edit(&'a str),
    Board,
    History,
    Help,
    Resign,
    Quit,
    Move(&'a str),
}

impl<'a> Typed<'a> {
    fn of(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", "") => Self::Nothing,
            ("hint" | "h", "") => Self::Hint,
            ("undo" | "u", "") => Self::Undo,
            ("edit" | "set", rest) => Self::Edit(rest),
            ("board" | "show", "") => Self::Board,
            ("history" | "moves", "") => Self::History,
            ("help" | "?", "") => Self::Help,
            ("resign", "") => Self::Resign,
            ("quit" | "q" | "exit", "") => Self::Quit,
            _ => Self::Move(line),
        }
    }
}

/// Plays until the game is over and left, or until the input ends.
/// `keep` is told of every change: a game that is broken off is not lost.
pub fn run<G: Playable>(
    session: &mut Session<G>,
    keep: &mut dyn FnMut(&Session<G>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut input = io::stdin().lock();
    let interactive = is_interactive();
    let (mut advised, mut is_told) = (None, false);
    say(&welcome(session))?;
    show(session)?;
    loop {
        keep(session)?;
        if !session.is_yours_to_enter() && session.outcome().is_none() {
            answer(session)?;
            show(session)?;
            continue;
        }
        if let Some(outcome) = session.outcome() {
            if !is_told {
                say(&format!("{}; undo, history, or quit", result(session, outcome)))?;
            }
            is_told = true;
        } else if advised.is_none() && wants_advice(session) {
            let (best, why) = session.position().advice(session.clock());
            why.iter().try_for_each(|line| say(line))?;
            advised = Some(best);
        }
        prompt(session)?;
        let Some(line) = next_line(&mut input)? else {
            say("")?;
            return Ok(());
        };
        if !interactive {
            say(&printable(&line))?;
        }
        match Typed::of(&line) {
            Typed::Quit => return Ok(()),
            Typed::Resign if session.outcome().is_some() => say("the game is over")?,
            Typed::Resign => {
                let winner = player(session, session.you().other());
                return Ok(say(&format!("you resign: {winner} wins"))?);
            }
            Typed::Help => say(&format!("{:<13} play it\n{HELP}{}", G::TYPED, G::MORE))?,
            Typed::Board => show(session)?,
            Typed::History => history(session)?,
            Typed::Hint => match session.outcome() {
                Some(_) => say("the game is over")?,
                None => session.position().advice(session.clock()).1.iter().try_for_each(|line| say(line))?,
            },
            Typed::Undo if session.undo() => {
                (advised, is_told) = (None, false);
                show(session)?;
            }
            Typed::Undo => say("there is no move of yours to take back")?,
            Typed::Edit(text) => match session.position().edited(text) {
                Ok(position) => {
                    session.correct(position);
                    advised = None;
                    show(session)?;
                }
                Err(why) => say(&why)?,
            },
            Typed::Nothing => match advised.take() {
                Some(best) => enter(session, best)?,
                None => say(&format!("expected {}, or help", G::TYPED))?,
            },
            Typed::Move(text) => match (session.position().order(text), session.position().typed(text)) {
                (Some(Ok(Order::Say(told))), _) => say(&told)?,
                (Some(Ok(Order::Play(moves))), _) => {
                    for played in moves {
                        session.play(played).expect("a game orders legal moves");
                    }
                    advised = None;
                    show(session)?;
                }
                (None, Ok(played)) => {
                    let before = session.moves().count();
                    enter(session, played)?;
                    if session.moves().count() > before {
                        advised = None;
                    }
                }
                (Some(Err(why)), _) | (None, Err(why)) => say(&why)?,
            },
        }
    }
}

/// The next line, whatever bytes it has; of a very long one only the beginning. `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    const LONGEST: usize = 4096;
    let mut line: Vec<u8> = vec![];
    let mut is_any = false;
    loop {
        let part = input.fill_buf()?;
        if part.is_empty() {
            return Ok(is_any.then(|| String::from_utf8_lossy(&line).trim().to_owned()));
        }
        is_any = true;
        let end = part.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(part.len(), |end| end + 1);
        line.extend(part[..used].iter().take(LONGEST - line.len().min(LONGEST)));
        input.consume(used);
        if end.is_some() {
            return Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()));
        }
    }
}

/// Plays what was entered, or says why not.
fn enter<G: Playable>(session: &mut Session<G>, played: G::Move) -> io::Result<()> {
    let told = session.position().told(played);
    let mover = match session.position().turn() {
        Turn::Move(side) => player(session, side),
        Turn::Draw | Turn::Over(_) => return say("the game is over: undo, or quit"),
    };
    match session.play(played) {
        Ok(()) => {
            say(&format!("{mover}: {told}"))?;
            // Otherwise the answer comes at once, and the board with it.
            if session.is_yours_to_enter() || session.outcome().is_some() { show(session) } else { Ok(()) }
        }
        Err(refusal) => say(&format!("{} is not legal: {refusal}", quoted(&played.to_string()))),
    }
}

fn answer<G: Playable>(session: &mut Session<G>) -> Result<(), Failure> {
    let before = session.position().clone();
    let Turn::Move(side) = before.turn() else { return Ok(()) };
    let played = session.answer().map_err(|fault| Failure::Usage(fault.to_string()))?;
    Ok(say(&format!("{}: {}", player(session, side), before.told(played)))?)
}

fn wants_advice<G: Playable>(session: &Session<G>) -> bool {
    matches!(session.other(), Other::Elsewhere) && session.position().turn() == Turn::Move(session.you())
}

fn welcome<G: Playable>(session: &Session<G>) -> String {
    let you = session.position().side_name(session.you());
    let them = session.position().side_name(session.you().other());
    match session.other() {
        Other::Player { name, .. } => format!("you are {you}, {name} is {them}; help says what can be typed"),
        Other::Elsewhere => format!("you are {you}; enter your moves and those of {them}; help says what can be typed"),
    }
}

fn result<G: Playable>(session: &Session<G>, outcome: Outcome) -> String {
    let score = session.position().score();
    let points = format!("{}:{}", score.first, score.second);
    match outcome.winner() {
        None => format!("a tie, {points}"),
        Some(side) if side == session.you() => format!("you win, {points}"),
        Some(side) => format!("{} wins, {points}", player(session, side)),
    }
}

fn history<G: Playable>(session: &Session<G>) -> io::Result<()> {
    let mut number = 0;
    for (side, played, before) in session.moves() {
        number += 1;
        say(&format!("{number:>3} {}: {}", player(session, side), before.told(played)))?;
    }
    if number == 0 { say("no moves yet") } else { Ok(()) }
}

fn player<G: Playable>(session: &Session<G>, side: rules::Side) -> String {
    let name = session.position().side_name(side);
    match session.other() {
        _ if side == session.you() => format!("{name} (you)"),
        Other::Player { name: player, .. } => format!("{name} ({player})"),
        Other::Elsewhere => name,
    }
}

fn show<G: Playable>(session: &Session<G>) -> io::Result<()> {
    let scene = session.position().shown(session.before());
    say(view::text(&scene, colour()).trim_end_matches('\n'))
}

fn prompt<G: Playable>(session: &Session<G>) -> io::Result<()> {
    let mut out = io::stdout();
    match session.position().turn() {
        Turn::Move(side) => write!(out, "{}> ", player(session, side))?,
        Turn::Draw | Turn::Over(_) => write!(out, "> ")?,
    }
    out.flush()
}

fn say(line: &str) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}
