//! Steps about the protocol: the bot starts, reads, and answers one readable line a turn, in one write, for the right
//! side.

use super::case::{Case, ask_all};
use super::diagnosis::{self, PLACING};
use super::failed::{Failed, Reason, shown};
use super::practice::{self, Answered, school_map};
use super::visit::Visit;
use super::{Patient, Position, StepResult};
use crate::protocol::{Answer, BotGame};
use rules::Side;
use rules::pieces::Dialect;

/// Turns of a short practice game.
const SHORT: usize = 5;
/// Turns of a longer one.
const LONG: usize = 8;

/// It starts, waits to be asked, and answers something that can be read.
pub fn starts(patient: &mut Patient) -> StepResult {
    let setup = school_map("map00", patient.dialect);
    let mut visit = Visit::begin(patient, &setup, Side::First)?;
    // Board and piece are wider than high: a bot that misreads a header waits for rows that never come.
    let position = Position::facing(&setup, Side::First, "**".parse().expect("it is a piece"));
    // The originals write the player line on its own, and some bots stumble over one that comes with the board.
    let early = visit.unasked().to_vec();
    if !early.is_empty() {
        let failed = Failed::new(
            "it speaks before it is asked",
            "write nothing but answers to standard output: a greeting counts as the answer of the first turn",
        );
        return Err(visit.shown(failed, &position, &early));
    }
    let reply = visit.ask(&position)?;
    if visit.read(&reply).is_none() {
        visit.require_legal(&position, &reply, PLACING)?;
    }
    Ok(String::new())
}

/// Nothing but one line a turn: another one would be the answer of the next turn.
pub fn one_line_a_turn(patient: &mut Patient) -> StepResult {
    let setup = school_map("map00", patient.dialect);
    let mut visit = Visit::begin(patient, &setup, Side::First)?;
    let answers = practice::play_on(&mut visit, &setup, Side::First, SHORT)?;
    let more = visit.unasked().to_vec();
    let Some(last) = answers.last().filter(|_| !more.is_empty()) else { return Ok(String::new()) };
    let lines = more.split_inclusive(|b| *b == b'\n').count();
    let failed = Failed::new(
        format!("it sent {} lines in {} turns", answers.len() + lines, answers.len()),
        "write one line a turn, and messages to stderr: a referee takes the second line for the answer of the next \
         turn, or refuses the first",
    );
    let failed = visit.shown(failed, &last.position, &more);
    patient.habits.talks = true;
    Err(failed)
}

/// Answers that the school's referee can read.
pub fn answer_format(patient: &mut Patient) -> StepResult {
    let dialect = patient.dialect;
    let setup = school_map("map00", dialect);
    let mut visit = Visit::begin(patient, &setup, Side::First)?;
    for Answered { position, reply, .. } in practice::play_on(&mut visit, &setup, Side::First, SHORT)? {
        let heard = Position::protocol(&setup).answer(&mut reply.line.clone(), true);
        if matches!(heard, Answer::Move { .. }) && visit.read(&reply).is_some() {
            continue;
        }
        let because = format!("the school's referee refuses it: expected {}", diagnosis::expected(dialect));
        let advice = diagnosis::of_unreadable(&reply.line, dialect);
        let reason = Reason::Unreadable(advice.clone());
        let failed = Failed::new(because, advice).by(reason);
        return Err(visit.shown(failed, &position, &reply.line));
    }
    Ok(String::new())
}

/// Boards so long that an answer with its numbers the other way round cannot be right.
pub const LONG_BOARDS: [Case; 2] = [
    Case {
        board: "............................../.X............................/........................O...../\
                ............................../..............................",
        piece: "**/*.",
        advice: PLACING,
    },
    Case {
        board: "...../.X.../...../...../...../...../...../...../...../...../...../...../...../...../..O../...../.....",
        piece: "**/*.",
        advice: PLACING,
    },
];

/// Row and column are not taken for each other.
pub fn coordinates_in_order(patient: &mut Patient) -> StepResult {
    ask_all(patient, &LONG_BOARDS).map(|()| String::new())
}

/// Legal answers as the side that moves first.
pub fn answers_as_first(patient: &mut Patient) -> StepResult {
    answers_as(patient, Side::First)
}

/// Legal answers as the other side.
pub fn answers_as_second(patient: &mut Patient) -> StepResult {
    answers_as(patient, Side::Second)
}

fn answers_as(patient: &Patient, side: Side) -> StepResult {
    let setup = school_map("map00", patient.dialect);
    let answers = practice::play(patient, &setup, side, LONG)?;
    Ok(format!("{} turns on map00, {}", answers.len(), practice::slowest(&answers)))
}

/// Each answer in one write: 01-edu's engine takes what its first read gives it.
pub fn one_write(patient: &mut Patient) -> StepResult {
    let setup = school_map("map00", patient.dialect);
    let mut visit = Visit::begin_telling_writes_apart(patient, &setup, Side::First)?;
    for Answered { position, reply, .. } in practice::play_on(&mut visit, &setup, Side::First, SHORT)? {
        if reply.writes == 1 {
            continue;
        }
        let consequence = match patient.dialect {
            Dialect::Plateau => "filler_vm waits for the rest, other referees may not",
            Dialect::Anfield => "game_engine reads once, and the game is over",
        };
        let failed = Failed::new(
            format!("the answer {} came in {} writes: {consequence}", shown(&reply.line), reply.writes),
            "put the whole line together, line feed included, and write it at once",
        );
        return Err(visit.shown(failed, &position, &reply.line));
    }
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Game;
    use rules::pieces::Placement;

    #[test]
    fn on_a_long_board_a_swapped_answer_is_never_right() {
        for dialect in Dialect::ALL {
            for case in &LONG_BOARDS {
                let position = case.position(dialect);
                for played in position.moves() {
                    let Placement::At { row, col } = played else { panic!("it fits somewhere") };
                    assert!(!position.is_legal(Placement::At { row: col, col: row }), "{played}");
                }
            }
        }
    }
}
