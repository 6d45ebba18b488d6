//! The rest of `landgrab league`: who may do what, and what was done.

use super::HERE;
use crate::arena_store::OpenStore;
use crate::cli::{LeagueAction, TokenRole};
use crate::commands::table::counted;
use crate::failure::Failure;
use arena::{EntrantState, Role};
use rules::notation::printable;
use std::io::{self, Write};
use std::time::{Duration, UNIX_EPOCH};

pub fn run(store: &OpenStore, action: &LeagueAction) -> Result<(), Failure> {
    let mut out = io::stdout();
    let arena = &store.store;
    match action {
        LeagueAction::Challenge(args) => {
            store.wait(arena.challenge(&args.league, [&args.a, &args.b], args.pairs, None, HERE))?;
            writeln!(out, "{} and {} meet next: {} pairs", args.a, args.b, args.pairs)?;
        }
        LeagueAction::Retire { league, entrant } => {
            store.wait(arena.set_state(league, entrant, EntrantState::Retired, None, HERE))?;
            writeln!(out, "{entrant} is out of {league}; its games stay")?;
        }
        LeagueAction::Close { league, undo } => {
            store.wait(arena.close_league(league, !undo, HERE))?;
            writeln!(out, "{league} is {}", if *undo { "open" } else { "closed" })?;
        }
        LeagueAction::Retry { league } => {
            let batches = store.wait(arena.retry_set_aside(league, HERE))?;
            writeln!(out, "batches of {league} that will be tried again: {batches}")?;
        }
        LeagueAction::Token { owner, revoke: true, .. } => {
            let tokens = store.wait(arena.revoke_tokens(owner, HERE))?;
            writeln!(out, "{} of {owner} revoked", counted(tokens as i64, "token"))?;
        }
        LeagueAction::Token { owner, role, .. } => {
            let role = match role {
                TokenRole::Admin => Role::Admin,
                TokenRole::Owner => Role::Owner,
                TokenRole::Worker => Role::Worker,
            };
            let token = store.wait(arena.new_token(owner, role, HERE))?;
            writeln!(out, "{token}")?;
            writeln!(io::stderr(), "the token of {owner} ({}); it is not shown again", role.name())?;
        }
        LeagueAction::Block { owner, undo } => {
            store.wait(arena.block(owner, !undo, HERE))?;
            writeln!(out, "{owner} is {}", if *undo { "welcome again" } else { "blocked" })?;
        }
        LeagueAction::Owners => {
            for (name, blocked, tokens) in store.wait(arena.owners())? {
                let blocked = if blocked { ", blocked" } else { "" };
                writeln!(out, "{name}  {}{blocked}", counted(tokens as i64, "token"))?;
            }
        }
        LeagueAction::Log { lines } => {
            for line in store.wait(arena.log_lines(*lines))?.iter().rev() {
                writeln!(out, "{}  {}  {}", moment(line.at), printable(&line.who), printable(&line.what))?;
            }
        }
        _ => unreachable!("the other actions have files of their own"),
    }
    Ok(())
}

/// A time of the store, in UTC.
fn moment(at: i64) -> impl std::fmt::Display {
    humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(at.max(0) as u64))
}
