//! `landgrab report`: a page for a game, or for the games of a folder.

use crate::cli::ReportArgs;
use crate::failure::Failure;
use crate::input;
use crate::progress::progress_bar;
use analysis::evaluation::{Evaluated, MOST_TURNS, MOST_TURNS_OF_MANY, evaluated_turns, evaluation};
use analysis::overlay;
use league::{Contestant, Tally, cores, run_in_order};
use rules::catalogue::AnySetup;
use rules::notation::printable;
use rules::record::{Ended, Record};
use rules::{Clock, Ending, Side, with_game};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use view::report::{About, Rate, Row, Series, SlowMove, Times, game_document, game_page, series_page};
use view::{Film, Lens};

/// How many of the slowest moves are listed.
const SLOWEST: usize = 10;

pub fn run(args: &ReportArgs) -> Result<ExitCode, Failure> {
    let page = if args.path.is_dir() { of_folder(args)? } else { of_game(args)? };
    match &args.output {
        None => io::stdout().write_all(page.as_bytes())?,
        Some(path) => {
            let failure = |error| Failure::File { path: path.clone(), error };
            File::create(path).and_then(|mut file| file.write_all(page.as_bytes())).map_err(failure)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn of_game(args: &ReportArgs) -> Result<String, Failure> {
    let record = input::record(&args.path)?;
    let is_evaluated = !args.no_evaluation;
    Ok(with_game!(&record.header.setup, |G, setup| game(Film::<G>::new(&record, setup), &record, is_evaluated)))
}

fn game<G: Evaluated>(mut film: Film<'_, G>, record: &Record, is_evaluated: bool) -> String {
    // A record that is wrong somewhere is shown as far as it goes: that is what people want to see.
    let trouble = film.read(usize::MAX).err().map(|error| error.to_string());
    let lens: Lens<G> = Box::new(|position, overlay, side| overlay::layer(position, overlay, side, Clock::default()));
    let evaluation = is_evaluated.then(|| {
        let progress = progress_bar(evaluated_turns(&film, MOST_TURNS).len(), "turns evaluated");
        let evaluation = evaluation(&mut film, MOST_TURNS, || progress.inc(1));
        progress.finish_and_clear();
        evaluation
    });
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

/// The facts of a finished game.
struct Told {
    row: Row,
    won: Option<Side>,
    is_finished: bool,
    slow: Vec<SlowMove>,
    /// Milliseconds of every move, by side.
    times: [Vec<f64>; 2],
}

fn of_folder(args: &ReportArgs) -> Result<String, Failure> {
    let paths = input::records_in(&args.path)?;
    let (mut series, mut told) = (Series::default(), vec![]);
    let progress = progress_bar(paths.len(), if args.no_evaluation { "games" } else { "games evaluated" });
    let one = |index: usize| Ok(Some(of_one(&paths[index], !args.no_evaluation)));
    run_in_order(paths.len(), cores(), one, |_, one| {
        match one {
            Ok(one) => told.push(one),
            Err(why) => series.left_out.push(why),
        }
        progress.inc(1);
        Ok::<(), Failure>(())
    })?;
    progress.finish_and_clear();
    series.rates = rates(&told);
    series.times = times(&told);
    for one in told {
        series.rows.push(one.row);
        series.slowest.extend(one.slow);
    }
    series.slowest.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    series.slowest.truncate(SLOWEST);
    Ok(series_page(&format!("{}", args.path.display()), &series))
}

/// A game of a folder, or why it is left out.
fn of_one(path: &Path, is_evaluated: bool) -> Result<Told, String> {
    let name = printable(&path.file_name().unwrap_or_default().to_string_lossy());
    let record = input::record(path).map_err(|error| error.in_one_line())?;
    let told =
        with_game!(&record.header.setup, |G, setup| tell(Film::<G>::new(&record, setup), &record, &name, is_evaluated));
    told.map_err(|why| format!("{name}: {why}"))
}

fn tell<G: Evaluated>(mut film: Film<'_, G>, record: &Record, file: &str, is_evaluated: bool) -> Result<Told, String> {
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
    let evaluation = is_evaluated.then(|| evaluation(&mut film, MOST_TURNS_OF_MANY, || ()));
    let about = About { setup: in_words(record), evaluation, ..About::default() };
    let row = Row {
        file: file.into(),
        board: board(&record.header.setup),
        seed: record.header.seed,
        won: won.map_or("nobody".into(), |side| names[side].clone()),
        players,
        score: [score.first, score.second],
        ended,
        turns: film.last(),
        document: Some(game_document(&mut film, None, &about)),
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
