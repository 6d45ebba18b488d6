//! A server in this process, with a gate and players that take no time.

use landgrab_arena::bot::Package;
use landgrab_arena::server::{Host, Limits, Server, ServerOptions};
use landgrab_arena::{
    AnchorName, ArenaError, Batch, Contender, EndedBy, EntrantState, Fetched, Format, GameOrder, Gate, Gatekeeper,
    Kind, NewEntrant, Onlooker, PairOrder, PairResult, PlayedGame, Plays, Role, Settings, SetupSource, Source, Store,
    Verdict,
};
use referee::Interrupt;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::{Handle, Runtime};

/// Far above what anything here takes.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A server that runs until it is dropped.
pub struct House {
    pub server: Arc<Server>,
    pub store: Store,
    pub address: SocketAddr,
    runtime: Option<Runtime>,
    serving: Option<JoinHandle<()>>,
    _folder: Option<TempDir>,
}

/// What came back.
pub struct Reply {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub text: String,
}

impl House {
    pub fn open() -> Self {
        Self::with(ServerOptions::default())
    }

    pub fn with(options: ServerOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("store.db").display());
        let mut house = Self::on(&url, options, |store| store);
        house._folder = Some(folder);
        house
    }

    /// On a store that is there already.
    pub fn on(url: &str, options: ServerOptions, change: impl FnOnce(Store) -> Store) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let store = change(runtime.block_on(Store::open(url)).unwrap());
        let server = Server::new(store.clone(), Arc::new(Doorman::default()), options).unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let (serves, handle) = (Arc::clone(&server), runtime.handle().clone());
        let serving = thread::spawn(move || handle.block_on(serves.serve(listener)).unwrap());
        Self { server, store, address, runtime: Some(runtime), serving: Some(serving), _folder: None }
    }

    pub fn handle(&self) -> Handle {
        self.runtime.as_ref().unwrap().handle().clone()
    }

    pub fn wait<T>(&self, answer: impl Future<Output = Result<T, ArenaError>>) -> T {
        self.handle().block_on(answer).unwrap()
    }

    pub fn token(&self, owner: &str, role: Role) -> String {
        self.wait(self.store.new_token(owner, role, "test"))
    }

    /// A league with these built-in players.
    pub fn league(&self, name: &str, format: Format, players: &[&str]) {
        self.wait(self.store.create_league(name, &settings(format), 7, "test"));
        for player in players {
            let new = NewEntrant {
                name: (*player).into(),
                owner: None,
                source: Source::BuiltIn((*player).into()),
                state: EntrantState::In,
                report: None,
            };
            self.wait(self.store.enter(name, &new, "test"));
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, None, &[], b"")
    }

    pub fn post(&self, path: &str, token: &str, body: &Value) -> Reply {
        self.ask("POST", path, Some(token), &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    pub fn ask(&self, method: &str, path: &str, token: Option<&str>, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build().into();
        let mut request = ureq::http::Request::builder().method(method).uri(self.url(path));
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut answer = agent.run(request.body(body.to_vec()).unwrap()).unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        Reply { status: answer.status().as_u16(), headers: answer.headers().clone(), text }
    }

    /// A form with a file.
    pub fn upload(&self, league: &str, token: &str, name: Option<&str>, file: &str, content: &[u8]) -> Reply {
        let mut body = Vec::new();
        if let Some(name) = name {
            write!(body, "--cut\r\ncontent-disposition: form-data; name=\"name\"\r\n\r\n{name}\r\n").unwrap();
        }
        write!(body, "--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{file}\"\r\n\r\n").unwrap();
        body.extend(content);
        body.extend(b"\r\n--cut--\r\n");
        let kind = [("content-type", "multipart/form-data; boundary=cut")];
        self.ask("POST", &format!("/api/leagues/{league}/entrants"), Some(token), &kind, &body)
    }

    /// A connection without a request.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Stops it; how long that took.
    pub fn close(&mut self) -> Duration {
        let begun = Instant::now();
        self.server.stop();
        if let Some(serving) = self.serving.take() {
            serving.join().unwrap();
        }
        begun.elapsed()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.close();
        if let Some(runtime) = self.runtime.take() {
            runtime.block_on(self.store.close());
            runtime.shutdown_timeout(Duration::from_secs(5));
        }
    }
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// Its status, and the kind of its error.
    pub fn refusal(&self) -> (u16, String) {
        let error = &self.json()["error"];
        assert!(error["found"].is_string() && error["expected"].is_string(), "{}", self.text);
        assert_eq!(error.as_object().unwrap().len(), 3, "{}", self.text);
        (self.status, error["kind"].as_str().unwrap().into())
    }
}

pub fn settings(format: Format) -> Settings {
    Settings {
        setups: vec![SetupSource::Boards { rows: 7, cols: 8, colours: 6 }],
        time_ms: None,
        sandbox: None,
        opening_plies: 0,
        format,
        gate: Gate::Doctor,
        anchor: Some(AnchorName { name: "one".into(), rating: 0.0 }),
    }
}

pub fn limited(change: impl FnOnce(&mut Limits)) -> ServerOptions {
    let mut options = ServerOptions::default();
    change(&mut options.limits);
    options
}

/// Asks again until the answer is as wished.
pub fn until<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begun.elapsed() < PATIENCE, "it did not come to this: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Everything until the other side closes.
pub fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A gate for files that say what to do with them.
#[derive(Default)]
pub struct Doorman(Interrupt);

impl Gatekeeper for Doorman {
    fn examine(&self, _: &Settings, name: &str, package: &Package) -> Result<Verdict, ArenaError> {
        let says = |what: &str| package.bytes().starts_with(format!("#!{what}").as_bytes());
        while says("endless") && !self.0.is_raised() {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!says("panic"), "as the file says");
        Ok(Verdict { passed: says("good"), report: format!("{name} was examined") })
    }
}

impl Host for Doorman {
    fn check_player(&self, player: &str, _: &Settings) -> Result<(), ArenaError> {
        match player {
            "nobody" => Err(ArenaError::new(Kind::Invalid, "no player nobody", "somebody")),
            _ => Ok(()),
        }
    }

    fn stop(&self) {
        self.0.raise();
    }
}

/// Games that the contender with the smaller version wins at once.
#[derive(Default)]
pub struct Games {
    pub played: AtomicUsize,
}

impl Plays for Games {
    fn prepare(&self, contender: &Contender, _: &Batch, fetch: &dyn Fn(&str) -> Fetched) -> Result<(), ArenaError> {
        match &contender.source {
            Source::Bot(hash) => fetch(hash).map(drop),
            Source::BuiltIn(_) => Ok(()),
        }
    }

    fn play(&self, order: &GameOrder<'_>, _: &Interrupt) -> Result<Option<(PlayedGame, String)>, ArenaError> {
        self.played.fetch_add(1, Ordering::SeqCst);
        thread::sleep(Duration::from_millis(1));
        let a_first = order.plan.seats.first == league::Contestant::A;
        let a_wins = order.a.version < order.b.version;
        Ok(Some((game(u8::from(a_first != a_wins)), format!("{{\"game\":{}}}\n", order.plan.number))))
    }
}

pub fn game(won: u8) -> PlayedGame {
    let mut score = [10, 10];
    score[usize::from(won)] = 20;
    PlayedGame { won: Some(won), score, ended: EndedBy::Rules, turns: 9, ms: [1.0, 2.0], faults: [None, None] }
}

/// Results of a batch in which everybody wins in the first seat.
pub fn results(batch: &Value) -> Value {
    let number = |pair: &Value| pair["number"].as_u64().unwrap();
    let pairs = batch["pairs"].as_array().unwrap().iter().map(|pair| PairResult {
        number: number(pair),
        games: [game(0), game(0)],
        records: [format!("record {}\n", 2 * number(pair) + 1), format!("record {}\n", 2 * number(pair) + 2)],
    });
    serde_json::json!({ "results": pairs.collect::<Vec<_>>() })
}

/// Counts what is dropped and what goes wrong.
#[derive(Default)]
pub struct Counter {
    pub kept: AtomicUsize,
    pub dropped: AtomicUsize,
    pub trouble: AtomicUsize,
    pub recovered: AtomicUsize,
}

impl Onlooker for Counter {
    fn played(&self, _: &Batch, _: &PairOrder, _: &PairResult) {}

    fn kept(&self, pairs: usize) {
        self.kept.fetch_add(pairs, Ordering::SeqCst);
    }

    fn dropped(&self, pairs: usize) {
        self.dropped.fetch_add(pairs, Ordering::SeqCst);
    }

    fn trouble(&self, _: &ArenaError) {
        self.trouble.fetch_add(1, Ordering::SeqCst);
    }

    fn recovered(&self) {
        self.recovered.fetch_add(1, Ordering::SeqCst);
    }
}
