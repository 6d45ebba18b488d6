//! `landgrab league export` and `import`: a league as a folder. `league.json` has its settings and entrants,
//! `results.jsonl` a line for each pair, `results.csv` the sums for `landgrab rate`, `games/` the records, `bots/` the bots.

use super::HERE;
use crate::arena_store::OpenStore;
use crate::failure::Failure;
use crate::progress::progress_bar;
use arena::{Exported, FullPair, PairResult, PlayedGame, Source};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The largest number of a pair: its games have numbers too.
const MOST_NUMBER: u64 = 1 << 52;
/// Pairs that are read or written at a time.
const PAGE: u32 = 200;

/// A line of `results.jsonl`. Versions are those of `league.json`.
#[derive(Serialize, Deserialize)]
struct PairLine {
    number: u64,
    versions: [i64; 2],
    games: [PlayedGame; 2],
}

/// The files of an exported league.
struct Files<'a>(&'a Path);

impl Files<'_> {
    fn league(&self) -> PathBuf {
        self.0.join("league.json")
    }

    fn results(&self) -> PathBuf {
        self.0.join("results.jsonl")
    }

    fn record(&self, pair: u64, index: u64) -> PathBuf {
        self.0.join("games").join(format!("game-{:08}.jsonl", 2 * pair + 1 + index))
    }

    fn bot(&self, hash: &str) -> PathBuf {
        self.0.join("bots").join(hash)
    }
}

fn at<T>(path: PathBuf, result: io::Result<T>) -> Result<T, Failure> {
    result.map_err(|error| Failure::File { path, error })
}

pub fn export(store: &OpenStore, league: &str, folder: &Path) -> Result<(), Failure> {
    let exported = store.wait(store.store.export(league))?;
    let found = store.wait(store.store.league(league))?;
    if folder.read_dir().is_ok_and(|mut inside| inside.next().is_some()) {
        let error = io::Error::new(ErrorKind::AlreadyExists, "the folder is not empty; choose a new one");
        return Err(Failure::File { path: folder.into(), error });
    }
    at(folder.into(), fs::create_dir_all(folder.join("games")).and_then(|()| fs::create_dir_all(folder.join("bots"))))?;
    let files = Files(folder);
    for hash in bots(&exported) {
        let (name, content) = store.wait(store.store.bot(&hash))?;
        at(files.bot(&hash), fs::write(files.bot(&hash), content))?;
        at(files.bot(&hash), fs::write(files.bot(&(hash.clone() + ".name")), name))?;
    }
    let progress = progress_bar(found.pairs as usize, "pairs");
    let mut results = BufWriter::new(at(files.results(), File::create_new(files.results()))?);
    let mut sums: BTreeMap<[i64; 2], (u64, f64)> = BTreeMap::new();
    let mut from = 0;
    loop {
        let page = store.wait(store.store.full_pairs(found.id, from, PAGE))?;
        let Some(last) = page.last() else { break };
        from = last.result.number + 1;
        for FullPair { versions, result } in &page {
            for (index, record) in (0..).zip(&result.records) {
                let path = files.record(result.number, index);
                at(path.clone(), fs::write(path, record))?;
            }
            let sum = sums.entry(*versions).or_default();
            *sum = (sum.0 + 2, sum.1 + f64::from(result.half_points()) / 2.0);
            let line = PairLine { number: result.number, versions: *versions, games: result.games.clone() };
            let line = serde_json::to_string(&line)? + "\n";
            at(files.results(), results.write_all(line.as_bytes()))?;
            progress.inc(1);
        }
    }
    at(files.results(), results.flush())?;
    let path = folder.join("results.csv");
    at(path.clone(), fs::write(path, csv(&exported, &sums)))?;
    // Last: a folder without it was not finished.
    at(files.league(), fs::write(files.league(), serde_json::to_string_pretty(&exported)? + "\n"))?;
    progress.finish_and_clear();
    writeln!(io::stdout(), "{}: {league} with {} games", folder.display(), 2 * found.pairs)?;
    Ok(())
}

