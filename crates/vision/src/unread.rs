//! The reasons why a picture could not be read as a board.

/// A picture without a board, or no picture at all. Each message names what was found and expected, and what to try.
///
/// ```
/// use landgrab_vision::{Unread, read};
///
/// let error = read(b"GIF89a").expect_err("GIF is not read");
/// assert_eq!(error, Unread::UnknownFormat { found: "GIF".into() });
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unread {
    /// The bytes are not the start of any picture.
    #[error("no picture: expected a PNG, JPEG or WebP file, found {found} (try a screenshot saved as PNG)")]
    NotAPicture {
        /// The likely kind of the bytes.
        found: String,
    },
    /// A picture, but of a format that is not read here.
    #[error("picture format: expected PNG, JPEG or WebP, found {found} (try saving or exporting it as PNG)")]
    UnknownFormat {
        /// The name of the format.
        found: String,
    },
    /// More pixels, or more bytes, than any screenshot has.
    #[error("picture too large: expected at most {most}, found {found} (try cutting it down to the board)")]
    TooLarge {
        /// The size of this one.
        found: String,
        /// The largest that is read.
        most: String,
    },
    /// A picture of a known format that its decoder refuses.
    #[error("broken picture: expected a whole {format} file, found {found} (try saving or sending it again)")]
    Broken {
        /// The name of the format.
        format: &'static str,
        /// The decoder's complaint.
        found: String,
    },
    /// Nowhere in the picture are there rows and columns of tiles in the game's colours.
    #[error(
        "no board found: expected rows of even tiles in six colours, found none in {width}x{height} pixels \
         (try a screenshot with the whole board, at least 8 pixels a tile, or type the board)"
    )]
    NoBoard {
        /// The width of the picture, upright.
        width: usize,
        /// The height of the picture, upright.
        height: usize,
    },
    /// The picture ends in the middle of a row or column of tiles.
    #[error(
        "board cut off: expected whole tiles, found the picture's {edge} edge through the middle of a {line} of them \
         (try a picture with the whole board)"
    )]
    CutOff {
        /// The edge: `top`, `bottom`, `left` or `right`.
        edge: &'static str,
        /// The part that is cut: `row` or `column`.
        line: &'static str,
    },
}
