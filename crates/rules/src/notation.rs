//! The text form of positions and moves: the parts that all games share, the error for other text, and the escaping of
//! foreign text.
//!
//! A position is rows of letters, top row first, with `/` or a line break between, then words: the side to move,
//! then `key=value` for each value that is not the usual one.

use std::fmt::Write;

/// Text that cannot be read as a position, a move, a piece and so on.
///
/// ```
/// let error = "3;4".parse::<landgrab_rules::stop::Placing>().unwrap_err();
/// assert_eq!(error.to_string(), "stop move: expected column,row counted from 0, such as `3,4`, found `3;4`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}: expected {expected}, found {found}")]
pub struct TextError {
    /// The thing that was being read, such as `stop move`.
    pub what: &'static str,
    /// A description of text that would have been accepted.
    pub expected: String,
    /// The text that was there instead, quoted and shortened.
    pub found: String,
}

impl TextError {
    /// An error that quotes the text it found.
    pub fn new(what: &'static str, expected: impl Into<String>, found: &str) -> Self {
        Self { what, expected: expected.into(), found: quoted(found) }
    }

    /// An error that describes what it found.
    pub fn described(what: &'static str, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { what, expected: expected.into(), found: found.into() }
    }
}

/// Foreign text made safe and short enough for one line of a message: in back quotes, control and invisible characters
/// escaped.
///
/// ```
/// assert_eq!(landgrab_rules::notation::quoted("a\x1b[31m"), "`a\\u{1b}[31m`");
/// ```
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let rest = if text.chars().nth(LONGEST).is_some() { format!("... ({} bytes)", text.len()) } else { String::new() };
    format!("`{}`{rest}", escaped_characters(text.chars().take(LONGEST)))
}

/// A line of foreign text made safe for a terminal: control and invisible characters escaped, the end of a long line
/// cut.
pub fn printable(line: &str) -> String {
    const LONGEST: usize = 200;
    let rest = if line.chars().nth(LONGEST).is_some() { "..." } else { "" };
    escaped_characters(line.chars().take(LONGEST)) + rest
}

/// Foreign text made safe for a terminal, at full length: control and invisible characters escaped.
pub fn escaped(text: &str) -> String {
    escaped_characters(text.chars())
}

fn escaped_characters(text: impl Iterator<Item = char>) -> String {
    let mut out = String::new();
    for c in text {
        if c.is_control() || is_invisible(c) {
            let _ = write!(out, "{}", c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// Characters that print nothing, break the line, or change its direction: Unicode's format characters (Cf), its line
/// and paragraph separators, variation selectors, and fillers.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
        | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// A position's text in its two parts.
#[derive(Debug)]
pub(crate) struct Parts<'a> {
    pub rows: Vec<&'a str>,
    pub words: Vec<&'a str>,
}

impl<'a> Parts<'a> {
    /// Splits rows from words: the rows end at the first word that starts after a blank.
    ///
    /// Works for games whose rows hold no blanks and no `=`; a word is told from a row by following one on its line or
    /// by being the last line and shorter than a row.
    pub fn split(text: &'a str) -> Self {
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        let mut rows: Vec<&str> = Vec::new();
        let mut words = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let mut tokens = line.split_whitespace().peekable();
            let first = tokens.next().unwrap_or("");
            // Under rows one cell wide a lone letter is the side, unless the side follows it on its line.
            let is_lone = first.len() == 1 && tokens.peek().is_none_or(|next| next.contains('='));
            let is_last = number + 1 == lines.len();
            let is_word = is_last && !rows.is_empty() && (is_lone || first.len() < rows[0].len());
            if words.is_empty() && !first.contains('=') && !is_word {
                rows.extend(first.split('/'));
            } else {
                words.push(first);
            }
            words.extend(tokens);
        }
        Self { rows, words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_escaped_and_shortened() {
        assert_eq!(quoted("a\x1b[31m"), "`a\\u{1b}[31m`");
        let long = quoted(&"x".repeat(10_000_000));
        assert!(long.ends_with("x`... (10000000 bytes)"));
        assert!(long.len() < 100);
    }

    #[test]
    fn what_cannot_be_seen_or_turns_a_line_around_is_escaped() {
        for c in
            ['\u{61c}', '\u{ad}', '\u{200e}', '\u{2028}', '\u{202e}', '\u{2066}', '\u{fe0f}', '\u{feff}', '\u{e0041}']
        {
            assert_eq!(escaped(&format!("a{c}b")), format!("a{}b", c.escape_default()));
        }
        assert_eq!(escaped("größer, 日本語, 🙂"), "größer, 日本語, 🙂");
    }

    #[test]
    fn rows_and_words_come_apart_in_both_layouts() {
        for text in ["..X/O.. X k=v", "..X\nO..\nX k=v\n", "..X\nO.. X k=v", "  ..X/O..\n X k=v"] {
            let parts = Parts::split(text);
            assert_eq!((parts.rows, parts.words), (vec!["..X", "O.."], vec!["X", "k=v"]), "{text:?}");
        }
        // A short last row is a row that is too short, not a word, when it could not be a word.
        assert_eq!(Parts::split("..X/O.").rows, ["..X", "O."]);
        // Nor is a short row in the middle one because the text ends in the same letter.
        assert_eq!(Parts::split("..X\nX\nO.. X").rows, ["..X", "X", "O.."]);
    }

    #[test]
    fn under_rows_of_one_cell_a_lone_letter_is_a_word() {
        for text in [".\nO\nX k=v", ".\nO X k=v", "./O X k=v", "./O\nX k=v"] {
            let parts = Parts::split(text);
            assert_eq!((parts.rows, parts.words), (vec![".", "O"], vec!["X", "k=v"]), "{text:?}");
        }
    }
}
