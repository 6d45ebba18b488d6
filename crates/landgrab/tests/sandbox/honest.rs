//! Bots that mean no harm: every level must let them play, wherever their interpreter lives.

use super::{Place, is_installed, sandboxes, text};
use referee::sandbox::{Level, Sandbox};
use std::fs;
use std::process::Command;

const PYTHON: &str = "print('heard', input(), flush=True)\n";

/// A bot answers a line, and says nothing on stderr.
fn assert_answers(place: &Place, sandbox: &Sandbox, argv: &[&str]) {
    let output = place.told(sandbox, argv, "hello");
    let said = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let level = sandbox.level();
    assert_eq!(said, ["heard hello\n".to_string(), String::new()], "{argv:?} at level {level}, {}", output.status);
    assert!(output.status.success());
}

fn assert_answers_at_every_level(place: &Place, argv: &[&str]) {
    for sandbox in sandboxes(Level::None) {
        assert_answers(place, &sandbox, argv);
    }
}

#[test]
fn shell_scripts_play() {
    let place = Place::new();
    // As people write them: to devices by name, with a here-string, in a pipeline, with a temporary file.
    let script = r#"
        read -r line < /dev/stdin
        file=$(mktemp) && echo "$line" > "$file" && line=$(cat "$file") && rm "$file"
        true > /dev/null 2> /dev/null && : > /dev/stderr
        read -r line <<< "$line"
        echo "heard $line" | cat > /dev/stdout
    "#;
    let bot = place.file("mine", &format!("#!/usr/bin/env bash\n{script}"));
    assert_answers_at_every_level(&place, &[text(&bot)]);
}

#[test]
fn python_from_path_plays() {
    let place = Place::new();
    let bot = place.file("mine.py", &format!("#!/usr/bin/env python3\nimport beside\n{PYTHON}"));
    place.file("beside.py", "");
    if is_installed("python3") {
        assert_answers_at_every_level(&place, &["python3", text(&bot)]);
        assert_answers_at_every_level(&place, &[text(&bot)]);
    }
}

#[test]
fn the_systems_python_plays() {
    let place = Place::new();
    let bot = place.file("mine.py", &format!("#!/usr/bin/python3\nimport ssl, sqlite3, ctypes, threading\n{PYTHON}"));
    if is_installed("/usr/bin/python3") {
        assert_answers_at_every_level(&place, &[text(&bot)]);
    }
}

#[test]
fn a_script_may_call_python_from_path() {
    let place = Place::new();
    let bot = place.file("mine.sh", "#!/bin/sh\npython3 \"$(dirname \"$0\")/mine.py\"\n");
    place.file("mine.py", PYTHON);
    if is_installed("python3") {
        assert_answers_at_every_level(&place, &[text(&bot)]);
    }
}

#[test]
fn a_python_of_its_own_brings_its_packages() {
    let place = Place::new();
    let home = tempfile::tempdir().unwrap();
    let venv = home.path().join("venv");
    let made = is_installed("python3")
        && Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(&venv).status().unwrap().success();
    if !made {
        return xtask::skipped("no virtual environment could be made");
    }
    let library = fs::read_dir(venv.join("lib")).unwrap().next().unwrap().unwrap().path();
    fs::write(library.join("site-packages/rated.py"), "ANSWER = 'heard'\n").unwrap();
    let python = venv.join("bin/python");
    let bot = place.file("mine", &format!("#!{}\nimport rated\nprint(rated.ANSWER, input())\n", text(&python)));
    assert_answers_at_every_level(&place, &[text(&bot)]);
    assert_answers_at_every_level(&place, &[text(&python), text(&bot)]);
}

#[test]
fn node_plays() {
    let place = Place::new();
    let program =
        "require('readline').createInterface({input: process.stdin}).on('line', l => console.log('heard ' + l))";
    let bot = place.file("mine.js", &format!("#!/usr/bin/env -S node --stack-size=900\n{program}\n"));
    if is_installed("node") {
        assert_answers_at_every_level(&place, &[text(&bot)]);
    }
}

#[test]
fn java_plays() {
    let place = Place::new();
    let program = r#"class Mine {
        public static void main(String[] arguments) throws Exception {
            System.out.println("heard " + new java.util.Scanner(System.in).nextLine());
        }
    }"#;
    let bot = place.file("Mine.java", program);
    // From its source, which the JVM compiles on the way, and without exec, as most people's scripts do it.
    let script = place.file("mine", &format!("#!/bin/sh\njava {}\n", text(&bot)));
    if is_installed("java") {
        for sandbox in sandboxes(Level::Confined) {
            assert_answers(&place, &sandbox, &["java", text(&bot)]);
            assert_answers(&place, &sandbox, &[text(&script)]);
        }
    }
}

#[test]
fn compiled_bots_play_in_any_folder() {
    let place = Place::new();
    let bot = place.folder.path().join("deep/er/cat");
    fs::create_dir_all(bot.parent().unwrap()).unwrap();
    let copied = Command::new("sh").args(["-c", "cp \"$(command -v cat)\" \"$0\""]).arg(&bot).status().unwrap();
    assert!(copied.success());
    for sandbox in sandboxes(Level::None) {
        let output = place.told(&sandbox, &[text(&bot)], "hello");
        assert_eq!((&output.stdout[..], output.status.success()), (&b"hello\n"[..], true), "{sandbox:?}");
    }
}
