//! Curves over the turns of a game: with the numbers at the ends of both axes, and what each line is.

use super::{Evaluation, Scale};
use crate::svg::escaped;
use rules::{BySide, Side};
use std::fmt::Write;

/// Points of a curve. More would not be told apart.
const MOST_POINTS: usize = 400;
/// The place of the lowest value, of 31 in all.
const FLOOR: f64 = 30.0;

/// Both sides' values over the turns.
pub fn curve(title: &str, values: &BySide<Vec<f64>>, players: &BySide<String>) -> String {
    let highest = values.first.iter().chain(&values.second).copied().fold(0.0, f64::max);
    let top = if highest > 0.0 { highest } else { 1.0 };
    let line = |side: Side| {
        let points = peaks(&values[side]).into_iter().map(|(turn, value)| (turn, FLOOR - 28.0 * value / top));
        polyline(points, values[side].len(), side)
    };
    let lines = Side::BOTH.map(line).concat();
    framed(title, &number(highest), "0", values.first.len(), &lines, &legend(players), "")
}

/// The highest value of each stretch, so that no peak is lost.
fn peaks(values: &[f64]) -> Vec<(usize, f64)> {
    let stretch = values.len().div_ceil(MOST_POINTS).max(1);
    let peak = |(number, part): (usize, &[f64])| {
        let (at, value) = part.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
        Some((number * stretch + at, *value))
    };
    values.chunks(stretch).enumerate().filter_map(peak).collect()
}

fn polyline(points: impl Iterator<Item = (usize, f64)>, count: usize, side: Side) -> String {
    let places: Vec<String> = points.map(|(turn, y)| format!("{:.2},{y:.2}", along(turn, count))).collect();
    let (colour, dashes) = match side {
        Side::First => ("var(--first)", ""),
        Side::Second => ("var(--second)", " stroke-dasharray=\"5 3\""),
    };
    format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dashes} \
         vector-effect=\"non-scaling-stroke\"/>",
        places.join(" ")
    )
}

/// The place of a turn, from 0 to 100.
fn along(turn: usize, count: usize) -> f64 {
    100.0 * turn as f64 / (count.max(2) - 1) as f64
}

fn number(value: f64) -> String {
    if value >= 10.0 || value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// Which line is whose.
fn legend(players: &BySide<String>) -> String {
    let key = |dashes: &str, colour: &str, name: &str| {
        format!(
            "<span class=\"key\"><svg viewBox=\"0 0 24 6\" width=\"24\" height=\"6\" aria-hidden=\"true\"><path d=\"M0 3h24\" \
             stroke=\"var({colour})\" stroke-width=\"2\"{dashes}/></svg> {}</span>",
            escaped(name)
        )
    };
    key("", "--first", &players.first) + &key(" stroke-dasharray=\"5 3\"", "--second", &players.second)
}

/// A curve with the ends of its axes named.
fn framed(title: &str, top: &str, bottom: &str, count: usize, lines: &str, legend: &str, kind: &str) -> String {
    format!(
        "<figure class=\"curve{kind}\"><figcaption>{} <span class=\"faint\">{legend}</span></figcaption><div class=\"plot\">\
         <span class=\"axis\"><span>{top}</span><span>{bottom}</span></span><svg viewBox=\"0 0 100 31\" \
         preserveAspectRatio=\"none\">{lines}<line class=\"cursor\" y1=\"0\" y2=\"31\" stroke=\"var(--ink)\" \
         vector-effect=\"non-scaling-stroke\"/></svg></div><div class=\"ends faint\"><span>turn 0</span><span>turn {}</span>\
         </div></figure>\n",
        escaped(title),
        count.saturating_sub(1)
    )
}

/// The evaluation over the turns: above the line the first side is ahead. Marks on the turning points.
pub fn evaluation_curve(evaluation: &Evaluation, players: &BySide<String>) -> String {
    let (count, even, reach) = (evaluation.values.len(), evaluation.even(), evaluation.reach());
    let height = |value: f64| 15.5 - 14.5 * (value - even) / reach;
    let known: Vec<(usize, f64)> = evaluation.known().collect();
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return String::new() };
    let path: String =
        known.iter().map(|(turn, value)| format!("L{:.2} {:.2}", along(*turn, count), height(*value))).collect();
    let area = format!("M{:.2} 15.5{path}L{:.2} 15.5z", along(first.0, count), along(last.0, count));
    let mut lines = format!(
        "<path d=\"{area}\" fill=\"var(--ink)\" fill-opacity=\".18\"/><path d=\"M{}\" fill=\"none\" stroke=\"var(--ink)\" \
         stroke-width=\"1.6\" vector-effect=\"non-scaling-stroke\"/><path d=\"M0 15.5h100\" stroke=\"var(--faint)\" \
         stroke-dasharray=\"2 3\" vector-effect=\"non-scaling-stroke\"/>",
        &path[1..]
    );
    let points = evaluation.turning_points();
    for turn in &points {
        let x = along(*turn, count);
        let _ = write!(
            lines,
            "<path class=\"turning\" d=\"M{x:.2} 0v31\" stroke=\"var(--alarm)\" stroke-width=\"2\" \
             vector-effect=\"non-scaling-stroke\"/>"
        );
    }
    let (top, bottom) = match evaluation.scale {
        Scale::Chance => ("100 %".into(), "0 %".into()),
        Scale::Lead => (evaluation.in_words(reach), evaluation.in_words(-reach)),
    };
    let legend = format!("high: good for {}, low: good for {}", escaped(&players.first), escaped(&players.second));
    let out = framed(&evaluation.label, &top, &bottom, count, &lines, &legend, " evaluation");
    let links: Vec<String> = points.iter().map(|turn| link(evaluation, *turn)).collect();
    let marks = match links.is_empty() {
        true => "<p id=\"turning-points\" class=\"faint\">No turn changed the evaluation much.</p>\n".into(),
        false => format!(
            "<p id=\"turning-points\"><span class=\"turning-key\">|</span> turning points: {}</p>\n",
            links.join(", ")
        ),
    };
    out + &marks
}

/// A turning point as a link, with the evaluation before and after.
fn link(evaluation: &Evaluation, turn: usize) -> String {
    let before = evaluation.known().take_while(|(known, _)| *known < turn).last();
    let after = evaluation.values.get(turn).copied().flatten();
    let change = before.zip(after).map_or(String::new(), |((from, before), after)| {
        let since = if from + 1 == turn { String::new() } else { format!(", since turn {from}") };
        format!(" ({} to {}{since})", evaluation.in_words(before), evaluation.in_words(after))
    });
    format!("<a href=\"#{turn}\">turn {turn}</a>{change}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_at_the_largest_value_and_the_line_reaches_it() {
        let mut slow = vec![0.5; 1000];
        slow[777] = 689.0;
        let players = BySide::new("O a".into(), "X b".into());
        let drawn = curve("milliseconds a move", &BySide::new(slow, vec![0.2; 1000]), &players);
        assert!(drawn.contains("<span>689</span><span>0</span>"), "{drawn}");
        assert!(drawn.contains(",2.00 "), "the peak is drawn: {drawn}");
        assert!(drawn.contains("turn 999") && drawn.contains("O a</span>") && drawn.contains("X b</span>"), "{drawn}");
    }
}
