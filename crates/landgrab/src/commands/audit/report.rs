//! The report of an audit: a line for each pairing as soon as it is played, then the verdict on all of them.

use super::{Audited, OPPONENTS};
use crate::cli::AuditArgs;
use crate::json::rounded;
use league::{Estimate, Verdict};
use referee::sandbox::Level;
use serde::Serialize;

#[derive(Serialize)]
pub struct PairingLine {
    pairing: String,
    required: bool,
    games: usize,
    won: usize,
    ties: usize,
    faults: usize,
    rate: f64,
    interval: (f64, f64),
    pass: f64,
    pass_interval: (f64, f64),
    #[serde(skip_serializing_if = "Option::is_none")]
    first_fault: Option<FaultLine>,
}

#[derive(Serialize)]
struct FaultLine {
    game: usize,
    detail: String,
}

#[derive(Serialize)]
pub struct SummaryLine {
    summary: Summary,
}

#[derive(Serialize)]
struct Summary {
    seed: i64,
    /// Of passing all that is required; `null` when not all of it was played.
    chance: Option<f64>,
    bonus: Option<Bonus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sandbox: Option<u8>,
}

#[derive(Serialize)]
struct Bonus {
    map: &'static str,
    pass: f64,
}

pub fn json(audited: &Audited) -> PairingLine {
    let Audited { opponent, trial, first_fault } = audited;
    let (rate, pass) = (trial.rate(), trial.pass());
    PairingLine {
        pairing: opponent.to_string(),
        required: opponent.required,
        games: trial.games(),
        won: trial.won(),
        ties: trial.ties,
        faults: trial.faults,
        rate: rounded(rate.value),
        interval: (rounded(rate.low), rounded(rate.high)),
        pass: rounded(pass.value),
        pass_interval: (rounded(pass.low), rounded(pass.high)),
        first_fault: first_fault.as_ref().map(|(game, detail)| FaultLine { game: *game, detail: detail.clone() }),
    }
}

/// The report on one bot.
pub struct Report<'a> {
    pub args: &'a AuditArgs,
    pub seed: i64,
    /// The sandbox that the bot runs in, if it is a program.
    pub level: Option<Level>,
}

impl Report<'_> {
    pub fn summary_json(&self, finished: &[Audited]) -> SummaryLine {
        let chance = chance_of_all(finished).map(|chance| rounded(chance.value));
        let bonus = best_for_bonus(finished)
            .map(|best| Bonus { map: best.opponent.map, pass: rounded(best.trial.pass().value) });
        SummaryLine { summary: Summary { seed: self.seed, chance, bonus, sandbox: self.level.map(Level::number) } }
    }

    pub fn head(&self) -> String {
        let AuditArgs { bot, games, .. } = self.args;
        let titles = self.line(["pairing", "won", "rate (95 %)", "4 of 5 (95 %)", "verdict"]);
        let games = if *games == 1 { "1 game".into() } else { format!("{games} games") };
        format!("01-edu audit of {bot}: {games} a pairing, both seats, seed {}\n{titles}", self.seed)
    }

    pub fn row(&self, audited: &Audited) -> String {
        let Audited { opponent, trial, .. } = audited;
        let name = if opponent.required { opponent.to_string() } else { format!("bonus: {opponent}") };
        let won = format!("{} of {}", trial.won(), trial.games());
        let (rate, pass) = (in_percent(trial.rate(), 1), in_percent(trial.pass(), 0));
        self.line([&name, &won, &rate, &pass, audited.verdict().name()])
    }

    fn line(&self, [pairing, won, rate, pass, verdict]: [&str; 5]) -> String {
        let wide = " of ".len() + 2 * self.args.games.to_string().len();
        format!("  {pairing:<26}  {won:>wide$}  {rate:<23}  {pass:<17}  {verdict}\n")
    }

    pub fn summary(&self, finished: &[Audited]) -> String {
        let mut out = String::from("\n");
        if let Some(chance) = chance_of_all(finished) {
            let verdict = Verdict::of(chance).name();
            out += &format!("  all three required: {}, {verdict}\n", in_percent(chance, 0));
        }
        if let Some(best) = best_for_bonus(finished) {
            let (map, pass, verdict) = (best.opponent.map, in_percent(best.trial.pass(), 0), best.verdict().name());
            out += &format!("  best map for the bonus: {map}, {pass}, {verdict}\n");
        }
        if finished.len() < OPPONENTS.len() {
            out += &format!("  interrupted: {} of {} pairings played\n", finished.len(), OPPONENTS.len());
        }
        let failed = finished.iter().find(|audited| audited.first_fault.is_some());
        if let Some(Audited { opponent, first_fault: Some((game, detail)), .. }) = failed {
            let count: usize = finished.iter().map(|audited| audited.trial.faults).sum();
            let games = if count == 1 { "game" } else { "games" };
            out += &format!("  failed in {count} {games}, first in game {game} against {opponent}: {detail}\n");
        }
        if let Some(level) = self.level {
            out += &format!("  ran in sandbox {level}\n");
        }
        if let Some(puzzling) = failed.or_else(|| finished.iter().find(|audited| audited.is_missed())) {
            out += &format!("  to see why: {}\n", self.match_command(puzzling));
        }
        out
    }

    /// The command that plays the games against an opponent again and keeps them.
    fn match_command(&self, Audited { opponent, .. }: &Audited) -> String {
        let AuditArgs { bot, games, time, sandbox, .. } = self.args;
        let bot = if bot.contains(' ') { format!("'{bot}'") } else { bot.clone() };
        let (robot, map, seed) = (opponent.robot, opponent.map, self.seed);
        let players = format!("landgrab match {robot} {bot} --dialect anfield --map {map}");
        let time = time.map(|ms| format!(" --time {ms}")).unwrap_or_default();
        let sandbox = sandbox.map(|level| format!(" --sandbox {}", level.number())).unwrap_or_default();
        format!("{players} --games {games} --seed {seed}{time}{sandbox} --record {robot}-{map}")
    }
}

/// The chance to pass everything that is required, if all of it was played.
fn chance_of_all(finished: &[Audited]) -> Option<Estimate> {
    let required: Vec<&Audited> = finished.iter().filter(|audited| audited.opponent.required).collect();
    let is_complete = required.len() == OPPONENTS.iter().filter(|opponent| opponent.required).count();
    let all = required.iter().map(|audited| audited.trial.pass()).reduce(Estimate::and);
    all.filter(|_| is_complete)
}

/// The best map for the bonus; among equals the first, which is the smallest.
fn best_for_bonus(finished: &[Audited]) -> Option<&Audited> {
    let pass = |audited: &Audited| audited.trial.pass().value;
    let bonus = finished.iter().filter(|audited| !audited.opponent.required);
    bonus.reduce(|best, other| if pass(other) > pass(best) { other } else { best })
}

fn in_percent(Estimate { value, low, high }: Estimate, digits: usize) -> String {
    let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
    format!("{value:.digits$} % ({low:.digits$} to {high:.digits$})")
}
