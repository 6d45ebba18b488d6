//! Bounds of a final margin: what a solver has proven about it, exactly or as an interval.

/// Proven bounds of a margin.
///
/// ```
/// use landgrab_engine::bounds::Bounds;
///
/// assert!(Bounds::exact(3).is_exact());
/// assert_eq!(Bounds { low: -1, high: 2 }.of_other_side(), Bounds { low: -2, high: 1 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// It is at least this.
    pub low: i32,
    /// It is at most this.
    pub high: i32,
}

impl Bounds {
    /// A margin that is known.
    pub const fn exact(margin: i32) -> Self {
        Self { low: margin, high: margin }
    }

    /// Whether both bounds are the same: the margin is proven.
    pub const fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// The same margin as the other side counts it.
    pub const fn of_other_side(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}
