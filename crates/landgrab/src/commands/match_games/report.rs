//! The report of a match for people: a summary, or the story of a single game.

use super::pictures::Pictures;
use super::records::Folder;
use crate::cli::{GameName, MatchArgs};
use crate::pairing::Pairing;
use crate::width;
use league::{Contestant, GameResult, Tally};
use rules::notation::printable;
use rules::pieces::Dialect;
use rules::{BySide, Fault, Side};
use std::time::Instant;

/// The summary for people, gathered game by game.
pub struct Report<'a> {
    args: &'a MatchArgs,
    pairing: &'a Pairing,
    seed: i64,
    started: Instant,
    turns: u64,
    /// Games and wins of A, by the seat it had.
    seats_of_a: BySide<(usize, usize)>,
    last: Option<(GameResult, Pictures)>,
    /// The number of the first game that each of A and B failed in, and what to say of it.
    first_faults: [Option<(usize, String)>; 2],
}

impl<'a> Report<'a> {
    pub fn new(args: &'a MatchArgs, seed: i64, pairing: &'a Pairing) -> Self {
        let (started, seats_of_a) = (Instant::now(), BySide::default());
        Self { args, pairing, seed, started, turns: 0, seats_of_a, last: None, first_faults: [None, None] }
    }

    pub fn add(&mut self, result: GameResult, pictures: Pictures) {
        self.turns += u64::from(result.turns);
        let (games, wins) = &mut self.seats_of_a[result.plan.side(Contestant::A)];
        *games += 1;
        *wins += usize::from(result.won == Some(Contestant::A));
        for (index, who) in [Contestant::A, Contestant::B].into_iter().enumerate() {
            if let (None, Some(fault)) = (&self.first_faults[index], result.fault(who)) {
                let number = result.plan.number;
                let lines = in_lines(fault, &pictures, result.plan.side(who)) + &self.next_steps(who, number, "    ");
                self.first_faults[index] = Some((number, lines));
            }
        }
        self.last = Some((result, pictures));
    }

    pub fn in_words(&self, tally: &Tally) -> String {
        let mut out = String::new();
        if tally.games == 0 {
            return "interrupted before the first game ended: nothing was finished\n".into();
        }
        let MatchArgs { first: a, second: b, .. } = self.args;
        if let Some((result, pictures @ Pictures { last: Some(picture), .. })) = &self.last {
            out += picture;
            out += &self.single_game(result, pictures);
            return out;
        }
        let wide = a.chars().count().max(b.chars().count());
        let (low, high) = tally.interval_b();
        let percent = |share: f64| format!("{:5.1} %", 100.0 * share);
        let line = |name: &str, player: &str, won: usize, share: f64, low: f64, high: f64| {
            let (share, low, high) = (percent(share), percent(low), percent(high));
            let interval = format!("(95 %: {} to {})", low.trim(), high.trim());
            let line = format!("  {name}  {player:wide$}  {won:>6} won  {share}  {interval}\n");
            match width::of_stdout() {
                Some(columns) if line.chars().count() > columns + 1 => {
                    format!("  {name}  {player}\n  {won:>6} won  {share}\n{:10}{interval}\n", "")
                }
                _ => line,
            }
        };
        let games = if tally.games == 1 { "game" } else { "games" };
        out += &format!("{} {games}, seed {}\n", tally.games, self.seed);
        out += &line("A", a, tally.won_a, 1.0 - tally.score_b(), 1.0 - high, 1.0 - low);
        out += &line("B", b, tally.won_b, tally.score_b(), low, high);
        if tally.ties() > 0 {
            out += &format!("  {} ties, half a point each\n", tally.ties());
        }
        let BySide { first, second } = self.seats_of_a;
        if first.0 > 0 && second.0 > 0 {
            out += &format!(
                "  A won {} of {} moving first, {} of {} moving second\n",
                first.1, first.0, second.1, second.0
            );
        }
        let counts = [("A", tally.faults_a), ("B", tally.faults_b)];
        for ((name, count), fault) in counts.into_iter().zip(&self.first_faults) {
            if let Some((game, detail)) = fault {
                let games = if count == 1 { "game" } else { "games" };
                out += &format!("  {name} failed in {count} {games}, first in game {game}{detail}");
            }
        }
        out += &self.sandboxes();
        let seconds = self.started.elapsed().as_secs_f64().max(1e-9);
        if tally.games > 1 {
            let (pace, length) = (tally.games as f64 / seconds, self.turns as f64 / tally.games as f64);
            out += &format!("  {pace:.0} games a second, {length:.0} turns a game\n");
        }
        out
    }

    /// The commands that tell more about a fault.
    fn next_steps(&self, who: Contestant, number: usize, indent: &str) -> String {
        let mut steps = vec![];
        if self.args.setup.game == GameName::Pieces {
            let dialect = self.args.setup.dialect.filter(|dialect| *dialect != Dialect::default());
            let dialect = dialect.map(|dialect| format!(" --dialect {}", dialect.name())).unwrap_or_default();
            steps.extend(self.pairing.of(who).command().map(|bot| format!("landgrab check {bot}{dialect}")));
        }
        let explain = if self.args.setup.game == GameName::Pieces { "explain" } else { "review" };
        steps.push(match &self.args.record {
            Some(folder) => {
                let file = Folder::name(folder, self.args.games as usize, number);
                format!("landgrab {explain} {}", printable(&file.display().to_string()))
            }
            None => format!("landgrab {explain} on its record (--record DIR keeps one)"),
        });
        format!("{indent}to see why: {}\n", steps.join(", or "))
    }

    /// The sandboxes of the programs.
    fn sandboxes(&self) -> String {
        let mut out = String::new();
        for who in [Contestant::A, Contestant::B] {
            if let Some(level) = self.pairing.of(who).level() {
                out += &format!("  {} ran in sandbox {level}\n", who.name());
            }
        }
        out
    }

    /// One game proves nothing about the players: it is told as a story.
    fn single_game(&self, result: &GameResult, pictures: &Pictures) -> String {
        let name = |who: Contestant| match who {
            Contestant::A => &self.args.first,
            Contestant::B => &self.args.second,
        };
        let player = |side: Side| format!("{} ({})", name(result.plan.seats[side]), pictures.sides[side]);
        let BySide { first, second } = result.score;
        let (mover, other) = (player(Side::First), player(Side::Second));
        let story = match result.won.map(|who| result.plan.side(who)) {
            Some(Side::First) => format!("{mover} beat {other} {first}:{second}"),
            Some(Side::Second) => format!("{other} beat {mover} {second}:{first}"),
            None => format!("{mover} and {other} tied {first}:{second}"),
        };
        let mut out = format!("{story} in {} turns, seed {}\n", result.turns, self.seed);
        for side in Side::BOTH {
            if let Some(fault) = &result.faults[side] {
                let who = result.plan.seats[side];
                out += &format!("{} failed{}", player(side), in_lines(fault, pictures, side));
                out += &self.next_steps(who, result.plan.number, "");
            }
        }
        out + &self.sandboxes()
    }
}

/// A fault in lines: when, what happened, the picture if there is one, the end of stderr. They follow the words that say
/// who failed.
fn in_lines(fault: &Fault, pictures: &Pictures, side: Side) -> String {
    let turn = view::fault::turn(fault).map(|turn| format!(" at turn {turn}")).unwrap_or_default();
    let mut out = format!("{turn}: {}\n", view::fault::in_words(fault));
    if let Some(picture) = &pictures.refusals[side] {
        out += picture;
    }
    for line in view::fault::stderr_lines(fault) {
        out += &format!("{line}\n");
    }
    out
}
