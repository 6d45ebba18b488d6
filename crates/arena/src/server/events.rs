//! Server-sent events of a league. One task a league looks for news, every second or when this server wrote results, and
//! sends them to all who watch. A watcher that reads too slowly misses events and is told how many.

use super::Server;
use super::bodies::GameBody;
use super::error::Answer;
use super::extract::{Path, Reader};
use crate::{ArenaError, GameFilter};
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use prometheus::IntGauge;
use serde_json::json;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, broadcast, watch};
use tokio::time::{sleep, timeout};

/// How often news are looked for when nobody tells of any.
const EVERY: Duration = Duration::from_secs(1);
/// News come no closer together than this, however fast results come in.
const LEAST: Duration = Duration::from_millis(200);
/// Events that a watcher may be behind.
const BEHIND: usize = 16;
/// Games of one event.
const GAMES: u32 = 20;

/// The leagues that somebody watches.
#[derive(Default)]
pub struct Events(Mutex<HashMap<String, Channel>>);

#[derive(Clone)]
struct Channel {
    sender: broadcast::Sender<News>,
    poke: Arc<Notify>,
}

/// An event, once for all watchers.
#[derive(Clone)]
struct News {
    name: &'static str,
    data: Arc<str>,
}

impl Events {
    /// Results of a league were written.
    pub fn poke(&self, league: &str) {
        if let Some(channel) = self.channels().get(league) {
            channel.poke.notify_one();
        }
    }

    fn channels(&self) -> std::sync::MutexGuard<'_, HashMap<String, Channel>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins those who watch a league. The first one starts the task.
    fn watch(&self, server: &Arc<Server>, league: &str) -> broadcast::Receiver<News> {
        let mut channels = self.channels();
        if let Some(channel) = channels.get(league) {
            return channel.sender.subscribe();
        }
        let (sender, receiver) = broadcast::channel(BEHIND);
        let channel = Channel { sender, poke: Arc::default() };
        channels.insert(league.into(), channel.clone());
        tokio::spawn(look(Arc::clone(server), league.into(), channel));
        receiver
    }

    /// Forgets a league that nobody watches. Says whether it did.
    fn leave(&self, league: &str) -> bool {
        let mut channels = self.channels();
        let is_watched = channels.get(league).is_some_and(|channel| channel.sender.receiver_count() > 0);
        if !is_watched {
            channels.remove(league);
        }
        !is_watched
    }
}

/// Looks for news until nobody watches, or the server stops.
async fn look(server: Arc<Server>, league: String, channel: Channel) {
    let mut known: Option<(u64, String)> = None;
    let mut stop = server.stop.subscribe();
    while !*stop.borrow() && !server.events.leave(&league) {
        match news(&server, &league, &mut known).await {
            Ok(news) => news.into_iter().for_each(|news| drop(channel.sender.send(news))),
            Err(error) => tracing::warn!(league, "no news: {error}"),
        }
        tokio::select! {
            () = sleep(LEAST) => {}
            _ = stop.changed() => {}
        }
        tokio::select! {
            _ = timeout(EVERY - LEAST, channel.poke.notified()) => {}
            _ = stop.changed() => {}
        }
    }
}

/// What changed since the last look.
async fn news(server: &Arc<Server>, league: &str, known: &mut Option<(u64, String)>) -> Result<Vec<News>, ArenaError> {
    let mut news = vec![];
    let pairs = server.store.mark(league).await?.pairs;
    let rendered = server.tables.get(&server.store, league).await?;
    let (seen, etag) = known.get_or_insert_with(|| (pairs, String::new()));
    if pairs > *seen {
        let filter =
            GameFilter { limit: GAMES.min((2 * (pairs - *seen)) as u32), newest_first: true, ..Default::default() };
        let rows = server.store.games(league, filter).await?;
        let games: Vec<GameBody> = rows.iter().map(|row| GameBody::new(league, row)).collect();
        let data = json!({ "league": league, "pairs": pairs, "new": pairs - *seen, "games": games });
        news.push(News { name: "result", data: data.to_string().into() });
        *seen = pairs;
    }
    if rendered.etag != *etag {
        let data = String::from_utf8_lossy(&rendered.json);
        news.push(News { name: "table", data: data.into() });
        *etag = rendered.etag.clone();
    }
    Ok(news)
}

/// Counts a watcher for as long as it is there.
struct Watching(IntGauge);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Watch a league: `result` with the newest games, `table` with the table, `lagged` with how many events were missed
#[utoipa::path(
    get,
    path = "/api/leagues/{league}/events",
    params(("league" = String, Path, description = "The league")),
    responses((status = 200, description = "Server-sent events, until the server stops", body = String,
        content_type = "text/event-stream"))
)]
pub async fn events(
    _: Reader,
    State(server): State<Arc<Server>>,
    Path(league): Path<String>,
) -> Answer<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let rendered = server.tables.get(&server.store, &league).await?;
    let receiver = server.events.watch(&server, &league);
    server.metrics.watchers.inc();
    let watching = Watching(server.metrics.watchers.clone());
    let first = Event::default().event("table").data(String::from_utf8_lossy(&rendered.json));
    let state = (receiver, server.stop.subscribe(), watching);
    let rest = stream::unfold(state, |(mut receiver, mut stop, watching)| async move {
        let event = next(&mut receiver, &mut stop).await?;
        Some((Ok(event), (receiver, stop, watching)))
    });
    let all = stream::StreamExt::chain(stream::iter([Ok(first)]), rest);
    Ok(Sse::new(all).keep_alive(KeepAlive::default()))
}

async fn next(receiver: &mut broadcast::Receiver<News>, stop: &mut watch::Receiver<bool>) -> Option<Event> {
    tokio::select! {
        _ = stop.wait_for(|stop| *stop) => None,
        news = receiver.recv() => match news {
            Ok(News { name, data }) => Some(Event::default().event(name).data(&*data)),
            Err(RecvError::Lagged(missed)) => {
                Some(Event::default().event("lagged").data(json!({ "missed": missed }).to_string()))
            }
            Err(RecvError::Closed) => None,
        },
    }
}
