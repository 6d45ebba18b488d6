//! Colour Filler: letters in their colours, the first side's tiles in `[ ]`, the second's in `( )`; tiles that were just
//! captured in `< >`.

use crate::{Draw, Mark, Paint, Scene};
use rules::colours::{Colour, Colours};
use rules::{Game, Side, Turn};

impl<T: rules::Word> Draw for Colours<T> {
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
            Mark { text, paint: Paint::Tile(shade(self.colour_at(cell)), owner) }
        };
        let mut scene = Scene::new(self.size(), self.size().cells().map(mark).collect());
        if let Turn::Move(_) = self.turn() {
            let choices: Vec<String> = self.moves().map(|c| format!("{} +{}", c.letter(), self.gain(c))).collect();
            scene.below.push(format!("colours to pick, with the tiles they gain: {}", choices.join(", ")));
        } else if !self.neutral().is_empty() {
            let pockets = Side::BOTH.map(|side| format!("{} +{}", self.side_name(side), self.pockets(side).len()));
            scene.below.push(format!("pockets count for who encloses them: {}", pockets.join(", ")));
        }
        scene
    }

    fn side_name(&self, side: Side) -> String {
        match side {
            Side::First => "A".into(),
            Side::Second => "B".into(),
        }
    }
}

/// The paint of a colour that nobody owns.
pub fn swatch(colour: Colour) -> Paint {
    Paint::Tile(shade(colour), None)
}

/// As the phone shows them.
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
