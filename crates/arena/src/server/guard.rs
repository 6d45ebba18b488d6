//! What every request passes: a limit on requests of an address, a limit on time, a line in the log, the counters.

use super::Server;
use super::error::ApiError;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::any::Any;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Seconds of requests that an address may have saved up.
const BURST: u32 = 4;

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// The limit on requests of an address: a token bucket each. Addresses that are quiet are forgotten.
pub struct Rate(Option<DefaultKeyedRateLimiter<IpAddr>>);

impl Rate {
    /// So many requests a second; 0 is no limit.
    pub fn new(per_second: u32) -> Self {
        Self(NonZeroU32::new(per_second).map(|rate| {
            let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1));
            RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
        }))
    }

    fn allows(&self, address: IpAddr) -> bool {
        self.0.as_ref().is_none_or(|limiter| limiter.check_key(&bucket(address)).is_ok())
    }

    /// Forgets addresses that have not asked for a while.
    pub fn tidy(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// A machine with IPv6 has a whole network of addresses.
fn bucket(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// The address that a request counts for. A proxy on this machine says whom it speaks for.
fn origin(peer: Option<Peer>, headers: &HeaderMap) -> Option<IpAddr> {
    let address = peer?.0.ip();
    if !address.to_canonical().is_loopback() {
        return Some(address);
    }
    let forwarded = headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
    let last = forwarded.and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
    Some(last.unwrap_or(address))
}

/// Tables and health are kept in memory or cost next to nothing: a page may ask for them as often as it likes.
fn is_cheap(route: &str) -> bool {
    matches!(route, "/healthz" | "/api/leagues/{league}/table")
}

/// How long a request may take in all, its body included.
fn limit(server: &Server, route: &str) -> Duration {
    match route {
        "/api/leagues/{league}/entrants" | "/api/batches/{lease}/result" => server.options.limits.upload_time,
        _ => server.options.limits.request_time,
    }
}

/// The way of every request.
pub async fn guard(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("other", |path| path.as_str()).to_string();
    let method = method_name(request.method());
    let origin = origin(request.extensions().get::<Peer>().copied(), request.headers());
    let is_allowed = is_cheap(&route) || origin.is_none_or(|address| server.rate.allows(address));
    let mut response = if is_allowed {
        let limit = limit(&server, &route);
        match timeout(limit, next.run(request)).await {
            Ok(response) => response,
            Err(_) => {
                let found = format!("no complete request within {} s", limit.as_secs());
                ApiError::new(StatusCode::REQUEST_TIMEOUT, found, "a faster connection, or less at once")
                    .into_response()
            }
        }
    } else {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too many requests from this address", "slow down").into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    server.metrics.request(&route, method, status, took);
    let ms = took.as_secs_f64() * 1000.0;
    if response.status().is_server_error() {
        tracing::warn!(method, route, status, ms, "request");
    } else if !matches!(method, "GET" | "HEAD") && !route.starts_with("/api/batches/") {
        // Orders of people are rare; workers and readers are not.
        tracing::info!(method, route, status, ms, "request");
    } else {
        tracing::debug!(method, route, status, ms, "request");
    }
    response
}

/// The methods that we know: strangers must not make up labels for the counters.
fn method_name(method: &axum::http::Method) -> &'static str {
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        .into_iter()
        .find(|name| *name == method.as_str())
        .unwrap_or("other")
}

/// A panic is our mistake, not the end of the server.
pub fn panicked(_: Box<dyn Any + Send + 'static>) -> Response<Body> {
    tracing::error!("a request made us panic");
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "a mistake of this server", "tell the host").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_save_up_some_seconds_and_then_waits() {
        let rate = Rate::new(5);
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        assert_eq!((0..100).filter(|_| rate.allows(one)).count(), 20);
        assert!(rate.allows(other));
        assert!((0..100_000).all(|_| Rate::new(0).allows(one)));
    }

    #[test]
    fn addresses_of_one_ipv6_network_share_a_bucket() {
        let address = |text: &str| bucket(text.parse().unwrap());
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }

    #[test]
    fn only_a_proxy_on_this_machine_speaks_for_others() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("6.6.6.6, 10.0.0.7"));
        let peer = |text: &str| Some(Peer(text.parse().unwrap()));
        assert_eq!(origin(peer("127.0.0.1:9"), &headers), "10.0.0.7".parse().ok());
        assert_eq!(origin(peer("10.0.0.1:9"), &headers), "10.0.0.1".parse().ok());
        assert_eq!(origin(peer("[::1]:9"), &HeaderMap::new()), "::1".parse().ok());
    }
}
