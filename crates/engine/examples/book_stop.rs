//! Makes the book of Stop's openings: `cargo run --release -p landgrab-engine --example book_stop -- ...`
//!
//! `grow SECONDS THREADS SEED TREE` plays games of the champion as O against the original's players, mostly those that look far, 4
//! in 10 from the usual start, the others after four random moves; `... TREE usual` only against who looks farthest, and
//! `... TREE near` only against those who do not look far, once the champion has seen that; both from the usual start.
//! Positions of the champion that come up again and again become part of a tree: its moves there are chosen by upper bounds
//! of what they scored, later ones by the champion itself with few positions. A game ends when so little is contested that
//! the search mostly sees the result. TREE is read, if there is one, and written: a line for each position with its moves as
//! `cell:value:games:points`.
//!
//! `bind TREE GAMES` prints the book: the move played most, where that was in at least so many games.

use landgrab_engine::evaluate::stop::STONE;
use landgrab_engine::players::{Measure, Opening, OpeningView, Original, StopChampion, StopStyle};
use landgrab_engine::search::budget::Budget;
use landgrab_engine::search::stop::{DEEPEST, Searcher, Tactics};
use rules::stop::{Placing, Setup, Stop};
use rules::{Clock, Game, Player, Side, Source, SplitMix, Turn};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The opponents by map and depth, each with its share of a hundred games.
const OPPONENTS: [(Measure, u32, u32); 4] = [
    (Measure::Manhattan, 6, 58),
    (Measure::Manhattan, 4, 16),
    (Measure::Manhattan, 2, 13),
    (Measure::FloodFill, 2, 13),
];
/// What is scored against each where the search sees -4, -2, 0 and 2 stones for us when a game ends; from 1,400 games that
/// were played on.
const WORTH: [[f64; 4]; 4] =
    [[0.0, 0.1, 0.62, 1.0], [0.06, 0.28, 0.72, 1.0], [0.1, 0.37, 0.81, 1.0], [0.2, 0.39, 0.77, 1.0]];
/// Contested cells with which a game ends.
const LAST: usize = 30;
/// Of a hundred games, those from the usual start.
const USUAL: u32 = 40;
/// Who is in need of openings: the first side wins without.
const US: Side = Side::Second;
/// Positions for a move of the champion's, and for the value at the end.
const NODES: u64 = 80_000;
/// Games that lead to a position before it becomes part of the tree.
const OFTEN: u32 = 3;
/// Up to so many of our stones: what a move may be worth less than the best one to be tried, in sixteenths of a stone; and in how many
/// games it is, whatever it scores. It takes a few more moves that suit it before a move shows what it is good for.
const BREADTHS: [(u32, i32, u32); 4] = [(3, 48, 8), (6, 32, 5), (8, 20, 2), (64, 14, 0)];
/// The same against those who do not look far, whose games are fewer: what a move may be worth less, and the games that it gets.
const NEAR_BREADTH: (i32, u32) = (18, 2);
const WIDEST: usize = 12;
/// What was scored in earlier runs, when the champion was another one, counts as so many games of a position at most.
const REMEMBERED: u32 = 40;
/// Games that a move is held to have played as promised, and how much doubt speaks for it.
const IMAGINED: f64 = 2.0;
const DOUBT: f64 = 0.2;

/// Whom the games are against, and where they begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whom {
    All,
    /// Who looks farthest, from the usual start.
    Farthest,
    /// Those who do not look far, from the usual start.
    Near,
}

impl Whom {
    /// The margin and the least games of the moves of a position.
    fn breadth(self, opening: &Opening) -> (i32, u32) {
        if self == Self::Near {
            return NEAR_BREADTH;
        }
        let is_meant = |(stones, _, _): &&(u32, i32, u32)| opening.second.count_ones() <= *stones;
        let (_, margin, games) = BREADTHS.iter().find(is_meant).expect("nobody has more than 64 stones");
        (*margin, *games)
    }
}

/// A move of a position in the tree.
#[derive(Clone, Copy)]
struct Arm {
    cell: u8,
    value: i32,
    games: u32,
    points: f64,
}

