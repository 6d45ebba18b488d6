//! Results by name, as text that anybody can write: CSV with the columns a, b, games and the points of a.

use crate::Encounter;
use csv::{ErrorKind, ReaderBuilder, StringRecord, Trim};
use rules::TextError;
use std::collections::HashMap;
use std::io::{self, Read};

/// The title of the third column tells a line of titles from results.
const TITLES: [&str; 4] = ["a", "b", "games", "points_a"];
const WHAT: &str = "results";
/// More games than anybody plays; larger numbers would lose their half points.
const MOST_GAMES: u64 = 1_000_000_000_000;

/// Encounters of entrants that have names.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NamedResults {
    /// The names in the order of the alphabet; their places are the numbers of the entrants.
    pub names: Vec<String>,
    /// One for each line.
    pub encounters: Vec<Encounter>,
}

/// Why results could not be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ResultsError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("{0}")]
    Text(#[from] TextError),
}

impl NamedResults {
    /// Reads lines of `a,b,games,points_a`. A first line of titles is skipped; two players may share several lines.
    pub fn read(text: impl Read) -> Result<Self, ResultsError> {
        let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(text);
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut encounters = Vec::new();
        let mut record = StringRecord::new();
        while reader.read_record(&mut record).map_err(refusal)? {
            let line = record.position().map_or(0, csv::Position::line);
            if encounters.is_empty() && numbers.is_empty() && record.iter().eq(TITLES) {
                continue;
            }
            let Line { a, b, games, points_a } = Line::parse(&record, line)?;
            let mut number = |name: &str| match numbers.get(name) {
                Some(number) => *number,
                None => {
                    let number = numbers.len();
                    numbers.insert(name.into(), number);
                    number
                }
            };
            encounters.push(Encounter { a: number(a), b: number(b), games, points_a });
        }
        if encounters.is_empty() {
            return Err(TextError::described(WHAT, "lines of a,b,games,points_a", "none").into());
        }
        Ok(in_order(numbers, encounters))
    }
}

/// Numbers the entrants by the alphabet, so that the order of the lines does not matter.
fn in_order(numbers: HashMap<String, usize>, mut encounters: Vec<Encounter>) -> NamedResults {
    let mut by_name: Vec<(String, usize)> = numbers.into_iter().collect();
    by_name.sort();
    let mut places = vec![0; by_name.len()];
    by_name.iter().zip(0..).for_each(|((_, number), place)| places[*number] = place);
    for encounter in &mut encounters {
        encounter.a = places[encounter.a];
        encounter.b = places[encounter.b];
    }
    NamedResults { names: by_name.into_iter().map(|(name, _)| name).collect(), encounters }
}

/// One line, checked.
struct Line<'a> {
    a: &'a str,
    b: &'a str,
    games: f64,
    points_a: f64,
}

impl<'a> Line<'a> {
    fn parse(record: &'a StringRecord, line: u64) -> Result<Self, TextError> {
        let on_line =
            |expected: String, found: String| TextError::described(WHAT, expected, format!("{found} on line {line}"));
        let quoted = rules::notation::quoted;
        let fields: Vec<&str> = record.iter().collect();
        let [a, b, games_text, points_text] = fields[..] else {
            let count = if fields.len() == 1 { "1 field".into() } else { format!("{} fields", fields.len()) };
            return Err(on_line("the four fields a,b,games,points_a".into(), count));
        };
        if a.is_empty() || b.is_empty() {
            return Err(on_line("two names".into(), "an empty one".into()));
        }
        if a == b {
            return Err(on_line("two different names".into(), format!("{} twice", quoted(a))));
        }
        let games = games_text.parse::<u64>().ok().filter(|games| *games <= MOST_GAMES);
        let games = games.ok_or_else(|| on_line("a whole number of games".into(), quoted(games_text)))? as f64;
        let points_a = points_text.parse::<f64>().ok().filter(|points| (0.0..=games).contains(points));
        let points_a = points_a
            .ok_or_else(|| on_line(format!("points of {} from 0 to {games}", quoted(a)), quoted(points_text)))?;
        Ok(Self { a, b, games, points_a })
    }
}

fn refusal(error: csv::Error) -> ResultsError {
    let line = error.position().map_or(0, csv::Position::line);
    match error.into_kind() {
        ErrorKind::Io(error) => error.into(),
        ErrorKind::Utf8 { .. } => {
            TextError::described(WHAT, "text in UTF-8", format!("other bytes on line {line}")).into()
        }
        _ => TextError::described(WHAT, "lines of a,b,games,points_a", format!("something else on line {line}")).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<NamedResults, String> {
        NamedResults::read(text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn lines_become_encounters_of_names_in_order() {
        let results = read("zoe,adam,10,7.5\nadam, bea ,4,0\n").unwrap();
        assert_eq!(results.names, ["adam", "bea", "zoe"]);
        let expected =
            [Encounter { a: 2, b: 0, games: 10.0, points_a: 7.5 }, Encounter { a: 0, b: 1, games: 4.0, points_a: 0.0 }];
        assert_eq!(results.encounters, expected);
    }

    #[test]
    fn titles_quotes_blank_lines_and_line_ends_of_windows_are_fine() {
        let plain = read("x,y,2,1\nx,\"y, jr\",2,2\n").unwrap();
        assert_eq!(read("a,b,games,points_a\r\nx,y,2,1\r\n\r\nx,\"y, jr\",2,2").unwrap(), plain);
        assert_eq!(read("\u{feff}x,y,2,1\nx,\"y, jr\",2,2\n").unwrap(), plain);
        assert_eq!(plain.names, ["x", "y", "y, jr"]);
    }

    #[test]
    fn every_kind_of_bad_line_is_named() {
        for (text, said) in [
            ("", "results: expected lines of a,b,games,points_a, found none"),
            ("a,b,games,points_a\n", "results: expected lines of a,b,games,points_a, found none"),
            ("x,y,2,1\nx,y,2\n", "results: expected the four fields a,b,games,points_a, found 3 fields on line 2"),
            ("x\n", "results: expected the four fields a,b,games,points_a, found 1 field on line 1"),
            ("x,,2,1\n", "results: expected two names, found an empty one on line 1"),
            ("x,x,2,1\n", "results: expected two different names, found `x` twice on line 1"),
            ("x,y,two,1\n", "results: expected a whole number of games, found `two` on line 1"),
            ("x,y,-2,1\n", "results: expected a whole number of games, found `-2` on line 1"),
            ("x,y,2.5,1\n", "results: expected a whole number of games, found `2.5` on line 1"),
            ("x,y,99999999999999,1\n", "results: expected a whole number of games, found `99999999999999` on line 1"),
            ("x,y,2,\n", "results: expected points of `x` from 0 to 2, found `` on line 1"),
            ("x,y,2,3\n", "results: expected points of `x` from 0 to 2, found `3` on line 1"),
            ("x,y,2,-1\n", "results: expected points of `x` from 0 to 2, found `-1` on line 1"),
            ("x,y,2,NaN\n", "results: expected points of `x` from 0 to 2, found `NaN` on line 1"),
            ("x,y,2,inf\n", "results: expected points of `x` from 0 to 2, found `inf` on line 1"),
            ("x,y,2,1\na,b,games,points_a\n", "results: expected a whole number of games, found `games` on line 2"),
        ] {
            assert_eq!(read(text).unwrap_err(), said, "{text:?}");
        }
        let said = NamedResults::read(&b"x,y,2,1\nx,\xff,2,1\n"[..]).unwrap_err().to_string();
        assert_eq!(said, "results: expected text in UTF-8, found other bytes on line 2");
    }
}
