//! Leases: a worker takes a batch, renews its lease while it plays, and finishes it with the results. Work is chosen when
//! it is asked for. A batch whose worker fell silent is given to the next ones, in pieces; a pair that silenced three
//! workers is set aside.

use super::{Entrant, EntrantState, League, Store, get, people, results};
use crate::batch::{Batch, PairOrder};
use crate::{ArenaError, Format, Kind, PairResult, archive};
use sqlx::{Any, Transaction};
use std::collections::BTreeMap;

/// A pair that so many workers fell silent with is set aside.
const MOST_SILENT: i64 = 3;
/// Pairs of one INSERT. SQLite looks for each parameter by its name, so that long statements take longer than many short ones.
const ROWS: usize = 16;

/// A worker's wish.
#[derive(Clone, Copy, Debug)]
pub struct Take<'a> {
    /// The league.
    pub league: &'a str,
    /// Who asks.
    pub worker: &'a str,
    /// Pairs that would take it some seconds.
    pub pairs: u32,
    /// The league ends at so many pairs.
    pub most: Option<u64>,
}

/// The answer to a worker's wish.
#[derive(Clone, PartialEq, Debug)]
pub enum Taken {
    /// Work.
    Batch(Batch),
    /// Nothing now: the rest is with other workers, or nobody can play yet.
    Wait,
    /// Nothing is left to play.
    Done,
}

/// A batch that nobody gets any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetAside {
    /// Its number in the store.
    pub id: i64,
    /// The numbers of its pairs.
    pub pairs: Vec<u64>,
    /// Why.
    pub why: String,
}

/// What the end of a lease brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The league's name.
    pub league: String,
    /// Pairs that were written.
    pub pairs: usize,
}

/// How the work of a league stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WorkState {
    /// Pairs in the store.
    pub pairs: u64,
    /// Batches that workers hold.
    pub held: u64,
    /// Batches that wait for a worker.
    pub waiting: u64,
    /// Batches that were set aside.
    pub set_aside: Vec<SetAside>,
}

impl Store {
    /// Gives work to a worker.
    pub async fn take(&self, take: Take<'_>) -> Result<Taken, ArenaError> {
        let league = self.league(take.league).await?;
        if league.closed {
            return Ok(Taken::Done);
        }
        let entrants = self.entrants(league.id).await?;
        let playing: Vec<&Entrant> = entrants.iter().filter(|entrant| entrant.state == EntrantState::In).collect();
        if league.settings.format == Format::Ladder && self.ladders.is_stale(league.id, &playing) {
            let counts = self.counts(league.id).await?;
            let under_way = self.under_way(league.id).await?;
            let anchor = league.settings.anchor.as_ref().map(|anchor| anchor.name.as_str());
            self.ladders.refresh(league.id, league.seed, &playing, anchor, &counts, &under_way);
        }
        let lease = people::random_hex(16)?;
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        let expires = now + self.lease.as_millis() as i64;
        let room = match take.most {
            None => u32::MAX,
            Some(most) => match self.room(&mut tx, league.id, most, now).await? {
                Room::Full => return Ok(Taken::Done),
                Room::Taken => return Ok(Taken::Wait),
                Room::For(pairs) => pairs,
            },
        };
        let take = Take { pairs: take.pairs.min(room), ..take };
        if let Some(pairs) = self
            .take_waiting(&mut tx, &league, &Terms { lease: &lease, worker: take.worker, now, expires, room })
            .await?
        {
            tx.commit().await?;
            return self.batch(&league, lease, pairs).await;
        }
        let pairs = self.plan(&mut tx, &league, &playing, &take).await?;
        if pairs.is_empty() {
            let held: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM batches WHERE league = $1 AND set_aside IS NULL")
                .bind(league.id)
                .fetch_one(&mut *tx)
                .await?;
            let given_out: i64 = sqlx::query_scalar("SELECT next_pair FROM leagues WHERE id = $1")
                .bind(league.id)
                .fetch_one(&mut *tx)
                .await?;
            tx.commit().await?;
            let is_full = take.most.is_some_and(|most| given_out as u64 >= most);
            let may_play = !is_full && entrants.iter().any(|entrant| entrant.state == EntrantState::Checking);
            return Ok(if held > 0 || may_play { Taken::Wait } else { Taken::Done });
        }
        sqlx::query("INSERT INTO batches (league, pairs, lease, worker, expires) VALUES ($1, $2, $3, $4, $5)")
            .bind(league.id)
            .bind(serde_json::to_string(&pairs)?)
            .bind(&lease)
            .bind(take.worker)
            .bind(expires)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        self.batch(&league, lease, pairs).await
    }

