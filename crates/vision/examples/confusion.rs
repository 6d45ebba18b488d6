//! The confusion table of the picture reader: for each distortion, how many pictures are read right, read right with
//! doubts, refused, read wrong but flagged, and read wrong without a warning. The last column must be 0.
//!
//! ```sh
//! cargo run --release -p landgrab-vision --example confusion -- 5000
//! cargo run --release -p landgrab-vision --example confusion -- 500 --tuning
//! cargo run --release -p landgrab-vision --example confusion -- 50 --folder DIR
//! ```
//!
//! The pictures are drawn, and the numbers of a run are always the same. `--tuning` takes the set that limits were
//! chosen with, else it is the one that was kept back. `--folder` takes real pictures instead, each with its true board
//! beside it (`NAME.txt` beside `NAME.png`, rows of letters); the number is then that of rounds. `--only WORDS` takes the
//! distortions that have these words in their name, and `--save DIR` keeps the pictures that were not read right.

#[path = "../tests/pictures/camera.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod camera;
#[path = "../tests/pictures/cases.rs"]
mod cases;
#[path = "../tests/pictures/distortion.rs"]
mod distortion;
#[path = "../tests/pictures/paint.rs"]
mod paint;
#[path = "../tests/pictures/photo.rs"]
mod photo;
#[path = "../tests/pictures/scene.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod scene;
#[path = "../tests/pictures/screen.rs"]
mod screen;

use cases::{Case, KEPT_BACK, Set, Verdict, judged};
use distortion::{Distortion, Spot};
use rules::colours::{Colour, Setup};
use rules::{Size, SplitMix};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const COLUMNS: [Verdict; 5] =
    [Verdict::Right, Verdict::RightWithDoubts, Verdict::Refused, Verdict::WrongButFlagged, Verdict::WrongAndConfident];

struct Options {
    count: u32,
    set: Set,
    folder: Option<PathBuf>,
    only: Option<String>,
    save: Option<PathBuf>,
}

impl Options {
    /// The first seed of the distortions. The kept-back set has its own.
    fn first(&self) -> u32 {
        if self.folder.is_none() && self.set == Set::KeptBack { KEPT_BACK } else { 0 }
    }
}

fn options() -> Option<Options> {
    let mut options = Options { count: 500, set: Set::KeptBack, folder: None, only: None, save: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--tuning" => options.set = Set::Tuning,
            "--folder" => options.folder = Some(words.next()?.into()),
            "--only" => options.only = Some(words.next()?),
            "--save" => options.save = Some(words.next()?.into()),
            number => options.count = number.parse().ok()?,
        }
    }
    Some(options)
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("expected [NUMBER] [--tuning] [--folder DIR] [--only WORDS] [--save DIR]");
        return ExitCode::from(2);
    };
    let is_asked = |kind: &&Distortion| options.only.as_ref().is_none_or(|words| kind.name().contains(words.as_str()));
    let kinds: Vec<Distortion> = Distortion::ALL.iter().filter(is_asked).copied().collect();
    let real = match &options.folder {
        None => Vec::new(),
        Some(folder) => pictures(folder),
    };
    let mut table = vec![[0_u32; 5]; kinds.len()];
    let tasks = if options.folder.is_some() {
        options.count * real.len() as u32
    } else {
        options.count / kinds.len().max(1) as u32
    };
    for number in 0..tasks {
        for (line, kind) in table.iter_mut().zip(&kinds) {
            let place = Distortion::ALL.iter().position(|other| other == kind).unwrap_or(0) as u32;
            let drawn;
            let case = if options.folder.is_some() {
                &real[number as usize % real.len()]
            } else {
                // Each distortion has boards of its own.
                drawn = Case::drawn(options.set, number * Distortion::ALL.len() as u32 + place);
                &drawn
            };
            let mut source = SplitMix::for_purpose(u64::from(options.first() + number), 100 + u64::from(place));
            let bytes = case.distorted(*kind, &mut source);
            let result = landgrab_vision::read(&bytes);
            let verdict = judged(&result, &case.position);
            line[verdict as usize] += 1;
            if let Some(folder) = options.save.as_ref().filter(|_| verdict != Verdict::Right) {
                save(folder, *kind, number, &bytes, &result, verdict, &case.position);
            }
        }
    }
    print(&kinds, &table);
    ExitCode::from(u8::from(table.iter().any(|line| line[Verdict::WrongAndConfident as usize] > 0)))
}

