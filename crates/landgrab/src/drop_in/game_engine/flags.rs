//! The flags of `game_engine`.

use rules::BySide;
use rules::notation::printable;

/// The flags, as Go reads them: `-x v`, `--x v` and `-x=v`, until the first word that is no flag.
#[derive(Debug, PartialEq)]
pub struct Asked {
    pub file: String,
    pub players: BySide<String>,
    pub quiet: bool,
    pub refresh: bool,
    pub seed: Option<i64>,
    pub seconds: i64,
}

/// Arguments that we cannot use.
#[derive(Debug, PartialEq)]
pub struct Refused {
    pub message: String,
    pub code: u8,
}

impl Asked {
    pub fn parse(words: &[String]) -> Result<Self, Refused> {
        let (mut file, mut first, mut second) = (None, None, None);
        let (mut quiet, mut refresh, mut seed, mut seconds) = (false, false, None, 10);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some(flag) = word.strip_prefix("--").or_else(|| word.strip_prefix('-')).filter(|flag| !flag.is_empty())
            else {
                break;
            };
            let (name, given) = match flag.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (flag, None),
            };
            let refuse = |message: String| Refused { message: message + "\n", code: 2 };
            match name {
                "h" | "help" => return Err(Refused { message: String::new(), code: 0 }),
                "q" | "quiet" | "r" | "refresh" => {
                    let wrong = || {
                        let given = given.as_deref().unwrap_or_default();
                        refuse(format!("invalid boolean value {given:?} for -{name}: parse error"))
                    };
                    let value = boolean(given.as_deref()).ok_or_else(wrong)?;
                    *(if name.starts_with('q') { &mut quiet } else { &mut refresh }) = value;
                }
                "f" | "file" | "p1" | "player1" | "p2" | "player2" | "s" | "seed" | "t" | "time" => {
                    let value = given
                        .or_else(|| words.next().cloned())
                        .ok_or_else(|| refuse(format!("flag needs an argument: -{name}")))?;
                    let number = || {
                        let wrong = || refuse(format!("invalid value {value:?} for flag -{name}: parse error"));
                        integer(&value).ok_or_else(wrong)
                    };
                    match name {
                        "s" | "seed" => seed = Some(number()?),
                        "t" | "time" => seconds = number()?,
                        "f" | "file" => file = Some(value),
                        "p1" | "player1" => first = Some(value),
                        _ => second = Some(value),
                    }
                }
                _ => return Err(refuse(format!("flag provided but not defined: -{}", printable(name)))),
            }
        }
        match (file, first, second) {
            (Some(file), Some(first), Some(second)) => {
                Ok(Self { file, players: BySide::new(first, second), quiet, refresh, seed, seconds })
            }
            _ => Err(Refused { message: String::new(), code: 1 }),
        }
    }
}

/// Go's `strconv.ParseBool`; a flag alone is true.
fn boolean(text: Option<&str>) -> Option<bool> {
    match text {
        None | Some("1" | "t" | "T" | "true" | "TRUE" | "True") => Some(true),
        Some("0" | "f" | "F" | "false" | "FALSE" | "False") => Some(false),
        Some(_) => None,
    }
}

/// Go's `strconv.ParseInt` with base 0: `0x` 16, `0o` or `0` 8, `0b` 2, else 10.
fn integer(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let bases = [("0x", 16), ("0o", 8), ("0b", 2), ("0", 8), ("", 10)];
    let (prefix, base) =
        bases.into_iter().find(|(prefix, _)| lower.len() > prefix.len() && lower.starts_with(prefix))?;
    let digits = &lower[prefix.len()..];
    // A second sign is no digit.
    if digits.starts_with(['-', '+']) {
        return None;
    }
    i64::from_str_radix(&format!("{sign}{digits}"), base).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Result<Asked, Refused> {
        Asked::parse(&words.iter().copied().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn flags_read_in_each_of_gos_spellings() {
        let asked =
            parsed(&["-f=map00", "--player1", "./a", "-p2=./b=c", "-quiet=T", "-s", "0x1f", "-time=-3", "rest"]);
        let players = BySide::new("./a".into(), "./b=c".into());
        let expected =
            Asked { file: "map00".into(), players, quiet: true, refresh: false, seed: Some(31), seconds: -3 };
        assert_eq!(asked, Ok(expected));
    }

    #[test]
    fn an_unknown_flag_does_not_command_the_terminal() {
        let refused = parsed(&["-\x1b[31m"]).unwrap_err();
        let message = "flag provided but not defined: -\\u{1b}[31m\n";
        assert_eq!((refused.message.as_str(), refused.code), (message, 2));
    }
}
