//! The games without a school, in the protocol of lines.

use super::{Bot, answer, cannot_read};
use crate::failure::Failure;
use engine::roster::Roster;
use referee::protocol::lines::reader::{Greeting, PositionReader};
use referee::protocol::request::RequestError;
use rules::catalogue::AnySetup;
use rules::colours::Colours;
use rules::stop::{self, Stop};
use rules::{Game, Side, Turn, with_game};
use std::io::BufRead;

pub fn run(bot: &Bot, input: impl BufRead) -> Result<(), Failure> {
    let mut reader = PositionReader::new(input);
    let Some(Greeting { game, side }) = reader.greeting().map_err(|error| cannot_read(&error))? else { return Ok(()) };
    if ![Colours::<u64>::NAME, Stop::NAME].contains(&game.as_str()) {
        let expected = format!("{} or {} after `landgrab 1`", Colours::<u64>::NAME, Stop::NAME);
        return Err(cannot_read(&reader.unreadable(expected, &game)));
    }
    let Some(first) = reader.next_position().map_err(|error| cannot_read(&error))? else { return Ok(()) };
    let setup = if game == Stop::NAME {
        first.parse::<Stop>().map(|position| AnySetup::Stop(stop::Setup::from(position)))
    } else {
        first.parse().map(AnySetup::Colours)
    };
    let setup = setup.map_err(|error| cannot_read(&reader.no_position(error)))?;
    with_game!(&setup, |G, setup| play::<G>(bot, setup, side, first, &mut reader))
}

/// Answers turn after turn of one game, with one player, who may remember.
fn play<G: Roster>(
    bot: &Bot,
    setup: &G::Setup,
    side: Side,
    first: String,
    reader: &mut PositionReader<impl BufRead>,
) -> Result<(), Failure> {
    let mut player = bot.begin::<G>(setup, side)?;
    let mut text = Some(first);
    while let Some(line) = text {
        let position: G = heard(&line, side, reader).map_err(|error| cannot_read(&error))?;
        let Some(played) = bot.choose(player.as_mut(), &position)? else { return Ok(()) };
        answer(&format!("{played}\n"))?;
        text = reader.next_position().map_err(|error| cannot_read(&error))?;
    }
    Ok(())
}

/// The position on a line, in which the bot is to move.
fn heard<G: Game>(line: &str, side: Side, reader: &PositionReader<impl BufRead>) -> Result<G, RequestError> {
    let position: G = line.parse().map_err(|error| reader.no_position(error))?;
    if position.turn() == Turn::Move(side) {
        return Ok(position);
    }
    Err(reader.unreadable(format!("a position in which side {} is to move", side.number()), line))
}
