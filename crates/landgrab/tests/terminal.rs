//! The terminal app on a real terminal: a pseudo one, which the test holds the other end of.

#![cfg(unix)]

use image::{Rgb, RgbImage};
use ratatui::Frame;
use ratatui::crossterm::event::Event;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use view::app::{Flow, Screen, terminal};

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal: the end that a person sits at, and the end that a program runs at.
fn open(columns: u16) -> (File, File) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
    grantpt(&master).expect("a terminal of ours");
    unlockpt(&master).expect("an open terminal");
    let name = ptsname(&master, Vec::new()).expect("a terminal with a name");
    let path = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
    let line = OpenOptions::new().read(true).write(true).open(path).expect("the other end");
    tcsetwinsize(&line, Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).expect("a size");
    (File::from(master), line)
}

fn start(command: &mut Command, line: &File) -> Child {
    let end = || line.try_clone().expect("the other end");
    let command = command.env("TERM", "xterm-256color").stdin(end()).stdout(end()).stderr(end());
    let child = command.spawn().expect("the program can be run");
    // The command must not keep the terminal open after the program.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    child
}

/// A program at a terminal.
struct Session {
    child: Child,
    keyboard: File,
    line: File,
    said: Arc<Mutex<Vec<u8>>>,
    before: Termios,
}

impl Session {
    fn new(command: &mut Command) -> Self {
        Self::of_columns(command, 80)
    }

    fn of_columns(command: &mut Command, columns: u16) -> Self {
        let (keyboard, line) = open(columns);
        let before = tcgetattr(&line).expect("settings");
        let child = start(command, &line);
        let mut screen = keyboard.try_clone().expect("the terminal");
        let said = Arc::new(Mutex::new(vec![]));
        let heard = Arc::clone(&said);
        // It ends with the test: a terminal whose ends are all closed reads as an error.
        thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(length @ 1..) = screen.read(&mut part) {
                heard.lock().expect("nobody panics with it").extend(&part[..length]);
            }
        });
        Self { child, keyboard, line, said, before }
    }

    fn landgrab(folder: &Path, args: &[&str]) -> Self {
        Self::new(Command::new(env!("CARGO_BIN_EXE_landgrab")).current_dir(folder).args(args))
    }

    fn said(&self) -> String {
        String::from_utf8_lossy(&self.said.lock().expect("nobody panics with it")).into_owned()
    }

    /// Thirty empty pictures a second follow what matters.
    fn beginning(&self) -> String {
        self.said().chars().take(4000).collect()
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it can be typed at");
    }

    fn wait_until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let begun = Instant::now();
        while !is_so(self) {
            assert!(begun.elapsed() < PATIENCE, "not in time: {what}; it said {:?}", self.beginning());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for a word: blanks that were there before are not sent again.
    fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |session| session.said().contains(text));
    }

    /// Its exit status, and all that it said. The terminal must be as it was.
    fn end(mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        let status = loop {
            match self.child.try_wait().expect("it can be waited for") {
                Some(status) => break status,
                None if begun.elapsed() > PATIENCE => panic!("it does not end; it said {:?}", self.beginning()),
                None => thread::sleep(Duration::from_millis(10)),
            }
        };
        let settings = |t: &Termios| (t.input_modes, t.output_modes, t.control_modes, t.local_modes);
        let after = tcgetattr(&self.line).expect("settings");
        assert_eq!(settings(&after), settings(&self.before), "the terminal is not as it was");
        // Bytes that are on their way still come.
        thread::sleep(Duration::from_millis(100));
        (status.code(), self.said())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It may have ended long ago.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const ENTERED: &str = "\x1b[?1049h";
const LEFT: &str = "\x1b[?1049l";

/// A screen that comes to harm, by itself or by a thread beside it.
struct Doomed {
    is_beside: bool,
    ticks: u32,
}

impl Screen for Doomed {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        frame.buffer_mut().set_string(0, 0, "all is well", ratatui::style::Style::new());
    }

    fn update(&mut self, _: &Event) -> Flow {
        Flow::On
    }

    fn tick(&mut self, _: Duration) -> Flow {
        self.ticks += 1;
        match (self.ticks, self.is_beside) {
            (3, true) => drop(thread::spawn(|| panic!("harm was done"))),
            (3, false) => panic!("harm was done"),
            _ => {}
        }
        Flow::On
    }
}

