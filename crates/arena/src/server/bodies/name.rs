//! Names that the interface takes for leagues, entrants and owners. They stand in addresses, files and tables, and the
//! OpenAPI description says exactly which ones are allowed.

use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// The longest name, in characters.
const LONGEST: usize = 32;

/// A name: letters of Latin, Greek and Cyrillic, digits, and some marks that need no escaping.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(
    value_type = String,
    pattern = "^[0-9A-Za-zÀ-ÖØ-öø-ɏΑ-ΡΣ-ωА-я_@:=,+][0-9A-Za-zÀ-ÖØ-öø-ɏΑ-ΡΣ-ωА-я_@:=,+.-]{0,31}$"
)]
pub struct Name(String);

impl Name {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = NoName;

    fn try_from(text: String) -> Result<Self, NoName> {
        let is_letter = |c: char| {
            c.is_ascii_alphanumeric()
                || matches!(c, 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ɏ' | 'Α'..='Ρ' | 'Σ'..='ω' | 'А'..='я')
                || "_@:=,+".contains(c)
        };
        let mut characters = text.chars();
        let is_sound = characters.next().is_some_and(is_letter) && characters.all(|c| is_letter(c) || ".-".contains(c));
        if is_sound && text.chars().count() <= LONGEST { Ok(Self(text)) } else { Err(NoName(text)) }
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

/// Text that is no name.
#[derive(Debug)]
pub struct NoName(pub String);

impl NoName {
    /// What a name is.
    pub const EXPECTED: &str = "1 to 32 letters, digits and _ @ : = , + and behind the first character also . -";
}

impl fmt::Display for NoName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no name {}: expected {}", rules::notation::quoted(&self.0), Self::EXPECTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_need_no_escaping_and_are_short() {
        for good in ["greedy", "champion@5:nodes=1000,traps=off", "Jürgen", "Наташа", "mine-2.py", "_"] {
            assert!(Name::try_from(good.to_string()).is_ok(), "{good}");
        }
        let long = "x".repeat(LONGEST + 1);
        for bad in ["", ".", "..", "-x", ".hidden", "a b", "a/b", "a\n", "<b>", "a\u{202e}b", "%2e", long.as_str()] {
            assert!(Name::try_from(bad.to_string()).is_err(), "{bad:?}");
        }
    }
}
