//! The flags of `filler_vm`.

use referee::protocol::plateau::to_i;
use rules::BySide;

/// The flags of the command line. The original scans them from left to right and skips those that it does not know;
/// the last one wins.
#[derive(Default)]
pub struct Asked {
    pub file: Option<String>,
    pub players: BySide<Option<String>>,
    pub interactive: bool,
    pub quiet: bool,
    pub seed: Option<i64>,
    pub time: Option<u64>,
}

impl Asked {
    pub fn parse(words: &[String]) -> Self {
        let mut asked = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "-i" | "--interactive" => asked.interactive = true,
                "-q" | "--quiet" => asked.quiet = true,
                "-f" | "--file" => asked.file = words.next().cloned(),
                "-p1" | "--player1" => asked.players.first = words.next().cloned(),
                "-p2" | "--player2" => asked.players.second = words.next().cloned(),
                "-s" | "--seed" => asked.seed = words.next().map(|word| to_i(word.as_bytes())),
                "-t" | "--time" => {
                    asked.time = words.next().map(|word| u64::try_from(to_i(word.as_bytes())).unwrap_or(0));
                }
                _ => {}
            }
        }
        asked
    }
}
