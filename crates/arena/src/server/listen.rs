//! Connections: so many at once, each with a limit on the time for a request's head and for a write that does not move.
//! When the server stops, requests under way are answered, streams are ended, and after a few seconds the rest is cut.

use super::Server;
use super::error::ApiError;
use super::guard::Peer;
use crate::{ArenaError, Kind};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tower_service::Service;

/// Requests under way have so long to end when the server stops.
const LAST: Duration = Duration::from_secs(4);
/// Accepting failed, such as for want of file descriptors: wait before trying again.
const PAUSE: Duration = Duration::from_millis(100);

impl Server {
    /// Serves until [`Server::stop`].
    pub async fn serve(self: &Arc<Self>, listener: TcpListener) -> Result<(), ArenaError> {
        let router = self.router();
        let free = Arc::new(Semaphore::new(self.options.limits.connections));
        let graceful = GracefulShutdown::new();
        let mut connections = JoinSet::new();
        let tasks = [self.background(), self.open_gate()];
        let mut stop = self.stop.subscribe();
        loop {
            let accepted = tokio::select! {
                _ = stop.wait_for(|stop| *stop) => break,
                Some(_) = connections.join_next(), if !connections.is_empty() => continue,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => match Arc::clone(&free).try_acquire_owned() {
                    Ok(permit) => {
                        let connection = self.connection(stream, peer, router.clone(), &graceful);
                        connections.spawn(async move {
                            connection.await;
                            drop(permit);
                        });
                    }
                    Err(_) => drop(connections.spawn(refuse(stream))),
                },
                Err(error) => {
                    tracing::warn!("cannot accept a connection: {error}");
                    sleep(PAUSE).await;
                }
            }
        }
        drop(listener);
        if timeout(LAST, graceful.shutdown()).await.is_err() {
            tracing::warn!("{} connections were cut", connections.len());
        }
        connections.shutdown().await;
        for task in tasks {
            task.await.map_err(|error| ArenaError::new(Kind::Unusable, error.to_string(), ""))?;
        }
        Ok(())
    }

    /// One connection, until it closes.
    fn connection(
        self: &Arc<Self>,
        stream: TcpStream,
        peer: SocketAddr,
        router: Router,
        graceful: &GracefulShutdown,
    ) -> impl Future<Output = ()> + Send + 'static {
        let _ = stream.set_nodelay(true);
        let limits = &self.options.limits;
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(limits.write_time));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            router.clone().call(request.map(Body::new))
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head_time)
            .max_buf_size(64 << 10)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connection = graceful.watch(connection);
        let open = self.metrics.connections.clone();
        async move {
            open.inc();
            if let Err(error) = connection.await {
                tracing::debug!(%peer, "connection: {error}");
            }
            open.dec();
        }
    }
}

/// Says that there are too many connections.
async fn refuse(mut stream: TcpStream) {
    let error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "too many connections", "try again later");
    let body = serde_json::to_string(&error.body()).unwrap_or_default();
    let head =
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\nretry-after: 1";
    let text = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
    let _ = timeout(PAUSE, stream.write_all(text.as_bytes())).await;
}
