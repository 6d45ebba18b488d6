//! The bot doctor. Each step starts the bot afresh and puts it into one situation. A failed step tells the input, the
//! answer and what to change.
//!
//! One defect should fail one step. So the doctor reads answers more kindly than a school's referee once a step has
//! reported a bad habit. Pieces that hang over an edge come only in the steps about them.

mod case;
mod conduct;
mod diagnosis;
mod doing;
mod endurance;
mod explained;
mod failed;
mod games;
mod mistake;
mod placing;
mod practice;
mod seen;
mod sight;
mod silence;
mod speech;
mod usage;
mod visit;

pub use failed::{Failed, Sent};

use crate::seat::Program;
use explained::Findings;
use mistake::Mistake;
use rules::pieces::{Dialect, Pieces, class};
use seen::Seen;
use std::cell::RefCell;
use std::time::Duration;

/// A position of any size.
pub type Position = Pieces<class::Any>;

/// The result of a step: an observation in words, which may be empty, or the failure.
type StepResult = Result<String, Box<Failed>>;

/// The cost of failing a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// The school's referee puts the bot out, or cannot go on.
    Protocol,
    /// The bot is out although its piece fits somewhere.
    Games,
    /// Nothing in a game on the school's maps.
    Nothing,
}

impl Cost {
    /// Whether a bot must pass.
    pub fn is_required(self) -> bool {
        self != Self::Nothing
    }
}

/// One step of the examination.
pub struct Step {
    /// Its name, the same in every version.
    pub name: &'static str,
    plateau: Cost,
    anfield: Cost,
    run: fn(&mut Patient) -> StepResult,
}

impl Step {
    const fn new(name: &'static str, cost: Cost, run: fn(&mut Patient) -> StepResult) -> Self {
        Self { name, plateau: cost, anfield: cost, run }
    }

    const fn costing_nothing_in_plateau(self) -> Self {
        Self { plateau: Cost::Nothing, ..self }
    }

    /// The cost of failing it.
    pub fn cost(&self, dialect: Dialect) -> Cost {
        match dialect {
            Dialect::Plateau => self.plateau,
            Dialect::Anfield => self.anfield,
        }
    }
}

/// The steps, in order. A bot that fails the first can pass none of the others: the examination ends there.
pub const STEPS: [Step; 24] = [
    Step::new("starts and reads its player line", Cost::Protocol, speech::starts),
    Step::new("one line a turn", Cost::Protocol, speech::one_line_a_turn),
    Step::new("answer format", Cost::Protocol, speech::answer_format),
    Step::new("coordinates in order", Cost::Protocol, speech::coordinates_in_order),
    Step::new("answers as player 1", Cost::Protocol, speech::answers_as_first),
    Step::new("answers as player 2", Cost::Protocol, speech::answers_as_second),
    Step::new("one write per answer", Cost::Protocol, speech::one_write).costing_nothing_in_plateau(),
    Step::new("no enemy cell", Cost::Games, placing::no_enemy_cell),
    Step::new("one own cell", Cost::Games, placing::one_own_cell),
    Step::new("empty margins", Cost::Games, placing::empty_margins),
    Step::new("overhanging anchor", Cost::Games, placing::overhanging_anchor),
    Step::new("negative anchor", Cost::Games, placing::negative_anchor),
    Step::new("huge piece box", Cost::Games, placing::huge_box),
    Step::new("several start cells", Cost::Games, placing::several_starts),
    Step::new("lower-case marks", Cost::Games, placing::lower_case),
    Step::new("no legal move", Cost::Protocol, placing::no_legal_move),
    Step::new("smallest map", Cost::Nothing, placing::smallest_map),
    Step::new("whole games", Cost::Games, games::whole_games),
    Step::new("largest school map", Cost::Protocol, endurance::largest_school_map),
    Step::new("200x200 map", Cost::Nothing, endurance::map_of_200),
    Step::new("stderr noise", Cost::Protocol, conduct::stderr_noise),
    Step::new("end of input", Cost::Protocol, conduct::end_of_input),
    Step::new("deterministic", Cost::Nothing, conduct::deterministic),
    Step::new("memory growth", Cost::Nothing, endurance::memory_growth),
];

