//! Makes books of Stop's openings: `cargo run --release -p landgrab-engine --example book_stop -- ...`
//!
//! `grow SECONDS THREADS SEED TREE` plays games of the champion as O from the usual start against the near-sighted of the original's
//! players: Monte Carlo tree search in which the rollouts are whole games. Positions that come up often, once the champion takes its
//! opponent for near-sighted, become part of a tree. There the move is chosen by upper confidence bounds (UCB1), elsewhere by the
//! champion with few nodes. A game ends when the search mostly sees the result. TREE is read, if there is one, and written: a line for
//! each position with its moves as `cell:value:games:points`. `training/stop_openings.cu` grows trees against far-sighted players.
//!
//! `bind TREE GAMES BOOK OUT` writes the book OUT: the move played most, where that was in at least so many games, and elsewhere the one
//! of BOOK.
//!
//! `print BOOK` prints a book as text, a line for each position: the stones of both sides as bits, row by row, and the cell to play.
//! `pack TEXT OUT` makes a book of such lines.
//!
//! `favourites GAMES` prints the best moves of the original's players in positions of so many games, to check other implementations
//! by: a number for the player, the stones of the side to move and of the other side, and the cells.

use grid::Cell;
use landgrab_engine::budget::Budget;
use landgrab_engine::roster::Limits;
use landgrab_engine::stop::evaluation::STONE;
use landgrab_engine::stop::search::{DEEPEST, Searcher, Tactics};
use landgrab_engine::stop::{
    BookEntry, BookPosition, BookView, Champion, Measure, Original, Style, read_book, write_book,
};
use rules::stop::{Placing, Setup, Stop};
use rules::{Clock, Game, Player, Side, Source, SplitMix, Turn};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The opponents, and the expected score against each where a game is stopped with a value of -4, -2, 0 and 2 stones for us. From
/// 1,400 games that were played on.
const OPPONENTS: [(Measure, u32, [f64; 4]); 2] =
    [(Measure::Manhattan, 2, [0.1, 0.37, 0.81, 1.0]), (Measure::FloodFill, 2, [0.2, 0.39, 0.77, 1.0])];
/// Contested cells at which a game is stopped.
const LAST: usize = 30;
/// The side that needs openings: the first side wins without.
const US: Side = Side::Second;
/// Nodes for a move of the champion: enough for traps.
const NODES: u64 = 160_000;
/// Nodes for the search of a position's moves, and for the value at the end.
const LOOK: u64 = 80_000;
/// Games that reach a position before it becomes part of the tree.
const OFTEN: u32 = 3;
/// Moves are tried if they are worth at most so many sixteenths of a stone less than the best, in at least so many games each, and at
/// most so many moves of a position.
const MARGIN: i32 = 18;
const LEAST: u32 = 2;
const WIDEST: usize = 12;
/// Weight of the prior in games, and the exploration constant of UCB1.
const IMAGINED: f64 = 2.0;
const DOUBT: f64 = 0.2;

/// A move of a position in the tree.
#[derive(Clone, Copy)]
struct Arm {
    cell: u8,
    value: i32,
    games: u32,
    points: f64,
}

impl Arm {
    /// The prior: the expected score by the value of the search.
    fn promise(&self) -> f64 {
        1.0 / (1.0 + (-0.6 * (f64::from(self.value) / f64::from(STONE) + 1.0)).exp())
    }
}

#[derive(Default)]
struct Tree {
    arms: HashMap<BookPosition, Vec<Arm>>,
    /// Visits of positions that are not part of it yet.
    seen: HashMap<BookPosition, u32>,
    /// Positions whose moves were searched in this run.
    visited: HashSet<BookPosition>,
}

impl Tree {
    fn read(path: &str) -> Self {
        let mut tree = Self::default();
        for line in std::fs::read_to_string(path).unwrap_or_default().lines() {
            let mut words = line.split(' ');
            let mut stones = || u64::from_str_radix(words.next().expect("stones"), 16).expect("bits");
            let opening = BookPosition { first: stones(), second: stones() };
            let arm = |word: &str| {
                let [cell, value, games, points] = word.split(':').collect::<Vec<_>>()[..] else { panic!("{word}?") };
                let number = |text: &str| text.parse::<i32>().expect("a number");
                let points = points.parse().expect("points");
                Arm { cell: number(cell) as u8, value: number(value), games: number(games) as u32, points }
            };
            tree.arms.insert(opening, words.map(arm).collect());
        }
        tree
    }

    fn write(&self, path: &str) {
        let mut lines: Vec<String> = vec![];
        for (opening, arms) in &self.arms {
            let mut line = format!("{:016x} {:016x}", opening.first, opening.second);
            for Arm { cell, value, games, points } in arms {
                write!(line, " {cell}:{value}:{games}:{points:.2}").expect("text");
            }
            lines.push(line);
        }
        lines.sort_unstable();
        std::fs::write(path, lines.join("\n") + "\n").expect("a file that can be written");
    }

