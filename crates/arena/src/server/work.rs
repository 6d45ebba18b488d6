//! Work for the machines of others: take, renew, finish, and the bots that play. The server's own threads take theirs in
//! the same way, so that the counters and the watchers see both.

use super::Server;
use super::bodies::{Results, TakeBody, WorkBody, WorkState};
use super::error::{Answer, ApiError};
use super::extract::{Json, Path, Worker};
use crate::{ArenaError, Dispatcher, Kind, PairResult, Take, Taken};
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::runtime::Handle;

/// The header that carries the name of a bot's file, percent-encoded.
pub(crate) const FILE_NAME: &str = "x-landgrab-file-name";
/// Pairs that a worker may ask for.
const MOST_PAIRS: u32 = 2000;
/// The longest name of a worker.
const LONGEST_WORKER: usize = 200;

impl Server {
    async fn take(&self, worker: &str, pairs: u32, league: Option<&str>) -> Result<Taken, ArenaError> {
        let taken = match league {
            Some(league) => self.store.take(Take { league, worker, pairs, most: None }).await?,
            None => self.store.take_any(worker, pairs, self.turn.fetch_add(1, Ordering::Relaxed)).await?,
        };
        if matches!(taken, Taken::Batch(_)) {
            self.metrics.batch("given");
        }
        Ok(taken)
    }

    async fn finish(&self, lease: &str, results: &[PairResult]) -> Result<(), ArenaError> {
        let finished = self.store.finish(lease, results).await.inspect_err(|error| {
            if error.kind == Kind::LeaseLost {
                self.metrics.batch("lost");
            }
        })?;
        self.metrics.batch("finished");
        self.metrics.pairs.inc_by(finished.pairs as u64);
        self.events.poke(&finished.league);
        Ok(())
    }

    /// Work for threads of this process.
    pub fn dispatcher(self: &Arc<Self>, runtime: Handle, worker: String) -> impl Dispatcher + use<> {
        OwnWork { server: Arc::clone(self), runtime, worker }
    }
}

/// The server's own work, of all open leagues.
struct OwnWork {
    server: Arc<Server>,
    runtime: Handle,
    worker: String,
}

impl Dispatcher for OwnWork {
    fn take(&self, pairs: u32) -> Result<Taken, ArenaError> {
        self.runtime.block_on(self.server.take(&self.worker, pairs, None))
    }

    fn renew(&self, lease: &str) -> Result<(), ArenaError> {
        self.runtime.block_on(self.server.store.renew(lease))
    }

    fn finish(&self, lease: &str, results: &[PairResult]) -> Result<(), ArenaError> {
        self.runtime.block_on(self.server.finish(lease, results))
    }

    fn bot(&self, hash: &str) -> Result<(String, Vec<u8>), ArenaError> {
        self.runtime.block_on(self.server.store.bot(hash))
    }
}

/// Take a batch of pairs to play
#[utoipa::path(
    post,
    path = "/api/batches/take",
    request_body = TakeBody,
    responses(
        (status = 200, description = "Work, or none", body = WorkBody),
        (status = 404, description = "No such league", body = super::ErrorBody)
    ),
    security(("token" = []))
)]
pub async fn take(_: Worker, State(server): State<Arc<Server>>, Json(body): Json<TakeBody>) -> Answer<Json<WorkBody>> {
    if !(1..=MOST_PAIRS).contains(&body.pairs) {
        return Err(ApiError::invalid(format!("{} pairs", body.pairs), format!("1 to {MOST_PAIRS}")));
    }
    if body.worker.is_empty() || body.worker.chars().count() > LONGEST_WORKER {
        return Err(ApiError::invalid("a worker's name that cannot be", format!("1 to {LONGEST_WORKER} characters")));
    }
    let worker = rules::notation::escaped(&body.worker);
    let (state, batch) = match server.take(&worker, body.pairs, body.league.as_deref()).await? {
        Taken::Batch(batch) => (WorkState::Batch, Some(batch)),
        Taken::Wait => (WorkState::Wait, None),
        Taken::Done => (WorkState::Done, None),
    };
    Ok(Json(WorkBody { state, batch }))
}

/// Hold a batch for longer
#[utoipa::path(
    post,
    path = "/api/batches/{lease}/renew",
    params(("lease" = String, Path, description = "The lease")),
    responses(
        (status = 204, description = "It is held"),
        (status = 409, description = "It was given to another worker", body = super::ErrorBody)
    ),
    security(("token" = []))
)]
pub async fn renew(_: Worker, State(server): State<Arc<Server>>, Path(lease): Path<String>) -> Answer<StatusCode> {
    server.store.renew(&lease).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Hand in the results of a batch
#[utoipa::path(
    post,
    path = "/api/batches/{lease}/result",
    params(("lease" = String, Path, description = "The lease")),
    request_body = Results,
    responses(
        (status = 204, description = "They are kept"),
        (status = 409, description = "The batch was given to another worker: they are dropped", body = super::ErrorBody)
    ),
    security(("token" = []))
)]
pub async fn result(
    _: Worker,
    State(server): State<Arc<Server>>,
    Path(lease): Path<String>,
    Json(body): Json<Results>,
) -> Answer<StatusCode> {
    server.finish(&lease, &body.results).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The file of a bot
#[utoipa::path(
    get,
    path = "/api/bots/{hash}",
    params(("hash" = String, Path, description = "The SHA-256 of the file")),
    responses((status = 200, description = "The file; its name is in the header x-landgrab-file-name", body = Vec<u8>,
        content_type = "application/octet-stream",
        headers(("x-landgrab-file-name" = String, description = "The file's name, percent-encoded")))),
    security(("token" = []))
)]
pub async fn bot(_: Worker, State(server): State<Arc<Server>>, Path(hash): Path<String>) -> Answer<Response> {
    let (name, content) = server.store.bot(&hash).await?;
    let name = utf8_percent_encode(&name, NON_ALPHANUMERIC).to_string();
    let name = HeaderValue::from_str(&name).unwrap_or(HeaderValue::from_static("bot"));
    let headers =
        [(header::CONTENT_TYPE.as_str(), HeaderValue::from_static("application/octet-stream")), (FILE_NAME, name)];
    Ok((headers, content).into_response())
}
