//! The advice for a bot that did not answer: by the bytes that came, by what came when its input ended, and by what it
//! was doing meanwhile.

use super::Position;
use super::doing::Doing;
use crate::sandbox::Level;
use rules::notation::quoted;
use rules::pieces::Dialect;
use rules::{Cause, Fault};

/// The advice for a bot that takes too long.
pub const FASTER: &str =
    "look at fewer placements, or look at each faster: try the piece only where it touches own cells";

/// All that is known of a turn without an answer.
pub struct Silence<'a> {
    /// The bytes that came in time.
    pub so_far: &'a [u8],
    /// The bytes that came once its input had ended.
    pub last_words: &'a [u8],
    /// Its occupation before.
    pub doing: Doing,
    /// The end of its stderr.
    pub stderr: &'a str,
    /// How tightly it is held.
    pub level: Level,
}

impl Silence<'_> {
    /// The advice.
    pub fn advice(&self, fault: &Fault, position: &Position) -> String {
        match &fault.cause {
            Cause::Crashed { .. } => return self.of_crash(),
            Cause::Unreadable { .. } => return "write one short line a turn, and messages to stderr".into(),
            _ => {}
        }
        if !self.so_far.is_empty() && !self.so_far.contains(&b'\n') {
            return "end every answer with a line feed".into();
        }
        if self.doing == Doing::Computes {
            return format!("it still computes: {FASTER}; if it never ends, look for an endless loop");
        }
        if !self.last_words.is_empty() {
            let answer = quoted(&String::from_utf8_lossy(self.last_words));
            return format!(
                "its answer {answer} came only when its input ended, for one of two reasons: it reads to the end of \
                 its input (answer when the last row of the piece is read), or it keeps answers in a buffer (flush \
                 standard output after every answer)"
            );
        }
        if matches!(fault.cause, Cause::Silent { unread: true, .. }) {
            return "it does not read its standard input: read all of a turn before answering".into();
        }
        match self.doing {
            Doing::Reads => {
                format!("it still reads, and waits for a line that never comes: {}", announced(position))
            }
            Doing::Waits => "it neither reads nor computes: it sleeps, or waits for something else than its input \
                             (a lock, a key, another program)"
                .into(),
            Doing::Computes | Doing::WaitsSomehow | Doing::Unknown => format!(
                "unsure, because the system does not say what it does: it waits for a line that never comes, or for \
                 something else ({})",
                announced(position)
            ),
        }
    }

    /// A bot that ended. A sandbox may be the cause.
    fn of_crash(&self) -> String {
        const REFUSED: [&str; 5] =
            ["Permission denied", "PermissionError", "EACCES", "Operation not permitted", "Read-only file system"];
        if self.level >= Level::Confined && REFUSED.iter().any(|words| self.stderr.contains(words)) {
            return format!(
                "the sandbox refused it something (level {}: it may write only to its working folder and to the folder \
                 in TMPDIR, and has no network); write there, or try --sandbox 1",
                self.level.number()
            );
        }
        "run it on what was sent (`--json` has it as `sent`), in a debugger if need be; its stderr may say more".into()
    }
}

/// The lines of a turn, with the header that a bot is likely to misread.
fn announced(position: &Position) -> String {
    let size = position.size();
    let order = |rows: usize, cols: usize| match position.dialect() {
        Dialect::Plateau => (format!("{rows} {cols}:`"), "rows, then columns"),
        Dialect::Anfield => (format!("{cols} {rows}:`"), "width, then height"),
    };
    if let Some(piece) = position.piece().map(rules::pieces::Piece::size).filter(|piece| piece.cols > piece.rows) {
        let (numbers, order) = order(piece.rows, piece.cols);
        return format!(
            "the header `Piece {numbers} means {order}; a bot that takes the numbers the other way round waits for {} \
             rows, and {} came",
            piece.cols, piece.rows
        );
    }
    let (numbers, order) = order(size.rows, size.cols);
    let name = match position.dialect() {
        Dialect::Plateau => "Plateau",
        Dialect::Anfield => "Anfield",
    };
    format!(
        "the header `{name} {numbers} means {order}; it announces a ruler and {} rows, then comes the piece with its own \
         header; answer when its last row is read",
        size.rows
    )
}
