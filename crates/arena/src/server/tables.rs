//! Tables as they are sent, kept in memory. A table is fitted again when the league's mark has changed, at most once a
//! second; meanwhile everybody gets the one before, so that no request waits for a fit while others come in.

use crate::store::Mark;
use crate::{ArenaError, Store, Table, table};
use axum::body::Bytes;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So long a table is taken for fresh ...
const FRESH: Duration = Duration::from_secs(1);
/// ... and so long it is sent while a new one is made. An older one is not sent at all.
const USABLE: Duration = Duration::from_secs(4);
/// A table serves at least this many times as long as it took to make, so that fits do not eat the cores.
const AGE_OVER_COST: u32 = 4;

/// The tables of all leagues.
#[derive(Default)]
pub struct Tables(Mutex<HashMap<String, Arc<Slot>>>);

/// A table and the bytes that it is sent as.
pub struct Rendered {
    pub table: Table,
    pub json: Bytes,
    pub etag: String,
    mark: Mark,
}

#[derive(Default)]
struct Slot {
    kept: Mutex<Option<Kept>>,
    refresh: tokio::sync::Mutex<()>,
}

struct Kept {
    rendered: Arc<Rendered>,
    /// When the mark was compared last.
    checked: Instant,
    fresh: Duration,
}

#[derive(Serialize)]
struct Sent<'a> {
    league: &'a str,
    #[serde(flatten)]
    table: &'a Table,
}

impl Tables {
    /// The table of a league.
    pub async fn get(self: &Arc<Self>, store: &Store, league: &str) -> Result<Arc<Rendered>, ArenaError> {
        let slot = locked(&self.0).entry(league.into()).or_default().clone();
        let found = slot.found();
        match found {
            Some((rendered, age, fresh)) if age <= fresh => return Ok(rendered),
            Some((rendered, age, fresh)) if age <= fresh + USABLE => {
                let (store, league, slot) = (store.clone(), league.to_string(), Arc::clone(&slot));
                tokio::spawn(async move {
                    if let Ok(_turn) = slot.refresh.try_lock()
                        && let Err(error) = slot.renew(&store, &league).await
                    {
                        tracing::warn!(league, "the table was not made: {error}");
                    }
                });
                return Ok(rendered);
            }
            _ => {}
        }
        let _turn = slot.refresh.lock().await;
        if let Some((rendered, age, fresh)) = slot.found()
            && age <= fresh
        {
            return Ok(rendered);
        }
        let renewed = slot.renew(store, league).await;
        if renewed.is_err() {
            // Names that strangers make up are not kept.
            locked(&self.0).remove(league);
        }
        renewed
    }
}

impl Slot {
    fn found(&self) -> Option<(Arc<Rendered>, Duration, Duration)> {
        let kept = locked(&self.kept);
        kept.as_ref().map(|kept| (Arc::clone(&kept.rendered), kept.checked.elapsed(), kept.fresh))
    }

    async fn renew(&self, store: &Store, league: &str) -> Result<Arc<Rendered>, ArenaError> {
        let checked = Instant::now();
        let mark = store.mark(league).await?;
        if let Some(kept) = locked(&self.kept).as_mut()
            && kept.rendered.mark == mark
        {
            (kept.checked, kept.fresh) = (checked, FRESH);
            return Ok(Arc::clone(&kept.rendered));
        }
        let rendered = Arc::new(render(store, league, mark).await?);
        let fresh = FRESH.max(checked.elapsed() * AGE_OVER_COST);
        *locked(&self.kept) = Some(Kept { rendered: Arc::clone(&rendered), checked: Instant::now(), fresh });
        Ok(rendered)
    }
}

async fn render(store: &Store, name: &str, mark: Mark) -> Result<Rendered, ArenaError> {
    let league = store.league(name).await?;
    let entrants = store.entrants(league.id).await?;
    let counts = store.counts(league.id).await?;
    // Fitting takes a core for a while: not one that answers requests.
    let fit = move || table::table(&entrants, &counts, league.settings.anchor.as_ref(), league.seed);
    let fitted = tokio::task::spawn_blocking(fit).await;
    let table = fitted.map_err(|error| ArenaError::new(crate::Kind::Unusable, format!("no table: {error}"), ""))?;
    let json = serde_json::to_vec(&Sent { league: name, table: &table })?.into();
    let etag = format!("\"{}-{}-{}\"", env!("CARGO_PKG_VERSION"), mark.pairs, mark.change);
    Ok(Rendered { table, json, etag, mark })
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
