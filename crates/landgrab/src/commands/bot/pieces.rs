//! Piece Filler, in the schools' protocols.

use super::{Bot, answer, misheard, say};
use crate::failure::Failure;
use referee::protocol::hear::{Asked, Listener};
use rules::pieces::Pieces;
use rules::{CellSet, with_pieces};
use std::io::BufRead;

pub fn run(bot: &Bot, input: impl BufRead) -> Result<(), Failure> {
    let mut listener = Listener::new(input);
    let mut asked = listener.hear().map_err(|error| misheard(&error))?;
    while let Some(turn) = asked {
        asked = with_pieces!(turn.setup, |S| play::<S>(bot, turn, &mut listener))?;
    }
    Ok(())
}

/// Answers turn after turn of one game, with one player, who may remember. The turn that begins another game, which
/// may be of another size, goes back to the caller; `None` when there are no more.
fn play<S: CellSet>(
    bot: &Bot,
    mut asked: Asked,
    listener: &mut Listener<impl BufRead>,
) -> Result<Option<Asked>, Failure> {
    let mut player = bot.begin::<Pieces<S>>(&asked.setup, asked.side)?;
    loop {
        let Some(played) = bot.choose(player.as_mut(), &asked.position())? else { return Ok(None) };
        answer(&asked.answer(played))?;
        let Some(next) = listener.hear().map_err(|error| misheard(&error))? else { return Ok(None) };
        let (size, next_size) = (asked.setup.map().size(), next.setup.map().size());
        if size != next_size {
            say(&format!("the board was {size} and is {next_size} now: a new game, then"));
        }
        if (size, asked.side, asked.setup.dialect()) != (next_size, next.side, next.setup.dialect()) {
            return Ok(Some(next));
        }
        asked = next;
    }
}
