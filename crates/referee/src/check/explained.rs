//! One defect, one diagnosis. When a step fails, all answers seen so far are weighed. A step that fails by a defect
//! that is known already refers to the step that found it.

use super::case::Case;
use super::diagnosis::{self, Verdict};
use super::doing::Doing;
use super::failed::{Failed, Reason};
use super::mistake::Mistake;
use super::practice::{self, school_map};
use super::seen::Seen;
use super::visit::Visit;
use super::{Patient, placing, speech};
use rules::notation::quoted;
use rules::pieces::Dialect;
use rules::{FaultKind, Side};

/// Turns of the practice games of an interview.
const TURNS: usize = 8;

/// Turns that a bot of the other school must play right to be known as one.
const FEW: usize = 3;

/// Questions with one header that reads the same the other way round.
const SQUARE_BOARD: Case = Case { board: "...../..X../...../..O../.....", piece: "***", advice: "" };
const SQUARE_PIECE: Case =
    Case { board: ".........../..X......../......O..../...........", piece: "**/**", advice: "" };

/// The defects that were found so far.
#[derive(Default)]
pub struct Findings {
    /// Each with the number of the step that found it.
    known: Vec<(Reason, usize)>,
    /// Whether the bot has been asked all questions that tell mistakes apart.
    is_interviewed: bool,
}

impl Patient {
    /// The failure of a step with its diagnosis. `begun`: the number of answers that were seen before the step.
    pub(super) fn explained(&mut self, mut failed: Box<Failed>, begun: usize, step: usize) -> Box<Failed> {
        if self.is_stopped() {
            return failed;
        }
        let is_lost = step == 1 && failed.reason.as_ref().is_some_and(Reason::may_be_the_school);
        if (is_lost || self.has_only_given_up()) && self.plays_in_the_other_school() {
            let (dialect, other) = (self.dialect, other_school(self.dialect));
            let name = quoted(&self.program.name);
            failed.because = format!("{name} is a bot for {other}, and this is the examination for {dialect}");
            failed.advice = format!("run landgrab check again with --dialect {other}");
            failed.reason = Some(Reason::OtherSchool);
        } else if failed.is_illegal() {
            self.find_mistake(&mut failed, begun);
        } else if failed.reason == Some(Reason::Silent(Doing::Reads)) && step == 1 {
            self.find_header(&mut failed);
        } else if failed.reason == Some(Reason::AtTheEnd) && self.answers_on_a_terminal(&failed) {
            failed.advice = "flush standard output after every answer: it answers at once if standard output is a \
                             terminal, and keeps the answer in a buffer if it is a pipe, as it is in a game"
                .into();
        }
        let Some(reason) = failed.reason.clone() else { return failed };
        match self.findings.known.iter().find(|(known, _)| *known == reason) {
            Some((Reason::Mistakes(mistakes), first)) if mistakes.len() > 1 => {
                failed.advised(&format!("perhaps for the same reason as step {first}"))
            }
            Some((_, first)) => failed.advised(&format!("for the same reason as step {first}")),
            None => {
                self.findings.known.push((reason, step));
                failed
            }
        }
    }

    /// Finds the header that a bot misreads which waits for a line that never comes. It is asked about a square board,
    /// then about a square piece.
    fn find_header(&self, failed: &mut Failed) {
        let answers = |case: &Case| case.ask(self).is_ok();
        let order = match self.dialect {
            Dialect::Plateau => "rows come first, then columns",
            Dialect::Anfield => "width comes first, then height",
        };
        let header = match (answers(&SQUARE_BOARD), answers(&SQUARE_PIECE)) {
            (true, false) => "board",
            (false, true) => "piece",
            _ => return,
        };
        failed.advice = format!("it takes the numbers in the header of the {header} the other way round: {order}");
    }

    /// Whether the question that failed is answered in time when standard output is a terminal.
    fn answers_on_a_terminal(&self, failed: &Failed) -> bool {
        let setup = school_map("map00", self.dialect);
        let Some(sent) = failed.sent.as_ref().filter(|sent| sent.position.size() == setup.map().size()) else {
            return false;
        };
        let side = sent.position.side();
        Visit::begin_on_terminal(self, &setup, side).is_ok_and(|mut visit| visit.ask(&sent.position).is_ok())
    }

