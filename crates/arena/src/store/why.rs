//! Why a game was lost, in words.

use super::GameRow;

impl GameRow {
    /// Why the loser lost: its fault, or the score. Nothing for a tie.
    pub fn why(&self) -> Option<String> {
        let winner = usize::from(self.game.won?.min(1));
        let loser = 1 - winner;
        let [winner_name, loser_name] = [&self.players[winner], &self.players[loser]];
        Some(match &self.game.faults[loser] {
            Some(fault) => {
                let turn = fault.turn.map(|turn| format!(" at turn {turn}")).unwrap_or_default();
                format!("{loser_name} failed{turn}: {}", fault.detail)
            }
            None => {
                let [ours, theirs] = [self.game.score[winner], self.game.score[loser]];
                format!("{winner_name} had {ours}, {loser_name} had {theirs}")
            }
        })
    }
}
