//! The page of a match: all games, win rates by seat and board, the spread of the margins, and the slowest moves.

use super::page;
use crate::svg::escaped;
use std::fmt::Write;

/// A finished game in the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its file.
    pub file: String,
    /// The game and its map.
    pub board: String,
    /// Its seed.
    pub seed: Option<i64>,
    /// The player that moved first, and the other.
    pub players: [String; 2],
    /// Their points.
    pub score: [u32; 2],
    /// The winner, in words.
    pub won: String,
    /// Why it ended.
    pub ended: String,
    /// Moves and failures.
    pub turns: usize,
}

/// The win rate of a player in some kind of games.
#[derive(Clone, Debug)]
pub struct Rate {
    /// The player and the kind of games.
    pub what: String,
    /// Games.
    pub games: usize,
    /// Wins, a tie counted half.
    pub points: f64,
    /// The bounds of the 95 % interval of the share.
    pub interval: (f64, f64),
}

/// A move that took long.
#[derive(Clone, Debug)]
pub struct SlowMove {
    /// Milliseconds.
    pub ms: f64,
    /// The player.
    pub player: String,
    /// The game and the turn.
    pub place: String,
}

/// The contents of a page about many games.
///
/// ```
/// use landgrab_view::report::{Row, Series, series_page};
///
/// let row = Row {
///     file: "game-0001.jsonl".into(),
///     board: "stop 3x3".into(),
///     seed: Some(1),
///     players: ["greedy".into(), "./mine".into()],
///     score: [5, 4],
///     won: "greedy".into(),
///     ended: "by the rules".into(),
///     turns: 7,
/// };
/// let series = Series { rows: vec![row], ..Series::default() };
/// assert!(series_page("greedy against ./mine", &series).contains("game-0001.jsonl"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// The games, in order.
    pub rows: Vec<Row>,
    /// Win rates, those of all games first.
    pub rates: Vec<Rate>,
    /// The slowest moves, the slowest first.
    pub slowest: Vec<SlowMove>,
    /// Files that are no records or wrong, and why.
    pub left_out: Vec<String>,
}

/// The page of a match.
pub fn series_page(title: &str, series: &Series) -> String {
    let mut out = format!("<h1>{}</h1>\n<p>{} games</p>\n", escaped(title), series.rows.len());
    out += "<h2>Win rates</h2>\n<table id=\"rates\"><tr><th>who, where<th class=\"n\">games<th class=\"n\">points\
            <th class=\"n\">share<th>95 %<th></tr>\n";
    for Rate { what, games, points, interval: (low, high) } in &series.rates {
        let share = points / (*games).max(1) as f64;
        let bar = format!(
            "<svg viewBox=\"0 0 100 10\" width=\"160\" height=\"14\"><path d=\"M0 4h100v2H0z\" fill=\"var(--line)\"/>\
             <path d=\"M{:.1} 3h{:.1}v4H{:.1}z\" fill=\"var(--faint)\"/><circle cx=\"{:.1}\" cy=\"5\" r=\"4\" \
             fill=\"var(--first)\"/></svg>",
            100.0 * low,
            100.0 * (high - low),
            100.0 * low,
            100.0 * share
        );
        let _ = writeln!(
            out,
            "<tr><td>{}<td class=\"n\">{games}<td class=\"n\">{points}<td class=\"n\">{:.1} %<td>{:.1} to {:.1} %<td>{bar}</tr>",
            escaped(what),
            100.0 * share,
            100.0 * low,
            100.0 * high
        );
    }
    out += "</table>\n";
    out += &spread(series);
    out += "<h2>Slowest moves</h2>\n<table id=\"slowest\"><tr><th class=\"n\">ms<th>player<th>game and turn</tr>\n";
    for SlowMove { ms, player, place } in &series.slowest {
        let _ = writeln!(out, "<tr><td class=\"n\">{ms}<td>{}<td>{}</tr>", escaped(player), escaped(place));
    }
    out += "</table>\n<h2>Games</h2>\n<div class=\"scroll\"><table id=\"games\"><tr><th>file<th>board<th class=\"n\">seed\
            <th>first<th class=\"n\">score<th>second<th>won<th>ended<th class=\"n\">turns</tr>\n";
    for row in &series.rows {
        let _ = writeln!(
            out,
            "<tr><td>{}<td>{}<td class=\"n\">{}<td>{}<td class=\"n\">{} : {}<td>{}<td>{}<td>{}<td class=\"n\">{}</tr>",
            escaped(&row.file),
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
    out += "</table></div>\n";
    if !series.left_out.is_empty() {
        out += "<h2>Left out</h2>\n<ul>";
        for line in &series.left_out {
            let _ = writeln!(out, "<li>{}", escaped(line));
        }
        out += "</ul>\n";
    }
    page(title, &out, None, "")
}

/// The margins of the first side, in a dozen bars.
fn spread(series: &Series) -> String {
    let margins: Vec<i64> = series.rows.iter().map(|row| i64::from(row.score[0]) - i64::from(row.score[1])).collect();
    let (Some(low), Some(high)) = (margins.iter().min(), margins.iter().max()) else { return String::new() };
    let wide = ((high - low) / 12 + 1).max(1);
    // Bars begin at multiples of their width, so that none holds both wins and losses.
    let first = low.div_euclid(wide);
    let count = (high.div_euclid(wide) - first + 1) as usize;
    let mut bars = vec![0usize; count];
    for margin in &margins {
        bars[(margin.div_euclid(wide) - first) as usize] += 1;
    }
    let most = bars.iter().copied().max().unwrap_or(1).max(1);
    let mut out = String::from("<h2>Margins of the side that moves first</h2>\n");
    let width = 60 * count;
    let _ = write!(out, "<svg id=\"spread\" viewBox=\"0 0 {width} 150\" width=\"100%\" height=\"190\">");
    for (number, bar) in bars.iter().enumerate() {
        let (from, high) = ((first + number as i64) * wide, 110.0 * *bar as f64 / most as f64);
        let colour = if from >= 0 { "var(--first)" } else { "var(--second)" };
        let x = 60 * number;
        let label = if wide == 1 { from.to_string() } else { format!("{from}..{}", from + wide - 1) };
        let _ = write!(
            out,
            "<path d=\"M{} {:.1}h52v{high:.1}h-52z\" fill=\"{colour}\"/><g text-anchor=\"middle\" fill=\"var(--ink)\">\
             <text x=\"{2}\" y=\"{3:.1}\" font-size=\"11\">{bar}</text><text x=\"{2}\" y=\"144\" font-size=\"8\">{label}</text></g>",
            x + 4,
            130.0 - high,
            x + 30,
            126.0 - high
        );
    }
    out + "</svg>\n"
}
