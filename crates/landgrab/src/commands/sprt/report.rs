//! How a sequential test stands: as a line of JSON, in words, and as a bar while it runs.

use crate::cli::SprtArgs;
use crate::commands::table::counted;
use league::{Decision, EloEstimate, Pentanomial, Sprt};
use serde::Serialize;

/// Characters between the bounds of the LLR.
const BAR: usize = 31;

#[derive(Clone, Serialize)]
pub struct Verdict {
    counts: [u64; 5],
    llr: f64,
    bounds: [f64; 2],
    decision: &'static str,
    elo: f64,
    elo95: f64,
    los: f64,
    #[serde(skip)]
    decided: Decision,
}

impl Verdict {
    pub fn of(sprt: &Sprt, counts: Pentanomial) -> Self {
        let EloEstimate { elo, elo95, los } = counts.elo();
        let decided = sprt.decision(&counts);
        let (llr, bounds) = (sprt.llr(&counts), sprt.bounds());
        Self { counts: counts.0, llr, bounds, decision: decided.name(), elo, elo95, los, decided }
    }

    pub fn decision(&self) -> Decision {
        self.decided
    }

    pub fn counts(&self) -> Pentanomial {
        Pentanomial(self.counts)
    }

    /// The LLR between its bounds.
    pub fn progress(&self) -> String {
        let Self { llr, bounds: [lower, upper], elo, elo95, .. } = self;
        let place = ((llr - lower) / (upper - lower)).clamp(0.0, 1.0) * (BAR - 1) as f64;
        let place = place.round() as usize;
        let bar: String = (0..BAR).map(|at| if at == place { '|' } else { '-' }).collect();
        format!("LLR {llr:+.2}  {lower:.2} [{bar}] {upper:+.2}  Elo {elo:+.0} +- {elo95:.0}")
    }

    pub fn in_words(&self, args: &SprtArgs) -> String {
        let Self { counts: [ll, ld, lw, dw, ww], bounds: [lower, upper], elo, elo95, los, .. } = self;
        let SprtArgs { elo0, elo1, normalized, .. } = args;
        // No `-0.00` for a rounding error.
        let llr = (100.0 * self.llr).round() / 100.0 + 0.0;
        let model = if *normalized { "normalised" } else { "logistic" };
        let pairs = counted(self.counts().pairs() as i64, "pair");
        let says = match self.decided {
            Decision::Continue => format!("continue: these pairs do not tell {elo0} from {elo1} Elo yet"),
            Decision::Accept => format!("accept: {elo1} Elo rather than {elo0}"),
            Decision::Reject => format!("reject: {elo0} Elo rather than {elo1}"),
        };
        format!(
            "{pairs}: LL {ll}, LD {ld}, LW or DD {lw}, DW {dw}, WW {ww}\n  \
             Elo {elo:+.1} +- {elo95:.1} (95 %), likelihood of superiority {:.1} %\n  \
             LLR {llr:+.2} between {lower:+.2} and {upper:+.2}, elo0 {elo0}, elo1 {elo1} ({model})\n  {says}\n",
            100.0 * los
        )
    }
}
