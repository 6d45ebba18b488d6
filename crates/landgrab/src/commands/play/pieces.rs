//! `landgrab play pieces`: piece Filler for people.

use super::{Playable, play};
use crate::cli::PlayPiecesArgs;
use crate::failure::Failure;
use crate::seed::new_seed;
use crate::setup::pieces_setup;
use engine::pieces::{Champion, Style};
use rules::catalogue::AnySetup;
use rules::notation::quoted;
use rules::pieces::{Map, Pieces, Placement, Setup};
use rules::{CellSet, Clock, Game, with_pieces};
use std::process::ExitCode;
use view::{Depict, Scene};

/// How many placements a hint tells.
const ADVISED: usize = 3;

pub fn run(args: &PlayPiecesArgs) -> Result<ExitCode, Failure> {
    let seed = args.opposition.seed.unwrap_or_else(new_seed);
    let setup = pieces_setup(&args.map, args.dialect.unwrap_or_default())?;
    with_pieces!(setup, |S| play::<Pieces<S>>(setup, &args.opposition, seed, AnySetup::Pieces))
}

impl<S: CellSet> Playable for Pieces<S> {
    const TYPED: &'static str = "row column";

    fn shown(&self, before: Option<&Self>) -> Scene {
        let mut scene = self.scene(before);
        let score = self.score();
        let name = |side| self.side_name(side);
        let [first, second] = rules::Side::BOTH.map(name);
        scene.below.push(format!("{first} has {}, {second} has {}", score.first, score.second));
        scene
    }

    fn typed(&self, text: &str) -> Result<Placement, String> {
        text.parse().map_err(|_| {
            format!("expected a row and a column such as 8 2, stuck, or help; found {}", quoted(text.trim()))
        })
    }

    fn told(&self, played: Placement) -> String {
        match played {
            Placement::At { .. } => format!("piece at {played}"),
            Placement::Stuck => "stuck".into(),
        }
    }

    fn advice(&self, clock: Clock) -> (Placement, Vec<String>) {
        let opinions = Champion::new(Style::default(), 0).opinions(self, None, clock);
        let Some(best) = opinions.first() else {
            return (Placement::Stuck, vec!["the piece fits nowhere: stuck".into()]);
        };
        let each = opinions.iter().take(ADVISED).map(|o| format!("{} wins {:.0} %", o.placement, 100.0 * o.chance));
        (best.placement, vec![format!("best: {}", each.collect::<Vec<_>>().join(", "))])
    }

    /// The board as a map. The counts of placed pieces are not part of a map, so they start at 0.
    fn as_start(&self) -> Setup {
        let (dialect, size) = (self.dialect(), self.size());
        let letter = |cell| match self.owner_of(cell) {
            Some(side) => dialect.mark(side),
            None if self.free().contains(cell) => '.',
            None => '#',
        };
        let row = |row| (0..size.cols).map(|col| letter(rules::Cell::new(row, col))).chain(['\n']).collect::<String>();
        let text: String = (0..size.rows).map(row).collect();
        Setup::new(dialect, Map::parse("board", &text, dialect).expect("a board of a game is a map"))
    }
}
