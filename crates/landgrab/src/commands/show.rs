//! `landgrab show`: a position or a record as a picture.

use super::colour;
use crate::cli::{GameName, ShowArgs};
use crate::failure::Failure;
use crate::input::{self, Content};
use crate::setup;
use rules::catalogue::AnySetup;
use rules::pieces::board_of;
use rules::record::Record;
use rules::{TextError, colours, stop, with_game};
use std::fs::File;
use std::io::{self, Write};
use std::process::ExitCode;
use view::{Colour, Draw, Film};

pub fn run(args: &ShowArgs) -> Result<ExitCode, Failure> {
    let colour = if args.output.is_some() { Colour::Never } else { colour() };
    let drawn = drawn(args, colour)?;
    match &args.output {
        None => io::stdout().write_all(drawn.as_bytes())?,
        Some(path) => {
            let failure = |error| Failure::File { path: path.clone(), error };
            File::create(path).and_then(|mut file| file.write_all(drawn.as_bytes())).map_err(failure)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn drawn(args: &ShowArgs, colour: Colour) -> Result<String, Failure> {
    let path = &args.file;
    match input::content(path)? {
        Content::Record(record) => record_drawn(&record, args, colour),
        Content::Text(_) if args.at.is_some() => Err(Failure::NoRecord(path.clone())),
        Content::Text(text) => {
            position_drawn(&text, args.game, colour).map_err(|error| Failure::Content { path: path.clone(), error })
        }
    }
}

fn record_drawn(record: &Record, args: &ShowArgs, colour: Colour) -> Result<String, Failure> {
    with_game!(&record.header.setup, |G, setup| {
        let mut film = Film::<G>::new(record, setup);
        let mut frame = film.first();
        let wrong = |error| Failure::Disagreement { path: args.file.clone(), error };
        while args.at.is_none_or(|turn| frame.turn < turn) {
            match film.advance().map_err(wrong)? {
                Some(next) => frame = next,
                None if args.at.is_none() => {
                    frame.scene.below.push(film.ending());
                    break;
                }
                None => return Err(Failure::NoTurn { at: args.at.unwrap_or(0), last: film.turn() }),
            }
        }
        Ok(view::text(&frame.scene, colour))
    })
}

fn position_drawn(text: &str, game: Option<GameName>, colour: Colour) -> Result<String, TextError> {
    match game.unwrap_or_else(|| setup::looks_like(text)) {
        GameName::Colours => {
            let setup = AnySetup::Colours(text.parse::<colours::Setup>()?);
            Ok(with_game!(&setup, |G, _setup| start_drawn::<G>(text, colour)?))
        }
        GameName::Stop => start_drawn::<stop::Stop>(text, colour),
        GameName::Pieces => {
            let setup = AnySetup::Pieces(board_of(text)?);
            Ok(with_game!(&setup, |G, _setup| start_drawn::<G>(text, colour)?))
        }
    }
}

fn start_drawn<G: Draw>(text: &str, colour: Colour) -> Result<String, TextError> {
    let position: G = text.parse()?;
    Ok(view::text(&position.scene(None), colour))
}
