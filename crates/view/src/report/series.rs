//! The page of a match: all games, win rates by seat and board, the spread of the margins, and the slowest moves.

use super::games::{Games, games};
use super::times::{Times, distributions, in_words};
use super::{GameDocument, page};
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
    /// The game itself, to be opened from the table.
    pub document: Option<GameDocument>,
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
///     document: None,
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
    /// Every player's thinking times.
    pub times: Vec<Times>,
    /// The slowest moves, the slowest first.
    pub slowest: Vec<SlowMove>,
    /// Files that are no records or wrong, and why.
    pub left_out: Vec<String>,
}

/// The page of a match.
pub fn series_page(title: &str, series: &Series) -> String {
    let many = if series.rows.len() == 1 { "game" } else { "games" };
    let mut out = format!("<h1>{}</h1>\n<p>{} {many}</p>\n", escaped(title), series.rows.len());
    out += &rates(&series.rates);
    out += &spread(series);
    out += &distributions(&series.times);
    out += "<h2>Slowest moves</h2>\n<table id=\"slowest\"><tr class=\"heads\"><th class=\"n\">time<th>player\
            <th>game and turn</tr>\n";
    for SlowMove { ms, player, place } in &series.slowest {
        let _ = writeln!(
            out,
            "<tr><td class=\"n\" data-label=\"time\">{}<td data-label=\"player\">{}<td data-label=\"game and turn\">{}</tr>",
            in_words(*ms),
            escaped(player),
            escaped(place)
        );
    }
    out += "</table>\n";
    let Games { content, scripts } = games(title, series);
    out += &content;
    if !series.left_out.is_empty() {
        out += "<h2>Left out</h2>\n<ul>";
        for line in &series.left_out {
            let _ = writeln!(out, "<li>{}", escaped(line));
        }
        out += "</ul>\n";
    }
    page(title, &out, &scripts)
}

/// Win rates with their intervals, in numbers and as bars.
fn rates(rates: &[Rate]) -> String {
    let mut out = String::from(
        "<h2>Win rates</h2>\n<table id=\"rates\"><tr class=\"heads\"><th>player, games<th class=\"n\">games\
         <th class=\"n\">points<th class=\"n\">share<th>95 % interval<th>0 to 100 %</tr>\n",
    );
    for Rate { what, games, points, interval: (low, high) } in rates {
        let share = points / (*games).max(1) as f64;
        let bar = format!(
            "<svg viewBox=\"-5 0 110 10\" width=\"176\" height=\"16\" role=\"img\" aria-label=\"share and interval\">\
             <path d=\"M0 4.5h100v1H0zM0 1v8M50 1v8M100 1v8\" fill=\"var(--line)\" stroke=\"var(--line)\"/>\
             <path d=\"M{:.1} 3h{:.1}v4H{:.1}z\" fill=\"var(--faint)\"/><circle cx=\"{:.1}\" cy=\"5\" r=\"4\" \
             fill=\"var(--bar)\"/></svg>",
            100.0 * low,
            100.0 * (high - low),
            100.0 * low,
            100.0 * share
        );
        let _ = writeln!(
            out,
            "<tr><td data-label=\"player\">{}<td class=\"n\" data-label=\"games\">{games}<td class=\"n\" \
             data-label=\"points\">{points}<td class=\"n\" data-label=\"share\">{:.1} %<td data-label=\"95 % interval\">\
             {:.1} to {:.1} %<td class=\"bar\">{bar}</tr>",
            escaped(what),
            100.0 * share,
            100.0 * low,
            100.0 * high
        );
    }
    out + "</table>\n<p class=\"faint\">A tie counts half a point. Circle: the share; bar: its 95 % interval.</p>\n"
}

/// The margins of the first side, in a dozen bars.
fn spread(series: &Series) -> String {
    let margins: Vec<i64> = series.rows.iter().map(|row| i64::from(row.score[0]) - i64::from(row.score[1])).collect();
    let (Some(low), Some(high)) = (margins.iter().min(), margins.iter().max()) else { return String::new() };
    let wide = ((high - low) / 12 + 1).max(1);
    // Bars begin at multiples of their width, so that none holds both wins and losses.
    let first = low.div_euclid(wide);
    let count = (high.div_euclid(wide) - first + 1) as usize;
    let mut counts = vec![0usize; count];
    for margin in &margins {
        counts[(margin.div_euclid(wide) - first) as usize] += 1;
    }
    let row = |(number, count): (usize, &usize)| {
        let from = (first + number as i64) * wide;
        let label = if wide == 1 { from.to_string() } else { format!("{from} to {}", from + wide - 1) };
        Bar { label, count: *count, colour: if from >= 0 { "--first" } else { "--second" } }
    };
    let rows: Vec<Bar> = counts.iter().enumerate().map(row).collect();
    format!(
        "<h2>Margins of the side that moves first</h2>\n<div id=\"spread\">{}</div>\n<p class=\"faint\">Points of the side \
         that moves first less those of the other side, and the number of games. Blue: it is not behind; orange: it is \
         behind.</p>\n",
        bars(&rows)
    )
}

/// A bar with its label and its number.
pub(super) struct Bar {
    pub label: String,
    pub count: usize,
    /// The variable of its colour.
    pub colour: &'static str,
}

/// Bars below each other, which fit a telephone.
pub(super) fn bars(rows: &[Bar]) -> String {
    let most = rows.iter().map(|bar| bar.count).max().unwrap_or(1).max(1);
    let bar = |Bar { label, count, colour }: &Bar| {
        let share = *count as f64 / most as f64;
        format!(
            "<span>{label}</span><div><i style=\"width:calc((100% - 50px) * {share:.3});background:var({colour})\"></i>{count}\
             </div>"
        )
    };
    format!("<div class=\"bars\">{}</div>", rows.iter().map(bar).collect::<String>())
}