/// The bot that is examined.
///
/// ```no_run
/// use landgrab_referee::Interrupt;
/// use landgrab_referee::check::Patient;
/// use landgrab_referee::rules::pieces::Dialect;
/// use landgrab_referee::sandbox::Sandbox;
/// use landgrab_referee::seat::Program;
/// use std::time::Duration;
///
/// let program = Program {
///     argv: vec!["./mine".into()],
///     name: "./mine".into(),
///     sandbox: Sandbox::new(None)?,
///     interrupt: Interrupt::default(),
/// };
/// let patient = Patient::new(program, Dialect::Plateau, Duration::from_secs(10));
/// let summary = patient.examine(|report| {
///     println!("{} {}: {}", report.number, report.name, if report.result.is_ok() { "ok" } else { "failed" });
///     Ok::<(), std::io::Error>(())
/// })?;
/// assert!(summary.is_fit);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Patient {
    program: Program,
    dialect: Dialect,
    time: Duration,
    habits: Habits,
    /// The answers so far.
    seen: RefCell<Vec<Seen>>,
    findings: Findings,
}

/// Bad habits that an earlier step reported, so that later steps tolerate them.
#[derive(Clone, Copy, Default)]
struct Habits {
    /// Its answers are legal placements in disguise: it counts from 1, for instance.
    disguise: Option<Mistake>,
    /// It sends more lines than answers.
    talks: bool,
}

impl Patient {
    /// A bot for one school's referee, with time for each answer.
    pub fn new(program: Program, dialect: Dialect, time: Duration) -> Self {
        let (seen, findings) = (RefCell::default(), Findings::default());
        Self { program, dialect, time, habits: Habits::default(), seen, findings }
    }

    /// Keeps an answer as evidence.
    fn remember(&self, seen: Option<Seen>) {
        self.seen.borrow_mut().extend(seen);
    }

    fn is_stopped(&self) -> bool {
        self.program.interrupt.is_raised()
    }

    /// Takes all steps; `seen` is called after each, and its error ends the examination.
    pub fn examine<E>(mut self, mut seen: impl FnMut(Report) -> Result<(), E>) -> Result<Summary, E> {
        let mut summary = Summary { is_fit: true, ..Summary::default() };
        for (index, step) in STEPS.iter().enumerate() {
            let begun = self.seen.borrow().len();
            let result = (step.run)(&mut self).map_err(|failed| self.explained(failed, begun, index + 1));
            // A step that was interrupted says nothing about the bot.
            if self.is_stopped() {
                summary.skipped = STEPS.len() - index;
                break;
            }
            let cost = step.cost(self.dialect);
            match &result {
                Ok(_) => summary.passed += 1,
                Err(_) => {
                    summary.failed += 1;
                    summary.is_fit &= !cost.is_required();
                }
            }
            seen(Report { number: index + 1, name: step.name, cost, result })?;
            if index == 0 && summary.failed > 0 {
                summary.skipped = STEPS.len() - 1;
                break;
            }
        }
        Ok(summary)
    }
}

/// The report of one step.
pub struct Report {
    /// Counted from 1.
    pub number: usize,
    /// The step's name.
    pub name: &'static str,
    /// The cost of failing it.
    pub cost: Cost,
    /// An observation in words, which may be empty, or the failure.
    pub result: Result<String, Box<Failed>>,
}

/// The counts of all steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Steps passed.
    pub passed: usize,
    /// Steps failed, required or not.
    pub failed: usize,
    /// Steps not taken.
    pub skipped: usize,
    /// Whether no required step failed.
    pub is_fit: bool,
}
