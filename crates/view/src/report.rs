//! HTML pages that open from disk: a game to step through, or the games of a match. A page is one file and fetches
//! nothing; a script of a hundred lines moves the board.

mod game;
mod series;

pub use game::game_page;
pub use series::{Rate, Row, Series, SlowMove, series_page};

use crate::svg::escaped;

const STYLE: &str = include_str!("report/style.css");

/// A page with this content; `data` goes to the script as `DATA`.
fn page(title: &str, content: &str, data: Option<&serde_json::Value>, script: &str) -> String {
    let title = escaped(title);
    let data = data.map_or(String::new(), |data| {
        // A name that holds `</script>` must not end the script.
        let json = data.to_string().replace('<', "\\u003c");
        format!("<script>const DATA={json};\n{script}</script>\n")
    });
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n<body>\n{content}\n{data}</body>\n</html>\n"
    )
}
