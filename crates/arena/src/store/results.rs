//! Results: written with the end of a lease, read as counts, as games and as records.

use super::{Store, get};
use crate::batch::{PairOrder, game_number, pair_of_game};
use crate::{ArenaError, EndedBy, Kind, PairResult, PlayedGame, archive};
use league::Pentanomial;
use sqlx::any::AnyRow;
use sqlx::{Any, Transaction};
use std::collections::{BTreeMap, HashMap};

/// The pairs of two versions, counted; the smaller number is `a`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountRow {
    /// A version.
    pub version_a: i64,
    /// Another.
    pub version_b: i64,
    /// Their pairs, seen by the first.
    pub counts: Pentanomial,
    /// Games in which the first, and in which the second, failed.
    pub faults: [u64; 2],
}

/// Which games are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameFilter<'a> {
    /// Only games of this entrant.
    pub entrant: Option<&'a str>,
    /// Only games with larger numbers than this one, or with smaller ones if the newest come first.
    pub after: Option<u64>,
    /// How many, at most.
    pub limit: u32,
    /// Whether the newest come first.
    pub newest_first: bool,
}

/// A game in the store.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    /// Its number in the league, from 1.
    pub number: u64,
    /// Its pair, from 0.
    pub pair: u64,
    /// The entrants' names by seat.
    pub players: [String; 2],
    /// Its result.
    pub game: PlayedGame,
    /// When it was written, in milliseconds since 1970.
    pub finished: i64,
    /// Who played it.
    pub worker: String,
}

/// A rating at some time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HistoryPoint {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The rating.
    pub rating: f64,
    /// Its interval.
    pub interval: [f64; 2],
    /// Games so far.
    pub games: u64,
}

impl GameRow {
    /// The winner's name; nobody on a tie.
    pub fn winner(&self) -> Option<&str> {
        self.game.won.map(|seat| self.players[usize::from(seat != 0)].as_str())
    }

    /// Why it was lost: the fault that decided it, other faults, or the score.
    pub fn why(&self) -> String {
        let told = |seat: usize| {
            let fault = self.game.faults[seat].as_ref()?;
            let turn = fault.turn.map(|turn| format!(" in turn {turn}")).unwrap_or_default();
            Some(format!("{} failed{turn}: {}", self.players[seat], fault.detail))
        };
        if let EndedBy::Fault(seat) = self.game.ended {
            return told(usize::from(seat != 0)).unwrap_or_else(|| "a fault".into());
        }
        let [first, second] = self.game.score;
        let score = match self.game.won {
            None => format!("a tie, {first} to {second}"),
            Some(0) => format!("{} was outscored, {second} to {first}", self.players[1]),
            Some(_) => format!("{} was outscored, {first} to {second}", self.players[0]),
        };
        [0, 1].into_iter().filter_map(told).fold(score, |words, fault| format!("{words}; {fault}"))
    }
}

/// Games of one page, at most.
const MOST_GAMES: u32 = 10_000;
const PAIR_COLUMNS: &str = "number, a, b, games, finished, worker";

/// A pair that is written: its order, its result, and its records as they are kept.
pub(super) type Written<'a> = (PairOrder, &'a PairResult, Vec<u8>);

