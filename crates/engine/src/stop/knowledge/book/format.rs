//! The file format of opening books: sorted entries, each coded as the difference from the one before.
//!
//! ```text
//! file    "LGBOOK1\n", the number of entries (4 bytes, lowest first), the entries
//! entry   1 byte: the cell to play (6 bits), bit 6 if `second` differs from the entry before, bit 7 if `first` does
//!         then for `second`, and for `first`, if it differs: 1 byte that says which of its 8 bytes differ (bit 0 for
//!         the lowest), and these bytes, each as the exclusive or of the old and the new one
//! ```
//!
//! Entries are sorted by `second`, then by `first`, and the one before the first has no stones. Neighbours in this order
//! share most of their stones, so an entry takes 6 bytes instead of the 31 of a line of text.

use super::BookPosition;

const MAGIC: &[u8; 8] = b"LGBOOK1\n";
const SECOND_DIFFERS: u8 = 1 << 6;
const FIRST_DIFFERS: u8 = 1 << 7;
const CELL: u8 = SECOND_DIFFERS - 1;

/// A position of a book and the cell to play there, as a bit index.
pub type BookEntry = (BookPosition, u8);

/// Why bytes are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoBook {
    /// It begins with something else.
    #[error("book: expected a file that begins with LGBOOK1 and the number of entries")]
    Foreign,
    /// It ends too soon.
    #[error("book: expected {expected} entries, found the end of the file in entry {found}")]
    Truncated {
        /// The number that it promises.
        expected: u32,
        /// The number of complete entries.
        found: u32,
    },
    /// Bytes are left over.
    #[error("book: expected the end of the file after the last entry, found {0} more bytes")]
    Trailing(usize),
    /// Entries are not in their order, or two are of the same position, or a cell has stones of both sides.
    #[error("book: entry {0} is out of order, or no position")]
    OutOfOrder(u32),
}

/// Reads a book. Entries come in the order of the file.
pub fn read_book(bytes: &[u8]) -> Result<Vec<BookEntry>, NoBook> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(NoBook::Foreign)?;
    let (count, mut rest) = rest.split_first_chunk::<4>().ok_or(NoBook::Foreign)?;
    let expected = u32::from_le_bytes(*count);
    // Not reserved ahead: the number is a stranger's.
    let mut entries: Vec<BookEntry> = vec![];
    let mut last = BookPosition { first: 0, second: 0 };
    for found in 0..expected {
        let (position, cell) = read_entry(&mut rest, last).ok_or(NoBook::Truncated { expected, found })?;
        let is_ordered = order(&position) > order(&last) || found == 0;
        if !is_ordered || position.first & position.second != 0 {
            return Err(NoBook::OutOfOrder(found));
        }
        entries.push((position, cell));
        last = position;
    }
    if rest.is_empty() { Ok(entries) } else { Err(NoBook::Trailing(rest.len())) }
}

fn read_entry(rest: &mut &[u8], last: BookPosition) -> Option<BookEntry> {
    let head = *rest.split_off_first()?;
    let mut difference = |differs: u8| -> Option<u64> {
        if head & differs == 0 {
            return Some(0);
        }
        let which = *rest.split_off_first()?;
        let mut difference = 0;
        for byte in (0..8).filter(|byte| which >> byte & 1 == 1) {
            difference |= u64::from(*rest.split_off_first()?) << (8 * byte);
        }
        Some(difference)
    };
    let second = last.second ^ difference(SECOND_DIFFERS)?;
    let first = last.first ^ difference(FIRST_DIFFERS)?;
    Some((BookPosition { first, second }, head & CELL))
}

/// The bytes of a book with these entries. Of several for one position the last counts.
pub fn write_book(entries: impl IntoIterator<Item = BookEntry>) -> Vec<u8> {
    let sorted: std::collections::BTreeMap<(u64, u64), u8> =
        entries.into_iter().map(|(position, cell)| (order(&position), cell)).collect();
    let mut bytes = MAGIC.to_vec();
    bytes.extend((sorted.len() as u32).to_le_bytes());
    let mut last = (0, 0);
    for ((second, first), cell) in sorted {
        let differences = [(second ^ last.0, SECOND_DIFFERS), (first ^ last.1, FIRST_DIFFERS)];
        let differs = differences.iter().filter(|(difference, _)| *difference != 0).fold(0, |set, (_, bit)| set | bit);
        bytes.push(cell & CELL | differs);
        for (difference, _) in differences.into_iter().filter(|(difference, _)| *difference != 0) {
            let different = difference.to_le_bytes();
            bytes.push((0..8).fold(0, |set, byte| set | u8::from(different[byte] != 0) << byte));
            bytes.extend(different.into_iter().filter(|byte| *byte != 0));
        }
        last = (second, first);
    }
    bytes
}

/// The order of entries in a file.
fn order(position: &BookPosition) -> (u64, u64) {
    (position.second, position.first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(first: u64, second: u64, cell: u8) -> BookEntry {
        (BookPosition { first, second }, cell)
    }

    #[test]
    fn a_book_reads_back_in_its_order() {
        let entries = [entry(0xff00, 3, 63), entry(1 << 63, 3, 0), entry(8, 1 << 40, 17)];
        let shuffled = [entries[2], entries[0], entries[1]];
        assert_eq!(read_book(&write_book(shuffled)), Ok(entries.to_vec()));
        assert_eq!(read_book(&write_book([])), Ok(vec![]));
        assert_eq!(read_book(&write_book([entries[0], entry(0xff00, 3, 9)])), Ok(vec![entry(0xff00, 3, 9)]));
    }

    #[test]
    fn every_way_to_be_no_book_is_refused() {
        let book = write_book([entry(0xff00, 3, 63), entry(1 << 63, 3, 0)]);
        assert_eq!(read_book(b""), Err(NoBook::Foreign));
        assert_eq!(read_book(&book[..11]), Err(NoBook::Foreign));
        assert_eq!(read_book(b"1000100010d4 32a000200000000 37\n"), Err(NoBook::Foreign));
        for end in 12..book.len() {
            assert!(matches!(read_book(&book[..end]), Err(NoBook::Truncated { expected: 2, .. })), "{end}");
        }
        assert_eq!(read_book(&[&book[..], &[0]].concat()), Err(NoBook::Trailing(1)));
        // The same position twice: nothing differs.
        let twice = [&MAGIC[..], &[2, 0, 0, 0], &[FIRST_DIFFERS | 5, 1, 1], &[5]].concat();
        assert_eq!(read_book(&twice), Err(NoBook::OutOfOrder(1)));
        let both = [&MAGIC[..], &[1, 0, 0, 0], &[FIRST_DIFFERS | SECOND_DIFFERS | 5, 1, 1, 1, 1]].concat();
        assert_eq!(read_book(&both), Err(NoBook::OutOfOrder(0)));
        let endless = [&MAGIC[..], &[255; 4]].concat();
        assert_eq!(read_book(&endless), Err(NoBook::Truncated { expected: u32::MAX, found: 0 }));
    }
}
