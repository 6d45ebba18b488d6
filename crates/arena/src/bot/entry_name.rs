//! The name of a file in a package, checked: it stays below the folder, and it is safe to print.

use super::{BotError, Limits, Mismatch};
use rules::notation::quoted;
use std::path::{Component, Path, PathBuf};

/// A relative path of plain names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct EntryName(String);

impl EntryName {
    /// Reads a name as archives have it, parts separated by slashes. `None`: it is the folder itself.
    pub(super) fn read(name: &[u8], limits: &Limits) -> Result<Option<Self>, BotError> {
        let bad = |expected: &str| {
            let found = quoted(&String::from_utf8_lossy(name));
            Err(BotError::BadName(Mismatch { found, expected: expected.into() }))
        };
        if name.len() > limits.name {
            return bad(&format!("at most {} bytes", limits.name));
        }
        let Ok(text) = str::from_utf8(name) else { return bad("a name in UTF-8") };
        if text.chars().any(|c| c.is_control() || is_invisible(c)) {
            return bad("a name without control characters");
        }
        if text.starts_with('/') {
            return bad("a name that does not start at the root");
        }
        let parts: Vec<&str> = text.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        if parts.contains(&"..") {
            return bad("a name without `..`");
        }
        if !parts.iter().all(|part| is_plain(part)) {
            return bad("a plain name, with slashes between folders");
        }
        if parts.len() > limits.depth + 1 {
            let expected = format!("at most {} folders inside each other", limits.depth);
            return Err(BotError::TooDeep(Mismatch { found: format!("{} of them", parts.len() - 1), expected }));
        }
        Ok((!parts.is_empty()).then(|| Self(parts.join("/"))))
    }

    /// The place of this name below a folder.
    pub(super) fn below(&self, folder: &Path) -> PathBuf {
        self.0.split('/').fold(folder.to_path_buf(), |path, part| path.join(part))
    }

    /// The folders that this name lies in, the outermost first.
    pub(super) fn folders(&self) -> impl Iterator<Item = Self> {
        self.0.match_indices('/').map(|(at, _)| Self(self.0[..at].to_string()))
    }

    /// The name for a message.
    pub(super) fn quoted(&self) -> String {
        quoted(&self.0)
    }

    /// The name as archives have it.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether this system takes it for the name of one file. Windows has drives, streams and a second separator.
fn is_plain(part: &str) -> bool {
    let mut components = Path::new(part).components();
    matches!((components.next(), components.next()), (Some(Component::Normal(name)), None) if name == part)
        && !part.contains('\\')
        && !(cfg!(windows) && part.contains(':'))
}

/// Characters that change how the text around them is shown.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Result<Option<String>, String> {
        let read = EntryName::read(name.as_bytes(), &Limits::default());
        read.map(|name| name.map(|name| name.0)).map_err(|error| error.to_string())
    }

    #[test]
    fn dots_and_doubled_slashes_are_left_out() {
        assert_eq!(read("./src//bot.py"), Ok(Some("src/bot.py".into())));
        assert_eq!(read("src/"), Ok(Some("src".into())));
        assert_eq!(read("./"), Ok(None));
        assert_eq!(read("..."), Ok(Some("...".into())));
    }

    #[test]
    fn the_folders_of_a_name_come_outermost_first() {
        let name = EntryName::read(b"a/b/c", &Limits::default()).unwrap().unwrap();
        let folders: Vec<String> = name.folders().map(|folder| folder.0).collect();
        assert_eq!(folders, ["a", "a/b"]);
        assert_eq!(name.below(Path::new("x")), Path::new("x").join("a").join("b").join("c"));
    }

    #[test]
    fn a_name_that_leads_out_or_cannot_be_printed_is_refused_with_the_reason() {
        for (name, expected) in [
            ("../x", "a name without `..`"),
            ("a/../../x", "a name without `..`"),
            ("/etc/passwd", "a name that does not start at the root"),
            ("a\u{1b}[31m", "a name without control characters"),
            ("a\nb", "a name without control characters"),
            ("a\u{202e}b", "a name without control characters"),
            ("a\\b", "a plain name, with slashes between folders"),
        ] {
            let said = read(name).unwrap_err();
            assert!(said.contains(expected) && !said.contains(char::is_control), "{said}");
        }
        assert!(read(&"x".repeat(251)).unwrap_err().contains("at most 250 bytes"));
        assert!(EntryName::read(b"\xff", &Limits::default()).is_err());
    }
}
