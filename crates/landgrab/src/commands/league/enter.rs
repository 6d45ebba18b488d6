//! `landgrab league add`: built-in players and bots enter a league.

use super::HERE;
use crate::arena_games;
use crate::arena_store::OpenStore;
use crate::cli::AddArgs;
use crate::failure::Failure;
use arena::{EntrantState, NewEntrant, Source};
use rules::with_game;
use std::io::{self, Write};

pub fn run(store: &OpenStore, args: &AddArgs) -> Result<(), Failure> {
    let league = store.wait(store.store.league(&args.league))?;
    let last = args.players.len() - 1;
    for (index, player) in args.players.iter().enumerate() {
        let name = args.name.clone().filter(|_| index == last);
        let setup = league.settings.setups[0].for_seed(league.seed)?;
        let built_in = arena_games::built_in(player)?;
        with_game!(&setup, |G, _setup| built_in.player::<G>(0).map(drop))?;
        let new = NewEntrant {
            name: name.unwrap_or_else(|| player.clone()),
            owner: args.owner.clone(),
            source: Source::BuiltIn(player.clone()),
            state: EntrantState::In,
            report: None,
        };
        let entrant = store.wait(store.store.enter(&args.league, &new, HERE))?;
        writeln!(io::stdout(), "{} is in {}", entrant.name, args.league)?;
    }
    Ok(())
}
