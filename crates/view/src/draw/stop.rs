//! Stop: the stone that was just placed in brackets.

use crate::{Draw, Mark, Paint, Scene};
use rules::stop::{Stop, letter};
use rules::{Game, Side, Turn};

impl Draw for Stop {
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
}
