//! The spec of a built-in player: `name`, `name@level`, `name:key=value,key=value`.

use rules::TextError;
use std::{fmt, str::FromStr};

/// A player's name, level and options.
///
/// ```
/// use landgrab_engine::roster::PlayerSpec;
///
/// let spec: PlayerSpec = "champion@3:nodes=500".parse()?;
/// assert_eq!((spec.name.as_str(), spec.level), ("champion", Some(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// The name before `@` or `:`.
    pub name: String,
    /// The level after `@`, 1 to 9.
    pub level: Option<u8>,
    /// The options after `:`, each key once.
    pub options: Vec<(String, String)>,
}

impl FromStr for PlayerSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = |expected: &str| TextError::new("player", expected, text);
        let (head, options) = match text.split_once(':') {
            Some((head, options)) => (head, options.split(',').collect()),
            None => (text, vec![]),
        };
        let (name, level) = match head.split_once('@') {
            Some((name, level)) => (name, Some(level)),
            None => (head, None),
        };
        let is_name =
            |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
        if !is_name(name) {
            return Err(error("a name such as `greedy`, `name@level` or `name:key=value`"));
        }
        let number = |level: &str| level.parse().ok().filter(|level| (1..=9).contains(level));
        let level = level.map(|l| number(l).ok_or_else(|| error("a level from 1 to 9 after `@`"))).transpose()?;
        let option = |option: &&str| {
            let (key, value) = option.split_once('=').filter(|(key, _)| is_name(key))?;
            Some((key.to_string(), value.to_string()))
        };
        let options: Option<Vec<_>> = options.iter().map(option).collect();
        let options = options.ok_or_else(|| error("`key=value` after `:`, with commas between several"))?;
        let is_repeated = |i: usize| options[..i].iter().any(|(key, _)| *key == options[i].0);
        if (0..options.len()).any(is_repeated) {
            return Err(error("every option once"));
        }
        Ok(Self { name: name.into(), level, options })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(level) = self.level {
            write!(f, "@{level}")?;
        }
        for (i, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_reads_as_it_is_written() {
        for text in ["greedy", "champion@3", "minimax:depth=4", "champion@9:seed=1,table=2"] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn text_that_is_no_spec_is_refused() {
        for text in
            ["", "@3", "champion@0", "champion@10", "champion@x", "a:b", "a:=1", "a:b=1,", "a:b=1,b=1", "a b", "ä"]
        {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
        }
    }
}
