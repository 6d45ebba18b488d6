//! The bots in `bots/`: they are built as their README says, and play whole games of both dialects against themselves
//! under a small referee of ours that knows nothing but the rules. A machine without a language skips its bot.

use engine::pieces::heat::{Heat, Metric};
use rules::pieces::{Dialect, Map, Piece, Pieces, Placement, Setup, class};
use rules::{BySide, Cell, CellSet, Game, Side, Size, Turn};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

type Position = Pieces<class::Any>;

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots").join(path)
}

/// A command that a language offers; `None`, with a word about it, where it is not installed.
fn tool(name: &str) -> Option<Command> {
    let found = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if found.is_ok_and(|status| status.success()) {
        return Some(Command::new(name));
    }
    xtask::skipped(&format!("there is no working `{name}` on this machine"));
    None
}

/// Builds a bot with a compiler, and gives the command that runs it.
fn built(mut compiler: Command, arguments: &[&str], path: &str, folder: &Path) -> Vec<PathBuf> {
    let program = folder.join("bot");
    let status = compiler.args(arguments).arg("-o").arg(&program).arg(source(path)).status();
    assert!(status.expect("the compiler starts").success(), "{path} does not compile");
    vec![program]
}

/// A bot on two pipes.
struct Bot {
    child: Child,
    /// Its answers, line by line, as a thread reads them.
    answers: Receiver<String>,
}

/// No bot of ours takes as long, on any machine.
const DEADLINE: Duration = Duration::from_secs(60);

impl Bot {
    fn start(command: &[PathBuf], side: Side) -> Self {
        let mut start = Command::new(&command[0]);
        let mut child =
            start.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let answers = lines(child.stdout.take().expect("it is piped"));
        let mut bot = Self { child, answers };
        bot.tell(&format!("$$$ exec p{} : [{}]\n", side.number(), command[0].display()));
        bot
    }

    fn tell(&mut self, text: &str) {
        self.child.stdin.as_mut().expect("it is piped").write_all(text.as_bytes()).expect("it listens");
    }

    fn answer(&mut self, dialect: Dialect) -> Placement {
        let line = self.answers.recv_timeout(DEADLINE).expect("an answer in time");
        let numbers = line.strip_suffix('\n').and_then(|line| line.split_once(' '));
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{line:?} is no answer"));
        let (a, b) = numbers.unwrap_or_else(|| panic!("{line:?} is no answer"));
        match dialect {
            Dialect::Plateau => Placement::At { row: number(a), col: number(b) },
            Dialect::Anfield => Placement::At { row: number(b), col: number(a) },
        }
    }

    /// The end of its input must be the end of the bot, and it must not have said more than it was asked.
    fn finish(mut self) {
        drop(self.child.stdin.take());
        assert_eq!(self.answers.recv_timeout(DEADLINE), Err(RecvTimeoutError::Disconnected));
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
    }
}

