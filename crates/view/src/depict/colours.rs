//! Colour Filler: letters in their colours, the first side's tiles in `[ ]`, the second's in `( )`; tiles that were
//! just captured in `< >`.

use crate::{Depict, Layer, Mark, Overlay, Paint, Scene, Tone};
use rules::colours::{Colour, Colours};
use rules::{Cell, Game, Side, Size, Turn};

impl<T: rules::Word> Depict for Colours<T> {
    fn scene(&self, before: Option<&Self>) -> Scene {
        let mark = |cell| {
            let letter = self.colour_at(cell).letter();
            let owner = self.owner(cell);
            let is_recent = before.is_some_and(|before| before.owner(cell) != owner);
            let text = match owner {
                Some(_) if is_recent => format!("<{letter}>"),
                Some(Side::First) => format!("[{letter}]"),
                Some(Side::Second) => format!("({letter})"),
                None => format!(" {letter} "),
            };
            Mark { text, paint: Paint::Tile(shade(self.colour_at(cell)), owner, is_recent) }
        };
        let mut scene = Scene::new(self.size(), self.size().cells().map(mark).collect());
        if let Turn::Move(_) = self.turn() {
            let choices: Vec<String> = self.moves().map(|c| format!("{} +{}", c.letter(), self.gain(c))).collect();
            scene.below.push(format!("colours to pick, with the tiles they gain: {}", choices.join(", ")));
        } else if !self.neutral().is_empty() {
            let pockets = Side::BOTH.map(|side| format!("{} +{}", self.side_name(side), self.pockets(side).len()));
            scene.below.push(format!("pockets count for the side that encloses them: {}", pockets.join(", ")));
        }
        scene
    }

    fn side_name(&self, side: Side) -> String {
        match side {
            Side::First => "A".into(),
            Side::Second => "B".into(),
        }
    }

    fn extent(&self) -> Size {
        self.size()
    }

    fn owner_of(&self, cell: Cell) -> Option<Side> {
        self.owner(cell)
    }

    /// The tiles that the side to move would win with a colour.
    fn taken_by(&self, played: Colour) -> Vec<(i64, i64)> {
        let Turn::Move(side) = self.turn() else { return vec![] };
        let cells = self.captures(side, played).iter().map(|index| self.frame().cell(index)).collect::<Vec<_>>();
        cells.into_iter().map(|cell| (cell.row as i64, cell.col as i64)).collect()
    }

    fn layer(&self, overlay: Overlay) -> Option<Layer> {
        let area = self.size().area();
        match overlay {
            Overlay::Territory => {
                let (a, b, contested) = (self.pockets(Side::First), self.pockets(Side::Second), self.contested());
                let tone = |index| match index {
                    index if a.contains(index) => Some(Tone::Of(Side::First)),
                    index if b.contains(index) => Some(Tone::Of(Side::Second)),
                    index => contested.contains(index).then_some(Tone::Even),
                };
                Some(Layer::of_territory(area, tone, ["A", "B"]))
            }
            Overlay::Legal => {
                let Turn::Move(side) = self.turn() else { return None };
                let gains: Vec<_> = self.moves().map(|colour| self.captures(side, colour)).collect();
                let note = format!(
                    "legal: {} colours for {}; * tiles that one of them gains",
                    gains.len(),
                    self.side_name(side)
                );
                Some(Layer::of_marks(Overlay::Legal, area, |index| gains.iter().any(|gain| gain.contains(index)), note))
            }
            _ => None,
        }
    }
}

/// The paint of a colour that nobody owns.
pub fn swatch(colour: Colour) -> Paint {
    Paint::Tile(shade(colour), None, false)
}

/// The colours of GamePigeon on a phone.
fn shade(colour: Colour) -> (u8, u8, u8) {
    match colour {
        Colour::Red => (230, 55, 83),
        Colour::Green => (163, 213, 89),
        Colour::Blue => (62, 168, 240),
        Colour::Black => (65, 65, 65),
        Colour::Yellow => (250, 224, 35),
        Colour::Purple => (105, 75, 161),
        Colour::White => (240, 240, 240),
        Colour::Cyan => (64, 224, 208),
    }
}
