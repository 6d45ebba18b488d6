//! Records that are too long, or that have no end: reading stops in time.

use super::{joined, recorded, replayed, small_setups};
use landgrab_rules::record::{LONGEST_LINE, Record, RecordError};
use std::io::{self, BufReader, Read};

#[test]
fn a_line_of_ten_megabytes_is_refused() {
    let long = "x".repeat(10_000_000);
    let lines = recorded(&small_setups()[3]);
    for number in 1..=3 {
        for end in ["", "\n"] {
            let text = joined(&lines[..number - 1]) + &long + end;
            let error = Record::read(text.as_bytes()).unwrap_err();
            assert!(matches!(error, RecordError::LongLine(line) if line == number), "{error}");
        }
    }
}

/// Input without an end: the same bytes again and again, counted as they are read.
struct Endless<'a> {
    start: &'a [u8],
    again: &'a [u8],
    read: usize,
}

impl Read for Endless<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *into {
            *byte = match self.start.get(self.read) {
                Some(byte) => *byte,
                None => self.again[(self.read - self.start.len()) % self.again.len()],
            };
            self.read += 1;
        }
        Ok(into.len())
    }
}

#[test]
fn nothing_is_read_after_a_line_that_disagrees() {
    for setup in small_setups() {
        let lines = recorded(&setup);
        let again = joined(&lines[1..]);
        for wrong in ["hello", "{\"out\":2,\"fault\":{\"kind\":\"silent\",\"limit_ms\":1}}", lines.last().unwrap()] {
            let start = format!("{}\n{wrong}\n", lines[0]);
            let mut input = BufReader::new(Endless { start: start.as_bytes(), again: again.as_bytes(), read: 0 });
            let record = Record::read(&mut input).unwrap();
            assert_eq!(record.lines, [wrong]);
            assert_eq!(replayed(&record).unwrap_err().line, 2);
            assert!(input.get_ref().read < start.len() + 20_000, "{} bytes read", input.get_ref().read);
        }
    }
}

#[test]
fn a_record_without_an_end_is_refused() {
    // Without a seed any piece may be drawn, and one of a single cell can be placed for ever.
    let start =
        br#"{"record":1,"game":"pieces","rules":"plateau","map":"map00","first":{"name":"a"},"second":{"name":"b"}}
"#;
    let turn = |side: u8, place: &str| format!("{{\"drew\":[\"*\"]}}\n{{\"played\":\"{place}\",\"side\":{side}}}\n");
    let again = turn(1, "8 2") + &turn(2, "12 14");
    let input = Endless { start, again: again.as_bytes(), read: 0 };
    let error = Record::read(BufReader::new(input)).unwrap_err();
    assert!(matches!(error, RecordError::LongRecord(_)), "{error}");
}

#[test]
fn the_longest_line_there_may_be_is_read_and_one_byte_more_is_not() {
    let longest = LONGEST_LINE as usize;
    let lines = recorded(&small_setups()[3]);
    let padded = |length: usize| lines[0].replacen('{', &format!("{{{}", " ".repeat(length - lines[0].len())), 1);
    for end in ["", "\n"] {
        assert!(Record::read((padded(longest) + end).as_bytes()).is_ok());
        assert!(matches!(Record::read((padded(longest + 1) + end).as_bytes()), Err(RecordError::LongLine(1))));
    }
}
