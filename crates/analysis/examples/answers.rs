//! Four questions whose answers are known, for machines that should not answer otherwise than ours: a browser first.
//!
//! The exit status is the number of the first question that is answered differently, 0 if none is.
//!
//! ```text
//! cargo run -p landgrab-analysis --example answers
//! cargo build --release -p landgrab-analysis --example answers --target wasm32-unknown-unknown
//! ```
//! In WebAssembly the program imports nothing, and `main(0, 0)` returns the status.

use analysis::decision::{Answer, Decision};
use analysis::explain::{Effort, explain_turn};
use analysis::read::{self, Corrections};
use analysis::solve;
use engine::budget::Budget;
use engine::roster::player;
use image::{ImageFormat, Rgb, RgbImage};
use landgrab_analysis as analysis;
use rules::pieces::{Pieces, class::Small};
use rules::{Clock, Side};
use serde_json::json;
use std::error::Error;
use std::io::Cursor;
use std::process::ExitCode;

type Answered = Result<String, Box<dyn Error>>;
type Question = fn() -> Answered;

/// The questions, and the answers of a native build.
const QUESTIONS: [(Question, &str); 4] = [
    (
        colours,
        r#"["Y",true,3353,{"colour":"Y","value":3,"gain":1,"exact":true,"bounds":[3,3],"line":"YBPKRYBGYBKPGR"}]"#,
    ),
    (stop, r#"{"best":"7,2","depth":10,"nodes":14122,"value":2.625}"#),
    (
        pieces,
        concat!(
            r#"1 3 [{"row":1,"col":3,"chance":0.8333,"futures":73,"territory":[37,14],"stuck":[0.01,0.05]},"#,
            r#"{"row":0,"col":3,"chance":0.749,"futures":73,"territory":[34,16],"stuck":[0.005,0.05]},"#,
            r#"{"row":0,"col":0,"chance":0.7023,"futures":73,"territory":[32,20],"stuck":[0.025,0.05]}]"#,
        ),
    ),
    (
        picture,
        concat!(
            "PKGBGRYG/BGPKPYPB/YRGRYGRP/BGKYKPGB/GRBRPKPR/YPGBRGYK/KBPGBPKB A ",
            r#"{"turned":false,"shows_turn":false,"unsure":[],"contradictions":[],"size_unusual":false}"#,
        ),
    ),
];

fn main() -> ExitCode {
    ExitCode::from(first_difference())
}

/// The number of the first question that is answered differently, or 0.
fn first_difference() -> u8 {
    for (number, (ask, expected)) in (1..).zip(QUESTIONS) {
        let answer = ask().unwrap_or_else(|error| error.to_string());
        if answer != expected {
            // Nobody sees this in WebAssembly.
            eprintln!("question {number}: expected {expected:?}, found {answer:?}");
            return number;
        }
    }
    0
}

// `cargo test` runs this, so that a changed answer is seen long before the slow build for WebAssembly.
#[test]
fn a_native_build_gives_the_known_answers() {
    assert_eq!(first_difference(), 0);
}

/// Colour Filler, solved to the end.
fn colours() -> Answered {
    let board = "GYKBR/BRGPY/RBYKG/PGRYB/KYPBG A";
    let solve::Answer::Colours(answer) = solve::position("colours", board, &mut Budget::unlimited(), Clock::default())?
    else {
        return Err("not of colours".into());
    };
    Ok(serde_json::to_string(&(answer.best, answer.exact, answer.nodes, &answer.moves[0]))?)
}

/// Stop on its usual board, searched.
fn stop() -> Answered {
    let start = ".......X/......../......../......../......../......../......../O....... X";
    let solve::Answer::Stop(answer) = solve::position("stop", start, &mut Budget::nodes(20_000), Clock::default())?
    else {
        return Err("not of Stop".into());
    };
    Ok(json!({ "best": answer.best, "value": answer.value, "depth": answer.depth, "nodes": answer.nodes }).to_string())
}

/// Piece Filler: the champion's move, and the chances that it sees for every placement that it tries.
fn pieces() -> Answered {
    let text = "OOO.......\n..OO......\n..#.......\n..#....#..\n.......#..\n.........X\n........X.\n\
                rules=plateau turn=O placed=1,1 piece=*./**";
    let position: Pieces<Small> = text.parse()?;
    let mut champion = player::<Pieces<Small>>(&"champion:nodes=3000".parse()?, 1)?;
    let played = champion.choose(&position, Clock::default()).map_err(|fault| fault.to_string())?;
    let decision = Decision { turn: 1, side: Side::First, before: position, answer: Answer::Played(played) };
    let explained = explain_turn(&decision, &Effort { nodes: 3000, ..Effort::default() });
    Ok(format!("{played} {}", serde_json::to_string(&explained.placements)?))
}

/// A board on a white page, read from the bytes of a PNG file.
fn picture() -> Answered {
    const TILE: u32 = 24;
    let rows: Vec<&[u8]> =
        "PKGBGRYG/BGPKPYPB/YRGRYGRP/BGKYKPGB/GRBRPKPR/YPGBRGYK/KBPGBPKB".split('/').map(str::as_bytes).collect();
    let page = RgbImage::from_fn(10 * TILE, 9 * TILE, |x, y| {
        let (col, row) = ((x / TILE).wrapping_sub(1) as usize, (y / TILE).wrapping_sub(1) as usize);
        Rgb(match rows.get(row).and_then(|row| row.get(col)) {
            Some(b'R') => [230, 55, 83],
            Some(b'G') => [163, 213, 89],
            Some(b'B') => [62, 168, 240],
            Some(b'K') => [65, 65, 65],
            Some(b'Y') => [250, 224, 35],
            Some(_) => [105, 75, 161],
            None => [255, 255, 255],
        })
    });
    let mut bytes = Vec::new();
    page.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)?;
    let board = read::bytes(&bytes, &Corrections::default())?;
    Ok(format!("{} {}", board.setup, serde_json::to_string(&board.picture)?))
}