    /// Gives work of any open league to a worker. The leagues take turns: `turn` says which one is asked first.
    pub async fn take_any(&self, worker: &str, pairs: u32, turn: usize) -> Result<Taken, ArenaError> {
        let mut leagues = self.leagues().await?;
        leagues.retain(|league| !league.closed);
        if leagues.is_empty() {
            return Ok(Taken::Done);
        }
        let first = turn % leagues.len();
        leagues.rotate_left(first);
        let mut answer = Taken::Done;
        for league in &leagues {
            match self.take(Take { league: &league.name, worker, pairs, most: None }).await? {
                Taken::Batch(batch) => return Ok(Taken::Batch(batch)),
                Taken::Wait => answer = Taken::Wait,
                Taken::Done => {}
            }
        }
        Ok(answer)
    }

    /// How many pairs may be given out before a league holds so many: those that workers hold count as if they were played.
    async fn room(&self, tx: &mut Transaction<'_, Any>, league: i64, most: u64, now: i64) -> Result<Room, ArenaError> {
        let query = format!("SELECT pairs FROM leagues WHERE id = $1{}", self.for_update());
        let kept: i64 = sqlx::query_scalar(&query).bind(league).fetch_one(&mut **tx).await?;
        if kept as u64 >= most {
            return Ok(Room::Full);
        }
        let rows = sqlx::query("SELECT pairs FROM batches WHERE league = $1 AND lease IS NOT NULL AND expires > $2")
            .bind(league)
            .bind(now)
            .fetch_all(&mut **tx)
            .await?;
        let mut expected = kept as u64;
        for row in &rows {
            expected += serde_json::from_str::<Vec<PairOrder>>(&get::<String>(row, "pairs")?)?.len() as u64;
        }
        Ok(match most.saturating_sub(expected) {
            0 => Room::Taken,
            pairs => Room::For(u32::try_from(pairs).unwrap_or(u32::MAX)),
        })
    }

    /// A batch that waits, or whose worker fell silent, leased to this worker, as far as there is room for its pairs.
    async fn take_waiting(
        &self,
        tx: &mut Transaction<'_, Any>,
        league: &League,
        terms: &Terms<'_>,
    ) -> Result<Option<Vec<PairOrder>>, ArenaError> {
        let query = format!(
            "SELECT id, pairs, lease, worker, silent FROM batches WHERE league = $1 AND expires <= $2 \
             AND set_aside IS NULL ORDER BY id LIMIT 1{}",
            self.for_update_skip_locked()
        );
        while let Some(row) = sqlx::query(&query).bind(league.id).bind(terms.now).fetch_optional(&mut **tx).await? {
            let id: i64 = get(&row, "id")?;
            let silent = get::<i64>(&row, "silent")? + i64::from(get::<Option<String>>(&row, "lease")?.is_some());
            let mut pairs: Vec<PairOrder> = serde_json::from_str(&get::<String>(&row, "pairs")?)?;
            if silent >= MOST_SILENT && pairs.len() == 1 {
                let last = get::<Option<String>>(&row, "worker")?.unwrap_or_default();
                let why = format!("{silent} workers fell silent while they played it, the last was {last}");
                sqlx::query("UPDATE batches SET lease = NULL, silent = $1, set_aside = $2 WHERE id = $3")
                    .bind(silent)
                    .bind(why)
                    .bind(id)
                    .execute(&mut **tx)
                    .await?;
                continue;
            }
            let rest = pairs.split_off(pairs.len().min(pieces(silent)).min(terms.room as usize));
            if !rest.is_empty() {
                sqlx::query("INSERT INTO batches (league, pairs, silent) VALUES ($1, $2, $3)")
                    .bind(league.id)
                    .bind(serde_json::to_string(&rest)?)
                    .bind(silent)
                    .execute(&mut **tx)
                    .await?;
            }
            sqlx::query(
                "UPDATE batches SET pairs = $1, lease = $2, worker = $3, expires = $4, silent = $5 WHERE id = $6",
            )
            .bind(serde_json::to_string(&pairs)?)
            .bind(terms.lease)
            .bind(terms.worker)
            .bind(terms.expires)
            .bind(silent)
            .bind(id)
            .execute(&mut **tx)
            .await?;
            return Ok(Some(pairs));
        }
        Ok(None)
    }

