//! A curve for each side over the turns of a game.

use super::board::{ColourMode, side_colour};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::symbols::Marker;
use ratatui::text::Line;
use ratatui::widgets::{Axis, Block, Chart, Dataset, GraphType, Widget};
use rules::{BySide, Side};

/// Draws both curves under a title. Points are turns and values; the title says what they are.
pub fn draw(
    title: &str,
    points: &BySide<Vec<(f64, f64)>>,
    last: usize,
    colours: ColourMode,
    area: Rect,
    buffer: &mut Buffer,
) {
    let highest = points.first.iter().chain(&points.second).map(|point| point.1).fold(1.0, f64::max);
    let dataset = |side: Side| {
        let style = if colours == ColourMode::Coloured { Style::new().fg(side_colour(side)) } else { Style::new() };
        // Thick points for one of them: the curves differ without colour, too.
        let (marker, kind) = match side {
            Side::First => (Marker::Braille, GraphType::Line),
            Side::Second => (Marker::Dot, GraphType::Scatter),
        };
        Dataset::default().marker(marker).graph_type(kind).style(style).data(&points[side])
    };
    let label = |value: f64| if value >= 10.0 || value == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") };
    let dim = Style::new().add_modifier(Modifier::DIM);
    let chart = Chart::new(vec![dataset(Side::Second), dataset(Side::First)])
        .block(Block::new().title(Line::from(title.to_string())))
        .x_axis(Axis::default().style(dim).bounds([0.0, last.max(1) as f64]))
        .y_axis(Axis::default().style(dim).bounds([0.0, highest]).labels(["0".into(), label(highest)]));
    chart.render(area, buffer);
}
