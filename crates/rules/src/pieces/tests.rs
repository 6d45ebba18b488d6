//! Piece Filler by small pictures.

use super::*;

type Small = Pieces<class::Small>;

fn position(text: &str) -> Small {
    text.lines().map(str::trim).collect::<Vec<_>>().join("\n").parse().unwrap()
}

fn places(position: &Small) -> Vec<String> {
    position.moves().map(|m| m.to_string()).collect()
}

#[test]
fn a_piece_must_cover_exactly_one_own_cell() {
    let position = position(
        "O...
         O...
         ...X
         rules=plateau turn=O placed=0,0 piece=**",
    );
    assert_eq!(places(&position), ["0 0", "1 0"]);
    let refusal = position.resolve(Placement::At { row: 2, col: 0 }).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "0 cells on own cells, must be exactly 1; it fits at row 1, column 0, for instance"
    );
}

#[test]
fn a_refusal_offers_the_nearest_legal_anchor_on_the_board_before_those_outside() {
    let instead = |position: &Small, row, col| match position.check(Placement::At { row, col }) {
        Err(Refusal::Misplaced { instead, .. }) => instead,
        other => panic!("{other:?}"),
    };
    let two = position(
        "O.....
         ......
         .....O
         X.....
         rules=plateau turn=O placed=0,0 piece=*./**",
    );
    assert_eq!(places(&two), ["0 0", "1 4"]);
    assert_eq!(instead(&two, 2, 3), Some((1, 4)));
    assert_eq!(instead(&two, 0, 1), Some((0, 0)));
    // Nearer, but above the board.
    let margin = position(
        "O.....
         ......
         .....O
         X.....
         rules=plateau turn=O placed=0,0 piece=../.*/.*",
    );
    assert!(places(&margin).contains(&"-1 -1".into()), "{:?}", places(&margin));
    assert_eq!(instead(&margin, -1, 0), Some((0, 4)));
    assert_eq!(instead(&margin, i32::MIN, i32::MIN), Some((0, 4)));
    assert_eq!(instead(&margin, i32::MAX, i32::MAX), Some((1, 4)));
    assert!(matches!(margin.check(Placement::Stuck), Err(Refusal::NotStuck { example: (0, 4), .. })));
}

#[test]
fn empty_margins_may_hang_over_every_edge() {
    let position = position(
        "O...
         ....
         ...X
         rules=plateau turn=O placed=0,0 piece=...../.**../.....",
    );
    assert_eq!(places(&position), ["-1 -1"]);
}

#[test]
fn a_refusal_says_which_cells_are_wrong() {
    let position = position(
        "O.#.
         OX..
         rules=plateau turn=O placed=0,0 piece=***/***",
    );
    let refusal = position.check(Placement::At { row: 0, col: 0 }).unwrap_err();
    assert_eq!(
        serde_json::to_string(&refusal).unwrap(),
        r#"{"refused":"misplaced","off_board":[],"on_enemy":[[1,1]],"on_walls":[[0,2]],"on_own":[[0,0],[1,0]],"instead":null}"#
    );
    let refusal = position.check(Placement::At { row: -1, col: 2 }).unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "4 cells off the board (-1,2 -1,3 -1,4 0,4); 1 cell on walls (0,2); 0 cells on own cells, must be exactly 1"
    );
    for extreme in [i32::MIN, i32::MAX] {
        assert!(position.check(Placement::At { row: extreme, col: extreme }).is_err());
    }
}

#[test]
fn a_stuck_side_is_out_and_the_other_goes_on() {
    let mut position = position(
        "OX..
         XX..
         rules=plateau turn=O placed=3,3 piece=**",
    );
    assert_eq!(places(&position), ["stuck"]);
    assert_eq!(position.resolve(Placement::At { row: 0, col: 0 }), Ok(Placement::Stuck));
    position.play(Placement::Stuck).unwrap();
    for _ in 0..5 {
        assert_eq!(position.turn(), Turn::Draw);
        position.take("**".parse().unwrap());
        assert_eq!(position.turn(), Turn::Move(Side::Second));
        let played = position.moves().next().unwrap();
        position.play(played).unwrap();
    }
    assert_eq!(position.turn(), Turn::Over(Outcome::Won(Side::Second)));
    assert_eq!((position.placed(), position.cells()), (BySide::new(3, 7), BySide::new(1, 7)));
}

#[test]
fn nobody_is_stuck_while_the_piece_fits() {
    let position = position("O...\n...X\nrules=plateau turn=O placed=0,0 piece=**");
    let refusal = position.resolve(Placement::Stuck).unwrap_err();
    assert_eq!(refusal.to_string(), "the piece fits in 1 places, for instance at row 0, column 0");
}

#[test]
fn an_anfield_player_that_crashes_ends_the_game_and_a_plateau_player_does_not() {
    for (dialect, kind, plays_on) in [
        (Dialect::Plateau, FaultKind::Crashed, true),
        (Dialect::Plateau, FaultKind::Illegal, true),
        (Dialect::Anfield, FaultKind::Crashed, false),
        (Dialect::Anfield, FaultKind::Illegal, true),
    ] {
        let mut position = Small::new(&Setup::named("map00", dialect).unwrap());
        position.take("**".parse().unwrap());
        assert_eq!(position.withdraw(kind), plays_on);
        assert_eq!(position.side(), if plays_on { Side::Second } else { Side::First });
    }
}

#[test]
fn text_that_is_no_position_is_refused_by_name() {
    for (state, part) in [
        ("rules=platou", "expected `plateau` or `anfield`, found `platou`"),
        ("rules=plateau turn=Z", "expected `O` or `X`, found `Z`"),
        ("rules=plateau placed=3", "two numbers such as `placed=3,4`, found `3`"),
        ("rules=plateau wait", "found `wait`"),
        ("rules=plateau turn=O out=O", "a side that plays, found turn=O, which is out"),
        ("rules=plateau turn=O out=OX piece=**", "no piece once both sides are out"),
    ] {
        let error = format!("O...\n...X\n{state}").parse::<Small>().unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    assert!("O..\n.".parse::<Small>().is_err());
    let wide = format!("{}\n{}\n", "O".repeat(70), "X".repeat(70));
    assert!(wide.parse::<Small>().unwrap_err().to_string().contains("size class"));
}
