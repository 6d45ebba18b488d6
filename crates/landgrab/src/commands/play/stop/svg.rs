//! The board as the original program draws it: a square a cell, a circle a stone, X red and O blue.

use rules::Side;
use rules::stop::Stop;
use std::fmt::Write;

/// The longer side of the drawing in pixels.
const PIXELS: usize = 256;

pub fn drawing(position: &Stop) -> String {
    let size = position.size();
    let scale = PIXELS / size.rows.max(size.cols).min(PIXELS);
    let (width, height) = (size.cols * scale, size.rows * scale);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\">\n",
        size.cols, size.rows
    );
    for cell in size.cells() {
        let (x, y) = (cell.col, cell.row);
        let square = "width=\"1\" height=\"1\" fill=\"white\" stroke=\"black\" stroke-width=\"0.02\"";
        let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" {square}/>");
        let index = position.frame().index(cell);
        let colour = if position.stones(Side::First).contains(index) {
            "red"
        } else if position.stones(Side::Second).contains(index) {
            "blue"
        } else {
            continue;
        };
        let _ = writeln!(out, "<circle cx=\"{x}.5\" cy=\"{y}.5\" r=\"0.4\" fill=\"{colour}\"/>");
    }
    out + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_a_square_and_every_stone_a_circle() {
        let board: Stop = "..X/.../O.. X".parse().unwrap();
        let svg = drawing(&board);
        assert_eq!(svg.matches("<rect").count(), 9);
        assert!(svg.contains("<circle cx=\"2.5\" cy=\"0.5\" r=\"0.4\" fill=\"red\"/>"), "{svg}");
        assert!(svg.contains("<circle cx=\"0.5\" cy=\"2.5\" r=\"0.4\" fill=\"blue\"/>"), "{svg}");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
    }
}
