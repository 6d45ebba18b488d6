//! The players of colour Filler.

use super::{Entry, First, Greedy, Random, Roster, greedy::lead_after};
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
        ]
    }
}
