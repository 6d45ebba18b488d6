//! Work from a server.

use super::{Client, LONG_CALL, LONGEST_ANSWER, segment};
use crate::server::{FILE_NAME, Results, TakeBody, WorkBody, WorkState};
use crate::store::hex;
use crate::{ArenaError, Dispatcher, Kind, PairResult, Taken};
use percent_encoding::percent_decode_str;
use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicU32, Ordering};

/// Bytes of results that are sent at once. The server takes twice as many.
const RESULT: usize = 32 << 20;
/// Pairs of the first batch, at most: nobody knows yet how long records are.
const FIRST: u32 = 100;
/// Pairs of a batch, at most.
const MOST: u32 = 2000;

/// A server as a dispatcher: of one league, or of all that are open.
pub struct HttpDispatcher {
    client: Client,
    worker: String,
    league: Option<String>,
    /// Pairs whose records fit into one result.
    fitting: AtomicU32,
}

impl HttpDispatcher {
    /// The work of a server, under the name of this worker.
    pub fn new(client: Client, worker: String, league: Option<String>) -> Self {
        Self { client, worker, league, fitting: AtomicU32::new(FIRST) }
    }
}

impl Dispatcher for HttpDispatcher {
    fn take(&self, pairs: u32) -> Result<Taken, ArenaError> {
        let pairs = pairs.clamp(1, self.fitting.load(Ordering::Relaxed));
        let body = TakeBody { worker: self.worker.clone(), pairs, league: self.league.clone() };
        let answer: WorkBody = self.client.post("/api/batches/take", &body)?;
        match (answer.state, answer.batch) {
            (WorkState::Batch, Some(batch)) => Ok(Taken::Batch(batch)),
            (WorkState::Batch, None) => {
                Err(ArenaError::new(Kind::Invalid, "a batch without work", "is this a server of landgrab?"))
            }
            (WorkState::Wait, _) => Ok(Taken::Wait),
            (WorkState::Done, _) => Ok(Taken::Done),
        }
    }

    fn renew(&self, lease: &str) -> Result<(), ArenaError> {
        let path = format!("/api/batches/{}/renew", segment(lease));
        self.client.send(&path, &[], super::CALL).map(drop)
    }

    fn finish(&self, lease: &str, results: &[PairResult]) -> Result<(), ArenaError> {
        let path = format!("/api/batches/{}/result", segment(lease));
        let sent = fitting(results);
        let body = serde_json::to_vec(&Results { results: sent.to_vec() })?;
        if let Some(each) = body.len().checked_div(sent.len()) {
            self.fitting.store(((RESULT / 2 / each.max(1)) as u32).clamp(1, MOST), Ordering::Relaxed);
        }
        self.client.send(&path, &body, LONG_CALL).map(drop)
    }

    fn bot(&self, hash: &str) -> Result<(String, Vec<u8>), ArenaError> {
        let mut answer = self.client.fetch(&format!("/api/bots/{}", segment(hash)))?;
        let name = answer.headers().get(FILE_NAME).and_then(|name| name.to_str().ok()).unwrap_or("bot");
        let name = percent_decode_str(name).decode_utf8_lossy().into_owned();
        let content = answer.body_mut().with_config().limit(LONGEST_ANSWER).read_to_vec();
        let content =
            content.map_err(|error| ArenaError::new(Kind::Unavailable, error.to_string(), "the bot was cut off"))?;
        if hex(&Sha256::digest(&content)) != hash {
            return Err(ArenaError::new(Kind::Unavailable, format!("a bot that is not {hash}"), "it is fetched again"));
        }
        Ok((name, content))
    }
}

/// The first results whose records fit. The other pairs are given out again, which is better than not to be heard.
fn fitting(results: &[PairResult]) -> &[PairResult] {
    // Quotes in a record are escaped, and a game without its record takes some hundred bytes.
    let size = |result: &PairResult| 2 * result.records.iter().map(String::len).sum::<usize>() + 2000;
    let mut sum = 0;
    let most = results.iter().take_while(|result| {
        sum += size(result);
        sum <= RESULT
    });
    &results[..most.count().max(1).min(results.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EndedBy, PlayedGame};

    #[test]
    fn results_that_are_too_long_are_sent_in_part() {
        let game = PlayedGame {
            won: None,
            score: [1, 1],
            ended: EndedBy::Rules,
            turns: 1,
            ms: [0.0; 2],
            faults: [None, None],
        };
        let result = |length: usize| PairResult {
            number: 0,
            games: [game.clone(), game.clone()],
            records: ["x".repeat(length), String::new()],
        };
        assert_eq!(fitting(&[]).len(), 0);
        assert_eq!(fitting(&vec![result(10); 2000]).len(), 2000);
        assert_eq!(fitting(&vec![result(5 << 20); 10]).len(), 3);
        assert_eq!(fitting(&[result(20 << 20), result(1)]).len(), 1);
    }
}
