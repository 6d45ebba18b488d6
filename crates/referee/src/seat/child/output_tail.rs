//! What a program writes: the end of it, and how much there was.

/// Bytes that are kept: the last ones.
const KEPT: usize = 64 << 10;

/// The end of what a program writes.
#[derive(Debug, Default)]
pub struct OutputTail {
    kept: Vec<u8>,
    total: u64,
}

impl OutputTail {
    /// Adds bytes, and drops the oldest ones when there are too many.
    pub fn add(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        self.kept.extend_from_slice(bytes);
        let excess = self.kept.len().saturating_sub(KEPT);
        self.kept.drain(..excess);
    }

    /// The bytes that are kept, as text.
    pub fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.kept).into_owned();
        // The cut may fall inside a character.
        text.trim_start_matches('\u{fffd}').to_string()
    }

    /// Bytes that were ever added.
    pub fn total(&self) -> u64 {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept_and_all_is_counted() {
        let mut tail = OutputTail::default();
        tail.add("é".as_bytes());
        tail.add(&vec![b'x'; KEPT - 1]);
        assert_eq!((tail.text().len(), tail.total()), (KEPT - 1, KEPT as u64 + 1), "half a character is no text");
        tail.add(b"the end\n");
        assert!(tail.text().ends_with("xthe end\n"));
        assert_eq!(tail.text().len(), KEPT);
    }
}
