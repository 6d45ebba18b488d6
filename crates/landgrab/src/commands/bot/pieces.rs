//! Piece Filler, in the schools' protocols.

use super::{Bot, answer, cannot_read, say};
use crate::failure::Failure;
use referee::protocol::request::{Request, RequestReader};
use rules::pieces::Pieces;
use rules::{CellSet, with_pieces};
use std::io::BufRead;

pub fn run(bot: &Bot, input: impl BufRead) -> Result<(), Failure> {
    let mut reader = RequestReader::new(input);
    let mut request = reader.next_request().map_err(|error| cannot_read(&error))?;
    while let Some(turn) = request {
        request = with_pieces!(turn.setup, |S| play::<S>(bot, turn, &mut reader))?;
    }
    Ok(())
}

/// Answers turn after turn of one game, with one player, who may remember. The turn that begins another game, which
/// may be of another size, goes back to the caller; `None` when there are no more.
fn play<S: CellSet>(
    bot: &Bot,
    mut request: Request,
    reader: &mut RequestReader<impl BufRead>,
) -> Result<Option<Request>, Failure> {
    let mut player = bot.begin::<Pieces<S>>(&request.setup, request.side)?;
    loop {
        let Some(played) = bot.choose(player.as_mut(), &request.position())? else { return Ok(None) };
        answer(&request.answer(played))?;
        let Some(next) = reader.next_request().map_err(|error| cannot_read(&error))? else { return Ok(None) };
        let (size, next_size) = (request.setup.map().size(), next.setup.map().size());
        if size != next_size {
            say(&format!("the board was {size} and is {next_size} now: a new game, then"));
        }
        if (size, request.side, request.setup.dialect()) != (next_size, next.side, next.setup.dialect()) {
            return Ok(Some(next));
        }
        request = next;
    }
}
