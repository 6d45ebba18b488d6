//! Prints the start of a game and pieces from its distribution, for a trainer in another language: a line with the rows and
//! columns of the board, a line with the cells of each side, then a line for each piece, all as row,col pairs.

use grid::CellSet;
use rules::pieces::{Pieces, Setup};
use rules::{Game, Side, SplitMix, with_pieces};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [dialect, map, count] = arguments.as_slice() else { return Err("usage: draws DIALECT MAP COUNT".into()) };
    let setup = Setup::named(map, dialect.parse()?).ok_or("no school map of that name")?;
    with_pieces!(setup, |S| print::<S>(&setup, count.parse()?))?;
    Ok(())
}

fn print<S: CellSet>(setup: &Setup, count: usize) -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let position = Pieces::<S>::new(setup);
    let line = |cells: &mut dyn Iterator<Item = grid::Cell>| {
        cells.map(|cell| format!("{},{}", cell.row, cell.col)).collect::<Vec<_>>().join(" ")
    };
    writeln!(out, "{} {}", position.size().rows, position.size().cols)?;
    for side in Side::BOTH {
        writeln!(out, "{}", line(&mut position.own(side).iter()))?;
    }
    let mut source = SplitMix::new(1);
    for _ in 0..count {
        writeln!(out, "{}", line(&mut position.sample(&mut source).cells().iter().copied()))?;
    }
    out.flush()
}
