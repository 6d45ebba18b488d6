//! Numbers in answers: four decimals. More would be noise, and make answers of two machines differ for nothing.

use rules::BySide;
use serde::{Serialize, Serializer};

/// The number as answers give it.
///
/// ```
/// assert_eq!(landgrab_analysis::rounding::rounded(2.0 / 3.0), 0.6667);
/// ```
pub fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

pub(crate) fn one<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(rounded(*value))
}

pub(crate) fn pair<S: Serializer>(values: &(f64, f64), to: S) -> Result<S::Ok, S::Error> {
    (rounded(values.0), rounded(values.1)).serialize(to)
}

pub(crate) fn by_side<S: Serializer>(values: &BySide<Option<f64>>, to: S) -> Result<S::Ok, S::Error> {
    values.map(|value| value.map(rounded)).serialize(to)
}
