//! Choosing the pairs of a new batch, inside the transaction that gives it out.

use super::work::Take;
use super::{Entrant, EntrantState, League, Store, get, people};
use crate::batch::PairOrder;
use crate::planning::{self, setup_index};
use crate::{ArenaError, Format, Kind};
use league::{KnockOut, PairPlan};
use sqlx::{Any, Transaction};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Pairs of one batch, at most.
const MOST_PAIRS: u32 = 2000;

impl Store {
    /// Chooses new pairs. The league's row is locked meanwhile, so that no number is given out twice.
    pub(super) async fn plan(
        &self,
        tx: &mut Transaction<'_, Any>,
        league: &League,
        playing: &[&Entrant],
        take: &Take<'_>,
    ) -> Result<Vec<PairOrder>, ArenaError> {
        let query = format!("SELECT next_pair, bracket FROM leagues WHERE id = $1{}", self.for_update());
        let row = sqlx::query(&query).bind(league.id).fetch_one(&mut **tx).await?;
        let next = get::<i64>(&row, "next_pair")? as u64;
        let wanted = take.pairs.clamp(1, MOST_PAIRS);
        let numbers = next..take.most.unwrap_or(u64::MAX).clamp(next, next.saturating_add(wanted.into()));
        let versions: Vec<i64> = playing.iter().map(|entrant| entrant.version).collect();
        let (plans, cycle) = match &league.settings.format {
            Format::RoundRobin => {
                let entrants = playing.len();
                let cycle = league::RoundRobin { entrants, seed: league.seed }.cycle();
                (planning::round_robin(entrants, league.seed, numbers), cycle)
            }
            Format::Gauntlet { challenger } => {
                let challenger = playing.iter().position(|entrant| entrant.name == *challenger);
                let plans = challenger
                    .map(|challenger| planning::gauntlet(playing.len(), challenger, league.seed, numbers))
                    .unwrap_or_default();
                (plans, playing.len().saturating_sub(1) as u64)
            }
            Format::Ladder => return self.plan_ladder(tx, league, playing, numbers).await,
            Format::KnockOut { .. } => {
                let drawn: Option<String> = get(&row, "bracket")?;
                return self.plan_knock_out(tx, league, playing, drawn, wanted).await;
            }
        };
        self.advance(tx, league, next + plans.len() as u64).await?;
        Ok(plans.iter().map(|plan| order(league, plan, versions[plan.a], versions[plan.b], cycle)).collect())
    }

    /// A challenge comes first, then the pairing that tells most.
    async fn plan_ladder(
        &self,
        tx: &mut Transaction<'_, Any>,
        league: &League,
        playing: &[&Entrant],
        mut numbers: std::ops::Range<u64>,
    ) -> Result<Vec<PairOrder>, ArenaError> {
        if numbers.is_empty() {
            return Ok(vec![]);
        }
        let challenge = sqlx::query("SELECT id, a, b, pairs FROM challenges WHERE league = $1 ORDER BY id LIMIT 1")
            .bind(league.id)
            .fetch_optional(&mut **tx)
            .await?;
        let mut pairing = None;
        if let Some(row) = challenge {
            let version = |id: i64| playing.iter().find(|entrant| entrant.id == id).map(|entrant| entrant.version);
            pairing = version(get(&row, "a")?).zip(version(get(&row, "b")?));
            let left = get::<i64>(&row, "pairs")?.max(0) as u64;
            numbers.end = numbers.end.min(numbers.start + left.max(1));
            let rest = if pairing.is_some() { left.saturating_sub(numbers.end - numbers.start) } else { 0 };
            let id: i64 = get(&row, "id")?;
            match rest {
                0 => sqlx::query("DELETE FROM challenges WHERE id = $1").bind(id).execute(&mut **tx).await?,
                rest => {
                    let query = sqlx::query("UPDATE challenges SET pairs = $1 WHERE id = $2");
                    query.bind(rest as i64).bind(id).execute(&mut **tx).await?
                }
            };
        }
        let pairs = (numbers.end - numbers.start) as u32;
        let Some((a, b)) = pairing.or_else(|| self.ladders.next(league.id, pairs)) else { return Ok(vec![]) };
        self.advance(tx, league, numbers.end).await?;
        let plans = planning::round_robin(2, league.seed, numbers);
        Ok(plans.iter().map(|plan| order(league, plan, a, b, 1)).collect())
    }

    /// The pairs of the bracket that are due and that nobody holds.
    async fn plan_knock_out(
        &self,
        tx: &mut Transaction<'_, Any>,
        league: &League,
        playing: &[&Entrant],
        drawn: Option<String>,
        wanted: u32,
    ) -> Result<Vec<PairOrder>, ArenaError> {
        let Format::KnockOut { best_of, seeds_from } = &league.settings.format else { return Ok(vec![]) };
        let versions: Vec<i64> = match drawn {
            Some(drawn) => serde_json::from_str(&drawn)?,
            None if playing.len() < 2 => return Ok(vec![]),
            None => {
                let seeds = self.seeds(playing, seeds_from.as_deref()).await?;
                sqlx::query("UPDATE leagues SET bracket = $1 WHERE id = $2")
                    .bind(serde_json::to_string(&seeds)?)
                    .bind(league.id)
                    .execute(&mut **tx)
                    .await?;
                seeds
            }
        };
        let bracket = KnockOut { seeds: (0..versions.len()).collect(), best_of: *best_of, seed: league.seed };
        let results = half_points(&mut **tx, league.id).await?;
        let rows =
            sqlx::query("SELECT pairs FROM batches WHERE league = $1").bind(league.id).fetch_all(&mut **tx).await?;
        let mut held = HashSet::new();
        for row in rows {
            let orders: Vec<PairOrder> = serde_json::from_str(&get::<String>(&row, "pairs")?)?;
            held.extend(orders.into_iter().map(|order| order.number));
        }
        let cycle = versions.len().next_power_of_two() as u64 - 1;
        let due = planning::knock_out(&bracket, &results).into_iter().filter(|plan| !held.contains(&plan.number));
        let mut orders: Vec<PairOrder> = vec![];
        for plan in due {
            // The pairs of one meeting, so that a batch is between two entrants.
            let (a, b) = (versions[plan.a], versions[plan.b]);
            if orders.len() < wanted as usize && orders.first().is_none_or(|first| (first.a, first.b) == (a, b)) {
                orders.push(order(league, &plan, a, b, cycle));
            }
        }
        Ok(orders)
    }

