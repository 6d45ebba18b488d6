//! Colour Filler: the solver, the search for large boards, and the players.

mod champion;
mod level;
mod lookahead;
mod minimax;
pub mod solver;

pub use champion::Champion;
pub use level::{Level, LevelPlayer};
pub use minimax::MinimaxPlayer;

use crate::roster::{Entry, First, Greedy, Made, Random, Roster, Settings, greedy::lead_after};
use grid::Word;
use rules::colours::Colours;

impl<T: Word> Roster for Colours<T> {
    fn roster() -> Vec<Entry<Self>> {
        vec![
            Entry {
                name: "random",
                about: "any legal colour",
                options: &[],
                make: |_, seed| Ok(Box::new(Random::new(seed))),
            },
            Entry {
                name: "first",
                about: "the first legal colour of RGBKYP",
                options: &[],
                make: |_, _| Ok(Box::new(First)),
            },
            Entry {
                name: "greedy",
                about: "the colour that captures most tiles now",
                options: &[],
                make: |_, seed| Ok(Box::new(Greedy::new(lead_after, seed))),
            },
            Entry {
                name: "minimax",
                about: "so many moves ahead, then the difference in tiles, as hobby programs play",
                options: &["depth=1..16"],
                make: |settings, seed| Ok(Box::new(MinimaxPlayer::new(settings.number("depth", 1..=16, 8)?, seed))),
            },
            Entry {
                name: "champion",
                about: "perfect play; traps when that does not win",
                options: &["@1..9", "nodes=1..1000000000", "traps=on|off", "knowledge=on|off"],
                make: champion,
            },
        ]
    }
}

fn champion<T: Word>(settings: &mut Settings<'_>, seed: u64) -> Made<Colours<T>> {
    let limits = settings.limits()?;
    // The opponent models of traps are all the knowledge that there is: off switches the traps off, whatever else is set.
    let (traps, is_on) = (settings.switch("traps", true)?, settings.switch("knowledge", true)?);
    let sets_traps = traps && is_on;
    match settings.level().and_then(Level::new) {
        Some(level) => Ok(Box::new(LevelPlayer::new(level, limits, seed))),
        None => Ok(Box::new(Champion::<T>::new(limits, sets_traps))),
    }
}
