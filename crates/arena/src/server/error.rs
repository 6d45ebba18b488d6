//! Errors on the wire: `{"error":{"kind","found","expected"}}` with the right status, whoever finds the mistake.

use crate::{ArenaError, Kind};
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What every error looks like.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorFacts,
}

/// An error in words, and its kind for programs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorFacts {
    /// The kind: missing, conflict, invalid, malformed, unauthorized, forbidden, lease_lost, timeout, too_large, busy and
    /// others.
    pub kind: String,
    /// What was found.
    pub found: String,
    /// What was expected, or what to do next.
    pub expected: String,
}

/// An error that becomes a response.
#[derive(Clone, Debug)]
pub struct ApiError {
    pub status: StatusCode,
    pub kind: &'static str,
    pub found: String,
    pub expected: String,
}

pub type Answer<T> = Result<T, ApiError>;

impl ApiError {
    pub fn new(status: StatusCode, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { status, kind: kind_of(status), found: found.into(), expected: expected.into() }
    }

    pub fn unauthorized(found: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, found, "a token of this server: Authorization: Bearer TOKEN")
    }

    pub fn forbidden(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, found, expected)
    }

    pub fn invalid(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, found, expected)
    }

    /// The same as the store or a client sees it.
    pub fn body(&self) -> ErrorBody {
        let (found, expected) = (self.found.clone(), self.expected.clone());
        ErrorBody { error: ErrorFacts { kind: self.kind.into(), found, expected } }
    }
}

const fn kind_of(status: StatusCode) -> &'static str {
    match status.as_u16() {
        400 => "malformed",
        401 => "unauthorized",
        403 => "forbidden",
        404 => "missing",
        405 => "method_not_allowed",
        408 => "timeout",
        409 => "conflict",
        413 => "too_large",
        415 => "unsupported_media_type",
        422 => "invalid",
        429 => "too_many_requests",
        503 => "unavailable",
        _ => "internal",
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, axum::Json(self.body())).into_response();
        let headers = response.headers_mut();
        match self.status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            _ => {}
        }
        response
    }
}

impl From<ArenaError> for ApiError {
    fn from(error: ArenaError) -> Self {
        let status = match error.kind {
            Kind::Missing => StatusCode::NOT_FOUND,
            Kind::Conflict | Kind::LeaseLost => StatusCode::CONFLICT,
            Kind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
            Kind::Forbidden => StatusCode::FORBIDDEN,
            Kind::Unavailable | Kind::Unusable => {
                // Strangers need not know where the store is.
                tracing::error!(kind = error.kind.name(), "{error}");
                return match error.kind {
                    Kind::Unavailable => {
                        Self::new(StatusCode::SERVICE_UNAVAILABLE, "the store does not answer now", "try again later")
                    }
                    _ => Self::new(
                        StatusCode::INTERNAL_SERVER_ERROR,
                        "the store is not as it should be",
                        "tell the host",
                    ),
                };
            }
        };
        Self { status, kind: error.kind.name(), found: error.found, expected: error.expected }
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        let expected = match rejection {
            JsonRejection::MissingJsonContentType(_) => "the header Content-Type: application/json",
            _ => "JSON as /api/openapi.json describes it",
        };
        read_error(rejection.status(), rejection.body_text(), expected)
    }
}

impl From<BytesRejection> for ApiError {
    fn from(rejection: BytesRejection) -> Self {
        read_error(rejection.status(), rejection.body_text(), "a shorter body")
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        Self::new(StatusCode::BAD_REQUEST, rejection.body_text(), "a path as /api/openapi.json describes it")
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(StatusCode::BAD_REQUEST, rejection.body_text(), "parameters as /api/openapi.json describes them")
    }
}

impl From<MultipartRejection> for ApiError {
    fn from(rejection: MultipartRejection) -> Self {
        read_error(rejection.status(), rejection.body_text(), "multipart/form-data with a field `file`")
    }
}

impl From<MultipartError> for ApiError {
    fn from(error: MultipartError) -> Self {
        read_error(error.status(), error.body_text(), "multipart/form-data with a field `file`")
    }
}

/// A body that could not be read: too long, cut off, or not what was promised.
fn read_error(status: StatusCode, found: String, expected: &str) -> ApiError {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            ApiError::new(status, "a body that is too long", "docs/leagues.md says how much")
        }
        status if status.is_server_error() => ApiError::new(StatusCode::BAD_REQUEST, found, expected),
        status => ApiError::new(status, found, expected),
    }
}

/// No such address.
pub async fn no_route(uri: Uri) -> ApiError {
    let found = format!("no {}", rules::notation::quoted(uri.path()));
    ApiError::new(StatusCode::NOT_FOUND, found, "/api/openapi.json lists the addresses")
}

/// No such method.
pub async fn no_method(method: Method, uri: Uri) -> ApiError {
    let found = format!("{method} {}", rules::notation::quoted(uri.path()));
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, found, "/api/openapi.json lists the methods")
}
