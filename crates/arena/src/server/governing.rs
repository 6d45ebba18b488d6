//! What an admin does: leagues, tokens, owners, the log. And how a student of a class becomes an owner.

use super::Server;
use super::bodies::{Blocked, Closed, LeagueBody, LogBody, NewLeague, NewToken, OwnerBody, Registration, TokenBody};
use super::error::{Answer, ApiError};
use super::extract::{Admin, Json, Path, Query};
use crate::Role;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// Lines of the log that are sent, at most and usually.
const MOST_LINES: u32 = 1000;
const USUAL_LINES: u32 = 100;

type Shared = State<Arc<Server>>;

/// Make a league
#[utoipa::path(
    post,
    path = "/api/leagues",
    request_body = NewLeague,
    responses(
        (status = 201, description = "It is made", body = LeagueBody),
        (status = 409, description = "The name is taken", body = super::ErrorBody)
    ),
    security(("token" = []))
)]
pub async fn new_league(
    Admin(who): Admin,
    State(server): Shared,
    Json(body): Json<NewLeague>,
) -> Answer<(StatusCode, Json<LeagueBody>)> {
    let settings = body.settings()?;
    let seed = match body.seed {
        Some(seed) => seed,
        None => random_seed()?,
    };
    let league = server.store.create_league(body.name.as_str(), &settings, seed, &who.name).await?;
    Ok((StatusCode::CREATED, Json(league.into())))
}

fn random_seed() -> Answer<i64> {
    let mut bytes = [0; 4];
    let failed = |_| ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "no random numbers", "give a seed");
    getrandom::fill(&mut bytes).map_err(failed)?;
    Ok(u32::from_le_bytes(bytes).into())
}

/// Close a league, or open it again
#[utoipa::path(
    patch,
    path = "/api/leagues/{league}",
    params(("league" = String, Path, description = "The league")),
    request_body = Closed,
    responses((status = 204, description = "It is")),
    security(("token" = []))
)]
pub async fn close_league(
    Admin(who): Admin,
    State(server): Shared,
    Path(name): Path<String>,
    Json(body): Json<Closed>,
) -> Answer<StatusCode> {
    server.store.close_league(&name, body.closed, &who.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Make a token, and its owner if there is none of this name
#[utoipa::path(
    post,
    path = "/api/tokens",
    request_body = NewToken,
    responses((status = 201, description = "The token; it is shown this once", body = TokenBody)),
    security(("token" = []))
)]
pub async fn new_token(
    Admin(who): Admin,
    State(server): Shared,
    Json(body): Json<NewToken>,
) -> Answer<(StatusCode, Json<TokenBody>)> {
    let token = server.store.new_token(body.owner.as_str(), body.role.into(), &who.name).await?;
    Ok((StatusCode::CREATED, Json(TokenBody { token })))
}

/// List the owners
#[utoipa::path(
    get,
    path = "/api/owners",
    responses((status = 200, description = "By name", body = [OwnerBody])),
    security(("token" = []))
)]
pub async fn owners(_: Admin, State(server): Shared) -> Answer<Json<Vec<OwnerBody>>> {
    let owners = server.store.owners().await?;
    Ok(Json(owners.into_iter().map(|(name, blocked, tokens)| OwnerBody { name, blocked, tokens }).collect()))
}

/// Refuse everything from an owner, or allow it again
#[utoipa::path(
    patch,
    path = "/api/owners/{owner}",
    params(("owner" = String, Path, description = "The owner")),
    request_body = Blocked,
    responses(
        (status = 204, description = "It is"),
        (status = 409, description = "It is you", body = super::ErrorBody)
    ),
    security(("token" = []))
)]
pub async fn block(
    Admin(who): Admin,
    State(server): Shared,
    Path(owner): Path<String>,
    Json(body): Json<Blocked>,
) -> Answer<StatusCode> {
    if owner == who.name && body.blocked {
        return Err(own_name());
    }
    server.store.block(&owner, body.blocked, &who.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Revoke all tokens of an owner
#[utoipa::path(
    delete,
    path = "/api/owners/{owner}/tokens",
    params(("owner" = String, Path, description = "The owner")),
    responses(
        (status = 204, description = "None of them is valid any more"),
        (status = 409, description = "They are yours", body = super::ErrorBody)
    ),
    security(("token" = []))
)]
pub async fn revoke(Admin(who): Admin, State(server): Shared, Path(owner): Path<String>) -> Answer<StatusCode> {
    if owner == who.name {
        return Err(own_name());
    }
    let is_known = server.store.owners().await?.iter().any(|(name, ..)| *name == owner);
    if !is_known {
        let found = format!("no owner {}", rules::notation::quoted(&owner));
        return Err(ApiError::new(StatusCode::NOT_FOUND, found, "GET /api/owners lists them"));
    }
    server.store.revoke_tokens(&owner, &who.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Nobody locks the door from outside: the last admin could not come back.
fn own_name() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "your own name", "another admin, or landgrab league on the server's machine")
}

/// How much of the log is asked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// How many lines, at most
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub lines: Option<u32>,
}

/// Who did what, the newest first
#[utoipa::path(
    get,
    path = "/api/log",
    params(LogQuery),
    responses((status = 200, description = "Lines of the log", body = [LogBody])),
    security(("token" = []))
)]
pub async fn log(_: Admin, State(server): Shared, Query(query): Query<LogQuery>) -> Answer<Json<Vec<LogBody>>> {
    let lines = query.lines.unwrap_or(USUAL_LINES);
    if !(1..=MOST_LINES).contains(&lines) {
        return Err(ApiError::invalid(format!("lines={lines}"), format!("1 to {MOST_LINES}")));
    }
    Ok(Json(server.store.log_lines(lines).await?.into_iter().map(Into::into).collect()))
}

/// Become an owner by giving a name. Only a server for a class has this route
#[utoipa::path(
    post,
    path = "/api/register",
    request_body = Registration,
    responses(
        (status = 201, description = "The token; it is shown this once", body = TokenBody),
        (status = 409, description = "The name is taken", body = super::ErrorBody)
    )
)]
pub async fn register(State(server): Shared, Json(body): Json<Registration>) -> Answer<(StatusCode, Json<TokenBody>)> {
    // Two students of one name come one after the other.
    let _turn = server.registering.lock().await;
    let name = body.name.as_str();
    if server.store.owners().await?.iter().any(|(known, ..)| known == name) {
        let found = format!("the name {name} is taken");
        return Err(ApiError::new(StatusCode::CONFLICT, found, "another name; ask the host if it is yours"));
    }
    let token = server.store.new_token(name, Role::Owner, name).await?;
    Ok((StatusCode::CREATED, Json(TokenBody { token })))
}
