//! The built-in players: each game's [`Roster`], and [`player`], which makes one from a spec such as `champion@3`.

pub mod clock;
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
        /// The names in the roster.
        known: String,
    },
    /// The player has no level and no options.
    #[error("{spec}: {name} takes no level and no options")]
    NoOptions {
        /// The spec, quoted.
        spec: String,
        /// The player.
        name: &'static str,
    },
    /// The player has other options.
    #[error("{spec}: {name} has no {found}, only {options}")]
    ForeignOption {
        /// The spec, quoted.
        spec: String,
        /// The player.
        name: &'static str,
        /// The level or option that it does not have.
        found: String,
        /// The options that it has.
        options: String,
    },
    /// An option has no such value.
    #[error("{spec}: expected {key}={expected}, found {found}")]
    WrongValue {
        /// The spec, quoted.
        spec: String,
        /// The option.
        key: &'static str,
        /// The values that it can be set to.
        expected: String,
        /// The value that was found, quoted.
        found: String,
    },
}

/// Makes the built-in player of a game that a spec asks for.
///
/// ```
/// use landgrab_engine::roster::player;
/// use landgrab_engine::rules::stop::Stop;
///
/// assert!(player::<Stop>(&"manhattan:depth=3".parse()?, 7).is_ok());
/// assert!(player::<Stop>(&"nobody".parse()?, 7).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
