//! Reads all pictures of a folder and prints each board beside the true one, where `NAME.txt` beside `NAME.png` has it:
//! rows of letters with blanks between.
//!
//! ```sh
//! cargo run --release -p landgrab-vision --example folder -- FOLDER
//! ```

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("expected a folder with pictures, found no argument (try -- FOLDER)");
        return ExitCode::from(2);
    };
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("expected a folder with pictures, found none at {folder}");
        return ExitCode::from(2);
    };
    let mut pictures: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    pictures.retain(|path| path.extension().is_some_and(|extension| extension != "txt"));
    pictures.sort();
    let wrong: usize = pictures.iter().map(|path| show(path)).sum();
    println!("{} pictures, {wrong} wrong tiles (an unread board counts as all of it)", pictures.len());
    ExitCode::from(u8::from(wrong > 0))
}

/// Prints one picture's reading. Returns the number of wrong tiles, if the true ones are known.
fn show(path: &Path) -> usize {
    let truth = std::fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
    let letters: Vec<&str> = truth.split_whitespace().collect();
    let bytes = std::fs::read(path).unwrap_or_default();
    let start = Instant::now();
    let result = landgrab_vision::read(&bytes);
    println!("{} ({} ms)", path.display(), start.elapsed().as_millis());
    let reading = match result {
        Ok(reading) => reading,
        Err(error) => {
            println!("  {error}\n");
            return letters.len().max(1);
        }
    };
    let read = reading.to_string();
    let mut lines = truth.lines();
    for row in read.lines() {
        println!("  {row:24}{}", lines.next().unwrap_or(""));
    }
    let least = reading.tiles.iter().map(|tile| tile.confidence).fold(1.0, f32::min);
    println!("  {:?}, {:?}, to move {:?}", reading.place, reading.orientation, reading.to_move);
    println!("  least confidence {least:.2}, {} unsure", reading.unsure().count());
    if let Some([first, second]) = reading.badge_counts() {
        println!("  the badges say {first} and {second} tiles");
    }
    for contradiction in &reading.contradictions {
        println!("  {contradiction}");
    }
    let unlike = |(tile, letter): (&landgrab_vision::Tile, &&str)| tile.colour.to_string() != **letter;
    let differing = reading.tiles.iter().zip(&letters).filter(|pair| unlike(*pair)).count();
    let missing = if letters.is_empty() { 0 } else { letters.len().abs_diff(reading.tiles.len()) };
    println!("  {} wrong\n", differing + missing);
    differing + missing
}
