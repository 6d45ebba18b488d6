//! The interface of every game. [`Game::turn`] is the only truth about the side to move: it passes over a side that
//! cannot move, so that neither a search nor a referee needs a special case for it.

use crate::{BySide, FaultKind, Side, Source, TextError};
use grid::Symmetry;
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::{self, Debug, Display, Write};
use std::{error::Error, hash::Hash, str::FromStr};

/// The next event that the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A move of this side. At least one is legal.
    Move(Side),
    /// A draw by chance.
    Draw,
    /// Nothing: the game is over.
    Over(Outcome),
}

/// The result of a game.
///
/// ```
/// use landgrab_rules::{BySide, Outcome, Side};
///
/// assert_eq!(Outcome::of_score(BySide::new(3, 5)), Outcome::Won(Side::Second));
/// assert_eq!(Outcome::of_score(BySide::new(4, 4)).winner(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side.
    Won(Side),
    /// Nobody: equal scores.
    Tie,
}

impl Outcome {
    /// The result when the higher score wins.
    pub fn of_score(score: BySide<u32>) -> Self {
        match score.first.cmp(&score.second) {
            std::cmp::Ordering::Greater => Self::Won(Side::First),
            std::cmp::Ordering::Less => Self::Won(Side::Second),
            std::cmp::Ordering::Equal => Self::Tie,
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side) => Some(side),
            Self::Tie => None,
        }
    }
}

/// Why a game ended. The winner is a separate question.
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    /// It was played out.
    Rules,
    /// This side failed, and the rules let nobody play on.
    Fault(Side, crate::Fault),
    /// Somebody stopped it.
    Stopped,
}

/// A position of a two-player game, with or without chance.
///
/// `Display` and `FromStr` are its text form: the printed text reads back as an equal position.
///
/// One loop plays any game, chance included:
///
/// ```
/// use landgrab_rules::{Game, Outcome, Source, SplitMix, Turn, pieces, stop};
///
/// fn random_game<G: Game>(setup: &G::Setup, seed: u64) -> Outcome {
///     let mut source = SplitMix::new(seed);
///     let mut position = G::new(setup);
///     loop {
///         match position.turn() {
///             Turn::Over(outcome) => return outcome,
///             Turn::Draw => position.take(position.sample(&mut source)),
///             Turn::Move(_) => {
///                 let moves: Vec<G::Move> = position.moves().collect();
///                 position.play_unchecked(moves[source.below(moves.len() as u32) as usize]);
///             }
///         }
///     }
/// }
///
/// random_game::<stop::Stop>(&stop::Setup::default(), 1);
/// let setup = pieces::Setup::named("map00", pieces::Dialect::Plateau).expect("a school map");
/// random_game::<pieces::Pieces<pieces::class::Small>>(&setup, 1);
/// ```
pub trait Game: Clone + Eq + Hash + Debug + Display + FromStr<Err = TextError> + Send + Sync + 'static {
    /// The game's name in the catalogue and in records.
    const NAME: &'static str;

    /// The choices before the first event: rules, map, start position.
    type Setup: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// A move as it is written, legal or not. `Display` and `FromStr` are its text form.
    type Move: Copy + Eq + Hash + Debug + Display + FromStr<Err = TextError> + Send + Sync;
    /// The result of a draw by chance; [`NoDraw`](crate::NoDraw) in a game without chance.
    type Draw: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Why a move is refused, as data and in words.
    type Refusal: Clone + PartialEq + Error + Serialize;
    /// The official generator of draws.
    type Official: Source + Debug + Send;

    /// The start position.
    fn new(setup: &Self::Setup) -> Self;

    /// The next event: a move of a side, a draw, or none because the game is over.
    fn turn(&self) -> Turn;

    /// Points so far; at the end, the result.
    fn score(&self) -> BySide<u32>;

    /// Every legal move, each once. Not empty while [`turn`](Self::turn) is a move, otherwise empty.
    fn moves(&self) -> impl Iterator<Item = Self::Move> + '_;

    /// Whether a move is legal now, and if not, why.
    fn check(&self, played: Self::Move) -> Result<(), Self::Refusal>;

    /// Plays a move that is legal.
    fn play_unchecked(&mut self, played: Self::Move);

    /// The official generator of draws for a seed.
    fn official(setup: &Self::Setup, seed: i64) -> Self::Official;

    /// A draw as the official generator makes them, with numbers from any source.
    fn sample(&self, source: &mut impl Source) -> Self::Draw;

    /// Applies a draw. [`turn`](Self::turn) must be [`Turn::Draw`].
    fn take(&mut self, draw: Self::Draw);

    /// Takes the side to move out of the game after a fault of this kind. Returns `false` and does nothing when the
    /// rules end the game instead; the side that failed has lost it then.
    fn withdraw(&mut self, kind: FaultKind) -> bool {
        let _ = kind;
        false
    }

    /// The move that an answer of the side to move stands for: the answer itself when it is legal. In a game with a
    /// forced move that players do not write down (being stuck), any answer stands for that move.
    fn resolve(&self, answer: Self::Move) -> Result<Self::Move, Self::Refusal> {
        self.check(answer).map(|()| answer)
    }

    /// Whether a move is legal now. A game overrides it if finding the reason for a refusal is costly.
    fn is_legal(&self, played: Self::Move) -> bool {
        self.check(played).is_ok()
    }

    // The methods below are the same for every game.

    /// Plays a move if it is legal; otherwise the position stays as it is.
    fn play(&mut self, played: Self::Move) -> Result<(), Self::Refusal> {
        self.check(played)?;
        self.play_unchecked(played);
        Ok(())
    }

    /// The position after a legal move.
    fn after(&self, played: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(played);
        next
    }

    /// A short check number of the position, the same on every machine and in every version.
    fn fingerprint(&self) -> u32 {
        hashed(format_args!("{self}"))
    }

    /// The check number of a move and of this position, which the move led to. Records carry it, so that a replay that
    /// goes another way is noticed at once. The position alone is not enough, because two moves can lead to the same
    /// one.
    fn fingerprint_after(&self, played: Self::Move) -> u32 {
        hashed(format_args!("{played}\n{self}"))
    }
}

