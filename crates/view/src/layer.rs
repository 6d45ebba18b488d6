//! What can be laid over a board: a spot for some of its cells, with a text and a tone. The layers that the rules alone can
//! tell are made by each game's [`Depict`](crate::Depict); those that take thought are handed in.

use rules::Side;

/// The kinds of layers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overlay {
    /// The distance from the enemy in rings of eight neighbours.
    Heat,
    /// The distance from the enemy in steps up, down, left and right.
    HeatL1,
    /// Who gets where first.
    Territory,
    /// Where the side to move may play.
    Legal,
    /// Stop: who sees a cell, or encloses it.
    FloodFill,
    /// Stop: who is where first, in how many moves.
    Manhattan,
    /// The best moves, as an engine sees them.
    Opinion,
    /// What the last move changed.
    LastMove,
    /// What a move that is thought of would take.
    Ghost,
}

impl Overlay {
    /// All that can be asked for, in the order in which they lie over each other.
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

/// What a spot is tinted with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tone {
    /// From 0, far, to 255, near.
    Level(u8),
    /// This side's.
    Of(Side),
    /// Both sides' alike.
    Even,
    /// Worth a look.
    Marked,
    /// Against the rules.
    Wrong,
}

/// Something over one cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// What it says: tones are never told by colour alone.
    pub text: String,
    /// What it looks like.
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
    /// What kind.
    pub overlay: Overlay,
    /// A spot or none for each cell, row by row.
    pub spots: Vec<Option<Spot>>,
    /// What it says, in words.
    pub notes: Vec<String>,
}

/// Who makes the layers that take more than the rules. Heat is as the given side feels it.
pub type Lens<G> = Box<dyn Fn(&G, Overlay, Option<Side>) -> Option<Layer>>;

impl Layer {
    /// The width of its widest text.
    pub fn width(&self) -> usize {
        self.spots.iter().flatten().map(|spot| spot.text.chars().count()).max().unwrap_or(0)
    }

    /// Distances, row by row: the nearer, the hotter; `-` where no way leads.
    pub fn of_distances(overlay: Overlay, distances: &[Option<u32>], note: String) -> Self {
        let farthest = distances.iter().flatten().copied().max().unwrap_or(0).max(1);
        let level = |distance: u32| (255 - u64::from(distance) * 255 / u64::from(farthest)) as u8;
        let spot = |distance: Option<u32>| Spot {
            text: distance.map_or("-".into(), |distance| distance.to_string()),
            tone: Tone::Level(distance.map_or(0, level)),
        };
        Self { overlay, spots: distances.iter().map(|distance| Some(spot(*distance))).collect(), notes: vec![note] }
    }

    /// Who gets where first: `+` the first side, `-` the second, `=` both at once. `owner` says it for a cell's number.
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

    /// Cells to point at: `*`.
    pub fn of_marks(overlay: Overlay, cells: usize, is_marked: impl Fn(usize) -> bool, note: String) -> Self {
        let spot = || Spot { text: "*".into(), tone: Tone::Marked };
        Self { overlay, spots: (0..cells).map(|index| is_marked(index).then(spot)).collect(), notes: vec![note] }
    }

    /// Whether its texts say more than its tones do.
    pub fn is_written(&self) -> bool {
        matches!(self.overlay, Overlay::Opinion | Overlay::FloodFill | Overlay::Manhattan)
            || self.spots.iter().flatten().any(|spot| matches!(spot.tone, Tone::Level(_)))
    }

    /// How many spots have this tone.
    pub fn count(&self, tone: Tone) -> usize {
        self.spots.iter().flatten().filter(|spot| spot.tone == tone).count()
    }
}