/// Writes pairs: one statement for many rows.
pub(super) async fn insert(
    tx: &mut Transaction<'_, Any>,
    league: i64,
    worker: &str,
    now: i64,
    pairs: &[Written<'_>],
    entrants: &HashMap<i64, i64>,
) -> Result<(), ArenaError> {
    const COLUMNS: usize = 11;
    let mut query = String::from(
        "INSERT INTO pairs (league, number, a, b, version_a, version_b, half_points, games, worker, finished, records) \
         VALUES ",
    );
    for row in 0..pairs.len() {
        let numbers: Vec<String> = (1..=COLUMNS).map(|column| format!("${}", row * COLUMNS + column)).collect();
        query += &format!("{}({})", if row == 0 { "" } else { ", " }, numbers.join(", "));
    }
    let entrant = |version: i64| {
        let missing = || ArenaError::new(Kind::Unusable, format!("store: no version {version}"), "");
        entrants.get(&version).copied().ok_or_else(missing)
    };
    let mut insert = sqlx::query(&query);
    for (order, result, records) in pairs {
        insert = insert
            .bind(league)
            .bind(order.number as i64)
            .bind(entrant(order.a)?)
            .bind(entrant(order.b)?)
            .bind(order.a)
            .bind(order.b)
            .bind(i64::from(result.half_points()))
            .bind(serde_json::to_string(&result.games)?)
            .bind(worker)
            .bind(now)
            .bind(records.as_slice());
    }
    insert.execute(&mut **tx).await?;
    Ok(())
}

/// Adds pairs to the counts that the table is made from.
pub(super) async fn count(tx: &mut Transaction<'_, Any>, league: i64, pairs: &[Written<'_>]) -> Result<(), ArenaError> {
    let mut sums: BTreeMap<(i64, i64), ([i64; 5], [i64; 2])> = BTreeMap::new();
    for (order, result, _) in pairs {
        let is_turned = order.a > order.b;
        let (counts, mut faults) = (result.counts(), result.faults());
        let counts = if is_turned { counts.swapped() } else { counts };
        if is_turned {
            faults.reverse();
        }
        let sum = sums.entry((order.a.min(order.b), order.a.max(order.b))).or_default();
        sum.0.iter_mut().zip(counts.0).for_each(|(sum, more)| *sum += more as i64);
        sum.1.iter_mut().zip(faults).for_each(|(sum, more)| *sum += i64::from(more));
    }
    for ((a, b), (points, faults)) in sums {
        let mut query = sqlx::query(
            "INSERT INTO counts (league, version_a, version_b, points_0, points_1, points_2, points_3, points_4, \
             faults_a, faults_b) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
             ON CONFLICT (league, version_a, version_b) DO UPDATE SET \
             points_0 = counts.points_0 + excluded.points_0, points_1 = counts.points_1 + excluded.points_1, \
             points_2 = counts.points_2 + excluded.points_2, points_3 = counts.points_3 + excluded.points_3, \
             points_4 = counts.points_4 + excluded.points_4, \
             faults_a = counts.faults_a + excluded.faults_a, faults_b = counts.faults_b + excluded.faults_b",
        );
        query = query.bind(league).bind(a).bind(b);
        for number in points.into_iter().chain(faults) {
            query = query.bind(number);
        }
        query.execute(&mut **tx).await?;
    }
    Ok(())
}

impl Store {
    /// The entrant of each version of a league.
    pub(super) async fn entrants_of_versions(
        &self,
        tx: &mut Transaction<'_, Any>,
        league: i64,
    ) -> Result<HashMap<i64, i64>, ArenaError> {
        let rows = sqlx::query(
            "SELECT versions.id, versions.entrant FROM versions JOIN entrants ON entrants.id = versions.entrant \
             WHERE entrants.league = $1",
        )
        .bind(league)
        .fetch_all(&mut **tx)
        .await?;
        rows.iter().map(|row| Ok((get(row, "id")?, get(row, "entrant")?))).collect()
    }

    /// The counts of a league.
    pub async fn counts(&self, league: i64) -> Result<Vec<CountRow>, ArenaError> {
        let rows = sqlx::query("SELECT * FROM counts WHERE league = $1 ORDER BY version_a, version_b")
            .bind(league)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(count_row).collect()
    }

    /// Games of a league, by page.
    pub async fn games(&self, league: &str, filter: GameFilter<'_>) -> Result<Vec<GameRow>, ArenaError> {
        let found = self.league(league).await?;
        let names: HashMap<i64, String> =
            self.entrants(found.id).await?.into_iter().map(|entrant| (entrant.id, entrant.name)).collect();
        let (relation, direction) = if filter.newest_first { ("<=", "DESC") } else { (">=", "ASC") };
        let bound = match (filter.after.and_then(|game| pair_of_game(game.max(1))), filter.newest_first) {
            (Some((pair, _)), _) => pair as i64,
            (None, false) => 0,
            (None, true) => i64::MAX,
        };
        // The page may begin in the middle of a pair.
        let limit = i64::from(filter.limit.min(MOST_GAMES)) / 2 + 2;
        let part = |who: &str| {
            format!(
                "SELECT {PAIR_COLUMNS} FROM pairs WHERE league = $1 AND number {relation} $2{who} \
                 ORDER BY number {direction} LIMIT {limit}"
            )
        };
        let rows = match filter.entrant {
            None => sqlx::query(&part("")).bind(found.id).bind(bound).fetch_all(&self.pool).await?,
            Some(name) => {
                let entrant = self.entrant(league, name).await?.id;
                let query = format!(
                    "SELECT * FROM (SELECT * FROM ({}) AS first UNION ALL SELECT * FROM ({}) AS second) AS both_sides \
                     ORDER BY number {direction} LIMIT {limit}",
                    part(" AND a = $3"),
                    part(" AND b = $3")
                );
                sqlx::query(&query).bind(found.id).bind(bound).bind(entrant).fetch_all(&self.pool).await?
            }
        };
        let mut games = Vec::with_capacity(2 * rows.len());
        for row in &rows {
            games.extend(game_rows(row, &names)?);
        }
        if filter.newest_first {
            games.sort_by_key(|game| std::cmp::Reverse(game.number));
        }
        let is_after = |game: &GameRow| match (filter.after, filter.newest_first) {
            (None, _) => true,
            (Some(after), false) => game.number > after,
            (Some(after), true) => game.number < after,
        };
        games.retain(is_after);
        games.truncate(filter.limit.min(MOST_GAMES) as usize);
        Ok(games)
    }

