//! The value of every move of a position with best play: proven as far as the budget goes, and a guess beyond that.

pub mod colours;
pub mod stop;

use crate::read;
use engine::budget::Budget;
use rules::{Clock, TextError};
use serde::Serialize;

/// The answer for a position of some game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// Of colour Filler.
    Colours(colours::Answer),
    /// Of Stop.
    Stop(stop::Answer),
}

/// Solves a position from its text. The clock only measures how long it took; the budget is the limit.
///
/// ```
/// use engine::budget::Budget;
/// use landgrab_analysis::solve;
/// use rules::Clock;
///
/// let answer = solve::position("stop", "...X/..../O... X", &mut Budget::unlimited(), Clock::default())?;
/// assert!(serde_json::to_string(&answer)?.starts_with(r#"{"turn":"X","best":"3,1","value":2,"exact":true"#));
/// let error = solve::position("pieces", "", &mut Budget::unlimited(), Clock::default()).unwrap_err();
/// assert_eq!(error.to_string(), "game to solve: expected colours or stop, found `pieces`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn position(game: &str, text: &str, budget: &mut Budget<'_>, clock: Clock) -> Result<Answer, TextError> {
    match game {
        "colours" => {
            let board = read::text(text, &read::Corrections::default())?;
            Ok(Answer::Colours(colours::answer(&board, budget, clock)))
        }
        "stop" => {
            let (position, begun) = (text.parse()?, clock.now());
            let solved = stop::solve(&position, false, budget);
            Ok(Answer::Stop(stop::Answer::new(&position, &solved, clock.now() - begun)))
        }
        _ => Err(TextError::new("game to solve", "colours or stop", game)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_that_cannot_be_read_is_refused() {
        for (game, text) in [("colours", "RG"), ("stop", "..X"), ("colours", "{}"), ("chess", "RGB/GBR A")] {
            assert!(position(game, text, &mut Budget::nodes(1), Clock::default()).is_err(), "{game} {text}");
        }
    }
}
