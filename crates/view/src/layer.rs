//! Layers over a board: spots with a text and a tone for some of its cells. [`Depict`](crate::Depict) makes the layers
//! that need nothing but the rules. The caller hands in those of an engine, through a [`Lens`].

use rules::Side;

/// The kinds of layers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overlay {
    /// The distance from the enemy in rings of eight neighbours.
    Heat,
    /// The distance from the enemy in steps up, down, left and right.
    HeatL1,
    /// The cells that each side reaches first.
    Territory,
    /// The cells where the side to move may play.
    Legal,
    /// Stop: the side that sees a cell or encloses it.
    FloodFill,
    /// Stop: the side that reaches a cell first, and in how many moves.
    Manhattan,
    /// The best moves, as an engine sees them.
    Opinion,
    /// The cells that the last move changed.
    LastMove,
    /// The cells that the move under the cursor would take.
    Ghost,
}

impl Overlay {
    /// All overlays that people can turn on, the lowest first.
    pub const ALL: [Self; 8] = [
        Self::Heat,
        Self::HeatL1,
        Self::FloodFill,
        Self::Manhattan,
        Self::Territory,
        Self::Legal,
        Self::LastMove,
        Self::Opinion,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Heat => "heat",
            Self::HeatL1 => "heat L1",
            Self::Territory => "territory",
            Self::Legal => "legal",
            Self::FloodFill => "FloodFill",
            Self::Manhattan => "Manhattan",
            Self::Opinion => "opinion",
            Self::LastMove => "last move",
            Self::Ghost => "ghost",
        }
    }
}

/// The tint of a spot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tone {
    /// A distance, from 0 (far) to 255 (near).
    Level(u8),
    /// This side reaches it first.
    Of(Side),
    /// Both sides reach it at the same time.
    Even,
    /// Worth a look.
    Marked,
    /// Against the rules.
    Wrong,
}

/// Something over one cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// Its text. It repeats the tone, because colour alone does not reach every reader.
    pub text: String,
    /// Its tint.
    pub tone: Tone,
}

/// One layer.
///
/// ```
/// use landgrab_view::{Layer, Overlay, Tone};
///
/// let steps = [Some(0), Some(1), Some(2), None];
/// let layer = Layer::of_distances(Overlay::Heat, &steps, "steps to the nearest X".into());
/// assert_eq!(layer.spots[2].as_ref().expect("each cell has a spot").text, "2");
/// assert_eq!(layer.count(Tone::Level(255)), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// Its kind.
    pub overlay: Overlay,
    /// A spot or none for each cell, row by row.
    pub spots: Vec<Option<Spot>>,
    /// Its message, in words.
    pub notes: Vec<String>,
}

/// Makes the layers of a position, those of an engine included. Heat is the distance from the enemy of the given side.
pub type Lens<G> = Box<dyn Fn(&G, Overlay, Option<Side>) -> Option<Layer>>;

impl Layer {
    /// The width of its widest text.
    pub fn width(&self) -> usize {
        self.spots.iter().flatten().map(|spot| spot.text.chars().count()).max().unwrap_or(0)
    }

    /// Distances, row by row: the nearer, the hotter; `-` for cells without a path.
    pub fn of_distances(overlay: Overlay, distances: &[Option<u32>], note: String) -> Self {
        let farthest = distances.iter().flatten().copied().max().unwrap_or(0).max(1);
        let level = |distance: u32| (255 - u64::from(distance) * 255 / u64::from(farthest)) as u8;
        let spot = |distance: Option<u32>| Spot {
            text: distance.map_or("-".into(), |distance| distance.to_string()),
            tone: Tone::Level(distance.map_or(0, level)),
        };
        Self { overlay, spots: distances.iter().map(|distance| Some(spot(*distance))).collect(), notes: vec![note] }
    }

    /// Territory: `+` where the first side comes first, `-` the second, `=` both at once. `owner` gives the tone of a
    /// cell by its index.
    pub fn of_territory(cells: usize, owner: impl Fn(usize) -> Option<Tone>, names: [&str; 2]) -> Self {
        let text = |tone| match tone {
            Tone::Of(Side::First) => "+",
            Tone::Of(Side::Second) => "-",
            Tone::Even | Tone::Level(_) | Tone::Marked | Tone::Wrong => "=",
        };
        let spots: Vec<_> =
            (0..cells).map(|index| owner(index).map(|tone| Spot { text: text(tone).into(), tone })).collect();
        let count = |tone| spots.iter().flatten().filter(|spot| spot.tone == tone).count();
        let [first, second] = Side::BOTH.map(|side| count(Tone::Of(side)));
        let note =
            format!("territory: {} {first} (+), {} {second} (-), open {} (=)", names[0], names[1], count(Tone::Even));
        Self { overlay: Overlay::Territory, spots, notes: vec![note] }
    }

    /// Marks (`*`) on the cells that are wanted.
    pub fn of_marks(overlay: Overlay, cells: usize, is_marked: impl Fn(usize) -> bool, note: String) -> Self {
        let spot = || Spot { text: "*".into(), tone: Tone::Marked };
        Self { overlay, spots: (0..cells).map(|index| is_marked(index).then(spot)).collect(), notes: vec![note] }
    }

    /// Whether its texts say more than its tones.
    pub fn is_written(&self) -> bool {
        matches!(self.overlay, Overlay::Opinion | Overlay::FloodFill | Overlay::Manhattan)
            || self.spots.iter().flatten().any(|spot| matches!(spot.tone, Tone::Level(_)))
    }

    /// The number of spots of this tone.
    pub fn count(&self, tone: Tone) -> usize {
        self.spots.iter().flatten().filter(|spot| spot.tone == tone).count()
    }
}
