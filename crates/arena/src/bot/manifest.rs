//! `bot.toml`: how a bot is built and run.

mod find;

use super::{BotError, Mismatch};
use serde::Deserialize;
use std::path::Path;

/// The name of the file.
pub const MANIFEST: &str = "bot.toml";

/// A file that would be right, for messages.
const EXAMPLE: &str = "a bot.toml such as `run = \"python3 bot.py\"`";

/// Most words of a command, and most bytes of all of them.
const MOST_WORDS: usize = 100;
const MOST_BYTES: usize = 4096;

/// The longest name, in characters.
const LONGEST_NAME: usize = 64;

/// Characters that a shell would read as its own. No shell reads them here.
const OF_A_SHELL: [char; 15] = ['"', '\'', '`', '$', '&', '|', ';', '<', '>', '*', '?', '~', '(', ')', '\\'];

/// How a bot is built and run.
///
/// ```
/// use landgrab_arena::bot::Manifest;
///
/// let manifest = Manifest::parse("run = \"./bot --fast\"\nbuild = [\"make\", \"bot\"]\n")?;
/// assert_eq!(manifest.run, ["./bot", "--fast"]);
/// assert_eq!(manifest.build.unwrap(), ["make", "bot"]);
/// # Ok::<(), landgrab_arena::bot::BotError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    /// The command that plays.
    pub run: Vec<String>,
    /// The command that makes it, once.
    pub build: Option<Vec<String>>,
    /// The name that its author gave it.
    pub name: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    run: toml::Spanned<Words>,
    build: Option<toml::Spanned<Words>>,
    name: Option<toml::Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected words in one string, or a list of strings")]
enum Words {
    Line(String),
    List(Vec<String>),
}

impl Manifest {
    /// Reads the text of a `bot.toml`.
    pub fn parse(text: &str) -> Result<Self, BotError> {
        let written: Written = toml::from_str(text).map_err(|error| {
            let place = error.span().map(|span| format!("line {}: ", line(text, span.start))).unwrap_or_default();
            let message = error.message().lines().collect::<Vec<_>>().join(", ");
            wrong(format!("{place}{}", rules::notation::printable(&message)), EXAMPLE)
        })?;
        let command = |key: &str, words: toml::Spanned<Words>| {
            let line = line(text, words.span().start);
            words
                .into_inner()
                .checked()
                .map_err(|(found, expected)| wrong(format!("line {line}: {key} {found}"), expected))
        };
        let name = written.name.map(|name| {
            let line = line(text, name.span().start);
            let name = name.into_inner();
            let is_short = (1..=LONGEST_NAME).contains(&name.trim().chars().count());
            if is_short && !name.chars().any(char::is_control) {
                return Ok(name.trim().to_string());
            }
            let found = format!("line {line}: the name {}", rules::notation::quoted(&name));
            Err(wrong(found, format!("1 to {LONGEST_NAME} characters that can be printed")))
        });
        Ok(Self {
            run: command("run", written.run)?,
            build: written.build.map(|words| command("build", words)).transpose()?,
            name: name.transpose()?,
        })
    }

    /// A bot that needs no `bot.toml`: one program.
    pub(super) fn of_program(name: &str) -> Self {
        Self { run: vec![format!("./{name}")], build: None, name: None }
    }
}

impl Words {
    /// The words of a command; the error is what is wrong with it, and what was expected.
    fn checked(self) -> Result<Vec<String>, (String, String)> {
        let words = match self {
            Self::Line(line) => {
                if let Some(c) = line.chars().find(|c| OF_A_SHELL.contains(c)) {
                    let expected = "words with blanks between, or for a shell the list `[\"sh\", \"-c\", \"...\"]`";
                    return Err((format!("has the character `{c}`, which only a shell reads"), expected.into()));
                }
                line.split_whitespace().map(String::from).collect()
            }
            Self::List(words) => words,
        };
        let Some(program) = words.first().filter(|program| !program.is_empty()) else {
            return Err(("is empty".into(), "a program and its arguments".into()));
        };
        if words.len() > MOST_WORDS || words.iter().map(String::len).sum::<usize>() > MOST_BYTES {
            return Err(("is too long".into(), format!("at most {MOST_WORDS} words and {MOST_BYTES} bytes")));
        }
        if words.iter().any(|word| word.contains('\0')) {
            return Err(("has a zero byte".into(), "text".into()));
        }
        if Path::new(program).has_root() || program.split(['/', '\\']).any(|part| part == "..") {
            let expected = "the name of an installed program, or a file of the bot such as `./bot`".into();
            return Err((format!("starts {}", rules::notation::quoted(program)), expected));
        }
        Ok(words)
    }
}

fn wrong(found: impl Into<String>, expected: impl Into<String>) -> BotError {
    BotError::Manifest(Mismatch { found: found.into(), expected: expected.into() })
}

/// The number of the line at a place in a text, from 1 on.
fn line(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Manifest::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_command_is_one_string_or_a_list_of_words() {
        let manifest =
            Manifest::parse("name = \" Ann \"\nrun = [\"./my bot\", \"$x\"]\nbuild = \"make -j2\"\n").unwrap();
        assert_eq!(manifest.run, ["./my bot", "$x"]);
        assert_eq!(manifest.build.unwrap(), ["make", "-j2"]);
        assert_eq!(manifest.name.unwrap(), "Ann");
    }

    #[test]
    fn a_mistake_is_told_with_its_line_and_the_right_way() {
        for (text, expected) in [
            ("run = \"a\"\nrum = \"b\"\n", "line 2: unknown field `rum`, expected one of `run`, `build`, `name`"),
            ("build = \"make\"\n", "missing field `run`"),
            ("\nrun = 5\n", "line 2: expected words in one string, or a list of strings"),
            ("run = \"make && ./bot\"\n", "line 1: run has the character `&`, which only a shell reads"),
            ("run = \"\"\n", "line 1: run is empty"),
            ("run = []\n", "line 1: run is empty"),
            ("run = \"a\"\nbuild = \"/bin/sh x\"\n", "line 2: build starts `/bin/sh`"),
            ("run = \"../../bot\"\n", "line 1: run starts `../../bot`"),
            ("run = \"a\"\nname = \"\\u001b[31m\"\n", "line 2: the name `\\u{1b}[31m`"),
            ("run = [\"a\", \"b\\u0000\"]\n", "line 1: run has a zero byte"),
            ("run = \"python3 bot.py\n", "line 1: "),
        ] {
            let said = refused(text);
            assert!(said.contains(expected) && said.starts_with("bot.toml is wrong: expected "), "{said}");
            assert!(!said.contains(char::is_control), "{said:?}");
        }
    }

    #[test]
    fn brackets_without_end_are_a_mistake_and_no_crash() {
        assert!(refused(&format!("run = {}", "[".repeat(50_000))).starts_with("bot.toml is wrong"));
        assert!(refused(&"a.".repeat(30_000)).starts_with("bot.toml is wrong"));
    }
}
