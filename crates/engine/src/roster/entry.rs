//! An entry of a roster: a player's name, its options, and how to make it.

use super::{NoSuchPlayer, Settings};
use rules::{Game, Player};

/// A built-in player of a game.
pub struct Entry<G: Game> {
    /// Its name on the command line.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub about: &'static str,
    /// Its options, for people to read: `key=values` for an option, `@1..9` for levels.
    pub options: &'static [&'static str],
    /// Makes one from its settings. Settings that it does not take are refused. Equal seeds make players that choose equally.
    pub make: fn(&mut Settings<'_>, seed: u64) -> Made<G>,
}

/// A player, or why there is none.
pub type Made<G> = Result<Box<dyn Player<G>>, NoSuchPlayer>;

/// A game that comes with players.
pub trait Roster: Game {
    /// Its players, the weakest first.
    ///
    /// ```
    /// use landgrab_engine::roster::Roster;
    /// use landgrab_engine::rules::stop::Stop;
    ///
    /// assert_eq!(Stop::roster().last().map(|entry| entry.name), Some("champion"));
    /// ```
    fn roster() -> Vec<Entry<Self>>;
}
