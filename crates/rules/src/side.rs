//! The two sides, and a value for each of them.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// One of the two players of a game: the one that moves first, or the other. Written 1 and 2.
///
/// ```
/// use landgrab_rules::Side;
///
/// assert_eq!(Side::First.other(), Side::Second);
/// assert_eq!(Side::BOTH.map(Side::number), [1, 2]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Side {
    First,
    Second,
}

impl Side {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 1 or 2.
    pub const fn number(self) -> u8 {
        match self {
            Self::First => 1,
            Self::Second => 2,
        }
    }
}

impl From<Side> for u8 {
    fn from(side: Side) -> Self {
        side.number()
    }
}

impl TryFrom<u8> for Side {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            1 => Ok(Self::First),
            2 => Ok(Self::Second),
            _ => Err(format!("side: expected 1 or 2, found {number}")),
        }
    }
}

/// A value for each side, indexed by [`Side`]; written as a list of two.
///
/// ```
/// use landgrab_rules::{BySide, Side};
///
/// let mut score = BySide::new(3, 5);
/// score[Side::First] += 1;
/// assert_eq!(score.map(|points| points * 10).swapped(), BySide::new(50, 40));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "(T, T)", from = "(T, T)")]
#[serde(bound(serialize = "T: Serialize + Clone", deserialize = "T: Deserialize<'de>"))]
#[allow(missing_docs, reason = "the names say it")]
pub struct BySide<T> {
    pub first: T,
    pub second: T,
}

impl<T> BySide<T> {
    /// A value for the first and one for the second side.
    pub const fn new(first: T, second: T) -> Self {
        Self { first, second }
    }

    /// The values of a function of the side.
    pub fn from_fn(mut value: impl FnMut(Side) -> T) -> Self {
        Self { first: value(Side::First), second: value(Side::Second) }
    }

    /// The function applied to both values.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        BySide { first: change(self.first), second: change(self.second) }
    }

    /// The values change places.
    pub fn swapped(self) -> Self {
        Self { first: self.second, second: self.first }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}

impl<T> From<BySide<T>> for (T, T) {
    fn from(both: BySide<T>) -> Self {
        (both.first, both.second)
    }
}

impl<T> From<(T, T)> for BySide<T> {
    fn from((first, second): (T, T)) -> Self {
        Self { first, second }
    }
}
