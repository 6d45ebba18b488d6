//! One suite for every game of the catalogue: what [`Game`] and [`Symmetric`] promise, looked at in every position of
//! random games. A new game needs a line in `setups` and its [`Candidates`]; it gets all the tests.

#[path = "conformance/candidates.rs"]
mod candidates;
#[path = "conformance/random_game.rs"]
mod random_game;
#[path = "conformance/setups.rs"]
mod setups;

use candidates::Candidates;
use landgrab_rules::catalogue::{AnySetup, GAMES};
use landgrab_rules::colours::Colours;
use landgrab_rules::pieces::{Pieces, class};
use landgrab_rules::record::{Record, Replay};
use landgrab_rules::stop::{Reading, Stop};
use landgrab_rules::{BySide, FaultKind, Game, Outcome, Side, SplitMix, Symmetric, Turn, with_game};
use random_game::{any_move, random_game};
use setups::setups;
use std::any::TypeId;
use std::collections::{HashMap, HashSet};

/// Games from each start.
const GAMES_EACH: u64 = 2;
/// Boards with more candidates are looked at in some positions and some candidates only, so that the suite stays a matter
/// of seconds. The schools' first two maps have fewer.
const MANY: usize = 2_000;

/// Shows the positions of random games, of large boards only some and the last.
fn walk<G: Candidates>(start: &G::Setup, mut check: impl FnMut(&G)) {
    let is_large = G::new(start).candidates().len() > MANY;
    // Odd, because draws and moves take turns and both kinds of position are to be seen.
    let stride = if is_large { 21 } else { 1 };
    for seed in 0..GAMES_EACH {
        let mut number = 0;
        random_game(start, seed, |position: &G| {
            if number % stride == 0 || matches!(position.turn(), Turn::Over(_)) {
                check(position);
            }
            number += 1;
        });
    }
}

/// Candidates to put to a position: all of them, or on large boards some hundred, other ones each time.
fn strangers<G: Candidates>(position: &G) -> impl Iterator<Item = G::Move> {
    let candidates = position.candidates();
    let stride = if candidates.len() > MANY { candidates.len() / 200 } else { 1 };
    candidates.into_iter().skip(position.fingerprint() as usize % stride).step_by(stride)
}

/// Runs a check at the positions of every setup.
macro_rules! everywhere {
    ($check:expr) => {
        for setup in setups() {
            with_game!(&setup, |G, start| walk::<G>(start, $check));
        }
    };
}

fn moves_of<G: Game>(position: &G) -> HashSet<G::Move> {
    position.moves().collect()
}

#[test]
fn every_game_of_the_catalogue_is_played_here() {
    let setups = setups();
    let name = |setup: &AnySetup| with_game!(setup, |G, _start| G::NAME);
    for entry in GAMES {
        assert!(setups.iter().any(|setup| name(setup) == entry.name), "no setup of {}: add one", entry.name);
    }
}

#[test]
fn every_size_class_is_played_here() {
    let played: HashSet<TypeId> =
        setups().iter().map(|setup| with_game!(setup, |G, _start| TypeId::of::<G>())).collect();
    for class in [
        TypeId::of::<Pieces<class::Small>>(),
        TypeId::of::<Pieces<class::Medium>>(),
        TypeId::of::<Pieces<class::Large>>(),
        TypeId::of::<Pieces<class::Any>>(),
        TypeId::of::<Colours<u64>>(),
        TypeId::of::<Colours<u128>>(),
        TypeId::of::<Stop>(),
    ] {
        assert!(played.contains(&class));
    }
}

#[test]
fn exactly_the_listed_moves_are_legal_and_each_is_listed_once() {
    fn check<G: Candidates>(position: &G) {
        let listed = moves_of(position);
        assert_eq!(listed.len(), position.moves().count(), "a move is listed twice: {position}");
        for played in &listed {
            assert_eq!(position.check(*played), Ok(()), "{played}: {position}");
        }
        for candidate in strangers(position) {
            assert_eq!(position.is_legal(candidate), listed.contains(&candidate), "{candidate}: {position}");
        }
    }
    everywhere!(check);
}

#[test]
fn there_are_moves_exactly_while_a_side_is_to_move() {
    fn check<G: Candidates>(position: &G) {
        assert_eq!(position.moves().next().is_some(), matches!(position.turn(), Turn::Move(_)), "{position}");
    }
    everywhere!(check);
}

#[test]
fn a_refused_move_changes_nothing() {
    fn check<G: Candidates>(position: &G) {
        let mut tried = position.clone();
        for candidate in strangers(position) {
            if let Err(refusal) = position.check(candidate) {
                assert_eq!(tried.play(candidate), Err(refusal), "{candidate}: {position}");
            }
        }
        assert_eq!(tried, *position);
    }
    everywhere!(check);
}

#[test]
fn an_answer_amounts_to_a_legal_move_or_is_refused_as_it_stands() {
    fn check<G: Candidates>(position: &G) {
        for answer in strangers(position) {
            assert_eq!(position.is_legal(answer), position.check(answer).is_ok(), "{answer}: {position}");
            match (position.resolve(answer), position.check(answer)) {
                (resolved, Ok(())) => assert_eq!(resolved, Ok(answer), "{position}"),
                (Ok(played), Err(_)) => assert!(position.is_legal(played), "{answer} as {played}: {position}"),
                (Err(refusal), Err(reason)) => assert_eq!(refusal, reason, "{answer}: {position}"),
            }
        }
    }
    everywhere!(check);
}

