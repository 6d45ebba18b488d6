//! Matches: all games of a schedule, on all cores, counted in order. Several matches can share the workers, as the
//! pairings of an audit do, so that no core waits for the last game of a pairing.

use crate::{Contestant, GameResult, Plan, Schedule, Tally, run_in_order};
use std::ops::ControlFlow;
use std::slice;

/// A match, and how it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    /// Its games.
    pub schedule: Schedule,
    /// The results so far.
    pub tally: Tally,
}

/// A game that was just counted.
pub struct Counted<'a, T> {
    /// Which of the matches it belongs to, from 0.
    pub index: usize,
    /// How that match stands now.
    pub standing: &'a Match,
    /// The game's result.
    pub result: GameResult,
    /// Whatever the caller keeps of a game besides its result, such as pictures.
    pub kept: T,
}

impl Match {
    /// A match of which nothing is played.
    pub fn new(schedule: Schedule) -> Self {
        Self { schedule, tally: Tally::default() }
    }

    /// Whether every game is counted.
    pub fn is_complete(&self) -> bool {
        self.tally.games == self.schedule.games
    }

    /// Counts a game.
    fn add(&mut self, result: &GameResult) {
        self.tally.add(result.won, self.schedule.swap.then_some(result.plan.pair));
        self.tally.faults_a += usize::from(result.fault(Contestant::A).is_some());
        self.tally.faults_b += usize::from(result.fault(Contestant::B).is_some());
    }

    /// Plays the match: [`run_all`](Self::run_all) for a single one.
    pub fn run<T: Send, E: Send>(
        &mut self,
        workers: usize,
        play: impl Fn(Plan) -> Result<Option<(GameResult, T)>, E> + Sync,
        counted: impl FnMut(Counted<'_, T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        Self::run_all(slice::from_mut(self), workers, |_, plan| play(plan), counted)
    }

    /// Plays the games of all matches on `workers` threads.
    ///
    /// `play` plays one game of the match with this index. It returns `None` for a game that was stopped: then no further
    /// game begins, and those that have begun are still counted. `counted` is called on this thread after each game, in
    /// the order of the schedules whatever the number of workers. A break ends all matches, as a sequential test does
    /// once it is sure: no further game begins, and none is counted.
    pub fn run_all<T: Send, E: Send>(
        matches: &mut [Self],
        workers: usize,
        play: impl Fn(usize, Plan) -> Result<Option<(GameResult, T)>, E> + Sync,
        mut counted: impl FnMut(Counted<'_, T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let schedules: Vec<Schedule> = matches.iter().map(|one| one.schedule).collect();
        // Jobs are numbered through the games of the first match, then through those of the next.
        let sum = |games: &mut usize, schedule: &Schedule| {
            *games += schedule.games;
            Some(*games)
        };
        let ends: Vec<usize> = schedules.iter().scan(0, sum).collect();
        let index_of = |job| ends.partition_point(|end| *end <= job);
        let played = run_in_order(
            ends.last().copied().unwrap_or(0),
            workers,
            |job| {
                let index = index_of(job);
                let first = ends[index] - schedules[index].games;
                play(index, schedules[index].plan(job - first)).map_err(Some)
            },
            |job, (result, kept)| {
                let index = index_of(job);
                matches[index].add(&result);
                match counted(Counted { index, standing: &matches[index], result, kept }) {
                    Ok(ControlFlow::Continue(())) => Ok(()),
                    Ok(ControlFlow::Break(())) => Err(None),
                    Err(error) => Err(Some(error)),
                }
            },
        );
        played.or_else(|error| error.map_or(Ok(()), Err))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{BySide, Cause, Ending, Fault};
    use std::convert::Infallible;

    fn schedule(seed: i64, games: usize) -> Schedule {
        Schedule { seed, games, swap: true }
    }

    /// A game that the first seat won.
    fn won_by_first(plan: Plan) -> GameResult {
        GameResult {
            plan,
            won: Some(plan.seats.first),
            score: BySide::new(2, 1),
            ending: Ending::Rules,
            turns: 3,
            ms: BySide::default(),
            faults: BySide::default(),
        }
    }

    #[test]
    fn every_game_is_counted_in_order_with_the_standing_after_it() {
        for workers in [1, 3] {
            let mut one = Match::new(schedule(7, 4));
            let mut seen = vec![];
            let play = |plan| Ok::<_, Infallible>(Some((won_by_first(plan), plan.number * 10)));
            let played = one.run(workers, play, |counted| {
                seen.push((counted.result.plan.number, counted.standing.tally.games, counted.kept));
                Ok(ControlFlow::Continue(()))
            });
            assert_eq!(played, Ok(()));
            assert_eq!(seen, [(1, 1, 10), (2, 2, 20), (3, 3, 30), (4, 4, 40)]);
            assert_eq!((one.tally.won_a, one.tally.won_b, one.is_complete()), (2, 2, true));
        }
    }

    #[test]
    fn matches_that_share_the_workers_are_counted_each_for_itself() {
        let mut all = [(1, 2), (9, 0), (2, 3)].map(|(seed, games)| Match::new(schedule(seed, games)));
        let mut seen = vec![];
        let play = |index, plan: Plan| {
            let fault = Fault::from(Cause::Silent { limit_ms: 1, unread: false });
            let mut result = won_by_first(plan);
            result.faults[plan.side(Contestant::B)] = (index == 2).then_some(fault);
            Ok::<_, Infallible>(Some((result, ())))
        };
        Match::run_all(&mut all, 2, play, |counted| {
            seen.push((counted.index, counted.result.plan.seed == [1, 9, 2][counted.index]));
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        assert_eq!(seen, [(0, true), (0, true), (2, true), (2, true), (2, false)]);
        let faults = all.each_ref().map(|one| (one.tally.games, one.tally.faults_a, one.tally.faults_b));
        assert_eq!(faults, [(2, 0, 0), (0, 0, 0), (3, 0, 3)]);
    }

    #[test]
    fn a_break_ends_the_match_and_is_no_error() {
        let mut one = Match::new(schedule(7, 1000));
        let play = |plan| Ok::<_, Infallible>(Some((won_by_first(plan), ())));
        let enough = |counted: Counted<'_, ()>| match counted.standing.tally.games {
            3 => Ok(ControlFlow::Break(())),
            _ => Ok(ControlFlow::Continue(())),
        };
        assert_eq!(one.run(1, play, enough), Ok(()));
        assert_eq!((one.tally.games, one.is_complete()), (3, false));
    }

    #[test]
    fn a_stopped_game_ends_the_match_and_an_error_is_returned() {
        let mut one = Match::new(schedule(7, 10));
        let play = |plan: Plan| Ok::<_, &str>((plan.number < 4).then(|| (won_by_first(plan), ())));
        one.run(1, play, |_| Ok(ControlFlow::Continue(()))).unwrap();
        assert_eq!(one.tally.games, 3);
        let broken = |_| Err::<Option<(GameResult, ())>, _>("no player");
        assert_eq!(Match::new(schedule(7, 10)).run(2, broken, |_| Ok(ControlFlow::Continue(()))), Err("no player"));
    }
}
