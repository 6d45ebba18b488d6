//! Some turns of a game between the bot and a random player. The bot gets the school's pieces, but only those that fit
//! with their whole box on free and own cells, and no huge boxes. A bot with many defects can place them.

use super::diagnosis::PLACING;
use super::failed::Failed;
use super::visit::{Reply, Visit};
use super::{Patient, Position};
use rules::pieces::{Dialect, Map, Official, Piece, Placement, Setup};
use rules::{Cell, CellSet, Event, Game, Side, Source, SplitMix, Turn};

/// How many pieces are drawn until one fits.
const DRAWS: usize = 60;

/// A game in which the bot has one side.
pub struct Practice {
    position: Position,
    side: Side,
    official: Official,
    chance: SplitMix,
}

/// One turn of the bot.
pub struct Answered {
    /// The position it was asked about.
    pub position: Position,
    /// The bot's answer.
    pub reply: Reply,
    /// The move that was played: its answer, or the first legal placement if its answer was illegal.
    pub played: Placement,
    /// The failure, if its answer was illegal or unreadable.
    pub wrong: Option<Box<Failed>>,
}

impl Practice {
    /// A game from the start of a board. The same board and side give the same pieces.
    pub fn new(setup: &Setup, side: Side) -> Self {
        let official = Position::official(setup, 4242);
        Self { position: Position::new(setup), side, official, chance: SplitMix::new(1) }
    }

    /// The same game without an opponent.
    pub fn alone(mut self) -> Self {
        self.position = self.position.without(self.side.other());
        self
    }

    /// The bot's next turn; `None` when nothing fits any more.
    pub fn turn(&mut self, visit: &mut Visit<'_>) -> Option<Result<Answered, Box<Failed>>> {
        let position = self.next(visit)?;
        let reply = match visit.ask(&position) {
            Ok(reply) => reply,
            Err(failed) => return Some(Err(failed)),
        };
        let (played, wrong) = match visit.require_legal(&position, &reply, PLACING) {
            Ok(played) => (played, None),
            Err(failed) => (position.moves().next()?, Some(failed)),
        };
        self.play(played, visit);
        Some(Ok(Answered { position, reply, played, wrong }))
    }

    /// Plays until the bot is to move.
    pub fn next(&mut self, visit: &mut Visit<'_>) -> Option<Position> {
        loop {
            match self.position.turn() {
                Turn::Over(_) => return None,
                Turn::Move(_) => return Some(self.position.clone()),
                Turn::Draw if self.position.side() == self.side => {
                    let draws = std::iter::repeat_with(|| self.position.sample(&mut self.official)).take(DRAWS);
                    let piece = draws.into_iter().find(|piece| fits_with_its_box(&self.position, piece))?;
                    self.position.take(piece);
                }
                Turn::Draw => {
                    let played = random_placement(&mut self.position, &mut self.official, &mut self.chance);
                    self.play(played, visit);
                }
            }
        }
    }

    /// Plays a move of either side.
    pub fn play(&mut self, played: Placement, visit: &mut Visit<'_>) {
        let (side, drawn) = (self.position.side(), self.position.piece().cloned());
        self.position.play_unchecked(played);
        visit.watch(&Event::Played { side, drawn, played });
    }
}

/// Turns of the bot on a board, at most so many. Its answers must be legal; they come back with what they answered.
pub fn play(patient: &Patient, setup: &Setup, side: Side, turns: usize) -> Result<Vec<Answered>, Box<Failed>> {
    let mut visit = Visit::begin(patient, setup, side)?;
    let mut answers = play_on(&mut visit, setup, side, turns)?;
    let first_wrong = answers.iter_mut().enumerate().find_map(|(turn, answer)| Some((turn + 1, answer.wrong.take()?)));
    match first_wrong {
        None => Ok(answers),
        Some((turn, failed)) => Err(failed.after(&format!("turn {turn}"))),
    }
}

/// The same in a conversation that has begun, whatever the bot answers.
pub fn play_on(visit: &mut Visit<'_>, setup: &Setup, side: Side, turns: usize) -> Result<Vec<Answered>, Box<Failed>> {
    let mut practice = Practice::new(setup, side);
    let answers = std::iter::from_fn(|| practice.turn(visit)).take(turns).enumerate();
    answers.map(|(turn, answer)| answer.map_err(|failed| failed.after(&format!("turn {}", turn + 1)))).collect()
}

/// A board in the middle of a game: both sides have placed so many pieces at random.
pub fn midgame(setup: &Setup, pieces: usize) -> Setup {
    let dialect = setup.dialect();
    let (mut official, mut chance) = (Position::official(setup, 1717), SplitMix::new(2));
    let mut position = Position::new(setup);
    for _ in 0..2 * pieces {
        let before = position.clone();
        let played = random_placement(&mut position, &mut official, &mut chance);
        // A side that is stuck on one piece plays on.
        match played {
            Placement::Stuck => position = before,
            Placement::At { .. } => position.play_unchecked(played),
        }
    }
    let text = position.to_string();
    let rows: Vec<&str> = text.lines().take(position.size().rows).collect();
    Setup::new(dialect, Map::parse("midgame", &rows.join("\n"), dialect).expect("a position's rows are a map"))
}

/// A piece for the side to move, and a place for it.
fn random_placement(position: &mut Position, official: &mut Official, chance: &mut SplitMix) -> Placement {
    let piece = position.sample(official);
    position.take(piece);
    let moves: Vec<Placement> = position.moves().collect();
    moves[chance.below(moves.len() as u32) as usize]
}

/// Whether a piece can be placed with all of its box on the board and none of it on the enemy; and the box is not one
/// of Plateau's huge ones, which have a step of their own.
fn fits_with_its_box(position: &Position, piece: &Piece) -> bool {
    let (board, size) = (position.size(), piece.size());
    if size.rows > board.rows / 4 || size.cols > board.cols / 4 {
        return false;
    }
    let enemy = position.own(position.side().other());
    position.fits(piece).iter().any(|corner| {
        let (row, col) = rules::pieces::anchor(piece, corner);
        let (Ok(row), Ok(col)) = (usize::try_from(row), usize::try_from(col)) else { return false };
        let is_inside = row + size.rows <= board.rows && col + size.cols <= board.cols;
        is_inside && size.cells().all(|c| !enemy.contains(Cell::new(row + c.row, col + c.col)))
    })
}

/// A school map.
pub fn school_map(name: &str, dialect: Dialect) -> Setup {
    Setup::named(name, dialect).expect("both schools have it")
}

/// The slowest of some answers, in words.
pub fn slowest(answers: &[Answered]) -> String {
    let slowest = answers.iter().map(|answer| answer.reply.took.as_millis()).max().unwrap_or_default();
    format!("slowest {slowest} ms")
}
