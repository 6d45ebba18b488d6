//! Routes that read: games, leagues, tables, records.

use super::Server;
use super::bodies::{
    EntrantBody, EntrantDetail, GameBody, GameListing, GamesPage, LeagueBody, LeagueDetail, TableBody,
};
use super::error::{Answer, ApiError};
use super::extract::{Json, Path, Query, Reader};
use crate::GameFilter;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// Games of a page, at most and usually.
const MOST_GAMES: u32 = 1000;
const USUAL_GAMES: u32 = 100;

type Shared = State<Arc<Server>>;

/// Say whether the server and its store work
#[utoipa::path(get, path = "/healthz", responses((status = 200, description = "They do", body = String)))]
pub async fn health(State(server): Shared) -> Answer<&'static str> {
    server.store.ping().await?;
    Ok("ok\n")
}

/// Counters in Prometheus' text form
#[utoipa::path(get, path = "/metrics", responses((status = 200, description = "Counters", body = String)))]
pub async fn metrics(_: Reader, State(server): Shared) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, server.metrics.text()).into_response()
}

/// List the games, their maps and their built-in players
#[utoipa::path(get, path = "/api/games", responses((status = 200, description = "The games", body = [GameListing])))]
pub async fn games(_: Reader, State(server): Shared) -> Json<Vec<GameListing>> {
    Json(server.options.games.clone())
}

/// List the leagues
#[utoipa::path(get, path = "/api/leagues", responses((status = 200, description = "By name", body = [LeagueBody])))]
pub async fn leagues(_: Reader, State(server): Shared) -> Answer<Json<Vec<LeagueBody>>> {
    Ok(Json(server.store.leagues().await?.into_iter().map(Into::into).collect()))
}

/// A league and those who are in it
#[utoipa::path(
    get,
    path = "/api/leagues/{league}",
    params(("league" = String, Path, description = "The league")),
    responses((status = 200, description = "The league", body = LeagueDetail))
)]
pub async fn league(_: Reader, State(server): Shared, Path(name): Path<String>) -> Answer<Json<LeagueDetail>> {
    let league = server.store.league(&name).await?;
    let entrants = server.store.entrants(league.id).await?;
    let work = server.store.work_state(league.id).await?;
    Ok(Json(LeagueDetail {
        league: league.into(),
        entrants: entrants.iter().map(EntrantBody::from).collect(),
        batches_held: work.held,
        batches_waiting: work.waiting,
        set_aside: work.set_aside.into_iter().map(|batch| batch.why).collect(),
    }))
}

/// The table of a league
#[utoipa::path(
    get,
    path = "/api/leagues/{league}/table",
    params(
        ("league" = String, Path, description = "The league"),
        ("If-None-Match" = Option<String>, Header, description = "The ETag of the table that is known already")
    ),
    responses(
        (status = 200, description = "The table", body = TableBody, headers(("ETag" = String, description = "Its version"))),
        (status = 304, description = "The table is the one that is known already")
    )
)]
pub async fn table(_: Reader, State(server): Shared, Path(name): Path<String>, headers: HeaderMap) -> Answer<Response> {
    let rendered = server.tables.get(&server.store, &name).await?;
    let etag = HeaderValue::from_str(&rendered.etag).expect("digits and dots in quotes");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_known = known == "*" || known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == rendered.etag);
    let common = [(header::ETAG, etag), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((common, kind, rendered.json.clone()).into_response())
}

/// Which games are asked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GamesQuery {
    /// Only games of this entrant
    pub entrant: Option<String>,
    /// Only games behind this one; without it the list begins with the first
    pub after: Option<u64>,
    /// How many, at most
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub limit: Option<u32>,
}

/// Games of a league, by page
#[utoipa::path(
    get,
    path = "/api/leagues/{league}/games",
    params(("league" = String, Path, description = "The league"), GamesQuery),
    responses((status = 200, description = "A page of games, by number", body = GamesPage))
)]
pub async fn league_games(
    _: Reader,
    State(server): Shared,
    Path(name): Path<String>,
    Query(query): Query<GamesQuery>,
) -> Answer<Json<GamesPage>> {
    let limit = query.limit.unwrap_or(USUAL_GAMES);
    if !(1..=MOST_GAMES).contains(&limit) {
        return Err(ApiError::invalid(format!("limit={limit}"), format!("1 to {MOST_GAMES} games of a page")));
    }
    let filter = GameFilter { entrant: query.entrant.as_deref(), after: query.after, limit, newest_first: false };
    let rows = server.store.games(&name, filter).await?;
    let next = rows.last().filter(|_| rows.len() == limit as usize).map(|row| row.number);
    Ok(Json(GamesPage { games: rows.iter().map(|row| GameBody::new(&name, row)).collect(), next }))
}

/// The record of a game, as JSON lines
#[utoipa::path(
    get,
    path = "/api/leagues/{league}/games/{number}",
    params(
        ("league" = String, Path, description = "The league"),
        ("number" = u64, Path, description = "The game's number, from 1")
    ),
    responses((status = 200, description = "The record", body = String, content_type = "application/jsonl"))
)]
pub async fn game(_: Reader, State(server): Shared, Path((name, number)): Path<(String, u64)>) -> Answer<Response> {
    let (_, record) = server.store.game(&name, number).await?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl")], record).into_response())
}

/// An entrant: its state, what the gate said, its ratings over time
#[utoipa::path(
    get,
    path = "/api/leagues/{league}/entrants/{name}",
    params(
        ("league" = String, Path, description = "The league"),
        ("name" = String, Path, description = "The entrant")
    ),
    responses((status = 200, description = "The entrant", body = EntrantDetail))
)]
pub async fn entrant(
    _: Reader,
    State(server): Shared,
    Path((league, name)): Path<(String, String)>,
) -> Answer<Json<EntrantDetail>> {
    let entrant = server.store.entrant(&league, &name).await?;
    let history = server.store.history(&league, &name).await?;
    let body = EntrantBody::from(&entrant);
    Ok(Json(EntrantDetail {
        entrant: body,
        report: entrant.report,
        history: history.into_iter().map(Into::into).collect(),
    }))
}
