//! The built-in players: each game's [`Roster`], and the way from a name to a player.

mod colours;
mod first;
mod greedy;
mod pieces;
mod random;
mod spec;
mod stop;

pub use first::First;
pub use greedy::Greedy;
pub use pieces::{FirstPlacement, HeatGreedy, Policy, Robot};
pub use random::Random;
pub use spec::PlayerSpec;

use rules::{Game, Player};

/// A built-in player of a game.
pub struct Entry<G: Game> {
    /// Its name on the command line.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub about: &'static str,
    /// Makes one. Equal seeds make players that choose equally.
    pub make: fn(seed: u64) -> Box<dyn Player<G>>,
}

/// A game that comes with players.
pub trait Roster: Game {
    /// Its players, the weakest first.
    fn roster() -> Vec<Entry<Self>>;
}

/// Why there is no such player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSuchPlayer {
    /// The name is not in the roster.
    #[error("unknown player `{name}`: {game} has {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The game.
        game: &'static str,
        /// The names that there are.
        known: String,
    },
    /// The player has nothing to set.
    #[error("`{spec}`: {name} takes no level and no options")]
    NoOptions {
        /// What was asked for.
        spec: String,
        /// The player.
        name: &'static str,
    },
}

/// The built-in player of a game that a spec asks for.
pub fn player<G: Roster>(spec: &PlayerSpec, seed: u64) -> Result<Box<dyn Player<G>>, NoSuchPlayer> {
    let roster = G::roster();
    let Some(entry) = roster.iter().find(|entry| entry.name == spec.name) else {
        let known = roster.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        return Err(NoSuchPlayer::Unknown { name: spec.name.clone(), game: G::NAME, known });
    };
    if spec.level.is_some() || !spec.options.is_empty() {
        return Err(NoSuchPlayer::NoOptions { spec: spec.to_string(), name: entry.name });
    }
    Ok((entry.make)(seed))
}
