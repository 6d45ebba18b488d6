//! Records that were changed, cut or made up: every one is read as far as it is true, and no further.

#[path = "records/changed_moves.rs"]
mod changed_moves;
#[path = "records/limits.rs"]
mod limits;
#[path = "conformance/random_game.rs"]
mod random_game;
#[path = "records/short.rs"]
mod short;

use grid::Size;
use landgrab_rules::catalogue::AnySetup;
use landgrab_rules::pieces::{Dialect, Map};
use landgrab_rules::record::{Disagreement, Ended, Record, RecordError, Replay};
use landgrab_rules::stop::Reading;
use landgrab_rules::{colours, pieces, stop, with_game};
use random_game::random_game;
use serde_json::{Value, json};

/// A board of the size that has pieces of two rows and three columns, most of it walls.
const WALLED: &str = "\
O....###########
....####........
...#####........
....####........
O....###########
################
###########....X
###########.....
###########....X
###########.....
################
";

/// Small boards of every game: a game on one is short enough to try every change of it.
fn small_setups() -> Vec<AnySetup> {
    let map = |dialect, text: &str| {
        let map = Map::parse("small", text, dialect).expect("a map");
        AnySetup::Pieces(pieces::Setup::new(dialect, map))
    };
    vec![
        map(Dialect::Plateau, WALLED),
        map(Dialect::Anfield, "....\n@...\n....\n..a.\n...$\n....\n.s..\n"),
        AnySetup::Colours("GYBK/BGGP/RKYB A".parse().expect("a board")),
        AnySetup::Stop(stop::Setup::new(Size::new(3, 3), Reading::FillOut).expect("a board")),
        AnySetup::Stop(stop::Setup::new(Size::new(4, 3), Reading::FirstBlocked).expect("a board")),
    ]
}

/// One of each kind of game, long.
fn usual_setups() -> [AnySetup; 4] {
    let school = |dialect| AnySetup::Pieces(pieces::Setup::named("map01", dialect).expect("a school map"));
    [
        school(Dialect::Plateau),
        school(Dialect::Anfield),
        AnySetup::Colours(colours::Setup::generated(1)),
        AnySetup::Stop(stop::Setup::default()),
    ]
}

