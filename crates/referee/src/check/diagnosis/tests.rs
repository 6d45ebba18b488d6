use super::super::case::Case;
use super::*;
use crate::protocol::BotGame;
use rules::pieces::Placement;
use rules::{Game, Side};

/// Boards with own cells apart and together, enemies near, and edges to hang over.
const BOARDS: [(&str, &str); 7] = [
    ("......./.XXXO../......./.X...X.", "..../.***"),
    ("XOOX/XOXX/.O../XOXX/XOOX", "**"),
    ("XX.XX../OOOOO../OX.XO../XX.XX..", "*/*"),
    ("...X.../..XOX../......./O...X..", "*./**"),
    (".O...../....X../....o../..x....", ".*./.*."),
    ("..X..../..O..../......./....X..", "***/..."),
    ("......./.XXX.../.XOX.../.XXX...", "**"),
];

fn seen(board: &'static str, piece: &'static str, dialect: Dialect, answer: (i32, i32)) -> Seen {
    let case = Case { board, piece, advice: "" };
    let position = case.position(dialect);
    let mut message = Vec::new();
    Position::protocol(&case.setup(dialect)).ask(&position, &mut message);
    Seen::new(&position, &message, answer).unwrap()
}

/// All answers of a bot with a mistake: on every board its first and its last, and `0 0` where it sees none.
fn of_a_bot_with(mistake: Option<Mistake>, dialect: Dialect) -> Vec<Seen> {
    let mut all = Vec::new();
    for (board, piece) in BOARDS {
        let possible = answers(mistake, &seen(board, piece, dialect, (0, 0)));
        let first = possible.first().copied().unwrap_or((0, 0));
        let last = possible.last().copied().unwrap_or((0, 0));
        all.extend([first, last].map(|answer| seen(board, piece, dialect, answer)));
    }
    all
}

#[test]
fn a_reading_without_a_mistake_is_the_rules() {
    for dialect in Dialect::ALL {
        for (board, piece) in BOARDS {
            let case = Case { board, piece, advice: "" };
            let position = case.position(dialect);
            let places = position.moves().filter_map(|played| match played {
                Placement::At { row, col } => Some((row, col)),
                Placement::Stuck => None,
            });
            assert_eq!(answers(None, &seen(board, piece, dialect, (0, 0))), places.collect(), "{board} {piece}");
        }
    }
}

#[test]
fn a_mistake_is_never_taken_for_another() {
    for dialect in Dialect::ALL {
        for mistake in Mistake::ALL.into_iter().filter(|mistake| *mistake != Mistake::GivesUp) {
            let seen = of_a_bot_with(Some(mistake), dialect);
            let words = |mistake: Mistake| mistake.advice(dialect, Side::First);
            match judge(&seen, &[(0, 0)]) {
                Verdict::Sure(found) => assert_eq!(words(found), words(mistake), "{dialect} {mistake:?}"),
                Verdict::Unsure(found) => {
                    assert!(found.iter().any(|found| words(*found) == words(mistake)), "{mistake:?}: {found:?}");
                }
                // These boards do not show it, or too many mistakes explain them.
                Verdict::Unknown => {}
            }
        }
    }
}

#[test]
fn the_mistakes_that_were_mixed_up_are_named_without_doubt() {
    use Mistake::*;
    for mistake in [SwapsCoordinates, CountsFromOne, CoversSeveralOwn, CoversEnemy, TrimsPiece] {
        assert_eq!(judge(&of_a_bot_with(Some(mistake), Dialect::Plateau), &[(0, 0)]), Verdict::Sure(mistake));
    }
}

#[test]
fn the_answer_where_nothing_fits_is_how_a_bot_gives_up() {
    let stuck = |answer| seen(BOARDS[6].0, BOARDS[6].1, Dialect::Plateau, answer);
    assert_eq!(given_up(&[stuck((-1, -1)), stuck((-1, -1))]), [(-1, -1), (0, 0)]);
    assert_eq!(given_up(&[stuck((1, 2)), stuck((3, 4))]), [(0, 0)], "it answers at random");
}

#[test]
fn a_bot_without_a_mistake_has_no_diagnosis() {
    assert_eq!(judge(&of_a_bot_with(None, Dialect::Plateau), &[(0, 0)]), Verdict::Unknown);
}

#[test]
fn one_answer_that_it_does_not_explain_clears_a_mistake() {
    let mut all = of_a_bot_with(Some(Mistake::CountsFromOne), Dialect::Plateau);
    assert!(explains(Mistake::CountsFromOne, &all, &[(0, 0)]));
    all.push(seen("......./.XXXO../......./.X...X.", "..../.***", Dialect::Plateau, (1, 0)));
    assert!(!explains(Mistake::CountsFromOne, &all, &[(0, 0)]));
}

#[test]
fn the_refusal_gives_the_right_answer_in_the_bots_own_order() {
    let said = |dialect, (row, col)| {
        let case = Case { board: "......./.XXXO../......./.X...X.", piece: "..../.***", advice: "" };
        let position = case.position(dialect);
        let refusal = position.check(Placement::At { row, col }).unwrap_err();
        of_illegal(&position, (row, col), &refusal)
    };
    assert!(said(Dialect::Plateau, (1, 0)).ends_with("must be exactly 1; a right answer is `0 3`"));
    assert!(said(Dialect::Anfield, (0, 0)).contains("a right answer is `3 0`; it seems to give up"));
}
