//! Bots of people who mean well, in several languages, from their source to an answer.

use super::{Source, cache, is_installed, told, told_in, trials, workshop};
use landgrab_arena::bot::{BuildOutcome, Limits, Package, Workshop};
use referee::sandbox::{Level, Sandbox};
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

trials![
    a_c_bot_with_a_makefile_is_built_and_answers,
    a_rust_bot_is_built_and_answers,
    a_python_bot_in_a_zip_reads_the_files_beside_it,
    a_single_script_plays_at_every_level,
    a_manifest_may_name_a_file_without_its_path_or_its_executable_bit,
    a_build_works_at_every_level,
    the_log_has_both_streams_in_order_and_the_end_of_a_long_output,
    a_build_sees_no_variables_of_ours_and_writes_at_home,
];

fn a_c_bot_with_a_makefile_is_built_and_answers() {
    if !is_installed("cc") || !is_installed("make") {
        return;
    }
    let source = Source::new(&[
        ("bot.toml", "run = \"./build/bot\"\nbuild = \"make\"\nname = \"Ann\"\n"),
        ("Makefile", "build/bot: src/bot.c\n\tmkdir -p build\n\t$(CC) -O1 -o $@ $<\n\t@echo warning >&2\n"),
        (
            "src/bot.c",
            "#include <stdio.h>\nint main(void) { char s[99]; if (fgets(s, 99, stdin)) printf(\"heard %s\", s); }\n",
        ),
    ]);
    let (_kept, cache) = cache();
    let ready = cache.ready(&source.package(), &workshop()).unwrap();
    assert_eq!(told(&ready, "hello"), "heard hello\n");
    assert_eq!(ready.name.as_deref(), Some("Ann"));
    let log = ready.build.unwrap();
    assert_eq!((log.outcome, log.command.as_slice()), (BuildOutcome::Built, &["make".to_string()][..]));
    assert!(log.output.contains("-o build/bot src/bot.c\nwarning\n"), "{}", log.output);
    let text = log.text();
    assert!(text.starts_with("$ make\n") && text.contains("built after "), "{text}");
}

fn a_rust_bot_is_built_and_answers() {
    if !is_installed("rustc") {
        return;
    }
    let program =
        "fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap(); print!(\"heard {s}\"); }";
    let source =
        Source::new(&[("bot.toml", "run = \"./bot\"\nbuild = \"rustc -o bot bot.rs\"\n"), ("bot.rs", program)]);
    let (_kept, cache) = cache();
    let ready = cache.ready(&source.package(), &workshop());
    assert_eq!(told(&ready.unwrap(), "hello"), "heard hello\n");
}

fn a_python_bot_in_a_zip_reads_the_files_beside_it() {
    if !is_installed("python3") {
        return;
    }
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [
        ("mine/bot.toml", "run = \"python3 bot.py --book book.txt\"\n"),
        ("mine/bot.py", "import words\nprint(words.said(), open('book.txt').read(), input())\n"),
        ("mine/words.py", "def said(): return 'heard'\n"),
        ("mine/book.txt", "e4"),
    ] {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    let package = Package::received(bytes, "mine.zip", &Limits::default()).unwrap();
    let (_kept, cache) = cache();
    let ready = cache.ready(&package, &workshop()).unwrap();
    assert_eq!(told(&ready, "hello"), "heard e4 hello\n");
    assert!(ready.build.is_none() && ready.folder.ends_with("mine"));
}

fn a_single_script_plays_at_every_level() {
    let script = b"#!/bin/sh\nread -r line\necho \"heard $line\"\n".to_vec();
    let package = Package::received(script, "mine.sh", &Limits::default()).unwrap();
    let (_kept, cache) = cache();
    let ready = cache.ready(&package, &workshop()).unwrap();
    for sandbox in sandboxes() {
        assert_eq!(told_in(&sandbox, &ready, "hello"), "heard hello\n", "level {}", sandbox.level());
    }
}

fn a_build_works_at_every_level() {
    for sandbox in sandboxes() {
        let source = Source::new(&[]);
        let level = sandbox.level().number();
        let workshop = Workshop { sandbox, ..workshop() };
        let log = source.build(&["sh", "-c", "pwd; echo made > made"], &workshop);
        assert_eq!((log.outcome, log.sandbox), (BuildOutcome::Built, level), "{}", log.text());
        assert_eq!(log.output.trim_end(), source.path().canonicalize().unwrap().to_str().unwrap());
        assert!(source.path().join("made").is_file());
        let killed = source.build(&["sh", "-c", "kill -9 $$"], &workshop);
        assert_eq!(killed.ended, "failed with signal 9 (killed)", "level {level}");
    }
}

/// The levels that this machine offers.
fn sandboxes() -> Vec<Sandbox> {
    let made = Level::ALL.into_iter().map(|level| Sandbox::new(Some(level)));
    made.filter_map(|made| made.map_err(|error| xtask::skipped(&error.to_string())).ok()).collect()
}

fn a_manifest_may_name_a_file_without_its_path_or_its_executable_bit() {
    let script = "#!/bin/sh\nread -r line\necho \"heard $line\"\n";
    let source = Source::new(&[("bot.toml", "run = \"go.sh\"\n"), ("go.sh", script)]);
    let (_kept, cache) = cache();
    let ready = cache.ready(&source.package(), &workshop()).unwrap();
    assert_eq!((ready.argv[0].to_str(), told(&ready, "hello").as_str()), (Some("./go.sh"), "heard hello\n"));
}

fn the_log_has_both_streams_in_order_and_the_end_of_a_long_output() {
    let source = Source::new(&[]);
    let log = source.build(&["sh", "-c", "echo one; echo two >&2; echo three"], &workshop());
    assert_eq!(log.output, "one\ntwo\nthree\n");
    let script = "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done; printf '\\033[31mend'";
    let log = source.build(&["sh", "-c", script], &workshop());
    assert_eq!((log.outcome, log.output.len()), (BuildOutcome::Built, 64 << 10));
    assert!(log.output.ends_with("line 19999\n\x1b[31mend") && log.left_out > 100_000, "{}", log.left_out);
    assert!(log.text().contains("\\u{1b}[31mend") && !log.text().contains('\x1b'));
}

fn a_build_sees_no_variables_of_ours_and_writes_at_home() {
    let source = Source::new(&[]);
    let script =
        "env | cut -d= -f1; echo x > \"$HOME/cache\" && echo y > \"$TMPDIR/other\" && echo z > built && echo written";
    let log = source.build(&["sh", "-c", script], &workshop());
    // Cargo sets some for every test.
    assert!(log.output.contains("written") && !log.output.contains("CARGO"), "{}", log.output);
    assert!(source.path().join("built").is_file());
}
