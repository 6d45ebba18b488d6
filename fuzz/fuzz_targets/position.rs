//! A position that can be read prints as text that reads as the same position, and so do the positions after its moves.
//! The moves are legal, and there are some exactly when a side is to move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::pieces::{Pieces, class};
use rules::{Game, Turn, colours::Colours, stop::Stop};

/// Moves looked at in a position; a large board has thousands.
const MOST_MOVES: usize = 40;

fuzz_target!(|text: &str| {
    holds_together::<Pieces<class::Any>>(text);
    holds_together::<Colours<u128>>(text);
    holds_together::<Stop>(text);
});

fn holds_together<G: Game>(text: &str) {
    let Ok(position) = text.parse::<G>() else { return };
    reads_back(&position);
    assert_eq!(position.moves().next().is_some(), matches!(position.turn(), Turn::Move(_)), "{position}");
    for played in position.moves().take(MOST_MOVES) {
        assert_eq!(position.check(played), Ok(()), "{played} in {position}");
        reads_back(&position.after(played));
    }
}

fn reads_back<G: Game>(position: &G) {
    let printed = position.to_string();
    let back: G = printed.parse().unwrap_or_else(|error| panic!("{printed}\n{error}"));
    assert_eq!(back, *position, "{printed}");
    assert_eq!(back.fingerprint(), position.fingerprint(), "{printed}");
}
