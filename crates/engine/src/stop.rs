//! Stop: the solver, the search with its evaluation, knowledge of particular opponents, and the players.

pub(crate) mod board;
mod champion;
pub mod evaluation;
mod knowledge;
mod maps;
mod moves;
mod original;
pub mod search;
pub mod solver;

pub use champion::{Champion, Knowledge, Skill, Style};
pub use knowledge::book::{BookEntry, BookPosition, BookView, NoBook, read_book, write_book};
pub use maps::{Arrival, Claim, FloodFill, Manhattan};
pub use original::{Measure, Original};

use crate::roster::{Entry, First, Greedy, NoSuchPlayer, Random, Roster, Settings};
use rules::{Game, Side, stop::Stop};

impl Roster for Stop {
    fn roster() -> Vec<Entry<Self>> {
        vec![
            Entry {
                name: "random",
                about: "any legal cell",
                options: &[],
                make: |_, seed| Ok(Box::new(Random::new(seed))),
            },
            Entry {
                name: "first",
                about: "the first legal cell, row by row",
                options: &[],
                make: |_, _| Ok(Box::new(First)),
            },
            Entry {
                name: "greedy",
                about: "the cell that leaves it most cells in reach, and the enemy fewest",
                options: &[],
                make: |_, seed| Ok(Box::new(Greedy::new(lead_in_reach, seed))),
            },
            Entry {
                name: "floodfill",
                about: "the original's: minimax, then who sees and encloses how many cells; looks depth + 1 moves ahead",
                options: &["depth=1..8"],
                make: |settings, seed| {
                    let depth = settings.number("depth", 1..=8, 2)?;
                    Ok(Box::new(Original::new(Measure::FloodFill, depth, seed)))
                },
            },
            Entry {
                name: "manhattan",
                about: "the original's: minimax, then who comes to how many cells first; looks depth + 1 moves ahead",
                options: &["depth=1..8"],
                make: |settings, seed| {
                    let depth = settings.number("depth", 1..=8, 2)?;
                    Ok(Box::new(Original::new(Measure::Manhattan, depth, seed)))
                },
            },
            Entry {
                name: "champion",
                about: "the strongest: solves what it can, searches deeply what it cannot; traps when that does not win",
                options: &["@1..9", "nodes=1..1000000000", "traps=on|off", "openings=on|off", "knowledge=on|off"],
                make: |settings, seed| Ok(Box::new(Champion::new(style(settings)?, seed))),
            },
        ]
    }
}

/// The style that the settings of a champion ask for.
fn style(settings: &mut Settings<'_>) -> Result<Style, NoSuchPlayer> {
    let skill = settings.level().map_or_else(Skill::default, Skill::of_level);
    let limits = settings.limits()?;
    let usual = if skill == Skill::default() { Knowledge::default() } else { Knowledge::NONE };
    let traps = settings.switch("traps", usual.traps)?;
    let openings = settings.switch("openings", usual.openings)?;
    // Off switches all of it off, whatever else is set.
    let is_on = settings.switch("knowledge", true)?;
    let knowledge = if is_on { Knowledge { traps, openings } } else { Knowledge::NONE };
    Ok(Style { skill, limits, knowledge })
}

/// The lead in reach after a move. Every move brings one stone, so stones make no difference.
fn lead_in_reach(position: &Stop, played: <Stop as Game>::Move, side: Side) -> i64 {
    let after = position.after(played);
    after.reach(side).len() as i64 - after.reach(side.other()).len() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(spec: &str) -> Style {
        let spec = spec.parse().expect("a spec");
        style(&mut Settings::new(&spec)).expect("options that it has")
    }

    #[test]
    fn nodes_that_were_set_are_told_from_nodes_that_were_not() {
        let nodes = |spec: &str| asked(spec).limits.nodes;
        assert_eq!(nodes("champion"), None);
        assert_eq!(nodes("champion:nodes=4000000"), Some(4_000_000), "the usual number, but set");
        assert_eq!([nodes("champion@9"), nodes("champion@3"), nodes("champion@3:nodes=70")], [None, None, Some(70)]);
        assert_eq!(asked("champion@3").skill.nodes, Some(500));
    }

    #[test]
    fn knowledge_is_switched_off_as_one_and_lower_levels_have_none() {
        let knowledge = |spec: &str| asked(spec).knowledge;
        assert_eq!([knowledge("champion"), knowledge("champion:knowledge=on")], [Knowledge::default(); 2]);
        assert_eq!(knowledge("champion:openings=off"), Knowledge { traps: true, openings: false });
        for spec in ["champion:knowledge=off", "champion:knowledge=off,traps=on,openings=on", "champion@8"] {
            assert_eq!(knowledge(spec), Knowledge::NONE, "{spec}");
        }
    }
}
