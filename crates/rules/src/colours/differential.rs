//! Whole games of the fast version against the obvious one.

use super::obvious::Obvious;
use super::{Colour, Colours, Setup};
use crate::game::count_sequences;
use crate::{Game, Outcome, Side, Source, SplitMix, Turn};
use grid::{Size, Word};
use proptest::prelude::*;

/// The characters of positions, and one that is in none.
const ALPHABET: &str = "RGBKYPWCA/ \n=waitscolours1234\u{e9}";

/// Everything that can be seen of a position is the same in both versions.
fn agree<T: Word>(fast: &Colours<T>, obvious: &Obvious) {
    assert_eq!(fast.score(), obvious.score(), "{fast}");
    let over = Turn::Over(Outcome::of_score(obvious.score()));
    let turn = if obvious.is_over() { over } else { Turn::Move(obvious.mover()) };
    assert_eq!(fast.turn(), turn, "{fast}");
    assert_eq!(fast.moves().map(Colour::letter).collect::<Vec<_>>(), obvious.legal(), "{fast}");
    for colour in fast.colours() {
        assert_eq!(fast.gain(*colour) as usize, obvious.gain(colour.letter()), "{colour} in {fast}");
    }
    let cells = || fast.size().cells();
    assert_eq!(cells().map(|cell| fast.colour_at(cell).letter()).collect::<Vec<_>>(), obvious.letters(), "{fast}");
    assert_eq!(cells().map(|cell| fast.owner(cell)).collect::<Vec<_>>(), obvious.owners(), "{fast}");
    assert_eq!(fast.contested().len(), obvious.contested(), "{fast}");
    for side in Side::BOTH {
        assert_eq!(fast.pockets(side).len(), obvious.pockets(side), "{side:?} in {fast}");
    }
}

/// Plays a random game with all versions at once; the colours played. One move in `patience` is any colour, the others
/// gain something where they can: games by chance alone are mostly waiting.
fn play_out(setup: &Setup, source: &mut SplitMix, patience: u32) -> Vec<Colour> {
    let mut obvious = Obvious::of_setup(setup).unwrap();
    let mut wide = Colours::<u128>::new(setup);
    let mut narrow = Colours::<u64>::can_hold(setup.size()).then(|| Colours::<u64>::new(setup));
    let mut played = Vec::new();
    loop {
        agree(&wide, &obvious);
        assert_eq!(wide.to_string().parse().as_ref(), Ok(&wide));
        if let Some(narrow) = &narrow {
            agree(narrow, &obvious);
            assert_eq!(narrow.to_string(), wide.to_string());
            assert_eq!(narrow.to_string().parse().as_ref(), Ok(narrow));
        }
        let legal: Vec<Colour> = wide.moves().collect();
        let gaining: Vec<Colour> = legal.iter().copied().filter(|colour| wide.gain(*colour) > 0).collect();
        let among = if gaining.is_empty() || source.below(patience) == 0 { &legal } else { &gaining };
        let Some(colour) = among.get(source.below(among.len() as u32) as usize) else {
            return played;
        };
        wide.play(*colour).unwrap();
        if let Some(narrow) = &mut narrow {
            narrow.play(*colour).unwrap();
        }
        obvious.play(colour.letter());
        played.push(*colour);
    }
}

/// Sizes with at most 128 tiles, of all shapes.
fn sizes() -> impl Strategy<Value = Size> {
    let any = (2usize..=64).prop_flat_map(|rows| (Just(rows), 2..=(128 / rows)));
    let square = (2usize..=11, 2usize..=11);
    prop_oneof![any, square].prop_map(|(rows, cols)| Size::new(rows, cols))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whole_games_go_the_same_way_by_bits_and_tile_by_tile(
        size in sizes(), colours in 3usize..=8, seed: u64, patience in 1u32..6, waits in 0u8..=24, second: bool,
    ) {
        let mut source = SplitMix::new(seed);
        let tiles: Vec<Colour> = (0..size.area()).map(|_| Colour::ALL[source.below(colours as u32) as usize]).collect();
        let letters = tiles.iter().map(|colour| colour.letter()).collect();
        let setup = Setup::new(size, colours, tiles);
        prop_assert_eq!(setup.is_ok(), Obvious::new(size.rows, size.cols, letters, colours).is_some());
        if let Ok(setup) = setup {
            let mover = if second { Side::Second } else { Side::First };
            play_out(&setup.with_mover(mover).with_waits(waits).unwrap(), &mut source, patience);
        }
    }

    #[test]
    fn generated_boards_go_the_same_way(size in sizes(), colours in 3usize..=8, seed: u32) {
        let setup = Setup::generated_with(size, colours, seed).unwrap();
        let played = play_out(&setup, &mut SplitMix::new(u64::from(seed)), 4);
        prop_assert!(!played.is_empty());
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(
        picks in proptest::collection::vec(proptest::sample::select(ALPHABET.chars().collect::<Vec<_>>()), 0..60),
    ) {
        let text: String = picks.into_iter().collect();
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse(), Ok(setup));
        }
    }
}

#[test]
fn the_recorded_counts_are_right_and_the_obvious_version_agrees() {
    const OBVIOUS_DEPTH: u32 = 5;
    let mut board: Option<Setup> = None;
    let mut lines = 0;
    for line in include_str!("../../tests/counts/colours.txt").lines() {
        if let Some(text) = line.strip_prefix("board ") {
            board = Some(text.parse().unwrap());
        } else if !line.is_empty() && !line.starts_with('#') {
            let (depth, nodes) = line.split_once(' ').unwrap();
            let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
            let setup = board.as_ref().unwrap();
            assert_eq!(count_sequences(&Colours::<u64>::new(setup), depth), nodes, "{setup} depth {depth}");
            if depth <= OBVIOUS_DEPTH {
                assert_eq!(Obvious::of_setup(setup).unwrap().count_sequences(depth), nodes, "{setup} depth {depth}");
            }
            lines += 1;
        }
    }
    assert!(lines >= 8);
}
