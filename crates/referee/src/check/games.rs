//! Whole games on the schools' maps, with the schools' pieces as they come. Some bots play well for many turns and then
//! give up with a legal placement on the board.

use super::diagnosis::PLACING;
use super::failed::Failed;
use super::practice::school_map;
use super::visit::Visit;
use super::{Patient, Position, StepResult};
use rules::pieces::Placement;
use rules::{Event, Game, Side, Turn};
use std::time::{Duration, Instant};

/// The games: the map, the bot's side and the seed of the pieces.
const GAMES: [(&str, Side, i64); 6] = [
    ("map00", Side::First, 11),
    ("map00", Side::Second, 12),
    ("map00", Side::First, 13),
    ("map00", Side::Second, 14),
    ("map01", Side::First, 15),
    ("map01", Side::Second, 16),
];
/// No game begins after this time.
const PATIENCE: Duration = Duration::from_secs(5);

/// Games to the end against a player that takes the first placement there is.
pub fn whole_games(patient: &mut Patient) -> StepResult {
    let started = Instant::now();
    let (mut games, mut turns) = (0, 0);
    for (map, side, seed) in GAMES.into_iter().take_while(|_| started.elapsed() < PATIENCE) {
        turns += play(patient, map, side, seed)?;
        games += 1;
    }
    Ok(format!("{games} games, {turns} turns"))
}

/// Plays a game to the end; the number of the bot's turns.
fn play(patient: &Patient, map: &str, side: Side, seed: i64) -> Result<usize, Box<Failed>> {
    let setup = school_map(map, patient.dialect);
    let mut visit = Visit::begin(patient, &setup, side)?;
    let mut position = Position::new(&setup);
    let mut official = Position::official(&setup, seed);
    let mut turns = 0;
    loop {
        let mover = match position.turn() {
            Turn::Over(_) => return Ok(turns),
            Turn::Draw => {
                let piece = position.sample(&mut official);
                position.take(piece);
                continue;
            }
            Turn::Move(mover) => mover,
        };
        let first = position.moves().next().expect("while there is a turn there is a move");
        let played = if mover == side {
            turns += 1;
            let words = format!("{map} as player {}, turn {turns}", side.number());
            answer(&mut visit, &position, first).map_err(|failed| failed.after(&words))?
        } else {
            first
        };
        let drawn = position.piece().cloned();
        position.play_unchecked(played);
        visit.watch(&Event::Played { side: mover, drawn, played });
    }
}

/// The bot's move. Where nothing fits, any readable answer means that.
fn answer(visit: &mut Visit<'_>, position: &Position, first: Placement) -> Result<Placement, Box<Failed>> {
    let reply = visit.ask(position)?;
    if first == Placement::Stuck && visit.read(&reply).is_some() {
        return Ok(Placement::Stuck);
    }
    visit.require_legal(position, &reply, PLACING)
}
