//! Stop: the stone that was just placed in brackets.

use crate::{Depict, Layer, Mark, Overlay, Paint, Scene, Tone};
use rules::stop::{Placing, Stop, letter};
use rules::{Cell, Game, Side, Size, Turn};

impl Depict for Stop {
    const NOTATION: &'static str = "column,row from 0";

    const END: &'static str = "nobody may move any more";

    fn scene(&self, before: Option<&Self>) -> Scene {
        let mark = |index: usize| {
            let Some(side) = Side::BOTH.into_iter().find(|side| self.stones(*side).contains(index)) else {
                return Mark { text: " . ".into(), paint: Paint::Free };
            };
            let stone = letter(side);
            if before.is_some_and(|before| before.empty().contains(index)) {
                Mark { text: format!("[{stone}]"), paint: Paint::Recent(side) }
            } else {
                Mark { text: format!(" {stone} "), paint: Paint::Owned(side) }
            }
        };
        let mut scene = Scene::new(self.size(), (0..self.size().area()).map(mark).collect());
        if matches!(self.turn(), Turn::Over(_)) {
            return scene;
        }
        if self.is_settled() {
            let score = self.settled_score();
            scene.below.push(format!(
                "no cell is contested any more: filled out, X has {} and O {}",
                score.first, score.second
            ));
        } else {
            let contested = self.contested().len();
            scene.below.push(format!("{contested} {} contested", if contested == 1 { "cell is" } else { "cells are" }));
        }
        scene
    }

    fn side_name(&self, side: Side) -> String {
        letter(side).into()
    }

    fn extent(&self) -> Size {
        self.size()
    }

    fn owner_of(&self, cell: Cell) -> Option<Side> {
        let index = self.frame().index(cell);
        Side::BOTH.into_iter().find(|side| self.stones(*side).contains(index))
    }

    fn taken_by(&self, played: Placing) -> Vec<(i64, i64)> {
        vec![(played.at.row as i64, played.at.col as i64)]
    }

    fn layer(&self, overlay: Overlay) -> Option<Layer> {
        let area = self.size().area();
        match overlay {
            Overlay::Territory => {
                let (x, o, contested) = (self.private(Side::First), self.private(Side::Second), self.contested());
                let tone = |index| match index {
                    index if x.contains(index) => Some(Tone::Of(Side::First)),
                    index if o.contains(index) => Some(Tone::Of(Side::Second)),
                    index => contested.contains(index).then_some(Tone::Even),
                };
                Some(Layer::of_territory(area, tone, ["X", "O"]))
            }
            Overlay::Legal => {
                let Turn::Move(side) = self.turn() else { return None };
                let reach = self.reach(side);
                let note = format!("legal: {} cells for {} (*)", reach.len(), letter(side));
                Some(Layer::of_marks(Overlay::Legal, area, |index| reach.contains(index), note))
            }
            _ => None,
        }
    }
}
