//! Whole games as the schools' own programs played them, answer by answer: the draws, the rules, the player and the
//! referee together.

use engine::roster::{Roster, player};
use referee::{Finished, Interrupt, Referee};
use rules::catalogue::AnySetup;
use rules::pieces::{Dialect, Setup};
use rules::record::Ended;
use rules::{BySide, Clock, Ending, FaultKind, Game, NoMove, Outcome, Player, Side, with_game};
use std::sync::{Arc, Mutex};

/// A game of the data file.
struct Golden {
    name: &'static str,
    setup: AnySetup,
    seed: i64,
    score: BySide<u32>,
    /// As moves are written: row, blank, column.
    answers: Vec<String>,
}

/// Reads the data file: a line such as `plateau map00 seed 1 score 14 145`, then lines of answers; `#` is a comment.
fn golden_games() -> Vec<Golden> {
    let mut games: Vec<Golden> = Vec::new();
    let lines = include_str!("data/golden-games.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        if let [dialect, map, "seed", seed, "score", first, second] = words[..] {
            let dialect: Dialect = dialect.parse().expect("a dialect");
            games.push(Golden {
                name: line,
                setup: AnySetup::Pieces(Setup::named(map, dialect).expect("a school map")),
                seed: seed.parse().expect("a seed"),
                score: BySide::new(first, second).map(|points| points.parse().expect("points")),
                answers: vec![],
            });
        } else {
            let answers = words.iter().map(|word| word.replace(',', " "));
            games.last_mut().expect("a game before its answers").answers.extend(answers);
        }
    }
    games
}

/// The answers of both players, in the order in which they were asked.
type Answers = Arc<Mutex<Vec<String>>>;

/// A player whose answers are written down before anybody judges them.
struct Overheard<G: Game> {
    player: Box<dyn Player<G>>,
    answers: Answers,
}

impl<G: Game> Player<G> for Overheard<G> {
    fn choose(&mut self, position: &G, clock: Clock) -> Result<G::Move, NoMove> {
        let answer = self.player.choose(position, clock)?;
        self.answers.lock().expect("nobody panics while holding it").push(answer.to_string());
        Ok(answer)
    }
}

/// Plays `first` against itself: how the game ended, how many turns it had, and all answers.
fn first_against_itself<G: Roster>(setup: &G::Setup, seed: i64) -> (Ended, u32, Vec<String>) {
    let answers = Answers::default();
    let spec = "first".parse().expect("a name");
    let seat = || Overheard::<G> { player: player(&spec, 0).expect("every game has it"), answers: answers.clone() };
    let (mut first, mut second) = (seat(), seat());
    let interrupt = Interrupt::default();
    let referee = Referee { setup, seed, clocks: BySide::default(), interrupt: &interrupt };
    let finished = referee.play(BySide::new(&mut first, &mut second), |_, _, _| Ok(())).expect("nothing is written");
    let Finished { ended, turns, faults, .. } = finished;
    // It sees no anchors over the edge, and says `0 0` although its piece would fit there: out, as in the originals.
    for fault in Side::BOTH.iter().filter_map(|side| faults[*side].as_ref()) {
        assert_eq!(fault.kind(), FaultKind::Illegal, "{fault}");
    }
    let answers = answers.lock().expect("nobody panics while holding it").clone();
    (ended, turns, answers)
}

#[test]
fn first_plays_the_schools_own_games_answer_by_answer() {
    let games = golden_games();
    assert_eq!(games.len(), 7);
    for Golden { name, setup, seed, score, answers } in games {
        let (ended, turns, found) = with_game!(&setup, |G, start| first_against_itself::<G>(start, seed));
        for (turn, (found, expected)) in found.iter().zip(&answers).enumerate() {
            assert_eq!(found, expected, "{name}: answer {turn}");
        }
        assert_eq!((turns as usize, found.len()), (answers.len(), answers.len()), "{name}");
        assert_eq!(ended, Ended { ending: Ending::Rules, won: Outcome::of_score(score).winner(), score }, "{name}");
    }
}
