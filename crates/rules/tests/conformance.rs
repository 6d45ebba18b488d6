//! One suite for every game of the catalogue: what [`Game`] and [`Symmetric`] promise, looked at in every position of
//! random games. A new game needs a line in `setups` and its [`Candidates`]; it gets all the tests.

#[path = "conformance/setups.rs"]
mod setups;

use grid::Size;
use landgrab_rules::catalogue::{AnySetup, GAMES};
use landgrab_rules::colours::{Colour, Colours};
use landgrab_rules::pieces::{Pieces, Placement, class};
use landgrab_rules::record::{Ended, Header, Record, Replay, Writer};
use landgrab_rules::stop::{Placing, Stop};
use landgrab_rules::{
    BySide, Cell, CellSet, Ending, Event, FaultKind, Game, Side, Source, SplitMix, Symmetric, Turn, Word,
};
use landgrab_rules::{Outcome, with_game};
use setups::setups;
use std::any::TypeId;
use std::collections::{HashMap, HashSet};

/// Games from each start.
const GAMES_EACH: u64 = 2;
/// No game of any of the setups is longer.
const MOST_EVENTS: usize = 20_000;
/// Every position is looked at on boards with fewer than two times as many candidates; on larger ones a share, so that
/// the suite stays a matter of seconds.
const MANY: usize = 1_000;

/// Moves to put to a position: all that could be legal anywhere on the board, and a margin of those that never are.
trait Candidates: Game {
    /// Each once.
    fn candidates(&self) -> Vec<Self::Move>;
}

impl<S: CellSet> Candidates for Pieces<S> {
    /// From a box that is just off the board at the top left to one that is just off it at the bottom right.
    fn candidates(&self) -> Vec<Placement> {
        let reach = self.piece().map_or(Size::new(1, 1), |piece| piece.size());
        let range = |long: usize, board: usize| -(long as i32)..=board as i32;
        let cols = range(reach.cols, self.size().cols);
        let row_of = |row| cols.clone().map(move |col| Placement::At { row, col });
        let places = range(reach.rows, self.size().rows).flat_map(row_of);
        let extremes = [i32::MIN, i32::MAX].map(|far| Placement::At { row: far, col: far });
        places.chain(extremes).chain([Placement::Stuck]).collect()
    }
}

impl<T: Word> Candidates for Colours<T> {
    fn candidates(&self) -> Vec<Colour> {
        Colour::ALL.to_vec()
    }
}

impl Candidates for Stop {
    fn candidates(&self) -> Vec<Placing> {
        let around = Size::new(self.size().rows + 2, self.size().cols + 2).cells();
        around.chain([Cell::new(usize::MAX, usize::MAX)]).map(|at| Placing { at }).collect()
    }
}

/// A random game, shown to `seen` before each event and at its end; and what was played.
fn random_game<G: Game>(start: &G::Setup, seed: u64, mut seen: impl FnMut(&G)) -> (G, Vec<(Event<G>, G)>) {
    let mut official = G::official(start, seed as i64);
    let mut source = SplitMix::new(seed);
    let mut position = G::new(start);
    let mut events = Vec::new();
    loop {
        seen(&position);
        let event = match position.turn() {
            Turn::Over(_) => return (position, events),
            Turn::Draw => Event::Drew(position.sample(&mut official)),
            Turn::Move(side) => Event::Played { side, played: any_move(&position, &mut source) },
        };
        match event.clone() {
            Event::Drew(draw) => position.take(draw),
            Event::Played { played, .. } => position.play(played).expect("a listed move is legal"),
            Event::Out { .. } => unreachable!("nobody fails here"),
        }
        events.push((event, position.clone()));
        assert!(events.len() <= MOST_EVENTS, "no end after {MOST_EVENTS} events: {position}");
    }
}

fn any_move<G: Game>(position: &G, source: &mut SplitMix) -> G::Move {
    let moves: Vec<_> = position.moves().collect();
    assert!(!moves.is_empty(), "a side to move without a move: {position}");
    moves[source.below(moves.len() as u32) as usize]
}

/// Shows the positions of random games, of large boards only some and the last.
fn walk<G: Candidates>(start: &G::Setup, mut check: impl FnMut(&G)) {
    // Odd, because draws and moves take turns and both kinds of position are to be seen.
    let stride = (G::new(start).candidates().len() / MANY) | 1;
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
        let legal: HashSet<_> = position.candidates().into_iter().filter(|m| position.is_legal(*m)).collect();
        let listed: Vec<_> = position.moves().collect();
        assert_eq!(moves_of(position), legal, "{position}");
        assert_eq!(listed.len(), legal.len(), "doubles among {listed:?} of {position}");
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
        for candidate in position.candidates() {
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
        let candidates = position.candidates();
        for candidate in candidates.iter().step_by(1 + candidates.len() / 100).chain(candidates.last()) {
            match position.resolve(*candidate) {
                Ok(played) if position.is_legal(*candidate) => assert_eq!(played, *candidate, "{position}"),
                Ok(played) => assert!(position.is_legal(played), "{candidate} amounts to {played}: {position}"),
                Err(refusal) => assert_eq!(position.check(*candidate), Err(refusal), "{candidate}: {position}"),
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
            for candidate in last.candidates() {
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
            let (last, events) = random_game::<G>(start, seed, |position| {
                let score = position.score();
                assert!(Side::BOTH.iter().all(|side| score[*side] >= before[*side]), "{before:?} before {position}");
                before = score;
            });
            assert!(!events.is_empty());
            assert!(decided(&setup, last.score(), last.turn()), "{last}");
        });
    }
}

/// Whether the score of a finished game says who has won: all but the reading of Stop where the first blocked side loses.
fn decided(setup: &AnySetup, score: BySide<u32>, turn: Turn) -> bool {
    let by_score = turn == Turn::Over(Outcome::of_score(score));
    let AnySetup::Stop(setup) = setup else { return by_score };
    by_score || setup.start().reading() == landgrab_rules::stop::Reading::FirstBlocked
}

#[test]
fn a_recorded_game_replays_to_the_same_end() {
    for setup in setups() {
        with_game!(&setup, |G, start| for seed in 0..GAMES_EACH {
            let header = Header::new(setup.clone(), Some(seed as i64), BySide::new("a".into(), "b".into()));
            let (last, events) = random_game::<G>(start, seed, |_| ());
            let Turn::Over(outcome) = last.turn() else { panic!("not over: {last}") };
            let ended = Ended { ending: Ending::Rules, won: outcome.winner(), score: last.score() };
            let mut bytes = Vec::new();
            let mut writer = Writer::<G, _>::new(&mut bytes, &header).unwrap();
            events.iter().for_each(|(event, after)| writer.event(event, after, Some(0.5)).unwrap());
            writer.ended(&ended).unwrap();

            let record = Record::read(bytes.as_slice()).unwrap();
            assert_eq!((&record.header, record.cut_short), (&header, false));
            let mut replay = Replay::<G>::new(&record, start);
            replay.finish().unwrap();
            assert_eq!((replay.position(), replay.ended()), (&last, Some(&ended)));
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
            // One move of many, another one in each symmetry, so that all kinds come up in the course of a game.
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