#[test]
fn a_finished_game_refuses_everything() {
    for setup in setups() {
        with_game!(&setup, |G, start| {
            let (last, _) = random_game::<G>(start, 0, |_| ());
            assert!(matches!(last.turn(), Turn::Over(_)));
            assert_eq!(last.moves().count(), 0, "{last}");
            for candidate in strangers(&last) {
                assert!(last.check(candidate).is_err() && last.resolve(candidate).is_err(), "{candidate}: {last}");
            }
        });
    }
}

#[test]
fn positions_and_moves_read_back_from_their_text() {
    fn check<G: Candidates>(position: &G) {
        let text = position.to_string();
        let back: G = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(back, *position);
        assert_eq!(back.to_string(), text);
        assert_eq!((back.turn(), back.score()), (position.turn(), position.score()), "{text}");
        for played in position.moves() {
            let text = played.to_string();
            let back: G::Move = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!((back, back.to_string()), (played, text));
        }
    }
    everywhere!(check);
}

#[test]
fn fingerprints_are_equal_exactly_when_texts_are() {
    for setup in setups() {
        let (mut by_text, mut by_print) = (HashMap::new(), HashMap::new());
        with_game!(&setup, |G, start| walk::<G>(start, |position| {
            let (text, print) = (position.to_string(), position.fingerprint());
            assert_eq!(*by_text.entry(text.clone()).or_insert(print), print, "{text}");
            assert_eq!(*by_print.entry(print).or_insert_with(|| text.clone()), text);
        }));
    }
}

#[test]
fn scores_never_fall_and_decide_who_has_won() {
    for setup in setups() {
        with_game!(&setup, |G, start| for seed in 0..GAMES_EACH {
            let mut before = BySide::new(0, 0);
            let (last, played) = random_game::<G>(start, seed, |position| {
                let score = position.score();
                assert!(Side::BOTH.iter().all(|side| score[*side] >= before[*side]), "{before:?} before {position}");
                before = score;
            });
            assert!(!played.events.is_empty());
            assert!(decided(&setup, last.score(), last.turn()), "{last}");
        });
    }
}

/// Whether the score of a finished game says who has won: all but the reading of Stop where the first blocked side loses.
fn decided(setup: &AnySetup, score: BySide<u32>, turn: Turn) -> bool {
    let by_score = turn == Turn::Over(Outcome::of_score(score));
    let AnySetup::Stop(setup) = setup else { return by_score };
    by_score || setup.start().reading() == Reading::FirstBlocked
}

#[test]
fn a_recorded_game_replays_to_the_same_end() {
    for setup in setups() {
        with_game!(&setup, |G, start| for seed in 0..GAMES_EACH {
            let (last, played) = random_game::<G>(start, seed, |_| ());
            let record = Record::read(played.record(&setup, seed).as_slice()).unwrap();
            assert_eq!((&record.header.setup, record.header.seed), (&setup, Some(seed as i64)));
            assert_eq!((record.lines.len(), record.cut_short), (played.events.len() + 1, false));
            let mut replay = Replay::<G>::new(&record, start);
            replay.finish().unwrap();
            assert_eq!((replay.position(), replay.ended()), (&last, Some(&played.ended)));
        });
    }
}

#[test]
fn a_board_turned_or_mirrored_is_the_same_game() {
    fn check<G: Candidates + Symmetric>(position: &G) {
        for symmetry in position.symmetries() {
            let seen = position.seen_by(symmetry);
            assert_eq!(seen.seen_by(symmetry.inverse()), *position, "{symmetry:?}");
            assert_eq!((seen.turn(), seen.score()), (position.turn(), position.score()), "{symmetry:?} of {position}");
            let moves_seen: HashSet<_> = position.moves().map(|m| position.move_seen_by(m, symmetry)).collect();
            assert_eq!(moves_of(&seen), moves_seen, "{symmetry:?} of {position}");
            // One move of many; which one differs from position to position, so all kinds come up in a game.
            let some = position.fingerprint() as usize % position.moves().count().max(1);
            if let Some(played) = position.moves().nth(some) {
                let there = position.move_seen_by(played, symmetry);
                assert_eq!(seen.after(there), position.after(played).seen_by(symmetry), "{played} in {position}");
                assert_eq!(seen.move_seen_by(there, symmetry.inverse()), played, "{symmetry:?} of {position}");
            }
        }
    }
    everywhere!(check);
}

#[test]
fn a_side_that_failed_moves_no_more_or_the_game_stands_as_it_was() {
    const KINDS: [FaultKind; 5] =
        [FaultKind::TooSlow, FaultKind::Silent, FaultKind::Crashed, FaultKind::Unreadable, FaultKind::Illegal];
    fn check<G: Candidates>(position: &G) {
        let Turn::Move(side) = position.turn() else { return };
        for kind in KINDS {
            let mut after = position.clone();
            if !after.withdraw(kind) {
                assert_eq!(after, *position);
                continue;
            }
            assert_eq!(after.to_string().parse(), Ok(after.clone()));
            assert_eq!(after.score(), position.score());
            // The other side draws and moves twice: it is never the turn of the one that failed.
            let mut source = SplitMix::new(1);
            for _ in 0..4 {
                match after.turn() {
                    Turn::Over(_) => break,
                    Turn::Draw => after.take(after.sample(&mut source)),
                    Turn::Move(mover) => {
                        assert_eq!(mover, side.other(), "{after}");
                        after.play_unchecked(any_move(&after, &mut source));
                    }
                }
            }
        }
    }
    everywhere!(check);
}
