//! The bracket of a knock-out, derived from the results: nothing of it is kept but the seeds.

use super::choose::half_points;
use super::{Store, get};
use crate::{ArenaError, Format, Kind};
use league::{KnockOut, Meeting};
use serde::Serialize;

/// A bracket.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Bracket {
    /// The rounds, the final last.
    pub rounds: Vec<Vec<BracketMeeting>>,
    /// The winner of the final.
    pub winner: Option<String>,
}

/// Two entrants of whom one goes on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BracketMeeting {
    /// The entrant from above; `None` while that is open, or when there is none.
    pub a: Option<String>,
    /// The entrant from below.
    pub b: Option<String>,
    /// Their points.
    pub points: [f64; 2],
    /// Pairs counted.
    pub pairs: u32,
    /// The one that goes on.
    pub winner: Option<String>,
}

impl Store {
    /// The bracket of a knock-out; `None` before it is drawn.
    pub async fn bracket(&self, league: &str) -> Result<Option<Bracket>, ArenaError> {
        let found = self.league(league).await?;
        let Format::KnockOut { best_of, .. } = found.settings.format else {
            let said = format!("{league} is a {}", found.settings.format.name());
            return Err(ArenaError::new(Kind::Conflict, said, "only a knock-out has a bracket"));
        };
        let row = sqlx::query("SELECT bracket FROM leagues WHERE id = $1").bind(found.id).fetch_one(&self.pool).await?;
        let Some(drawn) = get::<Option<String>>(&row, "bracket")? else { return Ok(None) };
        let versions: Vec<i64> = serde_json::from_str(&drawn)?;
        let names: Vec<String> =
            self.contenders(&versions).await?.into_iter().map(|contender| contender.name).collect();
        let results = half_points(&self.pool, found.id).await?;
        let knock_out = KnockOut { seeds: (0..versions.len()).collect(), best_of, seed: found.seed };
        let half_points = |number: u64| results.get(&number).copied();
        let name = |entrant: Option<usize>| entrant.map(|entrant| names[entrant].clone());
        let meeting = |meeting: &Meeting| BracketMeeting {
            a: name(meeting.a),
            b: name(meeting.b),
            points: meeting.half_points.map(|half| half as f64 / 2.0),
            pairs: meeting.pairs,
            winner: name(meeting.winner),
        };
        let rounds = knock_out.bracket(half_points);
        let rounds = rounds.iter().map(|round| round.iter().map(meeting).collect()).collect();
        Ok(Some(Bracket { rounds, winner: name(knock_out.winner(half_points)) }))
    }
}
