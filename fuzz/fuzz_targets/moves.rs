//! A move has one spelling: text that reads as a move is the text that the move prints.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::pieces::{Pieces, class};
use rules::{Game, colours::Colours, stop::Stop};

fuzz_target!(|text: &str| {
    prints_as_read::<Pieces<class::Any>>(text);
    prints_as_read::<Colours<u128>>(text);
    prints_as_read::<Stop>(text);
});

fn prints_as_read<G: Game>(text: &str) {
    if let Ok(played) = text.parse::<G::Move>() {
        assert_eq!(played.to_string(), text, "{}", G::NAME);
    }
}