    async fn batch(&self, league: &League, lease: String, pairs: Vec<PairOrder>) -> Result<Taken, ArenaError> {
        let mut versions: Vec<i64> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        versions.sort_unstable();
        versions.dedup();
        let contenders = self.contenders(&versions).await?;
        let settings = &league.settings;
        Ok(Taken::Batch(Batch {
            league: league.name.clone(),
            lease,
            lease_ms: self.lease.as_millis() as u64,
            pairs,
            contenders,
            time_ms: settings.time_ms,
            sandbox: settings.sandbox,
            opening_plies: settings.opening_plies,
        }))
    }

    /// Holds a batch for longer.
    pub async fn renew(&self, lease: &str) -> Result<(), ArenaError> {
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        let done = sqlx::query("UPDATE batches SET expires = $1 WHERE lease = $2")
            .bind(now + self.lease.as_millis() as i64)
            .bind(lease)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        if done.rows_affected() == 0 { Err(lease_lost()) } else { Ok(()) }
    }

    /// Ends a lease with the results of its pairs. Pairs without a result wait for the next worker: this one was
    /// stopped. Everything is written, or nothing.
    pub async fn finish(&self, lease: &str, results: &[PairResult]) -> Result<Finished, ArenaError> {
        let kept: Vec<Vec<u8>> = results.iter().map(|result| archive::compressed(&result.records)).collect();
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        let query = format!("SELECT id, league, pairs, worker FROM batches WHERE lease = $1{}", self.for_update());
        let row = sqlx::query(&query).bind(lease).fetch_optional(&mut *tx).await?.ok_or_else(lease_lost)?;
        results.iter().try_for_each(PairResult::check)?;
        let (id, league): (i64, i64) = (get(&row, "id")?, get(&row, "league")?);
        let worker = get::<Option<String>>(&row, "worker")?.unwrap_or_default();
        let mut orders: BTreeMap<u64, PairOrder> =
            serde_json::from_str::<Vec<PairOrder>>(&get::<String>(&row, "pairs")?)?
                .into_iter()
                .map(|order| (order.number, order))
                .collect();
        let mut played = Vec::with_capacity(results.len());
        for (result, records) in results.iter().zip(kept) {
            let order = orders.remove(&result.number).ok_or_else(|| {
                let found = format!("a result of pair {}", result.number);
                ArenaError::new(Kind::Invalid, found, "each pair of the batch once, and no other")
            })?;
            played.push((order, result, records));
        }
        let name: String = sqlx::query_scalar("UPDATE leagues SET pairs = pairs + $1 WHERE id = $2 RETURNING name")
            .bind(played.len() as i64)
            .bind(league)
            .fetch_one(&mut *tx)
            .await?;
        let owners = self.entrants_of_versions(&mut tx, league).await?;
        for rows in played.chunks(ROWS) {
            results::insert(&mut tx, league, &worker, now, rows, &owners).await?;
        }
        results::count(&mut tx, league, &played).await?;
        if orders.is_empty() {
            sqlx::query("DELETE FROM batches WHERE id = $1").bind(id).execute(&mut *tx).await?;
        } else {
            let rest: Vec<PairOrder> = orders.into_values().collect();
            sqlx::query("UPDATE batches SET pairs = $1, lease = NULL, worker = NULL, expires = 0 WHERE id = $2")
                .bind(serde_json::to_string(&rest)?)
                .bind(id)
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(Finished { league: name, pairs: results.len() })
    }

    /// Frees the batches of a worker that is known to be gone, without waiting for their leases to end.
    pub async fn free(&self, worker: &str) -> Result<u64, ArenaError> {
        let mut tx = self.write().await?;
        let done = sqlx::query("UPDATE batches SET expires = 0 WHERE worker = $1 AND lease IS NOT NULL")
            .bind(worker)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(done.rows_affected())
    }

    /// The workers that hold batches.
    pub async fn workers(&self) -> Result<Vec<String>, ArenaError> {
        let rows = sqlx::query("SELECT DISTINCT worker FROM batches WHERE lease IS NOT NULL AND worker IS NOT NULL")
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| get(row, "worker")).collect()
    }

