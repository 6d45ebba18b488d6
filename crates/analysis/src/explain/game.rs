//! A whole game: every move that had a choice, graded by the winning chance that it gave up. All moves get a quick
//! look, and those that seem worst a close one.

use super::{Care, Effort, Judgement, Place, judgement};
use crate::decision::{Answer, Decision, Decisions};
use crate::rounding;
use rules::pieces::{Pieces, Placement, Setup};
use rules::record::{Disagreement, Record};
use rules::{BySide, CellSet, Game, Side};
use serde::Serialize;

/// How many moves get a close look: a quick one may be wrong about which are worst.
const SUSPECTS: usize = 12;

/// The judgement of one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MoveVerdict {
    /// It had a choice.
    Graded(MoveGrade),
    /// Land changed hands no more.
    Settled,
    /// It was forced, or there was none.
    NoChoice,
    /// The side was put out for a fault.
    Failed,
}

/// A move that had a choice.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MoveGrade {
    /// The number of its turn, from 1.
    pub turn: usize,
    /// The side that placed.
    pub side: Side,
    /// The placement that was played.
    pub played: Place,
    /// The best one.
    pub best: Place,
    /// The chance to win after the best placement, and after the one that was played.
    #[serde(serialize_with = "rounding::pair")]
    pub chance: (f64, f64),
    /// The winning chance that was given up.
    #[serde(serialize_with = "rounding::one")]
    pub lost: f64,
    /// Whether it got a close look.
    pub close: bool,
}

impl MoveGrade {
    /// The difference of the two chances in whole percentage points, as they read when printed.
    pub fn points_lost(&self) -> i64 {
        super::points(self.chance.0) - super::points(self.chance.1)
    }
}

/// All moves of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct GameExplanation {
    /// How many turns the game has.
    pub turns: usize,
    /// The moves that had a choice, in order.
    pub graded: Vec<MoveGrade>,
    /// The first turn at which land changed hands no more.
    pub settled_from: Option<usize>,
    /// The turns at which a side was put out for a fault.
    pub failed: Vec<usize>,
}

/// A game, summed up.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// How many turns the game has.
    pub turns: usize,
    /// How many moves had a choice.
    pub judged: usize,
    /// The first turn at which land changed hands no more.
    pub settled_from: Option<usize>,
    /// The winning chance that each side gave up, on average over its moves that had a choice.
    #[serde(serialize_with = "rounding::by_side")]
    pub lost_a_move: BySide<Option<f64>>,
}

impl GameExplanation {
    /// Adds the verdict of a quick look. Turns come in order.
    pub fn add(&mut self, turn: usize, verdict: MoveVerdict) {
        self.turns = self.turns.max(turn);
        match verdict {
            MoveVerdict::Graded(grade) => self.graded.push(grade),
            MoveVerdict::Settled => self.settled_from = self.settled_from.or(Some(turn)),
            MoveVerdict::Failed => self.failed.push(turn),
            MoveVerdict::NoChoice => {}
        }
    }

    /// The turns that deserve a close look.
    pub fn suspects(&self) -> Vec<usize> {
        self.worst().iter().take(SUSPECTS).map(|grade| grade.turn).collect()
    }

    /// Puts the verdict of a close look in the place of the quick one.
    pub fn replace(&mut self, verdict: MoveVerdict) {
        let MoveVerdict::Graded(closer) = verdict else { return };
        if let Some(grade) = self.graded.iter_mut().find(|grade| grade.turn == closer.turn) {
            *grade = closer;
        }
    }

    /// The moves, the largest loss first.
    pub fn worst(&self) -> Vec<&MoveGrade> {
        let mut worst: Vec<&MoveGrade> = self.graded.iter().collect();
        worst.sort_by(|a, b| b.lost.total_cmp(&a.lost));
        worst
    }

    /// How many moves of a side had a choice.
    pub fn choices(&self, side: Side) -> usize {
        self.graded.iter().filter(|grade| grade.side == side).count()
    }

    /// The winning chance that a side gave up, on average; `None` without a move that had a choice.
    pub fn lost_a_move(&self, side: Side) -> Option<f64> {
        let lost: f64 = self.graded.iter().filter(|grade| grade.side == side).map(|grade| grade.lost).sum();
        (self.choices(side) > 0).then(|| lost / self.choices(side) as f64)
    }

    /// The game, summed up.
    pub fn summary(&self) -> Summary {
        Summary {
            turns: self.turns,
            judged: self.graded.len(),
            settled_from: self.settled_from,
            lost_a_move: BySide::from_fn(|side| self.lost_a_move(side)),
        }
    }
}

