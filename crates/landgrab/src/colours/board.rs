//! A board of colours from the command line: typed, in a file, or in a picture.

use crate::cli::BoardEdits;
use crate::commands::is_interactive;
use crate::failure::Failure;
use crate::input;
use analysis::read::{self, EnteredBoard, PictureDoubts, ReadError, UnsureTile};
use rules::TextError;
use rules::colours::USUAL_SIZE;
use rules::notation::quoted;
use std::io;
use std::path::Path;
use view::Scene;

/// Reads a file, a picture, standard input for `-`, or the board itself.
pub fn read(source: &str, edits: &BoardEdits) -> Result<EnteredBoard, Failure> {
    let path = Path::new(source);
    let is_file = source == "-" || path.exists();
    if !is_file && !looks_like_a_board(source) {
        let found = quoted(source);
        return Err(Failure::Usage(format!(
            "no file {found}: expected a picture, a file with a board, or the board itself such as RGB/GBR/BRG"
        )));
    }
    if !is_file {
        return Ok(read::text(source, &edits.corrections())?);
    }
    let content = |error| Failure::Content { path: path.into(), error };
    let bytes = input::bytes(path)?;
    if let Some(found) = found_instead(path, &bytes) {
        return Err(content(TextError::described("board", "a picture, or rows of letters", found)));
    }
    let read = if is_named_like_a_picture(path) { read::picture } else { read::bytes };
    read(&bytes, &edits.corrections()).map_err(|error| match error {
        ReadError::Picture(error) => Failure::Picture { path: path.into(), error },
        ReadError::Board(error) => content(error),
    })
}

/// The kind of a file that is neither a picture nor a board.
fn found_instead(path: &Path, bytes: &[u8]) -> Option<&'static str> {
    if is_named_like_a_picture(path) {
        None
    } else if bytes.starts_with(b"{") {
        Some("a record (try landgrab review, or landgrab show --at TURN)")
    } else {
        bytes.trim_ascii().is_empty().then_some("an empty file")
    }
}

/// Whether a picture's board is settled, so that the command may go on. A person at a terminal is asked about doubts;
/// elsewhere a line says how to settle them.
pub fn is_settled(board: &EnteredBoard) -> Result<bool, Failure> {
    if board.picture.as_ref().is_none_or(PictureDoubts::is_settled) {
        return Ok(true);
    }
    if is_interactive() {
        eprint!("the picture is in doubt. Go on with this board? [y/N] ");
        let mut answer = String::new();
        io::stdin().read_line(&mut answer)?;
        if ["y", "yes"].contains(&answer.trim().to_ascii_lowercase().as_str()) {
            return Ok(true);
        }
    }
    eprintln!("landgrab: stopped, as the picture is in doubt (settle it with --set r3c5=G, --size RxC or --trust)");
    Ok(false)
}

/// Puts a `?` behind the letters of the tiles that a picture leaves in doubt. It takes the place of a blank or a bracket.
pub fn mark_unsure(scene: &mut Scene, board: &EnteredBoard) {
    let unsure = board.picture.iter().flat_map(|picture| &picture.unsure);
    for tile in unsure {
        let place = scene.size.cells().position(|cell| read::tile_name(cell) == tile.tile);
        if let Some(mark) = place.and_then(|index| scene.marks.get_mut(index)) {
            mark.text.pop();
            mark.text.push('?');
        }
    }
}

/// The doubts that a person should know of before believing the board.
pub fn notes(board: &EnteredBoard, edits: &BoardEdits) -> Vec<String> {
    let Some(picture) = &board.picture else { return vec![] };
    let mut notes = vec![];
    if picture.turned {
        notes.push("the picture is upside down: this is the board turned by half a turn".into());
    }
    if picture.size_unusual {
        let (size, wanted) = (board.setup.size(), edits.size.unwrap_or(USUAL_SIZE));
        notes.push(format!("the board has {size} tiles, not {wanted}: is that all of it? (if so, say --size {size})"));
    }
    notes.extend(picture.contradictions.iter().map(|disagreement| disagreement.text.clone()));
    if let Some(first) = picture.unsure.first() {
        let tile = |UnsureTile { tile, colour, or }: &UnsureTile| format!("{tile} {colour} or {or}?");
        let tiles: Vec<String> = picture.unsure.iter().map(tile).collect();
        let correction = format!("{}={}", first.tile, first.or);
        notes.push(format!("not sure of {} (marked ?; correct with --set {correction})", tiles.join(", ")));
    }
    if edits.turn.is_none() && !picture.shows_turn {
        notes.push("the picture does not show whose move it is: A's, unless you say --turn B".into());
    }
    notes
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
