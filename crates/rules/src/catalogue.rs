//! The list of all games, and the way from a setup to the type that plays it.
//!
//! To add a game: implement [`Game`], then add a line to [`GAMES`], a variant to [`AnySetup`] and an arm to
//! [`with_game!`](crate::with_game).

use crate::{Game, colours, pieces, stop};
use serde::{Deserialize, Serialize};

/// A game in the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name in commands and records.
    pub name: &'static str,
    /// A description in a few words.
    pub about: &'static str,
}

/// All games.
pub const GAMES: [Entry; 3] = [
    Entry {
        name: pieces::Pieces::<pieces::class::Any>::NAME,
        about: "piece Filler: place random pieces, outlast the enemy",
    },
    Entry { name: colours::Colours::<u64>::NAME, about: "colour Filler: pick a colour, flood your region" },
    Entry { name: stop::Stop::NAME, about: "Stop: place stones one or two steps from your own" },
];

/// The setup of any game, as the header of a record has it.
///
/// ```
/// use landgrab_rules::catalogue::AnySetup;
///
/// let json = r#"{"game":"stop","rules":"fill-out","start":"..X/O.. X"}"#;
/// let setup: AnySetup = serde_json::from_str(json)?;
/// assert!(matches!(setup, AnySetup::Stop(_)));
/// assert_eq!(serde_json::to_string(&setup)?, json);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
#[allow(missing_docs, reason = "named after their games")]
pub enum AnySetup {
    Pieces(pieces::Setup),
    Colours(colours::Setup),
    Stop(stop::Setup),
}

/// Runs code with the game type that plays a setup.
///
/// A macro, because each caller needs other traits of the game type (players, drawings) than [`Game`] alone, and a
/// function would have to name them all.
///
/// ```
/// use landgrab_rules::{Game, catalogue::AnySetup, colours, stop, with_game};
///
/// fn moves<G: Game>(setup: &G::Setup) -> usize {
///     G::new(setup).moves().count()
/// }
///
/// let setups = [AnySetup::Stop(stop::Setup::default()), AnySetup::Colours(colours::Setup::generated(1))];
/// assert_eq!(setups.map(|setup| with_game!(&setup, |G, start| moves::<G>(start))), [4, 4]);
/// ```
#[macro_export]
macro_rules! with_game {
    ($setup:expr, |$game:ident, $start:ident| $body:expr) => {
        match $setup {
            $crate::catalogue::AnySetup::Pieces($start) => $crate::with_pieces!($start, |Class| {
                type $game = $crate::pieces::Pieces<Class>;
                $body
            }),
            $crate::catalogue::AnySetup::Colours($start) => {
                if $start.size().area() <= 64 {
                    type $game = $crate::colours::Colours<u64>;
                    $body
                } else {
                    type $game = $crate::colours::Colours<u128>;
                    $body
                }
            }
            $crate::catalogue::AnySetup::Stop($start) => {
                type $game = $crate::stop::Stop;
                $body
            }
        }
    };
}

/// Runs code with the size class that holds a setup of piece Filler.
///
/// ```
/// use landgrab_rules::{Game, pieces::{Dialect, Pieces, Setup}, with_pieces};
///
/// let setup = Setup::named("map02", Dialect::Anfield).expect("a school map");
/// let score = with_pieces!(&setup, |S| Pieces::<S>::new(&setup).score());
/// assert_eq!((score.first, score.second), (1, 1));
/// ```
#[macro_export]
macro_rules! with_pieces {
    ($setup:expr, |$class:ident| $body:expr) => {{
        let size = $setup.map().size();
        if <$crate::pieces::class::Small as $crate::CellSet>::can_hold(size) {
            type $class = $crate::pieces::class::Small;
            $body
        } else if <$crate::pieces::class::Medium as $crate::CellSet>::can_hold(size) {
            type $class = $crate::pieces::class::Medium;
            $body
        } else if <$crate::pieces::class::Large as $crate::CellSet>::can_hold(size) {
            type $class = $crate::pieces::class::Large;
            $body
        } else {
            type $class = $crate::pieces::class::Any;
            $body
        }
    }};
}
