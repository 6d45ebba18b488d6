//! HTML pages that open from disk: a game to step through, or the games of a match. A page is one file and fetches
//! nothing; a script of two hundred lines moves the board.

mod board;
mod curve;
mod evaluation;
mod game;
mod games;
mod series;
mod times;
mod track;

pub use evaluation::{Evaluation, Scale};
pub use game::{About, GameDocument, game_document, game_page};
pub use series::{Rate, Row, Series, SlowMove, series_page};
pub use times::Times;

pub use crate::svg::escaped;

const STYLE: &str = include_str!("report/style.css");

/// A value for a script. A name that holds `</script>` must not end the script.
fn script_value(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// A page in the look of the reports, with this content and these scripts: HTML, in which strangers' text is escaped.
pub fn page(title: &str, content: &str, scripts: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n<body>\n{content}\n{scripts}</body>\n</html>\n"
    )
}
