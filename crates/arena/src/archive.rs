//! Both records of a pair as the store keeps them: in short, and compressed by LZ4, because a league of built-in players
//! makes thousands a second.

use crate::{ArenaError, Kind};
use lz4_flex::block::{compress_prepend_size, decompress_size_prepended};
use rules::record::in_full;

/// Longer pairs of records are refused before they are unpacked.
const MOST_BYTES: usize = 1 << 30;
/// Bytes of the length that stands before the first record.
const LENGTH: usize = 4;

/// Both records as they are kept: the length of the first, then both texts, compressed together.
pub fn compressed(records: &[String; 2]) -> Vec<u8> {
    let [first, second] = records;
    let mut bytes = Vec::with_capacity(LENGTH + first.len() + second.len());
    bytes.extend((first.len() as u32).to_le_bytes());
    bytes.extend(first.as_bytes());
    bytes.extend(second.as_bytes());
    compress_prepend_size(&bytes)
}

/// Both records again, in full.
pub fn records(kept: &[u8]) -> Result<[String; 2], ArenaError> {
    let unreadable = |what: &str| {
        let found = format!("store: the records of a pair cannot be read{what}");
        ArenaError::new(Kind::Unusable, found, "was it changed by hand, or by a program with other rules?")
    };
    let [first, second] = read(kept).ok_or_else(|| unreadable(""))?;
    let full = |text: &str| in_full(text).map_err(|error| unreadable(&format!(": {error}")));
    Ok([full(&first)?, full(&second)?])
}

fn read(kept: &[u8]) -> Option<[String; 2]> {
    let size = u32::from_le_bytes(kept.get(..4)?.try_into().ok()?) as usize;
    if size > MOST_BYTES {
        return None;
    }
    let bytes = decompress_size_prepended(kept).ok()?;
    let (length, texts) = bytes.split_at_checked(LENGTH)?;
    let length = u32::from_le_bytes(length.try_into().ok()?) as usize;
    let (first, second) = texts.split_at_checked(length)?;
    Some([String::from_utf8(first.into()).ok()?, String::from_utf8(second.into()).ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn two_records_come_back_as_they_were() {
        for both in [["", ""], ["a", ""], ["", "b\n"], ["{\"record\":1}\n", "{\"record\":1}\n{}\n"]] {
            let both = both.map(String::from);
            assert_eq!(records(&compressed(&both)).unwrap(), both);
        }
    }

    proptest! {
        #[test]
        fn damaged_bytes_are_refused_or_read_but_never_panic(bytes: Vec<u8>, place: usize, by: u8) {
            let _ = records(&bytes);
            let mut kept = compressed(&["x".repeat(100), String::from_utf8_lossy(&bytes).into_owned()]);
            let place = place % kept.len();
            kept[place] ^= by;
            let _ = records(&kept);
        }
    }
}