impl Arm {
    /// What it promises before it was tried.
    fn promise(&self) -> f64 {
        1.0 / (1.0 + (-0.6 * (f64::from(self.value) / f64::from(STONE) + 1.0)).exp())
    }
}

#[derive(Default)]
struct Tree {
    arms: HashMap<Opening, Vec<Arm>>,
    /// How often positions were seen that are no part of it yet.
    seen: HashMap<Opening, u32>,
    /// Positions whose moves were looked for in this run.
    visited: HashSet<Opening>,
}

impl Tree {
    fn read(path: &str) -> Self {
        let mut tree = Self::default();
        for line in std::fs::read_to_string(path).unwrap_or_default().lines() {
            let mut words = line.split(' ');
            let mut stones = || u64::from_str_radix(words.next().expect("stones"), 16).expect("bits");
            let opening = Opening { first: stones(), second: stones() };
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

    /// Lets what was scored until now count for less.
    fn fade(&mut self) {
        for arms in self.arms.values_mut() {
            let games: u32 = arms.iter().map(|arm| arm.games).sum();
            for arm in arms.iter_mut().filter(|_| games > REMEMBERED) {
                let before = arm.games.max(1);
                arm.games = arm.games * REMEMBERED / games;
                arm.points *= f64::from(arm.games) / f64::from(before);
            }
        }
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

    /// The move to try next: one with less than the least games, or the best by an upper bound.
    fn select(&mut self, opening: &Opening, least: u32) -> Option<(usize, u8)> {
        let arms = self.arms.get_mut(opening)?;
        let all: f64 = arms.iter().map(|arm| f64::from(arm.games) + IMAGINED).sum();
        let bound = |arm: &Arm| {
            let games = f64::from(arm.games) + IMAGINED;
            (arm.points + IMAGINED * arm.promise()) / games + DOUBT * (all.ln() / games).sqrt()
        };
        let few = (0..arms.len()).find(|arm| arms[*arm].games < least);
        let best =
            few.or_else(|| (0..arms.len()).max_by(|one, other| bound(&arms[*one]).total_cmp(&bound(&arms[*other]))))?;
        arms[best].games += 1;
        Some((best, arms[best].cell))
    }
}

/// One who plays games, with a tree that it shares.
struct Worker<'a> {
    tree: &'a Mutex<Tree>,
    /// The points of all games, by the opponent and the start.
    results: &'a Mutex<BTreeMap<String, Vec<f64>>>,
    source: SplitMix,
    searcher: Searcher,
    champion: StopChampion,
    whom: Whom,
}

impl Worker<'_> {
    fn play(&mut self) {
        let mut draw = self.source.below(100);
        let is_drawn = |(_, _, share): &(Measure, u32, u32)| {
            let is_drawn = draw < *share;
            draw -= if is_drawn { 0 } else { *share };
            is_drawn
        };
        let drawn = OPPONENTS.iter().position(is_drawn).expect("the shares are a hundred");
        let opponent = match self.whom {
            Whom::All => drawn,
            Whom::Farthest => 0,
            Whom::Near => 2 + self.source.below(2) as usize,
        };
        let (measure, depth, _) = OPPONENTS[opponent];
        let is_usual = self.whom != Whom::All || self.source.below(100) < USUAL;
        let mut other = Original::new(measure, depth, self.source.below(u32::MAX).into());
        let mut position = Stop::new(&Setup::default());
        for _ in 0..if is_usual { 0 } else { 4 } {
            let moves: Vec<Placing> = position.moves().collect();
            position.play_unchecked(moves[self.source.below(moves.len() as u32) as usize]);
        }
        self.champion.begin(&Setup::default(), US).expect("a champion that begins");
        let mut path = vec![];
        let mut is_known = true;
        while let Turn::Move(mover) = position.turn()
            && position.contested().len() > LAST
        {
            let is_meant = mover == US && (self.whom != Whom::Near || !self.champion.faces_far_sight(&position));
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
        let points = points(opponent, self.value(&position, DEEPEST, NODES).0);
        let mut tree = self.tree.lock().expect("nobody panics");
        for (opening, arm) in path {
            tree.arms.get_mut(&opening).expect("positions stay in the tree")[arm].points += points;
        }
        let name = format!("{measure:?} {depth} {}", if is_usual { "usual" } else { "random" });
        self.results.lock().expect("nobody panics").entry(name).or_default().push(points);
    }

    /// The move that the tree has to try, if the position is or becomes part of it.
    fn choose(&mut self, position: &Stop, is_first: bool) -> Option<(Opening, usize, Placing)> {
        let view = OpeningView::of(position)?;
        let opening = view.opening;
        let (margin, least) = self.whom.breadth(&opening);
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
            let nodes = if is_first { 4 * NODES } else { NODES };
            let found = self.candidates(position, &view, nodes, margin);
            tree = self.tree.lock().expect("nobody panics");
            let arms = tree.arms.entry(opening).or_default();
            for arm in found {
                if arms.iter().all(|known| known.cell != arm.cell) {
                    arms.push(arm);
                }
            }
        }
        let (arm, cell) = tree.select(&opening, least)?;
        Some((opening, arm, view.placing(cell)))
    }

    /// The moves to try: those that a search finds about as good as the best.
    fn candidates(&mut self, position: &Stop, view: &OpeningView, nodes: u64, margin: i32) -> Vec<Arm> {
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
        arms.retain(|arm| arm.value >= best - margin);
        arms.truncate(WIDEST);
        arms
    }

    /// What a position is worth to us, and how far that was looked ahead.
    fn value(&mut self, position: &Stop, depth: u32, nodes: u64) -> (i32, u32) {
        let Turn::Move(mover) = position.turn() else {
            let score = position.settled_score();
            return ((score[US] as i32 - score[US.other()] as i32) * STONE, 0);
        };
        let report = self.searcher.search(position, depth, &mut Budget::nodes(nodes)).expect("somebody is to move");
        (if mover == US { report.value } else { -report.value }, report.depth)
    }
}

/// What a value for us at the end is worth against an opponent.
fn points(opponent: usize, value: i32) -> f64 {
    let place = (f64::from(value) / f64::from(2 * STONE) + 2.0).clamp(0.0, 3.0);
    let below = (place as usize).min(2);
    let worth = WORTH[opponent];
    worth[below] + (worth[below + 1] - worth[below]) * (place - below as f64)
}

fn grow(seconds: u64, threads: u64, seed: u64, path: &str, whom: Whom) {
    let mut tree = Tree::read(path);
    tree.fade();
    let (tree, results) = (Mutex::new(tree), Mutex::default());
    let end = Instant::now() + Duration::from_secs(seconds);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            // Against those who do not look far it is traps that win, which take more positions.
            let is_near = whom == Whom::Near;
            let nodes = if is_near { 2 * NODES } else { NODES };
            let style = StopStyle { nodes, knows_openings: is_near, ..StopStyle::default() };
            let mut worker = Worker {
                tree: &tree,
                results: &results,
                source: SplitMix::for_purpose(seed, thread),
                searcher: Searcher::new(16, Tactics::default()),
                champion: StopChampion::new(style, seed),
                whom,
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

fn bind(path: &str, least: u32) {
    let mut lines: Vec<String> = vec![];
    for (Opening { first, second }, arms) in Tree::read(path).arms {
        if let Some(best) = arms.iter().max_by_key(|arm| arm.games).filter(|arm| arm.games >= least) {
            lines.push(format!("{first:016x} {second:016x} {}", best.cell));
        }
    }
    lines.sort_unstable();
    println!("{}", lines.join("\n"));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse().expect("a number");
    match &arguments[..] {
        [what, seconds, threads, seed, path, rest @ ..] if what == "grow" => {
            let whom = match rest.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                [] => Whom::All,
                ["usual"] => Whom::Farthest,
                ["near"] => Whom::Near,
                _ => panic!("{rest:?}: expected usual, near or nothing after TREE"),
            };
            grow(number(seconds), number(threads), number(seed), path, whom);
        }
        [what, path, least] if what == "bind" => bind(path, number(least) as u32),
        _ => panic!("grow SECONDS THREADS SEED TREE [usual|near], or bind TREE GAMES"),
    }
}
