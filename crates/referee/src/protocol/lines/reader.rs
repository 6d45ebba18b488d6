//! The bot's side of the lines protocol: the greeting, then a position a line until the input ends.

use crate::protocol::request::RequestError;
use crate::protocol::{LONGEST_LINE, read_line};
use rules::notation::quoted;
use rules::{Side, TextError};
use std::io::BufRead;

const GREETING: &str = "`landgrab 1 GAME SIDE`, such as `landgrab 1 stop 2`";

/// Reads positions from a bot's standard input.
#[derive(Debug)]
pub struct PositionReader<R> {
    input: R,
    /// Lines read so far.
    line: usize,
}

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Greeting {
    /// The name of the game.
    pub game: String,
    /// The side that the bot plays.
    pub side: Side,
}

impl<R: BufRead> PositionReader<R> {
    /// A reader at the start of its input.
    pub fn new(input: R) -> Self {
        Self { input, line: 0 }
    }

    /// The greeting; `None` when the input ends before it.
    pub fn greeting(&mut self) -> Result<Option<Greeting>, RequestError> {
        let Some(text) = self.text()? else { return Ok(None) };
        let words: Vec<&str> = text.split_whitespace().collect();
        let side = |word: &str| Side::BOTH.into_iter().find(|side| side.number().to_string() == word);
        match words[..] {
            ["landgrab", "1", game, number] if side(number).is_some() => {
                Ok(side(number).map(|side| Greeting { game: game.into(), side }))
            }
            _ => Err(self.unreadable(GREETING, &text)),
        }
    }

    /// The next position in its text form; `None` when the input ends, which is how a game ends.
    pub fn next_position(&mut self) -> Result<Option<String>, RequestError> {
        self.text()
    }

    /// The last line was not what belongs there.
    pub fn unreadable(&self, expected: impl Into<String>, found: &str) -> RequestError {
        RequestError::Unreadable { line: self.line, expected: expected.into(), found: quoted(found) }
    }

    /// The last line was no position.
    pub fn no_position(&self, error: TextError) -> RequestError {
        RequestError::Unreadable { line: self.line, expected: error.expected, found: error.found }
    }

    /// The next line without the white space at its end.
    fn text(&mut self) -> Result<Option<String>, RequestError> {
        let Some(line) = read_line(&mut self.input).map_err(RequestError::Io)? else { return Ok(None) };
        self.line += 1;
        if line.len() > LONGEST_LINE {
            let expected = format!("a line of at most {LONGEST_LINE} bytes");
            return Err(self.unreadable(expected, &String::from_utf8_lossy(&line)));
        }
        Ok(Some(String::from_utf8_lossy(&line).trim_end().into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_names_the_game_and_the_side() {
        let mut reader = PositionReader::new(&b"landgrab 1 stop 2\r\n..X/.../O.. O\n..X/O../O.. O"[..]);
        assert_eq!(reader.greeting().unwrap(), Some(Greeting { game: "stop".into(), side: Side::Second }));
        let positions = [0, 1, 2].map(|_| reader.next_position().unwrap());
        assert_eq!(positions, [Some("..X/.../O.. O".into()), Some("..X/O../O.. O".into()), None]);
        assert_eq!(PositionReader::new(&b""[..]).greeting().unwrap(), None);
    }

    #[test]
    fn another_first_line_is_named() {
        for line in ["", "landgrab", "landgrab 2 stop 1", "landgrab 1 stop 3", "landgrab 1 stop 1 x", "hello \x1b[31m"]
        {
            let error = PositionReader::new(format!("{line}\n").as_bytes()).greeting().unwrap_err().to_string();
            assert_eq!(error, format!("line 1: expected {GREETING}, found {}", quoted(line)));
        }
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let error = PositionReader::new(std::io::BufReader::new(std::io::repeat(b'.')))
            .next_position()
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("line 1: expected a line of at most 65536 bytes, found `...."), "{error}");
    }
}
