//! The players of colour Filler.

use super::{Entry, First, Greedy, Random, Roster, greedy::lead_after};
use grid::Word;
use rules::colours::Colours;

impl<T: Word> Roster for Colours<T> {
    fn roster() -> Vec<Entry<Self>> {
        vec![
            Entry { name: "random", about: "any legal colour", make: |seed| Box::new(Random::new(seed)) },
            Entry { name: "first", about: "the first legal colour of RGBKYP", make: |_| Box::new(First) },
            Entry {
                name: "greedy",
                about: "the colour that captures most tiles now",
                make: |seed| Box::new(Greedy::new(lead_after, seed)),
            },
        ]
    }
}
