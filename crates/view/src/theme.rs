//! Colours for pictures. Letters or patterns repeat what the colours say.

use rules::{BySide, Side};
use std::fmt;

/// Red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// A set of colours.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::Side;
/// use landgrab_view::{Rgb, Theme};
///
/// let theme = Theme { ink: Rgb(0, 0, 0), ..Theme::LIGHT };
/// assert_eq!(theme.side(Side::First).to_string(), "#2e6fd6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Behind everything, and between the cells.
    pub background: Rgb,
    /// Words.
    pub ink: Rgb,
    /// Words that matter less.
    pub faint: Rgb,
    /// Cells that nobody owns.
    pub free: Rgb,
    /// Cells that nobody can own.
    pub wall: Rgb,
    /// Each side's cells.
    pub sides: BySide<Rgb>,
    /// Letters on a side's cells.
    pub letters: BySide<Rgb>,
    /// Cells close to the enemy.
    pub hot: Rgb,
    /// Marked cells.
    pub marked: Rgb,
}

impl Theme {
    /// Blue and orange on white.
    pub const LIGHT: Self = Self {
        background: Rgb(255, 255, 255),
        ink: Rgb(32, 36, 44),
        faint: Rgb(110, 116, 128),
        free: Rgb(238, 240, 243),
        wall: Rgb(150, 155, 165),
        sides: BySide::new(Rgb(46, 111, 214), Rgb(226, 112, 20)),
        letters: BySide::new(Rgb(255, 255, 255), Rgb(255, 255, 255)),
        hot: Rgb(200, 30, 60),
        marked: Rgb(0, 130, 95),
    };

    /// The same on near black.
    pub const DARK: Self = Self {
        background: Rgb(22, 24, 29),
        ink: Rgb(232, 234, 238),
        faint: Rgb(150, 156, 168),
        free: Rgb(42, 46, 54),
        wall: Rgb(96, 102, 114),
        sides: BySide::new(Rgb(84, 146, 245), Rgb(244, 140, 52)),
        letters: BySide::new(Rgb(12, 18, 30), Rgb(30, 16, 4)),
        hot: Rgb(240, 70, 95),
        marked: Rgb(60, 200, 150),
    };

    /// Dark blue and yellow, far apart in brightness as well, so that every eye and a grey print tell them apart.
    pub const COLOUR_BLIND: Self = Self {
        background: Rgb(255, 255, 255),
        ink: Rgb(20, 20, 20),
        faint: Rgb(100, 100, 100),
        free: Rgb(236, 236, 236),
        wall: Rgb(130, 130, 130),
        sides: BySide::new(Rgb(0, 70, 140), Rgb(240, 200, 40)),
        letters: BySide::new(Rgb(255, 255, 255), Rgb(20, 20, 20)),
        hot: Rgb(120, 60, 0),
        marked: Rgb(0, 0, 0),
    };

    /// A side's colour.
    pub const fn side(&self, side: Side) -> Rgb {
        match side {
            Side::First => self.sides.first,
            Side::Second => self.sides.second,
        }
    }
}
