//! The text form of a position: the board in the letters of a map file, then a line of words:
//!
//! ```text
//! ..O..
//! .OO.X
//! rules=plateau turn=X placed=1,0 piece=.*/**
//! ```
//!
//! Walls print as `#`. `out=O` (or `X`, or `OX`) names sides that are out, `piece=` the piece to place. A map file
//! reads as the start position.

use super::{Dialect, Map, Piece, Pieces, Setup};
use crate::{BySide, Game, Side, TextError};
use grid::{Cell, CellSet};
use std::{fmt, str::FromStr};

const WHAT: &str = "piece Filler position";

/// More pieces than any board has room for, and few enough that counting on cannot overflow.
const MOST_PLACED: u32 = 1_000_000_000;

impl<S: CellSet> fmt::Display for Pieces<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |cell| {
            let owner = Side::BOTH.into_iter().find(|side| self.own[*side].contains(cell));
            let unowned = if self.free.contains(cell) { '.' } else { '#' };
            owner.map_or(unowned, |side| self.dialect.mark(side))
        };
        for row in 0..self.size.rows {
            let line: String = (0..self.size.cols).map(|col| mark(Cell::new(row, col))).collect();
            writeln!(f, "{line}")?;
        }
        let BySide { first, second } = self.placed;
        write!(f, "rules={} turn={} placed={first},{second}", self.dialect, self.dialect.mark(self.side))?;
        let out: String = Side::BOTH.iter().filter(|s| self.out[**s]).map(|s| self.dialect.mark(*s)).collect();
        if !out.is_empty() {
            write!(f, " out={out}")?;
        }
        match &self.piece {
            Some(piece) => write!(f, " piece={piece}"),
            None => Ok(()),
        }
    }
}

impl<S: CellSet> FromStr for Pieces<S> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let setup = board_of(text)?;
        if !S::can_hold(setup.map().size()) {
            return Err(TextError::described(WHAT, "a board of this size class", setup.map().size().to_string()));
        }
        let (_, state) = split(text);
        let mut position = Self::new(&setup);
        for entry in state.split_whitespace() {
            let (key, value) = entry.split_once('=').unwrap_or((entry, ""));
            position.set(key, value)?;
        }
        if position.out[position.side] && !position.out[position.side.other()] {
            let found = format!("turn={}, which is out", setup.dialect().mark(position.side));
            return Err(TextError::described(WHAT, "a side that plays", found));
        }
        if position.out[position.side] && position.piece.is_some() {
            return Err(TextError::described(WHAT, "no piece once both sides are out", "a piece"));
        }
        Ok(position)
    }
}

/// The board of a position's text as a map, which is needed to pick a size class. Without a line of words the letters
/// decide the dialect.
pub fn board_of(text: &str) -> Result<Setup, TextError> {
    let (board, state) = split(text);
    let dialect = match word(state, "rules") {
        Some(name) => name.parse()?,
        None if board.contains(['@', '$']) => Dialect::Anfield,
        None => Dialect::Plateau,
    };
    Ok(Setup::new(dialect, Map::parse("position", board, dialect)?))
}

impl<S: CellSet> Pieces<S> {
    fn set(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        let side = |mark: char| {
            let expected = format!("`{}` or `{}`", self.dialect.mark(Side::First), self.dialect.mark(Side::Second));
            let side = Side::BOTH.into_iter().find(|side| self.dialect.mark(*side) == mark);
            side.ok_or_else(|| TextError::new(WHAT, expected, value))
        };
        match key {
            "rules" => {}
            "turn" => {
                let mut marks = value.chars();
                self.side = side(marks.next().unwrap_or(' '))?;
                if marks.next().is_some() {
                    return Err(TextError::new(WHAT, "one side", value));
                }
            }
            "placed" => {
                let error = || TextError::new(WHAT, "two numbers such as `placed=3,4`", value);
                let (first, second) = value.split_once(',').ok_or_else(error)?;
                let number = |text: &str| text.parse().ok().filter(|n| *n <= MOST_PLACED).ok_or_else(error);
                self.placed = BySide::new(number(first)?, number(second)?);
            }
            "out" => {
                let sides = value.chars().map(side).collect::<Result<Vec<Side>, _>>()?;
                sides.into_iter().for_each(|side| self.out[side] = true);
            }
            "piece" => self.piece = Some(value.parse::<Piece>()?),
            _ => return Err(TextError::new(WHAT, "`rules=`, `turn=`, `placed=`, `out=` or `piece=`", key)),
        }
        Ok(())
    }
}

/// The board and the line of words; text without such a line is all board.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim_end_matches('\n');
    match text.rsplit_once('\n') {
        Some((board, state)) if state.starts_with("rules=") => (board, state),
        _ => (text, ""),
    }
}

fn word<'a>(state: &'a str, key: &str) -> Option<&'a str> {
    state.split_whitespace().find_map(|entry| entry.strip_prefix(key)?.strip_prefix('='))
}
