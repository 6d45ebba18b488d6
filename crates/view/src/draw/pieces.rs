//! Piece Filler in the schools' own letters: lower case for the piece that was just placed.

use crate::{Draw, Mark, Paint, Scene};
use rules::pieces::Pieces;
use rules::{CellSet, Fault, Side};

impl<S: CellSet> Draw for Pieces<S> {
    fn scene(&self, before: Option<&Self>) -> Scene {
        let owner = |cell| Side::BOTH.into_iter().find(|side| self.own(*side).contains(cell));
        let is_recent = |cell, side| before.is_some_and(|before| !before.own(side).contains(cell));
        let mark = |cell| match owner(cell) {
            Some(side) if is_recent(cell, side) => (self.dialect().recent_mark(side), Paint::Recent(side)),
            Some(side) => (self.dialect().mark(side), Paint::Owned(side)),
            None if self.free().contains(cell) => ('.', Paint::Free),
            None => ('#', Paint::Wall),
        };
        let marks = self.size().cells().map(mark).map(|(text, paint)| Mark { text: text.into(), paint });
        let mut scene = Scene::new(self.size(), marks.collect());
        // As the schools' programs label their boards.
        scene.row_names = (0..self.size().rows).map(|row| format!("{row:03}")).collect();
        scene.col_names = (0..self.size().cols).map(|col| (col % 10).to_string()).collect();
        if let Some(piece) = self.piece() {
            scene.below.push(format!("piece {}, {} cells:", piece.size(), piece.cells().len()));
            scene.below.extend(piece.lines('*'));
        }
        scene
    }

    fn side_name(&self, side: Side) -> String {
        self.dialect().mark(side).into()
    }

    fn refusal(&self, side: Side, fault: &Fault) -> Option<Scene> {
        super::refusal::scene(self, side, fault)
    }
}
