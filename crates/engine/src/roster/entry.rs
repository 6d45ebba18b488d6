//! An entry of a roster: a player's name, its options, and how to make it.

use super::{NoSuchPlayer, Settings};
use rules::{Game, Player};

/// A built-in player of a game.
pub struct Entry<G: Game> {
    /// Its name on the command line.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub about: &'static str,
    /// What can be set, for people to read: `key=values` for an option, `@1..9` for levels.
    pub options: &'static [&'static str],
    /// Makes one from what was set; what it does not take is refused. Equal seeds make players that choose equally.
    pub make: fn(&mut Settings<'_>, seed: u64) -> Made<G>,
}

/// A player, or why there is none.
pub type Made<G> = Result<Box<dyn Player<G>>, NoSuchPlayer>;

/// A game that comes with players.
pub trait Roster: Game {
    /// Its players, the weakest first.
    fn roster() -> Vec<Entry<Self>>;
}