impl Drop for Bot {
    /// A test that failed leaves no bot behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lines with their line feeds, read by a thread until the bot closes its output.
fn lines(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = channel();
    let mut output = BufReader::new(output);
    std::thread::spawn(move || {
        loop {
            let mut line = String::new();
            if output.read_line(&mut line).unwrap_or(0) == 0 || sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The input of a player in a turn; `recent` are the cells of each side's latest piece, which are in lower case.
fn turn_text(position: &Position, recent: &BySide<Vec<Cell>>) -> String {
    let (dialect, Size { rows, cols }) = (position.dialect(), position.size());
    let mark = |cell: Cell| match Side::BOTH.into_iter().find(|side| position.own(*side).contains(cell)) {
        Some(side) if recent[side].contains(&cell) => dialect.recent_mark(side),
        Some(side) => dialect.mark(side),
        None if position.free().contains(cell) => '.',
        None => '#',
    };
    let piece = position.piece().expect("a piece was drawn");
    let Size { rows: height, cols: width } = piece.size();
    let (board, piece_header, filled) = match dialect {
        Dialect::Plateau => (format!("Plateau {rows} {cols}:\n"), format!("Piece {height} {width}:\n"), '*'),
        Dialect::Anfield => (format!("Anfield {cols} {rows}:\n"), format!("Piece {width} {height}:\n"), 'O'),
    };
    let mut text = format!("{board}    {}\n", (0..cols).map(|col| (col % 10).to_string()).collect::<String>());
    for row in 0..rows {
        let label = if dialect == Dialect::Anfield { row % 1000 } else { row };
        let marks: String = (0..cols).map(|col| mark(Cell::new(row, col))).collect();
        text += &format!("{label:03} {marks}\n");
    }
    text + &piece_header + &piece.lines(filled).join("\n") + "\n"
}

/// The sum of steps to the enemy over the cells that a placement newly covers: what the bots make small.
fn cost(position: &Position, played: Placement) -> u32 {
    let Placement::At { row, col } = played else { return 0 };
    let (side, piece) = (position.side(), position.piece().expect("a piece was drawn"));
    let heat = Heat::new(Metric::L1, position.own(side.other()), position.size());
    let covered = Position::covered(piece, row, col).map(|(row, col)| Cell::new(row as usize, col as usize));
    covered.filter(|cell| position.free().contains(*cell)).map(|cell| u32::from(heat.at(cell))).sum()
}

/// Plays a whole game of a bot against itself: every answer is a legal placement, none costs less, and nobody says stuck
/// who is not.
fn plays_a_whole_game(command: &[PathBuf], dialect: Dialect, shows_recent: bool) {
    let setup = Setup::named("map00", dialect).expect("a school map");
    let mut bots = BySide::from_fn(|side| Bot::start(command, side));
    let mut position = Position::new(&setup);
    let mut draws = Position::official(&setup, 4_000_000);
    let mut recent = BySide::<Vec<Cell>>::default();
    let mut beyond_the_edge = 0;
    loop {
        match position.turn() {
            Turn::Over(_) => break,
            Turn::Draw => {
                let piece = position.sample(&mut draws);
                position.take(piece);
            }
            Turn::Move(side) => {
                bots[side].tell(&turn_text(&position, &recent));
                let answer = bots[side].answer(dialect);
                let played =
                    position.resolve(answer).unwrap_or_else(|refusal| panic!("{answer}: {refusal}\n{position}"));
                let least = position.moves().map(|other| cost(&position, other)).min();
                assert_eq!(Some(cost(&position, played)), least, "{played}\n{position}");
                if let (Placement::At { row, col }, Some(piece)) = (played, position.piece()) {
                    beyond_the_edge += u32::from(row < 0 || col < 0);
                    let covered = Position::covered(piece, row, col);
                    recent[side] = covered.map(|(row, col)| Cell::new(row as usize, col as usize)).collect();
                    if !shows_recent {
                        recent[side].clear();
                    }
                }
                position.play_unchecked(played);
            }
        }
    }
    let BySide { first, second } = position.cells();
    assert!(first + second > 100, "they played a game of note: {first} and {second} cells");
    assert!(beyond_the_edge > 0, "this game has placements that only a careful bot finds");
    let BySide { first, second } = bots;
    first.finish();
    second.finish();
}

/// Asks a bot one thing.
fn answered(command: &[PathBuf], dialect: Dialect, side: Side, board: &str, piece: &str) -> Placement {
    let setup = Setup::new(dialect, Map::parse("test", board, dialect).expect("a map"));
    let piece: Piece = piece.parse().expect("a piece");
    let position = Position::facing(&setup, side, piece);
    let mut bot = Bot::start(command, side);
    bot.tell(&turn_text(&position, &BySide::default()));
    let answer = bot.answer(dialect);
    bot.finish();
    answer
}

/// Places where students' bots give up.
fn finds_what_is_hard_to_find(command: &[PathBuf]) {
    for (dialect, first, second) in [(Dialect::Plateau, 'O', 'X'), (Dialect::Anfield, '@', '$')] {
        let picture = |text: &str| text.replace('1', &first.to_string()).replace('2', &second.to_string());
        for (side, board, piece, row, col) in [
            // Before the top left corner, and beyond the bottom right one.
            (Side::First, "1...\n2222\n", "...../..**./.....", -1, -2),
            (Side::Second, "1111\n...2\n", "**.../...../.....", 1, 2),
            (Side::Second, "1111\n..12\n", "**.../...../.....", 0, 0),
            // A box larger than the board.
            (Side::First, ".1..\n.222\n", "....../...*../...*../....../..*...", 0, 0),
            (Side::First, ".1..\n.222\n", "....../...**./....../......", -1, -2),
            // Exactly one own cell, not two; nothing at all fits.
            (Side::First, "11..\n2222\n", "**", 0, 1),
            (Side::First, "1122\n2222\n", "**", 0, 0),
        ] {
            let answer = answered(command, dialect, side, &picture(board), piece);
            assert_eq!(answer, Placement::At { row, col }, "{dialect} {side:?}\n{board}{piece}");
        }
    }
    let answer = answered(command, Dialect::Plateau, Side::First, "..#O..\n.#XX#.\n", "**");
    assert_eq!(answer, Placement::At { row: 0, col: 3 }, "a wall is no place for a piece");
    // Labels have four digits at the end of a long Plateau board, and start again at 000 in Anfield.
    for (dialect, own, enemy) in [(Dialect::Plateau, "O.\n..\n", "XX\n"), (Dialect::Anfield, "@.\n..\n", "$$\n")] {
        let board = enemy.repeat(1000) + own;
        let answer = answered(command, dialect, Side::First, &board, ".*/.*");
        assert_eq!(answer, Placement::At { row: 1000, col: -1 });
    }
}

/// All that is asked of a bot in `bots/`.
fn is_a_good_example(command: &[PathBuf], path: &str) {
    let lines = std::fs::read_to_string(source(path)).expect("it is there").lines().count();
    assert!(lines < 120, "{path} has {lines} lines; a student should see it all");
    plays_well(command);
}

fn plays_well(command: &[PathBuf]) {
    finds_what_is_hard_to_find(command);
    for dialect in Dialect::ALL {
        plays_a_whole_game(command, dialect, true);
    }
    plays_a_whole_game(command, Dialect::Plateau, false);
}

#[test]
fn the_python_bot_is_a_good_example() {
    if tool("python3").is_some() {
        is_a_good_example(&["python3".into(), source("python/bot.py")], "python/bot.py");
    }
}

#[test]
fn the_c_bot_is_a_good_example() {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    if let Some(compiler) = tool(&compiler) {
        let folder = tempfile::tempdir().expect("a folder for the program");
        let bot = built(compiler, &["-O2", "-std=c11", "-Wall", "-Wextra"], "c/bot.c", folder.path());
        is_a_good_example(&bot, "c/bot.c");
    }
}

#[test]
fn the_rust_bot_is_a_good_example() {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    if let Some(compiler) = tool(&compiler) {
        let folder = tempfile::tempdir().expect("a folder for the program");
        let bot = built(compiler, &["-O", "--edition=2024"], "rust/src/main.rs", folder.path());
        is_a_good_example(&bot, "rust/src/main.rs");
    }
}

#[test]
fn a_built_in_player_as_a_bot_plays_as_well() {
    // The command takes arguments, which come after the program.
    plays_well(&[env!("CARGO_BIN_EXE_landgrab").into(), "bot".into(), "greedy".into()]);
}
