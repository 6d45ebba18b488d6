//! The board of a turn with the placement that was played and the best one on it.

use super::{Place, Seen, TurnExplanation};
use rules::pieces::Pieces;
use rules::{Cell, CellSet};
use view::{Aside, Depict, Paint, Scene};

/// A green that everybody, colour-blind people included, can tell from both sides' colours.
const BEST: Paint = Paint::Tile((0, 130, 95), None, false);

/// The board before the turn, with the cells that the placement took and those that the best one takes.
pub fn scene<S: CellSet>(before: &Pieces<S>, turn: &TurnExplanation) -> Scene {
    let mut scene = before.scene(None);
    let (played, best) = (turn.played_at(), best(turn));
    let letter = before.dialect().recent_mark(turn.side);
    let (took, takes) = (taken(before, played), taken(before, best));
    for (cell, mark) in before.size().cells().zip(&mut scene.marks) {
        let (text, paint) = match (took.contains(&cell), takes.contains(&cell)) {
            (false, false) => continue,
            (true, true) if played != best => ('+', Paint::Recent(turn.side)),
            (true, _) => (letter, Paint::Recent(turn.side)),
            (false, true) => ('1', BEST),
        };
        (mark.text, mark.paint) = (text.into(), paint);
    }
    scene.below.extend(match (played, best) {
        (Some(played), Some(best)) if played != best => {
            let shared = if took.iter().any(|cell| takes.contains(cell)) { ", + both" } else { "" };
            Some(format!("{letter} what was played, 1 the best{shared}"))
        }
        (Some(_), _) => Some(format!("{letter} what was played")),
        (None, Some(_)) => Some("1 the best".into()),
        (None, None) => None,
    });
    // The legend is of the board: it comes before the piece.
    if let Some(Aside { title, rows }) = scene.aside.take() {
        scene.below.extend([title].into_iter().chain(rows));
    }
    scene
}

/// The placement to show as the best: the one that was played, if no other leaves more room.
fn best(turn: &TurnExplanation) -> Option<Place> {
    let first = turn.placements.first()?;
    let is_as_good = |index: usize| match (&turn.placements.get(index)?.seen, &first.seen) {
        (Seen::Settled { parted }, Seen::Settled { parted: least }) if parted == least => turn.played_at(),
        _ => None,
    };
    turn.played.and_then(is_as_good).or(Some(first.at))
}

/// The cells that a placement takes: all under the piece but the one that was owned.
fn taken<S: CellSet>(before: &Pieces<S>, place: Option<Place>) -> Vec<Cell> {
    let (Some(Place { row, col }), Some(piece)) = (place, before.piece()) else { return vec![] };
    let covered = Pieces::<S>::covered(piece, row, col).map(|(row, col)| Cell::new(row as usize, col as usize));
    covered.filter(|cell| before.free().contains(*cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{decision, fast};
    use super::super::{JudgedPlacement, explain_turn};
    use super::*;
    use crate::decision::Answer;
    use rules::pieces::Placement;

    /// The board as rows of marks, and the legend.
    fn drawn(scene: &Scene) -> (String, String) {
        let marks: Vec<&str> = scene.marks.iter().map(|mark| mark.text.as_str()).collect();
        let rows: Vec<String> = marks.chunks(scene.size.cols).map(<[&str]>::concat).collect();
        (rows.join("/"), scene.below.first().cloned().unwrap_or_default())
    }

    #[test]
    fn the_board_shows_what_was_played_beside_the_best() {
        let text = "O.O..\n.....\n....X\nrules=plateau turn=O placed=0,0 piece=**";
        let decision = decision(text, Answer::Played(Placement::At { row: 0, col: 0 }));
        let mut turn = explain_turn(&decision, &fast());
        let at = |col| JudgedPlacement { at: Place { row: 0, col }, seen: Seen::Settled { parted: col as u32 } };
        let mut below = |played, placements: &[i32]| {
            turn.placements = placements.iter().map(|col| at(*col)).collect();
            turn.played = played;
            drawn(&scene(&decision.before, &turn))
        };
        let legend = "o what was played, 1 the best".to_owned();
        assert_eq!(below(Some(1), &[2, 0]), ("OoO1./...../....X".into(), legend.clone()));
        assert_eq!(below(Some(1), &[1, 0]), ("O+O../...../....X".into(), legend + ", + both"));
        assert_eq!(below(Some(0), &[0, 2]), ("OoO../...../....X".into(), "o what was played".into()));
        assert_eq!(below(None, &[2]), ("O.O1./...../....X".into(), "1 the best".into()));
    }
}