/// A game whose board can be turned and mirrored.
///
/// ```
/// use landgrab_rules::{Game, Symmetric, Symmetry, stop::Stop};
///
/// let position: Stop = "..X/O.. X".parse()?;
/// let turned = position.seen_by(Symmetry::HALF_TURN);
/// assert_eq!(turned.to_string(), "..O/X.. X");
/// let played = "1,0".parse()?;
/// assert_eq!(position.move_seen_by(played, Symmetry::HALF_TURN), "1,1".parse()?);
/// # Ok::<(), landgrab_rules::TextError>(())
/// ```
pub trait Symmetric: Game {
    /// The symmetries that lead from this position to one of the same game.
    fn symmetries(&self) -> Vec<Symmetry>;

    /// The position after one of them.
    fn seen_by(&self, symmetry: Symmetry) -> Self;

    /// The image of a move of this position in [`seen_by`](Self::seen_by).
    fn move_seen_by(&self, played: Self::Move, symmetry: Symmetry) -> Self::Move;
}

/// The hash of a text, folded to 32 bits.
fn hashed(text: fmt::Arguments<'_>) -> u32 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    hash.write_fmt(text).expect("hashing cannot fail");
    (hash.0 ^ (hash.0 >> 32)) as u32
}

/// The FNV-1a hash of what is written to it.
struct Fnv(u64);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

/// Perft: the number of move sequences of length `depth` from a position. A game that ends earlier is not counted, and
/// draws are not played, so games with chance have none.
///
/// ```
/// use landgrab_rules::{game::count_sequences, stop::Stop};
///
/// let start: Stop = "..X/.../O.. X".parse()?;
/// assert_eq!((1..=3).map(|depth| count_sequences(&start, depth)).collect::<Vec<_>>(), [4, 14, 54]);
/// # Ok::<(), landgrab_rules::TextError>(())
/// ```
pub fn count_sequences<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.moves().map(|m| count_sequences(&position.after(m), depth - 1)).sum()
}
