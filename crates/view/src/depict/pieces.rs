//! Piece Filler in the schools' own letters: lower case for the piece that was just placed.

use crate::{Aside, Depict, Layer, Mark, Overlay, Paint, Scene, Tone};
use grid::Leads;
use rules::pieces::{Pieces, Placement};
use rules::{Cell, CellSet, Fault, Game, Side, Size, Turn};

impl<S: CellSet> Depict for Pieces<S> {
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
        // The schools' programs label their boards so.
        scene.row_names = (0..self.size().rows).map(|row| format!("{row:03}")).collect();
        scene.col_names = (0..self.size().cols).map(|col| (col % 10).to_string()).collect();
        if let Some(piece) = self.piece() {
            let title = format!("piece {}, {} cells:", piece.size(), piece.cells().len());
            scene.aside = Some(Aside { title, rows: piece.lines('*') });
        }
        scene
    }

    fn side_name(&self, side: Side) -> String {
        self.dialect().mark(side).into()
    }

    fn extent(&self) -> Size {
        self.size()
    }

    fn owner_of(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.own(*side).contains(cell))
    }

    fn taken_by(&self, played: Placement) -> Vec<(i64, i64)> {
        match (self.piece(), played) {
            (Some(piece), Placement::At { row, col }) => Self::covered(piece, row, col).collect(),
            _ => vec![],
        }
    }

    fn layer(&self, overlay: Overlay) -> Option<Layer> {
        match overlay {
            Overlay::Territory => Some(territory(self)),
            Overlay::Legal => legal(self),
            _ => None,
        }
    }

    fn refusal(&self, side: Side, fault: &Fault) -> Option<Scene> {
        super::refusal::scene(self, side, fault)
    }
}

/// The free cells that a side reaches before the other, counted as the engine counts territory.
fn territory<S: CellSet>(position: &Pieces<S>) -> Layer {
    let (free, size) = (position.free(), position.size());
    let mut leads = Leads::like(free);
    leads.measure(position.own(Side::First), position.own(Side::Second), free, usize::MAX);
    let tone = |index| {
        let cell = Cell::new(index / size.cols, index % size.cols);
        match cell {
            cell if leads.first[0].contains(cell) => Some(Tone::Of(Side::First)),
            cell if leads.second[0].contains(cell) => Some(Tone::Of(Side::Second)),
            cell => free.contains(cell).then_some(Tone::Even),
        }
    };
    let names = Side::BOTH.map(|side| position.side_name(side));
    Layer::of_territory(size.area(), tone, [&names[0], &names[1]])
}

/// The cells that some legal placement of the piece covers.
fn legal<S: CellSet>(position: &Pieces<S>) -> Option<Layer> {
    let Turn::Move(side) = position.turn() else { return None };
    let (piece, size) = (position.piece()?, position.size());
    let fits = position.fits(piece);
    let mut covered = vec![false; size.area()];
    for corner in fits.iter() {
        for by in piece.cells() {
            covered[(corner.row + by.row) * size.cols + corner.col + by.col] = true;
        }
    }
    let (count, name) = (fits.len(), position.side_name(side));
    let placements = if count == 1 { "placement" } else { "placements" };
    let note = match count {
        0 => format!("legal: none, {name} is stuck"),
        _ => format!("legal: {count} {placements} for {name}; * where the piece may come to lie"),
    };
    Some(Layer::of_marks(Overlay::Legal, size.area(), |index| covered[index], note))
}