    /// Lets workers try the batches that were set aside again.
    pub async fn retry_set_aside(&self, league: &str, who: &str) -> Result<u64, ArenaError> {
        let league = self.league(league).await?;
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        let done = sqlx::query(
            "UPDATE batches SET set_aside = NULL, silent = 0, lease = NULL, expires = 0 \
             WHERE league = $1 AND set_aside IS NOT NULL",
        )
        .bind(league.id)
        .execute(&mut *tx)
        .await?;
        people::log(&mut tx, now, who, &format!("gave the batches of {} that were set aside out again", league.name))
            .await?;
        tx.commit().await?;
        Ok(done.rows_affected())
    }

    /// How the work of a league stands.
    pub async fn work_state(&self, league: i64) -> Result<WorkState, ArenaError> {
        let pairs: i64 =
            sqlx::query_scalar("SELECT pairs FROM leagues WHERE id = $1").bind(league).fetch_one(&self.pool).await?;
        let rows = sqlx::query("SELECT id, pairs, lease, set_aside FROM batches WHERE league = $1 ORDER BY id")
            .bind(league)
            .fetch_all(&self.pool)
            .await?;
        let mut state = WorkState { pairs: pairs as u64, ..WorkState::default() };
        for row in &rows {
            match (get::<Option<String>>(row, "set_aside")?, get::<Option<String>>(row, "lease")?) {
                (Some(why), _) => {
                    let orders: Vec<PairOrder> = serde_json::from_str(&get::<String>(row, "pairs")?)?;
                    let pairs = orders.iter().map(|order| order.number).collect();
                    state.set_aside.push(SetAside { id: get(row, "id")?, pairs, why });
                }
                (None, Some(_)) => state.held += 1,
                (None, None) => state.waiting += 1,
            }
        }
        Ok(state)
    }
}

/// The terms under which a worker gets a batch.
struct Terms<'a> {
    lease: &'a str,
    worker: &'a str,
    now: i64,
    expires: i64,
    /// The most pairs.
    room: u32,
}

/// The rest of the pairs that were asked for.
enum Room {
    /// Nothing: they are in the store.
    Full,
    /// Nothing at the moment: workers hold the rest.
    Taken,
    /// So many pairs.
    For(u32),
}

/// Pairs that are given out at a time of a batch that so many workers fell silent with. It goes out in pieces, so that one
/// pair that kills its workers is found and the others are played.
fn pieces(silent: i64) -> usize {
    match silent {
        0 => usize::MAX,
        1 => 16,
        _ => 1,
    }
}

fn lease_lost() -> ArenaError {
    ArenaError::new(
        Kind::LeaseLost,
        "the lease was given to another worker",
        "take a new batch; this result is dropped",
    )
}
