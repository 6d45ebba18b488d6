//! Why a colour may not be taken.

use super::Colour;
use serde::Serialize;

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Refusal {
    /// The mover's region has this colour already.
    #[error("{} is your own colour already", .colour.name())]
    OwnColour {
        /// The colour.
        colour: Colour,
    },
    /// The opponent's region has this colour.
    #[error("{} is the opponent's colour", .colour.name())]
    OpponentsColour {
        /// The colour.
        colour: Colour,
    },
    /// The game is played with fewer colours.
    #[error("{} is not in this game, its colours are {}", .colour.name(), Colour::letters(*.colours))]
    NotInThisGame {
        /// The colour.
        colour: Colour,
        /// How many there are: the first so many.
        colours: usize,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_is_data_and_a_sentence() {
        let colour = Colour::White;
        for (refusal, data, words) in [
            (
                Refusal::OwnColour { colour },
                r#"{"kind":"own_colour","colour":"W"}"#,
                "white is your own colour already",
            ),
            (
                Refusal::OpponentsColour { colour },
                r#"{"kind":"opponents_colour","colour":"W"}"#,
                "white is the opponent's colour",
            ),
            (
                Refusal::NotInThisGame { colour, colours: 3 },
                r#"{"kind":"not_in_this_game","colour":"W","colours":3}"#,
                "white is not in this game, its colours are R G B",
            ),
            (Refusal::GameOver, r#"{"kind":"game_over"}"#, "the game is over"),
        ] {
            assert_eq!(serde_json::to_string(&refusal).unwrap(), data);
            assert_eq!(refusal.to_string(), words);
        }
    }
}