    /// The versions of a bracket, the highest seed first: by the ratings of another league, then by entry.
    async fn seeds(&self, playing: &[&Entrant], from: Option<&str>) -> Result<Vec<i64>, ArenaError> {
        let mut seeded: Vec<(f64, i64)> = playing.iter().map(|entrant| (0.0, entrant.version)).collect();
        if let Some(from) = from {
            let ratings: HashMap<String, f64> = self
                .table(from)
                .await?
                .standings
                .into_iter()
                .map(|standing| (standing.name, standing.rating))
                .collect();
            for (entrant, seed) in playing.iter().zip(&mut seeded) {
                seed.0 = ratings.get(&entrant.name).copied().unwrap_or(f64::NEG_INFINITY);
            }
        }
        seeded.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok(seeded.into_iter().map(|(_, version)| version).collect())
    }

    async fn advance(&self, tx: &mut Transaction<'_, Any>, league: &League, next: u64) -> Result<(), ArenaError> {
        sqlx::query("UPDATE leagues SET next_pair = $1 WHERE id = $2")
            .bind(next as i64)
            .bind(league.id)
            .execute(&mut **tx)
            .await?;
        Ok(())
    }

    /// The pairings of batches that are given out, with their pairs.
    pub(super) async fn under_way(&self, league: i64) -> Result<Vec<(i64, i64, u32)>, ArenaError> {
        let rows = sqlx::query("SELECT pairs FROM batches WHERE league = $1 AND set_aside IS NULL")
            .bind(league)
            .fetch_all(&self.pool)
            .await?;
        let mut pairings: BTreeMap<(i64, i64), u32> = BTreeMap::new();
        for row in &rows {
            let orders: Vec<PairOrder> = serde_json::from_str(&get::<String>(row, "pairs")?)?;
            for order in orders {
                *pairings.entry((order.a.min(order.b), order.a.max(order.b))).or_default() += 1;
            }
        }
        Ok(pairings.into_iter().map(|((a, b), pairs)| (a, b, pairs)).collect())
    }

    /// Asks for pairs between two entrants of a ladder before all others.
    pub async fn challenge(
        &self,
        league: &str,
        [a, b]: [&str; 2],
        pairs: u32,
        by: Option<i64>,
        who: &str,
    ) -> Result<(), ArenaError> {
        let found = self.league(league).await?;
        if found.settings.format != Format::Ladder {
            let said = format!("{league} is a {}", found.settings.format.name());
            return Err(ArenaError::new(Kind::Conflict, said, "challenges are for ladders"));
        }
        if a == b || !(1..=1000).contains(&pairs) {
            let said = format!("{pairs} pairs of {a} against {b}");
            return Err(ArenaError::new(Kind::Invalid, said, "a challenge is 1 to 1000 pairs between two entrants"));
        }
        let [one, other] = [self.entrant(league, a).await?, self.entrant(league, b).await?];
        if let Some(absent) = [&one, &other].into_iter().find(|entrant| entrant.state != EntrantState::In) {
            let said = format!("{} does not play: {}", absent.name, absent.state.name());
            return Err(ArenaError::new(Kind::Conflict, said, "both must be in the league"));
        }
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        sqlx::query("INSERT INTO challenges (league, a, b, pairs, by_owner, created) VALUES ($1, $2, $3, $4, $5, $6)")
            .bind(found.id)
            .bind(one.id)
            .bind(other.id)
            .bind(i64::from(pairs))
            .bind(by)
            .bind(now)
            .execute(&mut *tx)
            .await?;
        people::log(&mut tx, now, who, &format!("challenged {b} with {a} in {league}: {pairs} pairs")).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn order(league: &League, plan: &PairPlan, a: i64, b: i64, cycle: u64) -> PairOrder {
    let setups = &league.settings.setups;
    let setup = setups[setup_index(plan.number, cycle, setups.len())].clone();
    PairOrder { number: plan.number, a, b, seed: plan.seed, setup }
}

/// Twice the points of `a` in every pair of a league, by the number of the pair.
pub(super) async fn half_points<'e>(
    database: impl sqlx::Executor<'e, Database = Any>,
    league: i64,
) -> Result<HashMap<u64, u8>, ArenaError> {
    let query = sqlx::query("SELECT number, half_points FROM pairs WHERE league = $1").bind(league);
    let rows = query.fetch_all(database).await?;
    rows.iter().map(|row| Ok((get::<i64>(row, "number")? as u64, get::<i64>(row, "half_points")? as u8))).collect()
}