/// Run by [`a_panic_gives_the_terminal_back`] in a process of its own.
#[test]
#[ignore = "it panics, at a terminal"]
fn doomed() {
    let is_beside = std::env::var_os("BESIDE").is_some();
    terminal::run(&mut Doomed { is_beside, ticks: 0 }, || false).expect("a terminal");
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let itself = std::env::current_exe().expect("a test");
    for is_beside in [false, true] {
        let mut command = Command::new(&itself);
        command.args(["--exact", "doomed", "--ignored", "--nocapture", "--test-threads=1"]);
        if is_beside {
            command.env("BESIDE", "1");
        }
        let (status, said) = Session::new(&mut command).end();
        assert_eq!(status, Some(101), "{said}");
        let (entered, left) = (said.find(ENTERED).expect("a screen"), said.find(LEFT).expect("it was left"));
        let message = said.find("harm was done").expect("a message");
        assert!(entered < left && left < message, "the message is on the screen that vanishes: {said:?}");
        assert_eq!(said.matches(LEFT).count(), 1, "{said:?}");
        assert!(said[entered..left].contains("\x1b[?1000l") && said.contains("\x1b[?25h"), "mouse, cursor: {said:?}");
    }
}

#[test]
fn the_app_ends_with_its_terminal() {
    let (mut keyboard, line) = open(80);
    let mut child = start(Command::new(env!("CARGO_BIN_EXE_landgrab")).args(["play", "stop", "--seed", "1"]), &line);
    drop(line);
    let (mut said, mut part) = (vec![], [0; 4096]);
    while !String::from_utf8_lossy(&said).contains(ENTERED) {
        let length = keyboard.read(&mut part).expect("a screen");
        said.extend(&part[..length]);
    }
    drop(keyboard);
    let begun = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().expect("it runs");
            panic!("it runs on without a terminal");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_game_that_is_broken_off_is_on_record() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["play", "stop", "--size", "4x4", "--against", "first", "--seed", "1", "--record", "game.jsonl"];
    let mut session = Session::landgrab(folder.path(), &args);
    session.wait_for("quit");
    let record = folder.path().join("game.jsonl");
    let moves = || fs::read_to_string(&record).unwrap_or_default().matches("\"played\"").count();
    session.press("\t\r");
    session.wait_until("two moves on record", |_| moves() == 2);
    session.press("\t\r");
    session.wait_until("four moves on record", |_| moves() == 4);
    session.child.kill().expect("it runs");
    let checked =
        Command::new(env!("CARGO_BIN_EXE_landgrab")).args(["replay", "--check"]).arg(&record).output().unwrap();
    assert!(checked.status.success(), "{checked:?}");
}

#[test]
fn the_screen_is_left_at_once_while_the_other_side_thinks() {
    let folder = tempfile::tempdir().unwrap();
    // Ten minutes a move: nobody waits for that.
    let args = ["play", "stop", "--against", "champion", "--time", "600000", "--seat", "second", "--seed", "1"];
    for key in ["q", "\x03"] {
        let mut session = Session::landgrab(folder.path(), &args);
        session.wait_for("thinks");
        session.press(key);
        let (status, said) = session.end();
        assert_eq!((status, said.matches(LEFT).count()), (Some(0), 1), "{said:?}");
    }
}

#[test]
fn the_keys_of_stop_do_what_the_original_offers() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["play", "stop", "--from", "..XO./XXXO./XXXOO/OOOO./..... X", "--against", "first", "--seed", "1"];
    let mut session = Session::landgrab(folder.path(), &args);
    session.wait_for("quit");
    for (key, said) in [("f", "FloodFill:"), ("m", "Manhattan:"), ("s", "stones:")] {
        session.press(key);
        session.wait_for(said);
    }
    session.press("g");
    session.wait_until("a drawing", |_| folder.path().join("stop-1.svg").exists());
    session.press("o");
    session.wait_for("anew,");
    session.press("q");
    assert_eq!(session.end().0, Some(0));
}

