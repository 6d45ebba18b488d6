//! Any bytes from a bot, in the three protocols. An answer is a line; what is not taken stays for the next turn; an
//! answer that arrives in two parts reads like one that arrives at once. The rules accept or refuse each move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use referee::protocol::{Answer, BotGame};
use rules::pieces::{Dialect, Piece, Pieces, Setup, class};
use rules::{Game, Side, colours, stop};
use std::sync::LazyLock;

/// The start of each game, and for piece Filler a piece to place.
static STARTS: LazyLock<(Vec<(Setup, Pieces<class::Small>)>, colours::Setup, stop::Setup)> = LazyLock::new(|| {
    let piece: Piece = ".*/**".parse().expect("a piece");
    let pieces = Dialect::ALL.map(|dialect| {
        let setup = Setup::named("map00", dialect).expect("both schools have it");
        let position = Pieces::facing(&setup, Side::First, piece.clone());
        (setup, position)
    });
    (pieces.into(), colours::Setup::generated(1), stop::Setup::default())
});

fuzz_target!(|bytes: &[u8]| {
    let (pieces, colours, stop) = &*STARTS;
    for (setup, position) in pieces {
        // Anfield's engine drops what came with an answer.
        take_all(setup, position, bytes, setup.dialect() == Dialect::Plateau);
    }
    take_all(colours, &colours::Colours::<u64>::new(colours), bytes, true);
    take_all(stop, &stop::Stop::new(stop), bytes, true);
});

/// Takes answers out of the bytes until none is left.
fn take_all<G: BotGame>(setup: &G::Setup, position: &G, bytes: &[u8], keeps_rest: bool) {
    let mut protocol = G::protocol(setup);
    let mut received = bytes.to_vec();
    let mut taken = 0;
    loop {
        let before = received.clone();
        let mut half = before[..before.len() / 2].to_vec();
        let early = protocol.answer(&mut half, false);
        let answer = protocol.answer(&mut received, true);
        if early != Answer::Incomplete {
            assert_eq!(early, answer, "half of the bytes hold a whole answer");
        }
        let raw = match answer {
            Answer::Incomplete => break,
            Answer::Unreadable { raw, expected } => {
                assert!(!expected.is_empty());
                raw
            }
            Answer::Move { played, raw } => {
                let _ = position.resolve(played);
                if let Err(refusal) = position.check(played) {
                    assert!(!refusal.to_string().is_empty());
                }
                raw
            }
        };
        assert!(!raw.is_empty() && before.starts_with(&raw), "an answer is the beginning of what was received");
        assert!(!raw[..raw.len() - 1].contains(&b'\n'), "an answer is one line");
        taken += raw.len();
        if keeps_rest {
            assert_eq!(taken + received.len(), bytes.len(), "nothing is lost");
        } else {
            assert_eq!(received, b"");
        }
    }
    assert_eq!(received, b"");
}
