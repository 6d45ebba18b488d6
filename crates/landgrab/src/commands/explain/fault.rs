//! The faults of a game: whose, when, why, and what would have been legal. They come first: a game that a fault decided
//! was not decided by placements.

use super::player;
use crate::commands::colour;
use crate::commands::table::counted;
use rules::notation::escaped;
use rules::pieces::{Pieces, Placement};
use rules::record::Ended;
use rules::{BySide, CellSet, Ending, Fault, Game, Side};
use serde::Serialize;
use view::{Depict, Film};

/// How many legal placements are named.
const NAMED: usize = 3;

/// A fault of a game.
#[derive(Serialize)]
pub struct FaultTold {
    pub turn: usize,
    pub side: Side,
    pub kind: &'static str,
    pub detail: String,
    /// The line that the player wrote, escaped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrote: Option<String>,
    /// Placements that were legal then, as `row column`.
    pub legal: Vec<String>,
    /// The refused placement on the board.
    #[serde(skip)]
    picture: Option<String>,
    #[serde(skip)]
    stderr: Vec<String>,
    /// Whether it is a turn of the record, so that `--at` shows it.
    #[serde(skip)]
    is_turn: bool,
}

/// The faults of a film that is read, in order.
pub fn faults_of<S: CellSet>(film: &mut Film<'_, Pieces<S>>) -> Vec<FaultTold> {
    let mut found: Vec<(usize, Side, Fault)> = vec![];
    for (turn, shot) in film.shots().iter().enumerate() {
        if let (Some(side), Some(fault)) = (shot.side(), shot.fault()) {
            found.push((turn, side, fault.clone()));
        }
    }
    let last = film.last();
    if let Some(Ended { ending: Ending::Fault(side, fault), .. }) = film.ended() {
        found.push((last + 1, *side, fault.clone()));
    }
    found.into_iter().map(|(turn, side, fault)| told(film, turn, side, &fault)).collect()
}

fn told<S: CellSet>(film: &mut Film<'_, Pieces<S>>, turn: usize, side: Side, fault: &Fault) -> FaultTold {
    let before = film.position(turn - 1).clone();
    let legal = before.moves().filter(|played| *played != Placement::Stuck).map(|played| played.to_string());
    FaultTold {
        turn,
        side,
        kind: fault.kind().name(),
        detail: view::fault::in_words(fault),
        wrote: view::fault::wrote(fault),
        legal: legal.collect(),
        picture: before.refusal(side, fault).map(|scene| view::text(&scene, colour())),
        stderr: view::fault::stderr_lines(fault),
        is_turn: turn <= film.last(),
    }
}

impl FaultTold {
    /// The fault in lines.
    pub fn in_words<S: CellSet>(&self, start: &Pieces<S>, names: &BySide<String>, file: &str) -> Vec<String> {
        let who = player(start, names, self.side);
        let mut lines = vec![format!("{who} failed at turn {}: {}", self.turn, escaped(&self.detail))];
        lines.extend(self.picture.iter().flat_map(|picture| picture.lines().map(String::from)));
        lines.extend(self.stderr.iter().cloned());
        lines.push(match &self.legal[..] {
            [] => "  the piece fitted nowhere: nothing was legal".into(),
            [only] => format!("  one placement was legal, at row and column: {only}"),
            legal => {
                let (count, shown) = (counted(legal.len() as i64, "placement"), legal.iter().take(NAMED));
                let shown: Vec<&str> = shown.map(String::as_str).collect();
                let more = if legal.len() > NAMED { ", ..." } else { "" };
                format!("  {count} were legal, at row and column: {}{more}", shown.join(", "))
            }
        });
        if self.is_turn {
            lines.push(format!("  to see them ranked: landgrab explain {file} --at {}", self.turn));
        }
        lines
    }
}