    /// The move to try next: one with too few games, or the best by its upper confidence bound.
    fn select(&mut self, opening: &BookPosition) -> Option<(usize, u8)> {
        let arms = self.arms.get_mut(opening)?;
        let all: f64 = arms.iter().map(|arm| f64::from(arm.games) + IMAGINED).sum();
        let bound = |arm: &Arm| {
            let games = f64::from(arm.games) + IMAGINED;
            (arm.points + IMAGINED * arm.promise()) / games + DOUBT * (all.ln() / games).sqrt()
        };
        let few = (0..arms.len()).find(|arm| arms[*arm].games < LEAST);
        let best =
            few.or_else(|| (0..arms.len()).max_by(|one, other| bound(&arms[*one]).total_cmp(&bound(&arms[*other]))))?;
        arms[best].games += 1;
        Some((best, arms[best].cell))
    }
}

/// A thread that plays games, with a tree that all share.
struct Worker<'a> {
    tree: &'a Mutex<Tree>,
    /// The points of all games, by opponent.
    results: &'a Mutex<BTreeMap<String, Vec<f64>>>,
    source: SplitMix,
    searcher: Searcher,
    champion: Champion,
}

impl Worker<'_> {
    fn play(&mut self) {
        let (measure, depth, worth) = OPPONENTS[self.source.below(2) as usize];
        let mut other = Original::new(measure, depth, self.source.below(u32::MAX).into());
        let mut position = Stop::new(&Setup::default());
        self.champion.begin(&Setup::default(), US).expect("a champion that begins");
        let mut path = vec![];
        let mut is_known = true;
        while let Turn::Move(mover) = position.turn()
            && position.contested().len() > LAST
        {
            let is_meant = mover == US && !self.champion.faces_far_sight(&position);
            let chosen = (is_meant && is_known).then(|| self.choose(&position, path.is_empty())).flatten();
            is_known &= !is_meant || chosen.is_some();
            let played = match chosen {
                Some((opening, arm, played)) => {
                    path.push((opening, arm));
                    self.champion.follow(&position, played);
                    played
                }
                None if mover == US => self.champion.choose(&position, Clock::default()).expect("a move"),
                None => other.choose(&position, Clock::default()).expect("a move"),
            };
            position.play_unchecked(played);
        }
        let points = points(worth, self.value(&position, DEEPEST, LOOK).0);
        let mut tree = self.tree.lock().expect("nobody panics");
        for (opening, arm) in path {
            tree.arms.get_mut(&opening).expect("positions stay in the tree")[arm].points += points;
        }
        let name = format!("{measure:?} {depth}");
        self.results.lock().expect("nobody panics").entry(name).or_default().push(points);
    }

    /// The move of the tree, if the position is or becomes part of it.
    fn choose(&mut self, position: &Stop, is_first: bool) -> Option<(BookPosition, usize, Placing)> {
        let view = BookView::of(position)?;
        let opening = view.position;
        let mut tree = self.tree.lock().expect("nobody panics");
        if !tree.arms.contains_key(&opening) {
            let seen = tree.seen.entry(opening).or_default();
            *seen += 1;
            if !is_first && *seen < OFTEN {
                return None;
            }
        }
        if tree.visited.insert(opening) {
            drop(tree);
            let nodes = if is_first { 4 * LOOK } else { LOOK };
            let found = self.candidates(position, &view, nodes);
            tree = self.tree.lock().expect("nobody panics");
            let arms = tree.arms.entry(opening).or_default();
            for arm in found {
                if arms.iter().all(|known| known.cell != arm.cell) {
                    arms.push(arm);
                }
            }
        }
        let (arm, cell) = tree.select(&opening)?;
        Some((opening, arm, view.placing(cell)))
    }

    /// The moves to try: about as good as the best, by the search.
    fn candidates(&mut self, position: &Stop, view: &BookView, nodes: u64) -> Vec<Arm> {
        let (_, depth) = self.value(position, DEEPEST, nodes);
        let depth = depth.saturating_sub(3).max(6);
        let (contested, frame) = (position.contested(), position.frame());
        let mut arms: Vec<Arm> = position
            .moves()
            .filter(|played| contested.contains(frame.index(played.at)))
            .map(|played| {
                let (value, _) = self.value(&position.after(played), depth, nodes / 3);
                Arm { cell: view.bit(played), value, games: 0, points: 0.0 }
            })
            .collect();
        arms.sort_by_key(|arm| -arm.value);
        let best = arms.first().map_or(0, |arm| arm.value);
        arms.retain(|arm| arm.value >= best - MARGIN);
        arms.truncate(WIDEST);
        arms
    }

    /// The value of a position for us, and the depth of the search.
    fn value(&mut self, position: &Stop, depth: u32, nodes: u64) -> (i32, u32) {
        let Turn::Move(mover) = position.turn() else {
            let score = position.settled_score();
            return ((score[US] as i32 - score[US.other()] as i32) * STONE, 0);
        };
        let report = self.searcher.search(position, depth, &mut Budget::nodes(nodes)).expect("somebody is to move");
        (if mover == US { report.value } else { -report.value }, report.depth)
    }
}

