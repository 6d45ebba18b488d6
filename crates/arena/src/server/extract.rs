//! What a request brings: a body, parameters, and who asks. Mistakes become our errors, not axum's.

use super::Server;
use super::error::ApiError;
use crate::{Identity, Kind, Role};
use axum::extract::{FromRequest, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::sync::Arc;

/// A body of JSON.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Parts of the path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(ApiError))]
pub struct Path<T>(pub T);

/// Parameters behind the question mark.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub struct Query<T>(pub T);

/// Anybody who may read: everybody, or on a private server everybody with a token.
pub struct Reader;

/// Somebody who may play: a worker or an admin.
pub struct Worker;

/// Somebody who may enter bots: an owner or an admin.
pub struct Owner(pub Identity);

/// Somebody who may do everything.
pub struct Admin(pub Identity);

impl FromRequestParts<Arc<Server>> for Reader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, ApiError> {
        if server.options.private {
            identity(parts, server).await?;
        }
        Ok(Self)
    }
}

impl FromRequestParts<Arc<Server>> for Worker {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, ApiError> {
        allowed(parts, server, &[Role::Worker, Role::Admin]).await.map(|_| Self)
    }
}

impl FromRequestParts<Arc<Server>> for Owner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, ApiError> {
        allowed(parts, server, &[Role::Owner, Role::Admin]).await.map(Self)
    }
}

impl FromRequestParts<Arc<Server>> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, ApiError> {
        allowed(parts, server, &[Role::Admin]).await.map(Self)
    }
}

impl Owner {
    pub fn is_admin(&self) -> bool {
        self.0.role == Role::Admin
    }
}

async fn allowed(parts: &Parts, server: &Server, roles: &[Role]) -> Result<Identity, ApiError> {
    let identity = identity(parts, server).await?;
    if roles.contains(&identity.role) {
        return Ok(identity);
    }
    let names: Vec<&str> = roles.iter().map(|role| role.name()).collect();
    let found = format!("the token of {}, {} {}", identity.name, article(identity.role), identity.role.name());
    Err(ApiError::forbidden(found, format!("a token of: {}", names.join(", "))))
}

const fn article(role: Role) -> &'static str {
    match role {
        Role::Admin | Role::Owner => "an",
        Role::Worker => "a",
    }
}

/// Who asks. The store compares hashes, so the time that it takes says nothing about a token.
async fn identity(parts: &Parts, server: &Server) -> Result<Identity, ApiError> {
    let header = parts.headers.get(header::AUTHORIZATION).ok_or_else(|| ApiError::unauthorized("no token"))?;
    let token = header.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    });
    let token = token.ok_or_else(|| ApiError::unauthorized("a header Authorization without a bearer token"))?;
    server.store.identity(token).await.map_err(|error| match error.kind {
        Kind::Forbidden => ApiError::new(StatusCode::UNAUTHORIZED, error.found, error.expected),
        _ => error.into(),
    })
}
