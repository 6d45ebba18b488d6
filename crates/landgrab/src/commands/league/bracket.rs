//! `landgrab league bracket`: the meetings of a knock-out, round by round.

use crate::arena_store::OpenStore;
use crate::failure::Failure;
use std::io::{self, Write};

pub fn run(store: &OpenStore, league: &str) -> Result<(), Failure> {
    let bracket = store.wait(store.store.bracket(league))?;
    let mut out = io::stdout();
    let Some(bracket) = bracket else {
        writeln!(out, "the bracket of {league} is drawn when it is first run (landgrab league run {league})")?;
        return Ok(());
    };
    let rounds = bracket.rounds.len();
    for (index, meetings) in bracket.rounds.iter().enumerate() {
        writeln!(out, "{}", title(rounds - index))?;
        for meeting in meetings {
            let name = |entrant: &Option<String>| entrant.clone().unwrap_or_else(|| "?".into());
            let [a, b] = [name(&meeting.a), name(&meeting.b)];
            let words = match (&meeting.a, &meeting.b, &meeting.winner) {
                (Some(alone), None, Some(_)) | (None, Some(alone), Some(_)) => format!("{alone} has a bye"),
                (_, _, Some(winner)) => {
                    let [own, other] = meeting.points;
                    format!("{a} {own} : {other} {b}   {winner} goes on")
                }
                _ if meeting.pairs > 0 => format!("{a} {} : {} {b}", meeting.points[0], meeting.points[1]),
                _ => format!("{a} against {b}"),
            };
            writeln!(out, "  {words}")?;
        }
    }
    if let Some(winner) = &bracket.winner {
        writeln!(out, "{winner} wins {league}")?;
    }
    Ok(())
}

/// The name of the round that is so many from the end.
fn title(from_end: usize) -> String {
    match from_end {
        1 => "final".into(),
        2 => "half-finals".into(),
        3 => "quarter-finals".into(),
        more => format!("last {}", 1 << more),
    }
}
