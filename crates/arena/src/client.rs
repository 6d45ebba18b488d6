//! The other side of the interface: a worker's dispatcher and what `submit` asks, over HTTP. Every call has a deadline.
//! Trouble with the connection is temporary; a lease that was given to another worker is told apart from it.

mod dispatcher;

pub use dispatcher::HttpDispatcher;

use crate::server::{EntrantBody, EntrantDetail, ErrorBody, Registration, TokenBody};
use crate::{ArenaError, Kind};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use ureq::http::{Response, StatusCode};
use ureq::unversioned::multipart::{Form, Part};
use ureq::{Agent, Body};

/// Time for a connection, and for a call in all.
const CONNECT: Duration = Duration::from_secs(10);
const CALL: Duration = Duration::from_secs(30);
/// Time for a call that carries a bot or results.
const LONG_CALL: Duration = Duration::from_secs(180);
/// Answers are not longer than this.
const LONGEST_ANSWER: u64 = 128 << 20;

/// A server, as one of its users sees it.
#[derive(Clone)]
pub struct Client {
    agent: Agent,
    base: String,
    token: Option<String>,
}

impl Client {
    /// The server at this address, such as `http://127.0.0.1:8080`.
    pub fn new(address: &str, token: Option<&str>) -> Result<Self, ArenaError> {
        let refused = |found: &str, expected: &str| Err(ArenaError::new(Kind::Invalid, found, expected));
        let base = address.trim_end_matches('/').to_string();
        let is_http = base.starts_with("http://") || base.starts_with("https://");
        if !is_http || base.contains(['?', '#', ' ']) || base.parse::<ureq::http::Uri>().is_err() {
            let found = format!("the address {}", rules::notation::quoted(address));
            return refused(&found, "expected http://HOST:PORT or https://HOST");
        }
        let token = token.map(|token| token.trim().to_string());
        if token.as_ref().is_some_and(|token| token.is_empty() || token.contains(|c: char| !c.is_ascii_graphic())) {
            return refused("a token with characters that no token has", "48 letters and digits");
        }
        let config = Agent::config_builder()
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(CALL))
            .http_status_as_error(false)
            // A token is not sent anywhere else.
            .max_redirects(0)
            .user_agent(concat!("landgrab/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self { agent: config.into(), base, token })
    }

    /// The address without a slash at its end.
    pub fn address(&self) -> &str {
        &self.base
    }

    /// Becomes an owner of a server for a class; returns the token.
    pub fn register(&self, name: &str) -> Result<String, ArenaError> {
        let name = name.to_string().try_into().map_err(|error: crate::server::NoName| {
            ArenaError::new(Kind::Invalid, error.to_string(), "another name")
        })?;
        Ok(self.post::<TokenBody>("/api/register", &Registration { name })?.token)
    }

    /// Sends a bot.
    pub fn submit(&self, league: &str, name: &str, file: &str, content: &[u8]) -> Result<EntrantBody, ArenaError> {
        let url = format!("{}/api/leagues/{}/entrants", self.base, segment(league));
        // A file's name stands in a header of its own.
        let file: String =
            file.chars().map(|c| if c.is_ascii_graphic() && !"\"\\".contains(c) { c } else { '_' }).collect();
        let form = Form::new().text("name", name).part("file", Part::bytes(content).file_name(&file));
        let mut request = self.agent.post(&url).config().timeout_global(Some(LONG_CALL)).build();
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        read(self.answer(request.send(form))?)
    }

    /// An entrant, with what the gate says.
    pub fn entrant(&self, league: &str, name: &str) -> Result<EntrantDetail, ArenaError> {
        self.get(&format!("/api/leagues/{}/entrants/{}", segment(league), segment(name)))
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ArenaError> {
        read(self.fetch(path)?)
    }

    fn fetch(&self, path: &str) -> Result<Response<Body>, ArenaError> {
        let mut request = self.agent.get(format!("{}{path}", self.base));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        self.answer(request.call())
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, ArenaError> {
        read(self.send(path, &serde_json::to_vec(body)?, CALL)?)
    }

    fn send(&self, path: &str, body: &[u8], limit: Duration) -> Result<Response<Body>, ArenaError> {
        let mut request = self.agent.post(format!("{}{path}", self.base)).config().timeout_global(Some(limit)).build();
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        self.answer(request.header("content-type", "application/json").send(body))
    }

    /// An answer that is no error.
    fn answer(&self, answer: Result<Response<Body>, ureq::Error>) -> Result<Response<Body>, ArenaError> {
        let mut answer = answer.map_err(|error| unreachable(&self.base, &error))?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        let text = answer.body_mut().read_to_string().unwrap_or_default();
        Err(refusal(&self.base, status, &text))
    }
}

/// A part of a path.
fn segment(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

fn read<T: DeserializeOwned>(mut answer: Response<Body>) -> Result<T, ArenaError> {
    let bytes = answer.body_mut().with_config().limit(LONGEST_ANSWER).read_to_vec();
    let bytes =
        bytes.map_err(|error| ArenaError::new(Kind::Unavailable, error.to_string(), "the answer was cut off"))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        ArenaError::new(Kind::Invalid, format!("an unexpected answer: {error}"), "is this a server of landgrab?")
    })
}

/// No answer came. Only an address that cannot be is for ever.
fn unreachable(base: &str, error: &ureq::Error) -> ArenaError {
    let kind = match error {
        ureq::Error::BadUri(_) | ureq::Error::Http(_) | ureq::Error::InvalidProxyUrl => Kind::Invalid,
        _ => Kind::Unavailable,
    };
    ArenaError::new(kind, format!("{base}: {error}"), "is the server running?")
}

/// What the server refused, as the error that it was there.
fn refusal(base: &str, status: StatusCode, text: &str) -> ArenaError {
    let body: Option<ErrorBody> = serde_json::from_str(text).ok();
    let Some(ErrorBody { error }) = body else {
        // A proxy answers for a server that is away.
        let kind = if status.is_server_error() { Kind::Unavailable } else { Kind::Invalid };
        return ArenaError::new(kind, format!("{base}: {status}"), "is this a server of landgrab?");
    };
    let kind = match (error.kind.as_str(), status.as_u16()) {
        ("lease_lost", _) => Kind::LeaseLost,
        (_, 408 | 429 | 503) => Kind::Unavailable,
        (_, 401 | 403) => Kind::Forbidden,
        (_, 404) => Kind::Missing,
        (_, 409) => Kind::Conflict,
        (_, 500..) => Kind::Unusable,
        _ => Kind::Invalid,
    };
    ArenaError::new(kind, error.found, error.expected)
}
