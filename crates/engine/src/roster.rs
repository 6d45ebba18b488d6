//! The built-in players: each game's [`Roster`], and the way from a name to a player.

pub(crate) mod clock;
mod entry;
mod first;
pub(crate) mod greedy;
pub(crate) mod random;
mod random_start;
mod settings;
mod spec;

pub use clock::Limits;
pub use entry::{Entry, Made, Roster};
pub use first::First;
pub use greedy::Greedy;
pub use random::Random;
pub use random_start::RandomStart;
pub use settings::Settings;
pub use spec::PlayerSpec;

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
    #[error("{spec}: {name} takes no level and no options")]
    NoOptions {
        /// What was asked for, quoted.
        spec: String,
        /// The player.
        name: &'static str,
    },
    /// The player has other things to set.
    #[error("{spec}: {name} has no {found}, only {options}")]
    ForeignOption {
        /// What was asked for, quoted.
        spec: String,
        /// The player.
        name: &'static str,
        /// What it does not have.
        found: String,
        /// What it has.
        options: String,
    },
    /// An option cannot be set to this.
    #[error("{spec}: expected {key}={expected}, found {found}")]
    WrongValue {
        /// What was asked for, quoted.
        spec: String,
        /// The option.
        key: &'static str,
        /// What it can be set to.
        expected: String,
        /// What it was set to, quoted.
        found: String,
    },
}

/// The built-in player of a game that a spec asks for.
pub fn player<G: Roster>(spec: &PlayerSpec, seed: u64) -> Made<G> {
    let roster = G::roster();
    let Some(entry) = roster.iter().find(|entry| entry.name == spec.name) else {
        let known = roster.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        return Err(NoSuchPlayer::Unknown { name: spec.name.clone(), game: G::NAME, known });
    };
    let mut settings = Settings::new(spec);
    let made = (entry.make)(&mut settings, seed)?;
    settings.refuse_rest(entry.name, entry.options)?;
    Ok(made)
}
