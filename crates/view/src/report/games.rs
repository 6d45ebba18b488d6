//! The table of a match's games. Each row opens its game, which the page holds as long as there is room.

use super::game::SCRIPT;
use super::series::{Row, Series};
use super::{GameDocument, script_value};
use crate::svg::escaped;
use serde_json::{Value, json};
use std::fmt::Write;

const OPENING: &str = include_str!("series.js");
/// Bytes of games in a page. Larger pages open slowly; games past that are reported one by one.
const MOST_EMBEDDED: usize = 32 << 20;

/// The table, and the scripts that its rows need.
pub struct Games {
    pub content: String,
    pub scripts: String,
}

pub fn games(title: &str, series: &Series) -> Games {
    let mut room = MOST_EMBEDDED;
    let mut embedded: Vec<Value> = vec![];
    let mut content = String::from(
        "<h2>Games</h2>\n<p class=\"controls\"><a class=\"button\" id=\"csv\">all games as CSV</a><a class=\"button\" \
         id=\"json\">as JSON</a></p>\n<p class=\"faint\">A game opens here without overlays: landgrab report FILE has \
         them.</p>\n<table id=\"games\"><tr class=\"heads\"><th>game<th>board<th class=\"n\">seed<th>first\
         <th class=\"n\">score<th>second<th>won<th>ended<th class=\"n\">turns</tr>\n",
    );
    for (number, row) in series.rows.iter().enumerate() {
        let document = row.document.as_ref().map(document).filter(|document| {
            let size = document.to_string().len();
            let fits = size <= room;
            room -= if fits { size } else { 0 };
            fits
        });
        let file = escaped(&row.file);
        let game = match &document {
            Some(_) => format!("<a href=\"#game-{number}\" class=\"open\">{file}</a>"),
            None => format!("{file} <small class=\"faint\">landgrab report {file}</small>"),
        };
        embedded.push(document.unwrap_or(Value::Null));
        let _ = writeln!(
            content,
            "<tr><td data-label=\"game\">{game}<td data-label=\"board\">{}<td class=\"n\" data-label=\"seed\">{}\
             <td data-label=\"first\">{}<td class=\"n\" data-label=\"score\">{} : {}<td data-label=\"second\">{}\
             <td data-label=\"won\">{}<td data-label=\"ended\">{}<td class=\"n\" data-label=\"turns\">{}</tr>",
            escaped(&row.board),
            row.seed.map_or(String::new(), |seed| seed.to_string()),
            escaped(&row.players[0]),
            row.score[0],
            row.score[1],
            escaped(&row.players[1]),
            escaped(&row.won),
            escaped(&row.ended),
            row.turns
        );
    }
    content += "</table>\n<dialog id=\"viewer\"><div class=\"controls\"><b id=\"viewer-title\"></b><span>\
                <button id=\"previous\">previous</button> <button id=\"following\">next</button> \
                <button id=\"close\">close</button></span></div><iframe id=\"frame\" title=\"a game\"></iframe></dialog>\n";
    let rows: Vec<Value> = series.rows.iter().map(data).collect();
    let data = json!({ "title": title, "rows": rows, "games": embedded, "script": SCRIPT });
    let scripts = format!("<script>const MATCH={};\n{OPENING}</script>\n", script_value(&data));
    Games { content, scripts }
}

fn document(document: &GameDocument) -> Value {
    json!({ "title": document.title, "content": document.content, "data": document.data })
}

/// A row for the downloads.
fn data(row: &Row) -> Value {
    json!({
        "file": row.file, "board": row.board, "seed": row.seed, "first": row.players[0], "second": row.players[1],
        "score_first": row.score[0], "score_second": row.score[1], "won": row.won, "ended": row.ended, "turns": row.turns,
    })
}
