//! Any words on the command lines of the drop-ins, one a line. A value that is read was among the words, and a
//! refusal is one line that is safe to print.

#![no_main]

use libfuzzer_sys::fuzz_target;

// The flags are private to the program, whose other dependencies these targets do not need.
#[path = "../../crates/landgrab/src/drop_in/filler_vm/flags.rs"]
mod filler_vm;
#[path = "../../crates/landgrab/src/drop_in/game_engine/flags.rs"]
mod game_engine;

fuzz_target!(|text: &str| {
    let words: Vec<String> = text.lines().map(String::from).collect();
    let has = |flags: &[&str]| words.iter().any(|word| flags.contains(&word.as_str()));

    let asked = filler_vm::Asked::parse(&words);
    let values = [&asked.file, &asked.players.first, &asked.players.second];
    for (value, flags) in values.into_iter().zip([["-f", "--file"], ["-p1", "--player1"], ["-p2", "--player2"]]) {
        assert!(value.as_ref().is_none_or(|value| has(&flags) && words.contains(value)), "{value:?}");
    }
    assert!(!asked.interactive || has(&["-i", "--interactive"]));
    assert!(!asked.quiet || has(&["-q", "--quiet"]));
    assert!(asked.seed.is_none() || has(&["-s", "--seed"]));
    assert!(asked.time.is_none() || has(&["-t", "--time"]));

    match game_engine::Asked::parse(&words) {
        Ok(asked) => {
            let ends_in = |value: &String| words.iter().any(|word| word.ends_with(value));
            assert!([&asked.file, &asked.players.first, &asked.players.second].into_iter().all(ends_in), "{asked:?}");
            assert!(asked.seed.is_none() || text.contains('s'), "{asked:?}");
            assert!(asked.seconds == 10 || text.contains('t'), "{asked:?}");
            assert!(!asked.quiet || text.contains('q'), "{asked:?}");
            assert!(!asked.refresh || text.contains('r'), "{asked:?}");
        }
        Err(refused) => {
            let line = refused.message.strip_suffix('\n').unwrap_or(&refused.message);
            assert!(!line.contains(char::is_control), "{line:?}");
            assert_eq!(line.is_empty(), refused.code < 2, "help and missing flags need no reason: {refused:?}");
        }
    }
});
