//! The settings of a player: `@level` and `key=value`. Its entry takes the ones that it knows. Any others are refused, so
//! that a typing error does not go unnoticed for a whole match.

use super::{Limits, NoSuchPlayer, PlayerSpec};
use rules::notation::quoted;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The settings of one player that nobody has taken yet.
#[derive(Clone, Debug)]
pub struct Settings<'a> {
    spec: &'a PlayerSpec,
    level: Option<u8>,
    options: Vec<(&'a str, &'a str)>,
}

impl<'a> Settings<'a> {
    /// All settings of a spec.
    pub fn new(spec: &'a PlayerSpec) -> Self {
        let options = spec.options.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        Self { spec, level: spec.level, options }
    }

    /// The level after `@`, 1 to 9.
    pub fn level(&mut self) -> Option<u8> {
        self.level.take()
    }

    /// A number in this range; the usual one where none is set.
    pub fn number<T>(&mut self, key: &'static str, range: RangeInclusive<T>, usual: T) -> Result<T, NoSuchPlayer>
    where
        T: FromStr + PartialOrd + Display,
    {
        Ok(self.optional_number(key, range)?.unwrap_or(usual))
    }

    /// A number in this range; `None` where none is set.
    pub fn optional_number<T>(&mut self, key: &'static str, range: RangeInclusive<T>) -> Result<Option<T>, NoSuchPlayer>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(text) = self.take(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| self.wrong(key, format!("{}..{}", range.start(), range.end()), text))
    }

    /// The option `nodes`, which champions have.
    pub fn limits(&mut self) -> Result<Limits, NoSuchPlayer> {
        Ok(Limits { nodes: self.optional_number("nodes", 1..=1_000_000_000)? })
    }

    /// An option that is `on` or `off`; the usual one where none is set.
    pub fn switch(&mut self, key: &'static str, usual: bool) -> Result<bool, NoSuchPlayer> {
        self.one_of(key, &[("on", true), ("off", false)], usual)
    }

    /// The meaning of one of several words; the usual one where none is set.
    pub fn one_of<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&'static str, T)],
        usual: T,
    ) -> Result<T, NoSuchPlayer> {
        let Some(text) = self.take(key) else { return Ok(usual) };
        let known = words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
        let expected = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join("|");
        known.ok_or_else(|| self.wrong(key, expected(), text))
    }

    /// Refuses settings that the player of this name, which has these options, did not take.
    pub(super) fn refuse_rest(&self, name: &'static str, options: &[&str]) -> Result<(), NoSuchPlayer> {
        let found = match (self.level, self.options.first()) {
            (None, None) => return Ok(()),
            (Some(_), _) => "level".into(),
            (None, Some((key, _))) => format!("option {}", quoted(key)),
        };
        let spec = quoted(&self.spec.to_string());
        if options.is_empty() {
            return Err(NoSuchPlayer::NoOptions { spec, name });
        }
        Err(NoSuchPlayer::ForeignOption { spec, name, found, options: options.join(", ") })
    }

    fn take(&mut self, key: &str) -> Option<&'a str> {
        let place = self.options.iter().position(|(set, _)| *set == key)?;
        Some(self.options.remove(place).1)
    }

    fn wrong(&self, key: &'static str, expected: String, found: &str) -> NoSuchPlayer {
        NoSuchPlayer::WrongValue { spec: quoted(&self.spec.to_string()), key, expected, found: quoted(found) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Mood {
        Calm,
        Bold,
    }

    const OPTIONS: [&str; 3] = ["@1..9", "depth=1..10", "mood=calm|bold"];

    /// The settings of a player that has a level, a number and a word.
    fn taken(text: &str) -> Result<(Option<u8>, u32, Mood), String> {
        let spec: PlayerSpec = text.parse().unwrap();
        let mut settings = Settings::new(&spec);
        let mut take = || {
            let depth = settings.number("depth", 1..=10, 3)?;
            let mood = settings.one_of("mood", &[("calm", Mood::Calm), ("bold", Mood::Bold)], Mood::Calm)?;
            let level = settings.level();
            settings.refuse_rest("thinker", &OPTIONS)?;
            Ok((level, depth, mood))
        };
        take().map_err(|error: NoSuchPlayer| error.to_string())
    }

    #[test]
    fn settings_are_taken_and_the_others_have_their_usual_values() {
        assert_eq!(taken("thinker"), Ok((None, 3, Mood::Calm)));
        assert_eq!(taken("thinker@7"), Ok((Some(7), 3, Mood::Calm)));
        assert_eq!(taken("thinker:mood=bold,depth=10"), Ok((None, 10, Mood::Bold)));
    }

    #[test]
    fn a_number_out_of_its_range_or_none_is_refused_with_the_range() {
        for (value, found) in [("0", "`0`"), ("11", "`11`"), ("-1", "`-1`"), ("deep", "`deep`"), ("", "``")] {
            let spec = format!("thinker:depth={value}");
            assert_eq!(taken(&spec), Err(format!("`{spec}`: expected depth=1..10, found {found}")));
        }
    }

    #[test]
    fn a_word_that_it_does_not_know_is_refused_with_those_that_it_does() {
        let refused = "`thinker:mood=Bold`: expected mood=calm|bold, found `Bold`";
        assert_eq!(taken("thinker:mood=Bold"), Err(refused.into()));
    }

    #[test]
    fn an_option_that_nobody_took_is_refused_with_those_there_are() {
        let refused =
            "`thinker@3:depth=2,dept=2`: thinker has no option `dept`, only @1..9, depth=1..10, mood=calm|bold";
        assert_eq!(taken("thinker@3:depth=2,dept=2"), Err(refused.into()));
    }

    #[test]
    fn a_level_that_nobody_took_is_refused() {
        let spec = "heat@3:metric=l1".parse().unwrap();
        let refuse = |options: &[&str]| Settings::new(&spec).refuse_rest("heat", options).unwrap_err().to_string();
        assert_eq!(refuse(&["metric=rings|l1"]), "`heat@3:metric=l1`: heat has no level, only metric=rings|l1");
        assert_eq!(refuse(&[]), "`heat@3:metric=l1`: heat takes no level and no options");
    }

    #[test]
    fn strange_values_do_not_command_the_terminal() {
        let error = taken("thinker:mood=\x1b[31m").unwrap_err();
        assert!(error.ends_with("found `\\u{1b}[31m`") && !error.contains('\x1b'), "{error}");
    }
}