/// Judges one move.
pub fn judge<S: CellSet>(decision: &Decision<Pieces<S>>, care: Care, effort: &Effort) -> MoveVerdict {
    let played = match decision.answer {
        Answer::Played(Placement::Stuck) => return MoveVerdict::NoChoice,
        Answer::Played(played) => played,
        Answer::Failed(_) => return MoveVerdict::Failed,
    };
    if decision.before.moves().nth(1).is_none() {
        return MoveVerdict::NoChoice;
    }
    match judgement(decision, care, effort) {
        Judgement::Stuck => MoveVerdict::NoChoice,
        Judgement::Settled(_) => MoveVerdict::Settled,
        Judgement::Contested(opinions) => {
            let found = opinions.iter().find(|opinion| opinion.placement == played);
            let graded = opinions.first().zip(found).and_then(|(best, found)| {
                Some(MoveGrade {
                    turn: decision.turn,
                    side: decision.side,
                    played: Place::of(played)?,
                    best: Place::of(best.placement)?,
                    chance: (best.chance, found.chance),
                    lost: best.chance - found.chance,
                    close: care == Care::Close,
                })
            });
            MoveVerdict::Graded(graded.expect("the champion judges what it is asked about"))
        }
    }
}

/// Explains a game, one move after the other. A caller with threads does the same with [`judge`].
///
/// ```
/// use landgrab_analysis::explain::{Effort, explain_game};
/// use rules::{catalogue::AnySetup, record::Record, pieces::class::Small};
///
/// let text = concat!(
///     r#"{"record":1,"game":"pieces","rules":"plateau","map":"small","board":["O....",".....",".....","....X"],"#,
///     r#""first":{"name":"a"},"second":{"name":"b"}}"#, "\n",
///     r#"{"drew":["**"]}"#, "\n",
///     r#"{"played":"0 0","side":1}"#, "\n",
/// );
/// let record = Record::read(text.as_bytes())?;
/// let AnySetup::Pieces(setup) = &record.header.setup else { unreachable!() };
/// let game = explain_game::<Small>(&record, setup, &Effort::default())?;
/// assert_eq!((game.turns, game.summary().judged), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain_game<S: CellSet>(
    record: &Record,
    setup: &Setup,
    effort: &Effort,
) -> Result<GameExplanation, Disagreement> {
    let mut game = GameExplanation::default();
    for decision in Decisions::<Pieces<S>>::new(record, setup) {
        let decision = decision?;
        game.add(decision.turn, judge(&decision, Care::Quick, effort));
    }
    let suspects = game.suspects();
    for decision in Decisions::<Pieces<S>>::new(record, setup) {
        let decision = decision?;
        if suspects.contains(&decision.turn) {
            game.replace(judge(&decision, Care::Close, effort));
        }
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{decision, fast};
    use super::*;

    fn grade(turn: usize, side: Side, chance: (f64, f64), close: bool) -> MoveGrade {
        let place = Place { row: 0, col: turn as i32 };
        MoveGrade { turn, side, played: place, best: place, chance, lost: chance.0 - chance.1, close }
    }

    fn game() -> GameExplanation {
        let mut game = GameExplanation::default();
        game.add(1, MoveVerdict::Graded(grade(1, Side::First, (0.5, 0.4), false)));
        game.add(2, MoveVerdict::NoChoice);
        game.add(3, MoveVerdict::Graded(grade(3, Side::First, (0.5, 0.2), false)));
        game.add(4, MoveVerdict::Failed);
        game.add(5, MoveVerdict::Settled);
        game.add(6, MoveVerdict::Settled);
        game
    }

    #[test]
    fn a_game_is_summed_up_by_side() {
        assert_eq!((game().settled_from, game().failed, game().suspects()), (Some(5), vec![4], vec![3, 1]));
        assert_eq!(
            serde_json::to_string(&game().summary()).unwrap(),
            r#"{"turns":6,"judged":2,"settled_from":5,"lost_a_move":[0.2,null]}"#
        );
    }

    #[test]
    fn a_close_look_takes_the_place_of_a_quick_one() {
        let mut game = game();
        game.replace(MoveVerdict::Graded(grade(3, Side::First, (0.5, 0.45), true)));
        game.replace(MoveVerdict::NoChoice);
        assert_eq!((game.graded.len(), game.worst()[0].turn, game.worst()[0].points_lost()), (2, 1, 10));
        assert_eq!(
            serde_json::to_string(&game.graded[1]).unwrap(),
            r#"{"turn":3,"side":1,"played":{"row":0,"col":3},"best":{"row":0,"col":3},"chance":[0.5,0.45],"lost":0.05,"close":true}"#
        );
    }

    #[test]
    fn only_moves_with_a_choice_are_graded() {
        let open = "O....\n.....\n.....\n....X\nrules=plateau turn=O placed=0,0 piece=*./*.";
        let text = "O.O..\n.....\n.....\n....X\nrules=plateau turn=O placed=0,0 piece=**";
        let at = |row, col| Answer::Played(Placement::At { row, col });
        assert_eq!(judge(&decision(open, at(0, 0)), Care::Quick, &fast()), MoveVerdict::NoChoice);
        assert_eq!(judge(&decision(text, Answer::Failed("gone".into())), Care::Quick, &fast()), MoveVerdict::Failed);
        let stuck = Answer::Played(Placement::Stuck);
        assert_eq!(judge(&decision(text, stuck), Care::Quick, &fast()), MoveVerdict::NoChoice);
        let MoveVerdict::Graded(graded) = judge(&decision(text, at(0, 0)), Care::Close, &fast()) else {
            panic!("O has three places")
        };
        assert!(graded.close && graded.chance.0 >= graded.chance.1, "{graded:?}");
    }
}