#[test]
fn the_result_is_printed_when_the_screen_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["play", "stop", "--size", "4x4", "--seed", "1", "--record", "game.jsonl"];
    for (keys, expected) in [
        ("q", "left unfinished at 1:1, X (you) to move\r\nthe record is in game.jsonl\r\n"),
        ("vvq", "you resign: O (champion@3) wins\r\nthe record is in game.jsonl\r\n"),
    ] {
        let mut session = Session::landgrab(folder.path(), &args);
        session.wait_for("quit");
        session.press(keys);
        let (status, said) = session.end();
        let after = said.rsplit_once(LEFT).expect("a screen that was left").1;
        assert!(status == Some(0) && after.ends_with(expected), "{after:?}");
        fs::remove_file(folder.path().join("game.jsonl")).unwrap();
    }
}

#[test]
fn advice_is_an_app_with_the_board_and_speaks_of_the_side_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["play", "colours", "--from", "GYKB/BRGP/RBYK", "--advise", "--time", "300"];
    let mut session = Session::landgrab(folder.path(), &args);
    session.wait_for(ENTERED);
    // Unasked, on one's own move.
    session.wait_for("best:");
    session.press("g");
    // Letters that were there before are not sent again: "you played G", "it is B's move; for B:".
    session.wait_for("ayed");
    session.press("b");
    session.wait_for("B's");
    session.press("h");
    session.wait_for("ve; for B:");
    session.press("q");
    let (status, said) = session.end();
    assert!(status == Some(0) && !said.contains("your own colour"), "{said:?}");
    assert!(said.ends_with("left unfinished at 1:1, B to move\r\n"), "{said:?}");
}

#[test]
fn a_match_looks_alive_before_its_first_game_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["match", "cmd:sleep 1000", "greedy", "--games", "2", "--time", "100000"];
    let mut session = Session::landgrab(folder.path(), &args);
    session.wait_for("0/2 games");
    let kill = Command::new("kill").args(["-INT", &session.child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let (status, said) = session.end();
    assert_eq!(status, Some(130), "{said:?}");
    assert!(said.contains("nothing was finished") && !said.contains("50.0 %"), "{said:?}");
}

#[test]
fn progress_fits_terminals_of_80_and_40_columns() {
    let folder = tempfile::tempdir().unwrap();
    for columns in [80, 40] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_landgrab"));
        program.current_dir(folder.path()).args(["census", "--boards", "200", "--size", "7x8", "--seed", "1"]);
        let mut session = Session::of_columns(&mut program, columns);
        session.wait_for("/200 boards");
        session.wait_for(", lost ");
        let kill = Command::new("kill").args(["-INT", &session.child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let (_, said) = session.end();
        let plain = anstream::adapter::strip_str(&said).to_string();
        let pictures: Vec<&str> = plain.split(['\r', '\n']).filter(|line| line.contains("/200 boards")).collect();
        let wide = pictures.iter().find(|line| line.chars().count() > usize::from(columns));
        assert!(!pictures.is_empty() && wide.is_none(), "{columns}: {wide:?}");
    }
}

/// A board of so many rows and columns on a white page.
fn picture(rows: u32, cols: u32) -> RgbImage {
    const COLOURS: [[u8; 3]; 6] =
        [[230, 55, 83], [163, 213, 89], [62, 168, 240], [65, 65, 65], [250, 224, 35], [105, 75, 161]];
    RgbImage::from_fn(40 * cols + 120, 40 * rows + 120, |x, y| {
        let (row, col) = (y.wrapping_sub(60) / 40, x.wrapping_sub(60) / 40);
        Rgb(if row < rows && col < cols { COLOURS[(row + col) as usize % 6] } else { [255, 255, 255] })
    })
}

#[test]
fn somebody_who_shows_a_part_of_a_board_is_asked_first() {
    let folder = tempfile::tempdir().unwrap();
    picture(5, 6).save(folder.path().join("board.png")).unwrap();
    let question = "Go on with this board? [y/N]";
    for args in [["solve", "colours", "board.png"].as_slice(), &["play", "colours", "--from", "board.png"]] {
        let mut session = Session::landgrab(folder.path(), args);
        session.wait_for(question);
        session.press("n\n");
        let (status, said) = session.end();
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("the board has 5x6 tiles, not 7x8"), "{said}");
    }
    let mut session = Session::landgrab(folder.path(), &["solve", "colours", "board.png"]);
    session.wait_for(question);
    session.press("y\n");
    let (status, said) = session.end();
    assert!(status == Some(0) && said.contains("proven"), "{said}");
}
