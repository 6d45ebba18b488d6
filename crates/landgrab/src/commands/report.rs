//! `landgrab report`: a page for a game, or for the games of a folder.

use crate::cli::ReportArgs;
use crate::failure::Failure;
use crate::input;
use crate::progress::progress_bar;
use analysis::evaluation::{Evaluated, evaluated_turns, evaluation};
use analysis::overlay;
use league::{Contestant, Tally};
use rules::catalogue::AnySetup;
use rules::notation::printable;
use rules::record::{Ended, Record};
use rules::{Clock, Ending, Side, with_game};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use view::report::{About, Rate, Row, Series, SlowMove, Times, game_document, game_page, series_page};
use view::{Depict, Film, Lens};

/// How many of the slowest moves are listed.
const SLOWEST: usize = 10;

pub fn run(args: &ReportArgs) -> Result<ExitCode, Failure> {
    let page = if args.path.is_dir() { of_folder(&args.path)? } else { of_game(&args.path)? };
    match &args.output {
        None => io::stdout().write_all(page.as_bytes())?,
        Some(path) => {
            let failure = |error| Failure::File { path: path.clone(), error };
            File::create(path).and_then(|mut file| file.write_all(page.as_bytes())).map_err(failure)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn of_game(path: &Path) -> Result<String, Failure> {
    let record = input::record(path)?;
    Ok(with_game!(&record.header.setup, |G, setup| game(Film::<G>::new(&record, setup), &record)))
}

fn game<G: Evaluated>(mut film: Film<'_, G>, record: &Record) -> String {
    // A record that is wrong somewhere is shown as far as it goes: that is what people want to see.
    let trouble = film.read(usize::MAX).err().map(|error| error.to_string());
    let lens: Lens<G> = Box::new(|position, overlay, side| overlay::layer(position, overlay, side, Clock::default()));
    let progress = progress_bar(evaluated_turns(&film).len(), "turns evaluated");
    let evaluation = Some(evaluation(&mut film, || progress.inc(1)));
    progress.finish_and_clear();
    game_page(&mut film, &lens, &About { setup: in_words(record), trouble, evaluation })
}

/// The game, its map and its seed.
fn in_words(record: &Record) -> String {
    let header = &record.header;
    let game = match &header.setup {
        AnySetup::Pieces(setup) => {
            let map = setup.map();
            format!("piece Filler by the rules of {}, map {}, {}", setup.dialect(), printable(map.name()), map.size())
        }
        AnySetup::Colours(setup) => format!("colour Filler, {}", setup.size()),
        AnySetup::Stop(setup) => format!("Stop, {}", setup.start().size()),
    };
    let seed = header.seed.map_or("no seed in the record".into(), |seed| format!("seed {seed}"));
    format!("{game}, {seed}")
}

/// What is known of a finished game.
struct Told {
    row: Row,
    won: Option<Side>,
    is_finished: bool,
    slow: Vec<SlowMove>,
    /// Milliseconds of every move, by side.
    times: [Vec<f64>; 2],
}

fn of_folder(folder: &Path) -> Result<String, Failure> {
    let paths = input::records_in(folder)?;
    let (mut series, mut told) = (Series::default(), vec![]);
    for path in &paths {
        let name = printable(&path.file_name().unwrap_or_default().to_string_lossy());
        match input::record(path) {
            Ok(record) => match with_game!(&record.header.setup, |G, setup| {
                tell(Film::<G>::new(&record, setup), &record, &name)
            }) {
                Ok(one) => told.push(one),
                Err(why) => series.left_out.push(format!("{name}: {why}")),
            },
            Err(error) => series.left_out.push(error.in_one_line()),
        }
    }
    series.rates = rates(&told);
    series.times = times(&told);
    for one in told {
        series.rows.push(one.row);
        series.slowest.extend(one.slow);
    }
    series.slowest.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    series.slowest.truncate(SLOWEST);
    Ok(series_page(&format!("{}", folder.display()), &series))
}

fn tell<G: Depict>(mut film: Film<'_, G>, record: &Record, file: &str) -> Result<Told, String> {
    film.read(usize::MAX).map_err(|error| error.to_string())?;
    let names = film.names().clone();
    let players = Side::BOTH.map(|side| names[side].clone());
    let (won, ended, score) = match film.ended() {
        Some(Ended { ending, won, score }) => {
            let ended = match ending {
                Ending::Rules => match film.shots().iter().find_map(|shot| shot.fault()) {
                    Some(fault) => format!("rules, a side was out ({})", fault.kind().name()),
                    None => "rules".into(),
                },
                Ending::Stopped => "stopped".into(),
                Ending::Fault(side, fault) => format!("{} failed ({})", names[*side], fault.kind().name()),
            };
            (*won, ended, *score)
        }
        None => (None, "not finished".into(), film.shots()[film.last()].score),
    };
    let is_finished = film.ended().is_some_and(|ended| ended.ending != Ending::Stopped);
    let mut slow: Vec<SlowMove> = vec![];
    let mut times = [vec![], vec![]];
    for (turn, shot) in film.shots().iter().enumerate() {
        if let (Some(ms), Some(side)) = (shot.ms, shot.side()) {
            times[usize::from(side.number()) - 1].push(ms);
            slow.push(SlowMove { ms, player: names[side].clone(), place: format!("{file}, turn {turn}") });
        }
    }
    slow.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    slow.truncate(SLOWEST);
    let row = Row {
        file: file.into(),
        board: board(&record.header.setup),
        seed: record.header.seed,
        won: won.map_or("nobody".into(), |side| names[side].clone()),
        players,
        score: [score.first, score.second],
        ended,
        turns: film.last(),
        document: Some(game_document(&mut film, None, &About { setup: in_words(record), ..About::default() })),
    };
    Ok(Told { row, won, is_finished, slow, times })
}

/// Every player's thinking times in all games.
fn times(told: &[Told]) -> Vec<Times> {
    let mut all: Vec<Times> = vec![];
    for one in told {
        for (player, ms) in one.row.players.iter().zip(&one.times) {
            match all.iter_mut().find(|times| times.player == *player) {
                Some(times) => times.ms.extend(ms),
                None => all.push(Times { player: player.clone(), ms: ms.clone() }),
            }
        }
    }
    all.sort_by(|a, b| a.player.cmp(&b.player));
    all
}

fn board(setup: &AnySetup) -> String {
    match setup {
        AnySetup::Pieces(setup) => format!("{} {}", setup.dialect(), printable(setup.map().name())),
        AnySetup::Colours(setup) => format!("colours {}", setup.size()),
        AnySetup::Stop(setup) => format!("stop {}", setup.start().size()),
    }
}

/// Every player in all games, by seat and by board. Somebody who plays itself has no rate but by seat.
fn rates(told: &[Told]) -> Vec<Rate> {
    let finished = || told.iter().filter(|one| one.is_finished);
    let mut players: Vec<&String> = finished().flat_map(|one| &one.row.players).collect();
    players.sort();
    players.dedup();
    let mut boards: Vec<&String> = finished().map(|one| &one.row.board).collect();
    boards.sort();
    boards.dedup();
    let mut rates = vec![];
    let mut add = |what: String, player: &String, seats: &[Side], board: Option<&String>| {
        let mut tally = Tally::default();
        for one in finished().filter(|one| board.is_none_or(|board| one.row.board == *board)) {
            for side in seats.iter().filter(|side| one.row.players[usize::from(side.number()) - 1] == **player) {
                let won = one.won.map(|won| if won == *side { Contestant::B } else { Contestant::A });
                tally.add(won, None);
            }
        }
        if tally.games > 0 {
            let points = tally.score_b() * tally.games as f64;
            rates.push(Rate { what, games: tally.games, points, interval: tally.interval_b() });
        }
    };
    for player in &players {
        add(format!("{player}, all games"), player, &Side::BOTH, None);
    }
    for player in &players {
        add(format!("{player}, moving first"), player, &[Side::First], None);
        add(format!("{player}, moving second"), player, &[Side::Second], None);
    }
    if boards.len() > 1 {
        for board in boards {
            for player in &players {
                add(format!("{player} on {board}"), player, &Side::BOTH, Some(board));
            }
        }
    }
    rates
}