    /// Finds the mistake behind an illegal answer: one that is known, or the one that explains all answers.
    fn find_mistake(&mut self, failed: &mut Failed, begun: usize) {
        let now = self.evidence_since(begun);
        let given_up = diagnosis::given_up(&self.evidence_since(0));
        let known = self.findings.known.iter().map(|(reason, _)| reason).find(|reason| match reason {
            Reason::Mistakes(mistakes) => mistakes.iter().any(|mistake| diagnosis::explains(*mistake, &now, &given_up)),
            _ => false,
        });
        if let Some(reason) = known {
            failed.reason = Some(reason.clone());
            return;
        }
        self.interview();
        let side = failed.sent.as_ref().map_or(Side::First, |sent| sent.position.side());
        let advice = |mistake: &Mistake| mistake.advice(self.dialect, side);
        let all = self.evidence_since(0);
        let given_up = diagnosis::given_up(&all);
        let mut verdict = diagnosis::judge(&all, &given_up);
        let has_another = self.findings.known.iter().any(|(reason, _)| matches!(reason, Reason::Mistakes(_)));
        if verdict == Verdict::Unknown && has_another {
            // A bot with two mistakes: the answers of this step show one of them, but less surely.
            verdict = match diagnosis::judge(&now, &given_up) {
                Verdict::Sure(mistake) => Verdict::Unsure(vec![mistake]),
                verdict => verdict,
            };
        }
        match verdict {
            Verdict::Sure(mistake) => {
                failed.advice = advice(&mistake);
                failed.reason = Some(Reason::Mistakes(vec![mistake]));
                self.habits.disguise = self.habits.disguise.or(Some(mistake).filter(|mistake| mistake.is_disguise()));
            }
            Verdict::Unsure(mistakes) => {
                let words: Vec<String> = mistakes.iter().map(advice).collect();
                failed.advice = format!("unsure, but perhaps {}", words.join("; or else "));
                failed.reason = Some(Reason::Mistakes(mistakes));
            }
            Verdict::Unknown => {}
        }
    }

    /// The answers since a step began. Right answers on large boards are left out: they would take long to weigh.
    fn evidence_since(&self, begun: usize) -> Vec<Seen> {
        self.seen.borrow()[begun..].iter().filter(|seen| seen.is_small() || seen.is_wrong()).cloned().collect()
    }

    /// Whether all answers so far were `0 0`, illegal ones.
    fn has_only_given_up(&self) -> bool {
        let seen = self.seen.borrow();
        !seen.is_empty() && seen.iter().all(|seen| seen.answer == (0, 0) && seen.is_wrong())
    }

    /// Whether its first turns in the other school's protocol are right.
    fn plays_in_the_other_school(&self) -> bool {
        let patient = Self::new(self.program.clone(), other_school(self.dialect), self.time);
        let setup = school_map("map00", patient.dialect);
        let answers = practice::play(&patient, &setup, Side::First, FEW);
        answers.is_ok_and(|answers| answers.len() == FEW)
    }

    /// Asks all questions that tell mistakes apart, once.
    fn interview(&mut self) {
        if std::mem::replace(&mut self.findings.is_interviewed, true) {
            return;
        }
        let habits = std::mem::take(&mut self.habits.disguise);
        let lists: [&[Case]; 9] = [
            &speech::LONG_BOARDS,
            &placing::NO_ENEMY,
            &placing::ONE_OWN,
            &placing::MARGINS,
            &placing::OVERHANGING,
            &placing::NEGATIVE,
            &placing::SEVERAL,
            &placing::LOWER_CASE,
            &placing::STUCK,
        ];
        let is_silent = |failed: &Failed| matches!(&failed.fault, Some(fault) if fault.kind() == FaultKind::Silent);
        let cases = lists.into_iter().flatten().map(|case| case.ask(self).map(drop));
        let setup = school_map("map00", self.dialect);
        let games = Side::BOTH.into_iter().map(|side| {
            let mut visit = Visit::begin(self, &setup, side)?;
            practice::play_on(&mut visit, &setup, side, TURNS).map(drop)
        });
        // Each silence costs the time of a move; a bot that is silent once has told enough.
        let _ = cases.chain(games).find(|asked| matches!(asked, Err(failed) if is_silent(failed)));
        self.habits.disguise = habits;
    }
}

fn other_school(dialect: Dialect) -> Dialect {
    match dialect {
        Dialect::Plateau => Dialect::Anfield,
        Dialect::Anfield => Dialect::Plateau,
    }
}
