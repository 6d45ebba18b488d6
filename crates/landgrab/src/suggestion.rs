//! Suggestions for names that nobody has: the nearest name, the game that has it, or how a program is written.

use crate::failure::Failure;
use engine::roster::{NoSuchPlayer, Roster};
use rules::catalogue::GAMES;
use rules::notation::quoted;
use rules::pieces::{Pieces, class::Small};
use rules::{colours::Colours, stop::Stop};
use std::path::Path;

/// Names less alike than this are other names, not misspellings: Jaro and Winkler's similarity, 0 to 1.
const ALIKE: f64 = 0.8;

/// A player that no roster of its game has, with a suggestion where there is one.
impl From<NoSuchPlayer> for Failure {
    fn from(error: NoSuchPlayer) -> Self {
        let NoSuchPlayer::Unknown { name, game, known } = &error else { return Self::Player(error) };
        match suggested(name, game) {
            Some(advice) => {
                let joint = if advice.ends_with('?') { "" } else { ";" };
                Self::Usage(format!("unknown player {}: {advice}{joint} {game} has {known}", quoted(name)))
            }
            None => Self::Player(error),
        }
    }
}

/// The likely meaning of a name that a game does not have.
fn suggested(name: &str, game: &str) -> Option<String> {
    let players: Vec<(&str, Vec<&str>)> = rosters();
    let own = players.iter().find(|(of, _)| *of == game).map(|(_, names)| names.clone()).unwrap_or_default();
    if let Some((of, _)) = players.iter().find(|(_, names)| names.contains(&name)) {
        return Some(format!("it belongs to {of}"));
    }
    if let Some(nearest) = nearest(name, own) {
        return Some(format!("did you mean {nearest}?"));
    }
    let (of, nearest) = players.iter().find_map(|(of, names)| Some((of, nearest(name, names.iter().copied())?)))?;
    Some(format!("did you mean {nearest}, which plays {of}?"))
}

/// The name of any game's player that is most alike.
pub fn nearest_player(name: &str) -> Option<&'static str> {
    nearest(name, rosters().into_iter().flat_map(|(_, names)| names))
}

/// The name that is most alike, if any is alike at all.
fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let alike = known.into_iter().map(|other| (strsim::jaro_winkler(&name, &other.to_lowercase()), other));
    alike.filter(|(alike, _)| *alike >= ALIKE).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, other)| other)
}

/// How to write a program, for somebody who left out `cmd:` or the folder; `None` if the text is a player's name.
pub fn as_program(text: &str) -> Option<String> {
    let is_command = text.trim().contains(char::is_whitespace);
    if !is_command && !text.contains('.') {
        return None;
    }
    let exists = !is_command && Path::new(text).exists();
    Some(if exists { format!("./{text}") } else { format!("'cmd:{}'", text.trim()) })
}

/// The names of every game's players.
fn rosters() -> Vec<(&'static str, Vec<&'static str>)> {
    fn of<G: Roster>() -> (&'static str, Vec<&'static str>) {
        (G::NAME, G::roster().iter().map(|entry| entry.name).collect())
    }
    let rosters = vec![of::<Pieces<Small>>(), of::<Colours<u64>>(), of::<Stop>()];
    debug_assert_eq!(rosters.len(), GAMES.len());
    rosters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_player_gets_the_nearest_name() {
        for (typed, meant) in
            [("gredy", "greedy"), ("champoin", "champion"), ("Greedy", "greedy"), ("terminatr", "terminator")]
        {
            assert_eq!(suggested(typed, "pieces"), Some(format!("did you mean {meant}?")));
        }
        assert_eq!(suggested("zzz", "pieces"), None);
    }

    #[test]
    fn a_player_of_another_game_is_named_with_its_game() {
        assert_eq!(suggested("floodfill", "pieces").as_deref(), Some("it belongs to stop"));
        assert_eq!(suggested("flodfill", "pieces").as_deref(), Some("did you mean floodfill, which plays stop?"));
    }

    #[test]
    fn a_program_is_told_of_cmd() {
        assert_eq!(as_program("python3 bot.py").as_deref(), Some("'cmd:python3 bot.py'"));
        assert_eq!(as_program("Cargo.toml").as_deref(), Some("./Cargo.toml"));
        assert_eq!(as_program("no-such-bot.py").as_deref(), Some("'cmd:no-such-bot.py'"));
        assert_eq!((as_program("greedy"), as_program("heat:metric=l1"), as_program("")), (None, None, None));
    }
}
