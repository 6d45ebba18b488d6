//! Games for the tests.

#![allow(dead_code, reason = "each test looks at some of them")]

use rules::catalogue::AnySetup;
use rules::pieces::{Dialect, Map, Pieces, Placement, Setup, class};
use rules::record::{Ended, Header, Record, Writer};
use rules::{BySide, CellSet, Ending, Event, Game, Source, SplitMix, Turn};

pub type Small = class::Small;

/// A game of random placements on a built-in map, as a record; stopped after so many turns.
pub fn played<S: CellSet>(map: &str, seed: i64, turns: usize) -> Record {
    let setup = Setup::named(map, Dialect::Plateau).unwrap();
    let names = BySide::new("greedy".into(), "./my_bot".into());
    let mut text = vec![];
    let mut writer = Writer::new(&mut text, &Header::new(AnySetup::Pieces(setup.clone()), Some(seed), names)).unwrap();
    let mut official = Pieces::<S>::official(&setup, seed);
    let mut source = SplitMix::new(seed as u64);
    let mut position = Pieces::<S>::new(&setup);
    let (mut turn, mut drawn) = (0, None);
    while turn < turns {
        let event: Event<Pieces<S>> = match position.turn() {
            Turn::Over(_) => break,
            Turn::Draw => Event::Drew(position.sample(&mut official)),
            Turn::Move(side) => {
                let moves: Vec<Placement> = position.moves().collect();
                let played = moves[source.below(moves.len() as u32) as usize];
                Event::Played { side, drawn: drawn.clone(), played }
            }
        };
        match &event {
            Event::Drew(piece) => {
                drawn = Some(piece.clone());
                position.take(piece.clone());
            }
            Event::Played { played, .. } => {
                position.play_unchecked(*played);
                turn += 1;
            }
            Event::Out { .. } => unreachable!("nobody fails here"),
        }
        let ms = matches!(event, Event::Played { .. }).then_some(turn as f64 / 8.0);
        writer.event(&event, &position, ms).unwrap();
    }
    let (ending, won) = match position.turn() {
        Turn::Over(outcome) => (Ending::Rules, outcome.winner()),
        _ => (Ending::Stopped, None),
    };
    writer.ended(&Ended { ending, won, score: position.score() }).unwrap();
    Record::read(&text[..]).unwrap()
}

/// A record of these lines on a small board.
pub fn with_lines(lines: &[&str]) -> Record {
    let header = r#"{"record":1,"game":"pieces","rules":"plateau","map":"walls.map","board":["O......",".......","...#...",".......","......X"],"first":{"name":"greedy"},"second":{"name":"./bot \u001b[1m"}}"#;
    let text = [header].iter().chain(lines).map(|line| format!("{line}\n")).collect::<String>();
    Record::read(text.as_bytes()).unwrap()
}

/// A record of so many turns: both sides grow by a cell a turn, along the rows of their half of a large board.
pub fn long(turns: usize) -> Record {
    const COLS: usize = 400;
    let rows = turns / COLS / 2 * 2 + 4;
    let mut board = vec![".".repeat(COLS); rows];
    board[0].replace_range(0..1, "O");
    board[rows / 2].replace_range(0..1, "X");
    let map = Map::parse("long", &(board.join("\n") + "\n"), Dialect::Plateau).unwrap();
    let names = BySide::new("first".into(), "second".into());
    let header = Header::new(AnySetup::Pieces(Setup::new(Dialect::Plateau, map)), None, names);
    let mut lines = vec![];
    for turn in 0..turns {
        let (side, step) = (turn % 2, turn / 2);
        // A piece of two cells: to the right, or down at the end of a row; every other row goes back.
        let path = |number: usize| {
            let (row, col) = (number / COLS, number % COLS);
            (row, if row % 2 == 0 { col } else { COLS - 1 - col })
        };
        let ((r1, c1), (r2, c2)) = (path(step), path(step + 1));
        let piece = if r1 == r2 { r#"["**"]"# } else { r#"["*","*"]"# };
        let top = r1 + side * (rows / 2);
        lines.push(format!(r#"{{"drew":{piece}}}"#));
        lines.push(format!(r#"{{"played":"{top} {}","side":{}}}"#, c1.min(c2), side + 1));
        debug_assert!(r2 - r1 <= 1);
    }
    Record { header, lines, cut_short: false }
}
