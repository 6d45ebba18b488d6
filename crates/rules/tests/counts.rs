//! Counts of move sequences against known numbers: a wrong, missing or doubled move in any line shows in them.

use grid::Size;
use landgrab_rules::game::count_sequences;
use landgrab_rules::{Game, colours, stop};

/// Larger counts are left out, so that the test stays well under a second.
const MOST_NODES: u64 = 1_000_000;

/// A board of a counts file, with its numbers by depth.
struct Board {
    name: String,
    counts: Vec<(u32, u64)>,
}

/// Reads a counts file: `board` lines, each followed by lines of depth and nodes; `#` starts a comment.
fn boards(text: &str) -> Vec<Board> {
    let mut boards: Vec<Board> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("board ") {
            boards.push(Board { name: name.into(), counts: Vec::new() });
            continue;
        }
        let (depth, nodes) = line.split_once(' ').expect("depth and nodes");
        let count = (depth.parse().expect("a depth"), nodes.parse().expect("a number of nodes"));
        boards.last_mut().expect("a board before its counts").counts.push(count);
    }
    boards
}

/// Compares every count that is small enough.
fn compare<G: Game>(boards: &[Board], start: impl Fn(&str) -> G) {
    assert!(!boards.is_empty());
    for board in boards {
        let position = start(&board.name);
        let small: Vec<_> = board.counts.iter().filter(|(_, nodes)| *nodes <= MOST_NODES).collect();
        assert!(!small.is_empty(), "nothing to compare: {} {}", G::NAME, board.name);
        for (depth, nodes) in small {
            assert_eq!(count_sequences(&position, *depth), *nodes, "{} {} depth {depth}", G::NAME, board.name);
        }
    }
}

#[test]
fn stop_has_its_known_numbers_of_lines() {
    let start = |name: &str| {
        let (size, reading) = name.split_once(' ').expect("size and reading");
        let (rows, cols) = size.split_once('x').expect("rows x columns");
        let size = Size::new(rows.parse().expect("rows"), cols.parse().expect("columns"));
        let reading = reading.parse().expect("a reading");
        stop::Stop::new(&stop::Setup::new(size, reading).expect("a size that stop is played on"))
    };
    compare(&boards(include_str!("counts/stop.txt")), start);
}

#[test]
fn colours_has_its_known_numbers_of_lines() {
    let start = |text: &str| text.parse::<colours::Colours<u64>>().expect("a board of up to 64 tiles");
    compare(&boards(include_str!("counts/colours.txt")), start);
}
