//! `landgrab play stop`: Stop for people, and the commands of the original program: its two territory maps, all scores, and
//! the board as a drawing.

mod maps;
mod svg;

use super::{Order, Playable, play};
use crate::cli::PlayStopArgs;
use crate::failure::Failure;
use crate::input;
use crate::seed::new_seed;
use engine::budget::Budget;
use engine::stop::evaluation::STONE;
use engine::stop::search::{DEEPEST, Searcher, Tactics};
use engine::stop::{FloodFill, Manhattan};
use rules::catalogue::AnySetup;
use rules::notation::quoted;
use rules::stop::{Placing, Setup, Stop, letter};
use rules::{Cell, Clock, Game, Size, Turn};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use view::{Depict, Scene};

/// Positions that a hint remembers: `2^18`.
const TABLE_BITS: u32 = 18;

pub fn run(args: &PlayStopArgs) -> Result<ExitCode, Failure> {
    let seed = args.opposition.seed.unwrap_or_else(new_seed);
    let start = match &args.from {
        None => Setup::new(args.size.unwrap_or(Size::new(8, 8)), args.reading.unwrap_or_default())?,
        Some(source) => {
            let is_text = source.contains('/') && !Path::new(source).exists();
            let text = if is_text { source.clone() } else { input::text(Path::new(source))? };
            let position: Stop = text.trim().parse()?;
            Setup::from(position)
        }
    };
    play::<Stop>(start, &args.opposition, seed, AnySetup::Stop)
}

impl Playable for Stop {
    const TYPED: &'static str = "3,4 or (3, 4)";

    const MORE: &'static str = "
f             FloodFill map: who sees and encloses which cells
m             Manhattan map: who comes where first, in how many moves
s             all scores
g [FILE]      the board as an SVG drawing, here or in a new file
fill-out      once no cell is contested: fill the board to the end";

    fn shown(&self, before: Option<&Self>) -> Scene {
        let mut scene = self.scene(before);
        if matches!(self.turn(), Turn::Move(_)) && self.is_settled() {
            scene.below.push("nothing can change that: type fill-out to end the game, or play on".into());
        }
        scene
    }

    fn typed(&self, text: &str) -> Result<Placing, String> {
        let bare = text.trim();
        let bare = bare.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(bare);
        let mut numbers = bare.split([',', ' ']).filter(|part| !part.is_empty()).map(|part| part.trim().parse().ok());
        match (numbers.next(), numbers.next(), numbers.next()) {
            (Some(Some(col)), Some(Some(row)), None) => Ok(Placing { at: Cell::new(row, col) }),
            _ => Err(format!("expected column,row such as 3,4, or help; found {}", quoted(text))),
        }
    }

    fn told(&self, played: Placing) -> String {
        played.to_string()
    }

    fn advice(&self, clock: Clock) -> (Placing, Vec<String>) {
        let begun = Instant::now();
        let time = clock.limit().map_or(1.0, |time| time.as_secs_f64());
        let mut share = || begun.elapsed().as_secs_f64() / time;
        let mut searcher = Searcher::new(TABLE_BITS, Tactics::default());
        let report = searcher.search(self, DEEPEST, &mut Budget::new(u64::MAX, &mut share));
        let report = report.expect("advice is asked for while somebody is to move");
        let why = match report.proven.filter(|value| value.is_exact()) {
            Some(value) => format!("in the end {:+}, proven", value.low),
            None => {
                let stones = f64::from(report.value) / f64::from(STONE);
                format!("about {stones:+.1}, an estimate at depth {}", report.depth)
            }
        };
        (report.best, vec![format!("best: {}; {why}", report.best)])
    }

    fn as_start(&self) -> Setup {
        Setup::from(*self)
    }

    fn typed_by_key(key: char) -> Option<String> {
        match key {
            's' => Some("s".into()),
            'g' => Some(format!("g {}", free_name())),
            'o' => Some("fill-out".into()),
            _ => None,
        }
    }

    fn order(&self, text: &str) -> Option<Result<Order<Self>, String>> {
        let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("f", "") => Some(Ok(Order::Say(maps::flood_fill(self)))),
            ("m", "") => Some(Ok(Order::Say(maps::manhattan(self)))),
            ("s", "") => Some(Ok(Order::Say(scores(self)))),
            ("g", "") => Some(Ok(Order::Say(svg::drawing(self)))),
            ("g", file) => Some(drawn(self, Path::new(file)).map(Order::Say)),
            ("fill-out" | "fillout", "") => Some(filled_out(self).map(Order::Play)),
            _ => None,
        }
    }
}

/// A name for a drawing that no file has yet.
fn free_name() -> String {
    let names = (1..).map(|number| format!("stop-{number}.svg"));
    names.into_iter().find(|name| !Path::new(name).exists()).expect("there are names without end")
}

fn scores(position: &Stop) -> String {
    let (stones, sure) = (position.score(), position.settled_score());
    let contested = position.contested().len();
    let mut out = format!("stones: X {}, O {}\n", stones.first, stones.second);
    out += &format!("FloodFill: {}\n", FloodFill::new(position).score());
    out += &format!("Manhattan: {}\n", Manhattan::new(position).score());
    out += &match contested {
        0 => format!("filled out: X {}, O {}", sure.first, sure.second),
        _ => format!("sure so far: X {}, O {}; contested: {contested}", sure.first, sure.second),
    };
    out
}

fn drawn(position: &Stop, path: &Path) -> Result<String, String> {
    let wrong =
        |error: std::io::Error| format!("cannot write {}: {error} (try another name)", quoted(&path.to_string_lossy()));
    let mut file = File::create_new(path).map_err(wrong)?;
    file.write_all(svg::drawing(position).as_bytes()).map_err(wrong)?;
    Ok(format!("the board is in {}", quoted(&path.to_string_lossy())))
}

/// Moves of both sides to the end of a settled game.
fn filled_out(position: &Stop) -> Result<Vec<Placing>, String> {
    let mut position = *position;
    let Turn::Move(side) = position.turn() else { return Err("the game is over: undo, or quit".into()) };
    if !position.is_settled() {
        let contested = position.contested().len();
        return Err(format!("not yet: {contested} cells are contested, and {} is to move", letter(side)));
    }
    let mut moves = Vec::new();
    while let Some(played) = { position.moves().next() } {
        moves.push(played);
        position.play_unchecked(played);
    }
    Ok(moves)
}
