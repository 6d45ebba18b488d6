//! The gate of leagues: a bot is unpacked and built, then the doctor examines it, then the school's audit if the league
//! wants that. The doctor knows piece Filler; in the other games a bot plays a pair against `random` without a fault.

use crate::arena_games::{ArenaGames, ours};
use crate::commands::{audit, check};
use crate::failure::Failure;
use crate::faults;
use crate::pairing::Pairing;
use crate::player::PlayerArg;
use arena::bot::{BuildLog, Package};
use arena::{ArenaError, Gate, Gatekeeper, Settings, Verdict};
use league::{Contestant, Fixture, Schedule};
use referee::check::{Cost, Patient};
use referee::seat::Program;
use rules::catalogue::AnySetup;
use rules::pieces::Dialect;
use rules::with_game;
use std::fmt::Write;
use std::time::Duration;

/// The time for a move when a league sets none, as `landgrab check` has it.
const TIME: Duration = Duration::from_secs(2);
/// The audit as a school holds it: so many games against each robot, and so many of them won.
const AUDIT_GAMES: usize = 5;
const AUDIT_WON: usize = 4;
/// The seed of trial games and of the audit. A bot cannot know it, and the verdict can be repeated.
const SEED: i64 = 7_340_021;

impl Gatekeeper for ArenaGames {
    fn examine(&self, settings: &Settings, name: &str, package: &Package) -> Result<Verdict, ArenaError> {
        let ready = match self.ready(package, settings.sandbox) {
            Ok(ready) => ready,
            Err(error) if error.is_ours() => return Err(ours(&error)),
            Err(error) => return Ok(Verdict { passed: false, report: error.to_string() + "\n" }),
        };
        let mut report = ready.build.as_ref().map(BuildLog::text).unwrap_or_default();
        let program = self.program(&ready, name, settings.sandbox)?;
        let examined = match settings.gate {
            Gate::None => Ok(true),
            Gate::Doctor => self.doctor(settings, program, &mut report),
            Gate::Audit => self
                .doctor(settings, program.clone(), &mut report)
                .and_then(|passed| Ok(passed && self.audit(settings, program, &mut report)?)),
        };
        let passed = examined.map_err(|failure| ours(&failure))?;
        Ok(Verdict { passed, report })
    }
}

impl ArenaGames {
    fn doctor(&self, settings: &Settings, program: Program, report: &mut String) -> Result<bool, Failure> {
        let setup = settings.setups[0].for_seed(SEED)?;
        match dialect(&setup) {
            Some(dialect) => self.patient(dialect, time(settings), program, report),
            None => self.trial(&setup, settings, program, report),
        }
    }

    /// The doctor's steps, in words.
    fn patient(
        &self,
        dialect: Dialect,
        time: Duration,
        program: Program,
        report: &mut String,
    ) -> Result<bool, Failure> {
        let mut failed = Vec::new();
        let summary = Patient::new(program, dialect, time).examine(|step| {
            if step.result.is_err() {
                failed.push((step.number, step.cost));
            }
            report.push_str(&check::in_words(&step, view::Colour::Never));
            Ok::<(), Failure>(())
        })?;
        let _ = writeln!(report, "{}", check::conclusion(&summary, &failed));
        // Steps that only cost games are the owner's business: a weak bot may play.
        Ok(failed.iter().all(|(_, cost)| *cost != Cost::Protocol))
    }

    /// A pair of games against `random`, without a fault.
    fn trial(
        &self,
        setup: &AnySetup,
        settings: &Settings,
        program: Program,
        report: &mut String,
    ) -> Result<bool, Failure> {
        let random = PlayerArg::BuiltIn("random".parse()?);
        let bot = PlayerArg::Program { program, time: None };
        let pairing = Pairing { a: bot, b: random, time: Some(time(settings)), opening_plies: 0 };
        for game in 0..2 {
            let plan = Schedule { seed: SEED, games: 2, swap: true }.plan(game);
            let header = pairing.header(setup.clone(), &plan);
            let result = with_game!(&header.setup, |G, setup| {
                Fixture::<G> { plan, header: &header, setup, interrupt: self.interrupt() }.play(&pairing, &mut [])
            })?;
            let Some(result) = result else { return Ok(false) };
            if let Some(fault) = result.fault(Contestant::A) {
                let turn = faults::turn(fault).map(|turn| format!(" in turn {turn}")).unwrap_or_default();
                let _ =
                    writeln!(report, "FAIL  trial game {} against random{turn}: {}", game + 1, faults::in_words(fault));
                for line in faults::stderr_lines(fault) {
                    let _ = writeln!(report, "{line}");
                }
                return Ok(false);
            }
            let _ = writeln!(report, "ok    trial game {} against random", game + 1);
        }
        Ok(true)
    }

    /// The school's audit.
    fn audit(&self, settings: &Settings, program: Program, report: &mut String) -> Result<bool, Failure> {
        let bot = PlayerArg::Program { program, time: None };
        let held = audit::held(&bot, Some(time(settings)), AUDIT_GAMES, SEED, self.interrupt())?;
        let Some(held) = held else { return Ok(false) };
        for (robot, won) in &held {
            let label = if *won >= AUDIT_WON { "ok  " } else { "FAIL" };
            let _ = writeln!(
                report,
                "{label}  audit: {won} of {AUDIT_GAMES} games won against {robot}, {AUDIT_WON} needed"
            );
        }
        Ok(held.iter().all(|(_, won)| *won >= AUDIT_WON))
    }
}

fn time(settings: &Settings) -> Duration {
    settings.time_ms.map_or(TIME, |ms| Duration::from_millis(ms.into()))
}

fn dialect(setup: &AnySetup) -> Option<Dialect> {
    match setup {
        AnySetup::Pieces(setup) => Some(setup.dialect()),
        AnySetup::Colours(_) | AnySetup::Stop(_) => None,
    }
}
