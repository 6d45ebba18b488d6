//! A board with a number in every cell, and the letter of who owns it behind the number.

use crate::{Draw, Scene};

/// The scene of a position with these numbers in its cells, row by row; `-` where there is none.
pub fn numbered<G: Draw>(position: &G, numbers: &[Option<u32>]) -> Scene {
    let mut scene = position.scene(None);
    debug_assert_eq!(numbers.len(), scene.marks.len());
    let texts: Vec<String> = numbers.iter().map(|number| number.map_or("-".into(), |n| n.to_string())).collect();
    scene.col_names = (0..scene.size.cols).map(|col| col.to_string()).collect();
    let width = texts.iter().chain(&scene.col_names).map(String::len).max().unwrap_or(1);
    for (mark, text) in scene.marks.iter_mut().zip(texts) {
        // An empty cell needs no letter: the number stands for itself.
        let letter = mark.text.replace('.', " ");
        mark.text = format!("{text:>width$}{letter} ");
    }
    // As wide as the marks, so that each name ends above its numbers.
    scene.col_names.iter_mut().for_each(|name| *name = format!("{name:>width$}  "));
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Colour, text};
    use rules::pieces::{Pieces, class};

    #[test]
    fn numbers_end_below_the_name_of_their_column_and_owners_stand_behind() {
        let position: Pieces<class::Small> =
            "O.#.......X\n...........\nrules=plateau turn=O placed=0,0".parse().unwrap();
        let numbers = (0..22).map(|number| Some(number).filter(|n| *n != 13)).collect::<Vec<_>>();
        let expected = "
     0   1   2   3   4   5   6   7   8   9  10
000  0O  1   2#  3   4   5   6   7   8   9  10X
001 11  12   -  14  15  16  17  18  19  20  21
";
        assert_eq!(text(&numbered(&position, &numbers), Colour::Never), expected.trim_start_matches('\n'));
    }
}