    /// A game and its record.
    pub async fn game(&self, league: &str, number: u64) -> Result<(GameRow, String), ArenaError> {
        let found = self.league(league).await?;
        let missing = || {
            let found = format!("no game {number} in {league}");
            ArenaError::new(Kind::Missing, found, "games are numbered from 1; landgrab league games lists them")
        };
        let (pair, index) = pair_of_game(number).ok_or_else(missing)?;
        let query = format!("SELECT {PAIR_COLUMNS}, records FROM pairs WHERE league = $1 AND number = $2");
        let row = sqlx::query(&query).bind(found.id).bind(pair as i64).fetch_optional(&self.pool).await?;
        let row = row.ok_or_else(missing)?;
        let names: HashMap<i64, String> =
            self.entrants(found.id).await?.into_iter().map(|entrant| (entrant.id, entrant.name)).collect();
        let [first, second] = game_rows(&row, &names)?;
        let [first_record, second_record] = archive::records(&get::<Vec<u8>>(&row, "records")?)?;
        Ok(if index == 0 { (first, first_record) } else { (second, second_record) })
    }

    /// Keeps the ratings of a league as they are now.
    pub async fn keep_history(&self, league: &str) -> Result<(), ArenaError> {
        let found = self.league(league).await?;
        let table = self.table(league).await?;
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        for standing in table.standings.iter().filter(|standing| standing.games > 0) {
            sqlx::query(
                "INSERT INTO history (league, entrant, at, rating, low, high, games) VALUES ($1, $2, $3, $4, $5, $6, $7) \
                 ON CONFLICT (league, entrant, at) DO NOTHING",
            )
            .bind(found.id)
            .bind(standing.entrant)
            .bind(now)
            .bind(standing.rating)
            .bind(standing.interval[0])
            .bind(standing.interval[1])
            .bind(standing.games as i64)
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// The ratings of an entrant over time.
    pub async fn history(&self, league: &str, name: &str) -> Result<Vec<HistoryPoint>, ArenaError> {
        let entrant = self.entrant(league, name).await?;
        let rows = sqlx::query("SELECT at, rating, low, high, games FROM history WHERE entrant = $1 ORDER BY at")
            .bind(entrant.id)
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(HistoryPoint {
                    at: get(row, "at")?,
                    rating: get(row, "rating")?,
                    interval: [get(row, "low")?, get(row, "high")?],
                    games: get::<i64>(row, "games")? as u64,
                })
            })
            .collect()
    }
}

fn count_row(row: &AnyRow) -> Result<CountRow, ArenaError> {
    let number = |column: &str| Ok::<u64, ArenaError>(get::<i64>(row, column)? as u64);
    let counts = ["points_0", "points_1", "points_2", "points_3", "points_4"].map(number);
    let [zero, one, two, three, four] = counts;
    Ok(CountRow {
        version_a: get(row, "version_a")?,
        version_b: get(row, "version_b")?,
        counts: Pentanomial([zero?, one?, two?, three?, four?]),
        faults: [number("faults_a")?, number("faults_b")?],
    })
}

/// Both games of a pair. In the second one the seats are swapped.
fn game_rows(row: &AnyRow, names: &HashMap<i64, String>) -> Result<[GameRow; 2], ArenaError> {
    let pair = get::<i64>(row, "number")? as u64;
    let name = |column: &str| Ok::<_, ArenaError>(names.get(&get::<i64>(row, column)?).cloned().unwrap_or_default());
    let [a, b] = [name("a")?, name("b")?];
    let (finished, worker): (i64, String) = (get(row, "finished")?, get(row, "worker")?);
    let [first, second]: [PlayedGame; 2] = serde_json::from_str(&get::<String>(row, "games")?)?;
    let game = |index, players, game| GameRow {
        number: game_number(pair, index),
        pair,
        players,
        game,
        finished,
        worker: worker.clone(),
    };
    Ok([game(0, [a.clone(), b.clone()], first), game(1, [b, a], second)])
}