fn print(kinds: &[Distortion], table: &[[u32; 5]]) {
    println!("| distortion | right | right with doubts | refused | wrong but flagged | wrong and confident |");
    println!("|---|--:|--:|--:|--:|--:|");
    let row = |name: &str, line: [u32; 5]| {
        println!("| {name} | {} |", COLUMNS.map(|column| line[column as usize].to_string()).join(" | "));
    };
    let sum = |is_in: &dyn Fn(&Distortion) -> bool| {
        let lines = kinds.iter().zip(table).filter(|(kind, _)| is_in(kind));
        lines.fold([0; 5], |sum, (_, line)| std::array::from_fn(|at| sum[at] + line[at]))
    };
    for (kind, line) in kinds.iter().zip(table) {
        row(kind.name(), *line);
    }
    let goal = sum(&|kind| kind.is_in_goal());
    row("**colours, light, noise and photos**", goal);
    row("**all**", sum(&|_| true));
    let all = goal.iter().sum::<u32>().max(1);
    let percent = |count: u32| 100.0 * f64::from(count) / f64::from(all);
    println!(
        "\nread right among colours, light, noise and photos: {:.1} %, without doubts {:.1} %",
        percent(goal[0] + goal[1]),
        percent(goal[0])
    );
}

/// The real pictures of a folder that have a true board beside them.
fn pictures(folder: &Path) -> Vec<Case> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension != "txt"));
    paths.sort();
    paths.iter().filter_map(|path| real(path)).collect()
}

fn real(path: &Path) -> Option<Case> {
    let bytes = std::fs::read(path).ok()?;
    let text = std::fs::read_to_string(path.with_extension("txt")).ok()?;
    let rows: Vec<Vec<Colour>> = text
        .lines()
        .map(|line| line.chars().filter_map(Colour::of_letter).collect())
        .filter(|row: &Vec<_>| !row.is_empty())
        .collect();
    let size = Size::new(rows.len(), rows.first()?.len());
    let position = Setup::new(size, 6, rows.concat()).ok()?;
    let image = image::load_from_memory(&bytes).ok()?.to_rgb8();
    let place = landgrab_vision::read(&bytes).ok()?.place;
    let spot = Spot {
        left: place.left as f32,
        top: place.top as f32,
        tile: place.width as f32 / size.cols as f32,
        rows: size.rows,
        cols: size.cols,
    };
    Some(Case { position, image, spot })
}

fn save(
    folder: &Path,
    kind: Distortion,
    number: u32,
    bytes: &[u8],
    result: &Result<landgrab_vision::Reading, landgrab_vision::Unread>,
    verdict: Verdict,
    truth: &Setup,
) {
    let name = format!("{kind:?}-{number}").to_lowercase();
    let _ = std::fs::write(folder.join(format!("{name}.png")), bytes);
    println!("{name}: {verdict:?}");
    match result {
        Ok(reading) => {
            let wanted = truth.to_string();
            let wanted: Vec<&str> = wanted.split(['/', ' ']).collect();
            for (at, row) in reading.to_string().lines().enumerate() {
                println!("  {row:24}{}", wanted.get(at).unwrap_or(&""));
            }
            let least = reading.tiles.iter().map(|tile| tile.confidence).fold(1.0, f32::min);
            println!("  least confidence {least:.2}, {:?}", reading.place);
            for contradiction in &reading.contradictions {
                println!("  {contradiction}");
            }
        }
        Err(error) => println!("  {error}"),
    }
}
