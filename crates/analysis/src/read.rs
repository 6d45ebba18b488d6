//! A board of colours as people have it: typed, in a file, or in a picture.

use crate::cli::{BoardEdits, TileEdit};
use crate::commands::is_interactive;
use crate::failure::Failure;
use crate::input;
use rules::colours::{Setup, USUAL_SIZE};
use rules::notation::quoted;
use rules::{Cell, Side, TextError};
use std::io;
use std::path::Path;
use vision::{Orientation, Reading, Tile};

/// A board, and how it was read.
pub struct Board {
    pub setup: Setup,
    /// What there is to say about a picture.
    pub picture: Option<Picture>,
}

/// What a picture showed beside the tiles.
pub struct Picture {
    /// The tiles that a person should look at.
    pub unsure: Vec<Tile>,
    /// The picture was upside down, and the board is turned.
    pub is_turned: bool,
    /// Whether it shows whose move it is.
    pub shows_mover: bool,
}

impl Board {
    /// Reads a file, a picture, standard input for `-`, or the board itself.
    pub fn read(source: &str, edits: &BoardEdits) -> Result<Self, Failure> {
        let path = Path::new(source);
        let is_file = source == "-" || path.exists();
        if !is_file && !looks_like_a_board(source) {
            let found = quoted(source);
            return Err(Failure::Usage(format!(
                "no file {found}: expected a picture, a file with a board, or the board itself such as RGB/GBR/BRG"
            )));
        }
        let bytes = if is_file { input::bytes(path)? } else { source.into() };
        let wrong = |error| match is_file {
            true => Failure::Content { path: path.into(), error },
            false => Failure::Text(error),
        };
        match String::from_utf8(bytes) {
            Ok(text) if is_named_like_a_picture(path) => {
                Err(Failure::Picture { path: path.into(), error: vision::read(text.as_bytes()).expect_err("text") })
            }
            Ok(text) if text.starts_with('{') => {
                let found = "a record (try landgrab review, or landgrab show --at TURN)";
                Err(wrong(TextError::described("board", "a picture, or rows of letters", found)))
            }
            Ok(text) if !text.trim().is_empty() => Self::of_text(&text, edits).map_err(wrong),
            Ok(_) => Err(wrong(TextError::described("board", "a picture, or rows of letters", "an empty file"))),
            Err(error) => {
                let unread = |error| Failure::Picture { path: path.into(), error };
                Self::of_picture(vision::read(&error.into_bytes()).map_err(unread)?, edits).map_err(wrong)
            }
        }
    }

    fn of_text(text: &str, edits: &BoardEdits) -> Result<Self, TextError> {
        Self::of_setup(&text.parse()?, edits)
    }

    /// A board that is known, with corrections.
    pub fn of_setup(setup: &Setup, edits: &BoardEdits) -> Result<Self, TextError> {
        let mover = edits.turn.unwrap_or(setup.mover());
        Ok(Self { setup: edited(setup, &edits.set)?.with_mover(mover), picture: None })
    }

    fn of_picture(reading: Reading, edits: &BoardEdits) -> Result<Self, TextError> {
        let is_turned = reading.orientation == Orientation::UpsideDown;
        let mut reading = if is_turned { reading.turned() } else { reading };
        for edit in &edits.set {
            check(*edit, reading.size)?;
            reading.set(edit.cell, edit.colour);
        }
        let setup = reading.setup()?;
        let setup = setup.with_mover(edits.turn.or(reading.to_move).unwrap_or(Side::First));
        let unsure = reading.unsure().copied().collect();
        Ok(Self { setup, picture: Some(Picture { unsure, is_turned, shows_mover: reading.to_move.is_some() }) })
    }

    /// A picture of another size than usual may show a part of a board: a person at a terminal is asked. Into a pipe
    /// [`notes`](Self::notes) say so, and all goes on.
    pub fn confirm_size(&self) -> Result<(), Failure> {
        if !self.is_to_be_confirmed() {
            return Ok(());
        }
        let size = self.setup.size();
        eprint!("the board has {size} tiles, not the usual {USUAL_SIZE}. Is that all of it? [y/N] ");
        let mut answer = String::new();
        io::stdin().read_line(&mut answer)?;
        if ["y", "yes"].contains(&answer.trim().to_ascii_lowercase().as_str()) {
            return Ok(());
        }
        Err(Failure::Usage(format!(
            "expected a board of {USUAL_SIZE}, found {size} (try a picture of the whole board)"
        )))
    }

    /// Whether a person is asked about the size.
    pub fn is_to_be_confirmed(&self) -> bool {
        self.picture.is_some() && self.setup.size() != USUAL_SIZE && is_interactive()
    }

    /// What a person should know about the picture before believing the board.
    pub fn notes(&self, edits: &BoardEdits) -> Vec<String> {
        let Some(picture) = &self.picture else { return vec![] };
        let mut notes = vec![];
        if picture.is_turned {
            notes.push("the picture is upside down: this is the board turned by half a turn".into());
        }
        if self.setup.size() != USUAL_SIZE {
            let size = self.setup.size();
            notes.push(format!("the board has {size} tiles, not the usual {USUAL_SIZE}: is that all of it?"));
        }
        if !picture.unsure.is_empty() {
            let tile = |tile: &Tile| format!("{} {} or {}?", name(tile.cell), tile.colour, tile.second);
            let tiles: Vec<String> = picture.unsure.iter().map(tile).collect();
            let first = &picture.unsure[0];
            let correction = format!("{}={}", name(first.cell), first.second);
            notes.push(format!("not sure of {} (correct with --set {correction})", tiles.join(", ")));
        }
        if edits.turn.is_none() && !picture.shows_mover {
            notes.push("the picture does not show whose move it is: A's, unless you say --turn B".into());
        }
        notes
    }
}

/// A tile as it is called in commands: `r3c5`.
pub fn name(cell: Cell) -> String {
    format!("r{}c{}", cell.row + 1, cell.col + 1)
}

/// The board with some tiles corrected.
pub fn edited(setup: &Setup, edits: &[TileEdit]) -> Result<Setup, TextError> {
    let (size, mut tiles) = (setup.size(), setup.tiles().to_vec());
    for edit in edits {
        check(*edit, size)?;
        tiles[edit.cell.row * size.cols + edit.cell.col] = edit.colour;
    }
    Setup::new(size, setup.colours(), tiles)?.with_mover(setup.mover()).with_waits(setup.waits())
}

fn check(edit: TileEdit, size: rules::Size) -> Result<(), TextError> {
    if size.contains(edit.cell) {
        return Ok(());
    }
    let expected = format!("r1c1 to r{}c{}", size.rows, size.cols);
    Err(TextError::new("tile", expected, &name(edit.cell)))
}

fn is_named_like_a_picture(path: &Path) -> bool {
    let is_one = |extension: &std::ffi::OsStr| {
        ["png", "jpg", "jpeg", "webp"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    };
    path.extension().is_some_and(is_one)
}

/// Whether a text that is no file's name is meant as a board.
fn looks_like_a_board(text: &str) -> bool {
    let first = text.split(['/', '\n']).next().unwrap_or("").trim();
    text.contains(['/', '\n']) && first.len() > 1 && first.chars().all(|c| c.is_ascii_uppercase() || c == ' ')
}
