//! `landgrab serve`: leagues over HTTP, and games that the server plays itself.

mod class;

use super::work::{Teller, play};
use crate::arena_games::{ArenaGames, built_in};
use crate::arena_store::OpenStore;
use crate::cli::{LogForm, ServeArgs};
use crate::failure::Failure;
use crate::interrupt::{INTERRUPTED, raise_on_ctrl_c};
use arena::server::{GameListing, Host, Limits, Server, ServerOptions};
use arena::{ArenaError, Kind, Role, Settings, worker_name};
use league::cores;
use referee::Interrupt;
use rules::with_game;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::net::TcpListener;
use tracing_subscriber::fmt;

const TICK: Duration = Duration::from_millis(50);
/// Files that may be open at once: connections, the store, bots.
const FILES: u64 = 16_384;
/// Who did it, in the log.
const WHO: &str = "serve";
/// The owner of the first admin's token.
const ADMIN: &str = "admin";

impl Host for ArenaGames {
    fn check_player(&self, player: &str, settings: &Settings) -> Result<(), ArenaError> {
        let setup = settings.setups[0].for_seed(1)?;
        let known = built_in(player)?;
        let refused = |failure: Failure| ArenaError::new(Kind::Invalid, failure.to_string(), "");
        with_game!(&setup, |G, _setup| known.player::<G>(0).map(drop)).map_err(refused)
    }

    fn stop(&self) {
        self.interrupt().raise();
    }
}

pub fn run(args: &ServeArgs) -> Result<ExitCode, Failure> {
    log_to_stderr(args);
    allow_many_files();
    let store = OpenStore::open(&args.store)?;
    store.wait(worker_name::free_dead(&store.store))?;
    let asked =
        args.listen.unwrap_or(SocketAddr::from(if args.class { ([0, 0, 0, 0], 8080) } else { ([127, 0, 0, 1], 8080) }));
    let listener = store.handle().block_on(TcpListener::bind(asked)).map_err(|error| {
        Failure::Usage(format!("cannot listen on {asked}: {error} (choose another address with --listen)"))
    })?;
    let address = listener.local_addr()?;
    let interrupt = Interrupt::default();
    raise_on_ctrl_c(&interrupt)?;
    if args.class {
        class::make_league(&store)?;
    }
    let options = ServerOptions {
        private: args.private,
        class: args.class,
        games: listings()?,
        limits: Limits { rate: args.rate, ..Limits::default() },
    };
    // A gate of its own: it is stopped by the server, after the last request.
    let host = Arc::new(ArenaGames::new(&Interrupt::default())?);
    let server = Server::new(store.store.clone(), host, options)?;
    greet(&store, args, address)?;
    let serving = store.handle().spawn({
        let server = Arc::clone(&server);
        async move { server.serve(listener).await }
    });
    let jobs = args.jobs.map_or_else(|| cores().saturating_sub(1), |jobs| jobs as usize);
    let played = thread::scope(|scope| {
        let playing = (jobs > 0).then(|| {
            scope.spawn(|| {
                let dispatcher = server.dispatcher(store.handle(), worker_name::own());
                let games = ArenaGames::new(&interrupt)?;
                let played = play(&dispatcher, &games, &Teller::default(), jobs, &interrupt);
                // Without its store a server is of no use.
                interrupt.raise();
                played
            })
        });
        while !interrupt.is_raised() && !serving.is_finished() {
            thread::sleep(TICK);
        }
        interrupt.raise();
        // What was played is handed in while the server is there.
        let played = playing.map_or(Ok(Ok(())), thread::ScopedJoinHandle::join);
        server.stop();
        played
    });
    let served = store.handle().block_on(serving);
    served.map_err(|error| Failure::Usage(format!("the server failed: {error}")))??;
    played.map_err(|_| Failure::Usage("a thread that plays failed".into()))??;
    writeln!(io::stderr(), "landgrab: stopped; everything that was handed in is kept")?;
    Ok(ExitCode::from(INTERRUPTED))
}

/// Says where it is, and shows the first admin's token this once.
fn greet(store: &OpenStore, args: &ServeArgs, address: SocketAddr) -> Result<(), Failure> {
    let mut out = io::stdout();
    writeln!(out, "serving http://{address}/")?;
    if !store.wait(store.store.has_admin())? {
        let token = store.wait(store.store.new_token(ADMIN, Role::Admin, WHO))?;
        writeln!(out, "token of an admin, shown this once: {token}")?;
    }
    if args.class {
        out.write_all(class::sheet(address)?.as_bytes())?;
    }
    out.flush()?;
    if args.open
        && let Err(error) = open::that_detached(format!("http://{}/", class::reachable(address)))
    {
        writeln!(io::stderr(), "landgrab: no browser: {error}")?;
    }
    Ok(())
}

/// What `landgrab games` lists.
fn listings() -> Result<Vec<GameListing>, Failure> {
    let listed = super::games::listing().into_iter().map(serde_json::from_value);
    Ok(listed.collect::<Result<_, _>>()?)
}

/// The log of the server. A second one in the same process, in tests, is no mistake.
fn log_to_stderr(args: &ServeArgs) {
    let level = if args.verbose { tracing::Level::DEBUG } else { tracing::Level::INFO };
    let log = fmt().with_max_level(level).with_writer(io::stderr).with_target(false);
    let _ = match args.log {
        LogForm::Plain => log.with_ansi(io::IsTerminal::is_terminal(&io::stderr())).try_init(),
        LogForm::Json => log.json().flatten_event(true).try_init(),
    };
}

/// Systems allow few open files at first, and more when asked. Fewer connections are no reason to fail.
fn allow_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let most = limit.maximum.unwrap_or(u64::MAX).min(FILES);
        if limit.current.is_some_and(|current| current < most) {
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), ..limit });
        }
    }
}
