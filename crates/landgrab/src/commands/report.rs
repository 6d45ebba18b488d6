//! `landgrab report`: a page for a game, or for the games of a folder.

use crate::cli::ReportArgs;
use crate::failure::Failure;
use crate::input;
use analysis::overlay::{self, SuggestMoves};
use league::{Contestant, Tally};
use rules::catalogue::AnySetup;
use rules::notation::printable;
use rules::record::{Ended, Record};
use rules::{Clock, Ending, Side, with_game};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use view::report::{Rate, Row, Series, SlowMove, game_page, series_page};
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
    Ok(with_game!(&record.header.setup, |G, setup| game(Film::<G>::new(&record, setup))))
}

fn game<G: SuggestMoves>(mut film: Film<'_, G>) -> String {
    // A record that is wrong somewhere is shown as far as it goes: that is what people want to see.
    let trouble = film.read(usize::MAX).err().map(|error| error.to_string());
    let lens: Lens<G> = Box::new(|position, overlay, side| overlay::layer(position, overlay, side, Clock::default()));
    game_page(&mut film, &lens, trouble.as_deref())
}

/// What is known of a finished game.
struct Told {
    row: Row,
    won: Option<Side>,
    is_finished: bool,
    slow: Vec<SlowMove>,
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
    for (turn, shot) in film.shots().iter().enumerate() {
        if let (Some(ms), Some(side)) = (shot.ms, shot.side()) {
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
    };
    Ok(Told { row, won, is_finished, slow })
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
