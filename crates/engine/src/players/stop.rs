//! The players of Stop.

use super::{Entry, First, Greedy, Random, Roster};
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
        ]
    }
}

/// Every move is worth one stone, so the gain that can differ is in the cells that come into reach.
fn lead_in_reach(position: &Stop, played: <Stop as Game>::Move, side: Side) -> i64 {
    let after = position.after(played);
    after.reach(side).len() as i64 - after.reach(side.other()).len() as i64
}