/// The expected score against an opponent of a game that is stopped with this value.
fn points(worth: [f64; 4], value: i32) -> f64 {
    let place = (f64::from(value) / f64::from(2 * STONE) + 2.0).clamp(0.0, 3.0);
    let below = (place as usize).min(2);
    worth[below] + (worth[below + 1] - worth[below]) * (place - below as f64)
}

fn grow(seconds: u64, threads: u64, seed: u64, path: &str) {
    let (tree, results) = (Mutex::new(Tree::read(path)), Mutex::default());
    let end = Instant::now() + Duration::from_secs(seconds);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let style = Style { limits: Limits::nodes(NODES), ..Style::default() };
            let mut worker = Worker {
                tree: &tree,
                results: &results,
                source: SplitMix::for_purpose(seed, thread),
                searcher: Searcher::new(16, Tactics::default()),
                champion: Champion::new(style, seed),
            };
            scope.spawn(move || {
                while Instant::now() < end {
                    worker.play();
                }
            });
        }
        while Instant::now() < end {
            std::thread::sleep(Duration::from_secs(20).min(end.saturating_duration_since(Instant::now())));
            let tree = tree.lock().expect("nobody panics");
            tree.write(path);
            let mut line = format!("{} positions", tree.arms.len());
            for (name, points) in results.lock().expect("nobody panics").iter() {
                let last = &points[points.len().saturating_sub(1000)..];
                let mean = last.iter().sum::<f64>() / last.len() as f64;
                write!(line, "; {name} {:.1} % of {}", 100.0 * mean, points.len()).expect("text");
            }
            println!("{line}");
        }
    });
    tree.lock().expect("nobody panics").write(path);
}

fn bind(path: &str, least: u32, book: &str, out: &str) {
    let mut moves: BTreeMap<BookPosition, u8> = book_at(book).into_iter().collect();
    for (position, arms) in Tree::read(path).arms {
        if let Some(best) = arms.iter().max_by_key(|arm| arm.games).filter(|arm| arm.games >= least) {
            moves.insert(position, best.cell);
        }
    }
    std::fs::write(out, write_book(moves)).expect("a file that can be written");
}

fn book_at(path: &str) -> Vec<BookEntry> {
    let bytes = std::fs::read(path).expect("a file that can be read");
    read_book(&bytes).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn print(book: &str) {
    for (BookPosition { first, second }, cell) in book_at(book) {
        println!("{first:x} {second:x} {cell}");
    }
}

fn pack(text: &str, out: &str) {
    let parsed = |line: &str| -> Option<BookEntry> {
        let [first, second, cell] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
        let stones = |text: &str| u64::from_str_radix(text, 16).ok();
        let cell = cell.parse().ok().filter(|cell| *cell < 64)?;
        Some((BookPosition { first: stones(first)?, second: stones(second)? }, cell))
    };
    let text = std::fs::read_to_string(text).expect("a file that can be read");
    let entry = |line: &str| parsed(line).unwrap_or_else(|| panic!("expected two sets of stones and a cell: {line}"));
    std::fs::write(out, write_book(text.lines().map(entry))).expect("a file that can be written");
}

fn favourites(games: u64) {
    let players = [(Measure::Manhattan, 6), (Measure::Manhattan, 4), (Measure::Manhattan, 2), (Measure::FloodFill, 2)];
    let bit = |at: Cell| 1u64 << (8 * at.row + at.col);
    for seed in 0..games {
        let mut source = SplitMix::new(seed);
        let mut players = players.map(|(measure, depth)| Original::new(measure, depth, seed));
        let mut position = Stop::new(&Setup::default());
        while let Turn::Move(mover) = position.turn() {
            let stones = [mover, mover.other()]
                .map(|side| position.stones(side).iter().fold(0, |set, index| set | bit(position.frame().cell(index))));
            for (number, player) in players.iter_mut().enumerate() {
                let cells = player.favourites(&position).iter().fold(0, |set, played| set | bit(played.at));
                println!("{number} {:x} {:x} {cells:x}", stones[0], stones[1]);
            }
            let moves: Vec<Placing> = position.moves().collect();
            let by_chance = moves[source.below(moves.len() as u32) as usize];
            let chosen = players[2].choose(&position, Clock::default()).expect("a move");
            position.play_unchecked(if source.below(3) == 0 { by_chance } else { chosen });
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse().expect("a number");
    match &arguments[..] {
        [what, seconds, threads, seed, path] if what == "grow" => {
            grow(number(seconds), number(threads), number(seed), path);
        }
        [what, games] if what == "favourites" => favourites(number(games)),
        [what, path, least, book, out] if what == "bind" => bind(path, number(least) as u32, book, out),
        [what, book] if what == "print" => print(book),
        [what, text, out] if what == "pack" => pack(text, out),
        _ => panic!(
            "expected grow SECONDS THREADS SEED TREE, bind TREE GAMES BOOK OUT, print BOOK, pack TEXT OUT, or favourites GAMES"
        ),
    }
}