fn bots(league: &Exported) -> BTreeSet<String> {
    let sources = league.entrants.iter().flat_map(|entrant| &entrant.versions).map(|version| &version.source);
    let hash = |source: &Source| match source {
        Source::Bot(hash) => Some(hash.clone()),
        Source::BuiltIn(_) => None,
    };
    sources.filter_map(hash).collect()
}

/// Sums by version. A name stands for its newest version; older ones say which they are.
fn csv(league: &Exported, sums: &BTreeMap<[i64; 2], (u64, f64)>) -> String {
    let mut names: HashMap<i64, String> = HashMap::new();
    for entrant in &league.entrants {
        let newest = entrant.versions.len();
        for (number, version) in (1..).zip(&entrant.versions) {
            let name = if number == newest { entrant.name.clone() } else { format!("{} v{number}", entrant.name) };
            names.insert(version.id, name);
        }
    }
    let name = |version: &i64| format!("\"{}\"", names.get(version).map_or("?", String::as_str));
    let mut text = "a,b,games,points_a\n".to_string();
    for ([a, b], (games, points)) in sums {
        text += &format!("{},{},{games},{points}\n", name(a), name(b));
    }
    text
}

pub fn import(store: &OpenStore, folder: &Path, name: Option<&str>) -> Result<(), Failure> {
    let files = Files(folder);
    let text = at(files.league(), fs::read_to_string(files.league()))?;
    let mut league: Exported = serde_json::from_str(&text).map_err(|error| {
        let found = format!("it is no exported league: {error}");
        Failure::File { path: files.league(), error: io::Error::new(ErrorKind::InvalidData, found) }
    })?;
    if let Some(name) = name {
        league.name = name.into();
    }
    for hash in bots(&league) {
        let content = at(files.bot(&hash), fs::read(files.bot(&hash)))?;
        let name = fs::read_to_string(files.bot(&(hash.clone() + ".name"))).unwrap_or_else(|_| "bot".into());
        store.wait(store.store.keep_bot(&hash, &name, &content))?;
    }
    let versions = store.wait(store.store.import(&league, HERE))?;
    let file = BufReader::new(at(files.results(), File::open(files.results()))?);
    let mut pairs = Vec::with_capacity(PAGE as usize);
    let mut count = 0;
    for (number, line) in (1..).zip(file.lines()) {
        let line = at(files.results(), line)?;
        pairs.push(pair(&files, &line, number, &versions)?);
        count += 1;
        if pairs.len() == PAGE as usize {
            store.wait(store.store.import_pairs(&league.name, &pairs))?;
            pairs.clear();
        }
    }
    store.wait(store.store.import_pairs(&league.name, &pairs))?;
    writeln!(io::stdout(), "{}: {} games from {}", league.name, 2 * count, folder.display())?;
    Ok(())
}

fn pair(files: &Files<'_>, line: &str, number: u64, versions: &HashMap<i64, i64>) -> Result<FullPair, Failure> {
    let refused = |found: String| {
        let error = io::Error::new(ErrorKind::InvalidData, format!("line {number}: {found}"));
        Failure::File { path: files.results(), error }
    };
    let line: PairLine = serde_json::from_str(line).map_err(|error| refused(error.to_string()))?;
    if line.number > MOST_NUMBER {
        return Err(refused(format!("pair {} (expected a number of at most {MOST_NUMBER})", line.number)));
    }
    let here = |version: i64| {
        versions.get(&version).copied().ok_or_else(|| refused(format!("version {version} is not in league.json")))
    };
    let [a, b] = line.versions;
    let record = |index| at(files.record(line.number, index), fs::read_to_string(files.record(line.number, index)));
    let records = [record(0)?, record(1)?];
    Ok(FullPair {
        versions: [here(a)?, here(b)?],
        result: PairResult { number: line.number, games: line.games, records },
    })
}