/// The record of a random game, line by line.
fn recorded(setup: &AnySetup) -> Vec<String> {
    // A seed whose short games have boxes over every edge.
    const SEED: u64 = 6;
    let bytes = with_game!(setup, |G, start| random_game::<G>(start, SEED, |_| ()).1.record(setup, SEED));
    String::from_utf8(bytes).expect("a record is text").lines().map(String::from).collect()
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The result of a record that is played again.
#[derive(PartialEq, Debug)]
struct Replayed {
    position: String,
    ended: Option<Ended>,
}

fn replayed(record: &Record) -> Result<Replayed, Disagreement> {
    with_game!(&record.header.setup, |G, start| {
        let mut replay = Replay::<G>::new(record, start);
        replay.finish()?;
        Ok(Replayed { position: replay.position().to_string(), ended: replay.ended().cloned() })
    })
}

/// The first line that is wrong, and what is wrong with it.
fn refused(lines: &[String]) -> Disagreement {
    let record = Record::read(joined(lines).as_bytes()).expect("the header is left alone");
    replayed(&record).expect_err("a record that is wrong")
}

/// The same lines with one of them, counted from 1, changed.
fn with_line(lines: &[String], number: usize, line: &str) -> Vec<String> {
    let mut changed = lines.to_vec();
    changed[number - 1] = line.into();
    changed
}

/// A line with another value for a key.
fn with_key(line: &str, key: &str, value: Value) -> String {
    let mut object: Value = serde_json::from_str(line).expect("a line of a record");
    object[key] = value;
    object.to_string()
}

/// The lines, by their numbers from 1, that have a key, and its value.
fn lines_with<'a>(lines: &'a [String], key: &'a str) -> impl Iterator<Item = (usize, Value)> + 'a {
    lines.iter().enumerate().filter_map(move |(index, line)| {
        let object: Value = serde_json::from_str(line).expect("a line of a record");
        Some((index + 1, object.get(key)?.clone()))
    })
}

#[test]
fn a_record_cut_anywhere_is_true_as_far_as_it_goes() {
    for setup in small_setups() {
        let lines = recorded(&setup);
        let text = joined(&lines);
        // Byte numbers just after each line and before its line feed.
        let mut ends = lines.iter().scan(0, |end, line| {
            *end += line.len() + 1;
            Some(*end - 1)
        });
        let header_end = ends.next().expect("a header");
        let ends: Vec<usize> = ends.collect();
        for cut in 0..text.len() {
            let record = Record::read(&text.as_bytes()[..cut]);
            if cut < header_end {
                assert!(matches!(record, Err(RecordError::NoHeader(_))), "{cut}");
                continue;
            }
            let record = record.unwrap();
            let whole = ends.iter().filter(|end| **end <= cut).count();
            let last_end = if whole == 0 { header_end } else { ends[whole - 1] };
            assert_eq!((record.lines.len(), record.cut_short), (whole, cut > last_end + 1), "{cut}");
            let is_complete = whole == ends.len();
            assert_eq!(replayed(&record).unwrap().ended.is_some(), is_complete, "{cut}");
        }
    }
}

#[test]
fn a_record_cut_inside_a_letter_of_several_bytes_is_cut_short() {
    let start = r#"{"record":1,"game":"pieces","rules":"plateau","map":"map00","first":{"name":"a"},"second":{"name":"b"}}
{"drew":["**"]}
{"out":1,"fault":{"kind":"unreadable","answer":"é"#;
    for cut in [start.len(), start.len() - 1] {
        let record = Record::read(&start.as_bytes()[..cut]).unwrap();
        assert_eq!((record.lines.len(), record.cut_short), (1, true));
        assert_eq!(replayed(&record).unwrap().ended, None);
    }
}

#[test]
fn keys_that_we_do_not_know_are_ignored() {
    for setup in small_setups() {
        let lines = recorded(&setup);
        let more: Vec<String> = lines.iter().map(|line| with_key(line, "note", json!({"by": ["us", null]}))).collect();
        let [plain, noted] = [&lines, &more].map(|lines| Record::read(joined(lines).as_bytes()).unwrap());
        assert_eq!(plain.header, noted.header);
        assert_eq!(replayed(&plain), replayed(&noted));
        assert!(replayed(&noted).unwrap().ended.is_some());
    }
}

#[test]
fn a_record_of_another_version_is_refused() {
    let lines = recorded(&small_setups()[3]);
    for (version, found) in [
        (json!(2), "2"),
        (json!(0), "0"),
        (json!("1"), "\"1\""),
        (json!(1.5), "1.5"),
        (json!(-1), "-1"),
        (json!(null), "null"),
    ] {
        let changed = with_line(&lines, 1, &with_key(&lines[0], "record", version));
        let error = Record::read(joined(&changed).as_bytes()).unwrap_err().to_string();
        let words =
            format!("line 1: expected a record of version 1, found version {found} (a newer landgrab may read it)");
        assert_eq!(error, words);
    }
}

#[test]
fn a_first_line_that_is_no_header_is_refused() {
    let read = |text: &str| Record::read(text.as_bytes()).unwrap_err().to_string();
    let expected = "line 1: expected a record's header such as {\"record\":1,\"game\":\"stop\",...}, found";
    assert_eq!(read(""), format!("{expected} an empty file"));
    for text in ["\n", "[]\n", "1", "{}", "{\"game\":\"stop\"}\n", "..X/O.. X\n", "{\"played\":\"0,0\",\"side\":1}\n"] {
        let quoted = text.trim_end();
        assert_eq!(read(text), format!("{expected} `{quoted}`"));
    }
    let header =
        |rest: &str| format!("{{\"record\":1,{rest}\"first\":{{\"name\":\"a\"}},\"second\":{{\"name\":\"b\"}}}}\n");
    for (rest, part) in [
        ("", "game"),
        ("\"game\":\"chess\",", "chess"),
        ("\"game\":\"stop\",", "start"),
        ("\"game\":\"stop\",\"start\":\"..X\",", "the side to move"),
        ("\"game\":\"pieces\",\"rules\":\"plateau\",\"map\":\"map09\",", "map00, map01, map02"),
        ("\"game\":\"pieces\",\"rules\":\"platou\",\"map\":\"map00\",", "`plateau` or `anfield`"),
    ] {
        let error = read(&header(rest));
        assert!(error.starts_with("line 1: ") && error.contains(part), "{error}");
    }
    assert!(matches!(Record::read(&b"\xff\xfe\n"[..]), Err(RecordError::NotText(1))));
}

#[test]
fn a_line_that_is_no_event_is_refused_with_its_number() {
    for setup in small_setups() {
        let lines = recorded(&setup);
        for number in [2, lines.len() / 2, lines.len()] {
            for line in [
                "",
                "hello",
                "null",
                "[]",
                "{}",
                "{\"moved\":\"0 0\"}",
                "{\"played\":\"0 0\"}",
                "{\"played\":7,\"side\":1}",
                "{\"played\":\"nowhere\",\"side\":1}",
                "{\"played\":\"\",\"side\":1}",
                "{\"played\":\"0 0\",\"side\":3}",
                "{\"drew\":7}",
                "{\"drew\":[]}",
                "{\"drew\":[\"..\",\"..\"]}",
                "{\"out\":1}",
                "{\"out\":1,\"fault\":{\"kind\":\"bored\"}}",
                "{\"ended\":\"tomorrow\",\"won\":1,\"score\":[1,1]}",
                "{\"ended\":\"rules\",\"won\":1,\"score\":1}",
                "{\"ended\":\"rules\",\"won\":1}",
            ] {
                let disagreement = refused(&with_line(&lines, number, line));
                assert_eq!(disagreement.line, number, "{line}: {disagreement}");
                assert!(!disagreement.what.is_empty());
            }
        }
    }
}

#[test]
fn a_move_of_the_wrong_side_is_refused() {
    for setup in small_setups() {
        let lines = recorded(&setup);
        for (number, side) in lines_with(&lines, "side") {
            let other = if side == 1 { 2 } else { 1 };
            let changed = with_line(&lines, number, &with_key(&lines[number - 1], "side", json!(other)));
            let words = format!("expected a move of side {side}, found a move of side {other}");
            assert_eq!(refused(&changed), Disagreement { line: number, what: words });
        }
    }
}

#[test]
fn another_check_number_is_refused() {
    for setup in small_setups() {
        let lines = recorded(&setup);
        for (number, check) in lines_with(&lines, "check") {
            let check = check.as_str().unwrap();
            let flipped = format!("{:08x}", u32::from_str_radix(check, 16).unwrap() ^ 1);
            let changed = with_line(&lines, number, &with_key(&lines[number - 1], "check", json!(flipped)));
            let disagreement = refused(&changed);
            assert_eq!(disagreement.line, number);
            assert!(disagreement.what.ends_with(&format!("{check}, the record says {flipped}")), "{disagreement}");
        }
    }
}

#[test]
fn draws_that_the_seed_does_not_make_are_refused() {
    let lines = recorded(&usual_setups()[0]);
    let header: Value = serde_json::from_str(&lines[0]).unwrap();
    let seed = header["seed"].as_i64().unwrap();
    let other = with_line(&lines, 1, &with_key(&lines[0], "seed", json!(seed + 1_000_000)));
    let found = refused(&other);
    assert!(found.what.starts_with("the seed draws "), "{found}");
}

#[test]
fn another_result_is_refused() {
    for setup in small_setups() {
        let lines = recorded(&setup);
        let last = lines.len();
        let (_, score) = lines_with(&lines, "score").next().unwrap();
        let (first, second) = (score[0].as_u64().unwrap(), score[1].as_u64().unwrap());
        let won = lines_with(&lines, "won").next().unwrap().1;
        let other_winners = [json!(1), json!(2), json!(null)].into_iter().filter(|other| *other != won);
        let fault = json!({"fault": {"side": 1, "kind": "silent", "limit_ms": 1}});
        let changes = other_winners.map(|other| ("won", other)).chain([
            ("score", json!([first + 1, second])),
            ("score", json!([first, second + 1])),
            ("score", json!([first - 1, second])),
            ("ended", fault),
        ]);
        for (key, value) in changes {
            let changed = with_line(&lines, last, &with_key(&lines[last - 1], key, value));
            assert_eq!(refused(&changed).line, last, "{}", changed[last - 1]);
        }
    }
}

#[test]
fn an_end_before_its_time_is_refused() {
    for setup in small_setups() {
        let lines = recorded(&setup);
        let end = lines.last().unwrap();
        for number in 2..lines.len() {
            let disagreement = refused(&with_line(&lines[..number], number, end));
            assert_eq!(disagreement.line, number);
            assert!(disagreement.what.ends_with("found the end of the game"), "{disagreement}");
        }
    }
}

#[test]
fn a_game_that_was_stopped_or_lost_by_a_fault_agrees_with_the_rules() {
    let lines = recorded(&small_setups()[3]);
    let fault = r#"{"ended":{"fault":{"side":2,"kind":"silent","limit_ms":100}},"won":1,"score":[2,1]}"#;
    let stopped = r#"{"ended":"stopped","won":null,"score":[2,1]}"#;
    for end in [fault, stopped] {
        let record = Record::read(joined(&with_line(&lines[..3], 3, end)).as_bytes()).unwrap();
        assert!(replayed(&record).unwrap().ended.is_some(), "{end}");
    }
    let wrong_side = fault.replace("\"side\":2", "\"side\":1");
    assert_eq!(
        refused(&with_line(&lines[..3], 3, &wrong_side)).what,
        "expected a move of side 2, found a fault of side 1"
    );
    let wrong_winner = fault.replace("\"won\":1", "\"won\":2");
    assert_eq!(
        refused(&with_line(&lines[..3], 3, &wrong_winner)).what,
        "the record says that side 2 won, the rules say side 1"
    );
}

#[test]
fn lines_after_the_end_are_refused() {
    for setup in small_setups() {
        let lines = recorded(&setup);
        for again in [lines.last().unwrap(), &lines[lines.len() - 2], &lines[1]] {
            let more = [lines.clone(), vec![again.clone()]].concat();
            let what = "expected nothing after the end of the game, found another line".into();
            assert_eq!(refused(&more), Disagreement { line: lines.len() + 1, what });
        }
    }
}
