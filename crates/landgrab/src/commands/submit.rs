//! `landgrab submit`: sends a bot to a server and prints what its gate says.

use crate::cli::SubmitArgs;
use crate::commands::league::usual_name;
use crate::failure::Failure;
use crate::interrupt::{INTERRUPTED, raise_on_ctrl_c};
use crate::progress::spinner;
use arena::ArenaError;
use arena::bot::{Limits, Package};
use arena::client::Client;
use arena::server::{EntrantBody, EntrantDetail};
use referee::Interrupt;
use rules::notation::printable;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

/// How often the verdict is asked for.
const EVERY: Duration = Duration::from_millis(500);
/// A server that does not answer for so long is given up.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn run(args: &SubmitArgs) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    let package = Package::read_to_send(&args.bot, &limits).map_err(|error| Failure::Usage(error.to_string()))?;
    let name = args.name.clone().or_else(|| usual_name(&args.bot)).unwrap_or_else(|| "bot".into());
    let interrupt = Interrupt::default();
    raise_on_ctrl_c(&interrupt)?;
    let token = match &args.register {
        Some(owner) => {
            let token = Client::new(&args.server, None)?.register(owner)?;
            writeln!(io::stdout(), "token of {}, for the next time: {token}", printable(owner))?;
            Some(token)
        }
        None => args.token.clone(),
    };
    let client = Client::new(&args.server, token.as_deref())?;
    let sent = client.submit(&args.league, &name, package.name(), package.bytes())?;
    let spinner = spinner("the server examines it");
    let verdict = verdict(&client, args, &sent, &interrupt);
    spinner.finish_and_clear();
    let Some(entrant) = verdict? else {
        writeln!(io::stderr(), "landgrab: stopped; the server goes on examining {}", printable(&name))?;
        return Ok(ExitCode::from(INTERRUPTED));
    };
    for line in entrant.report.as_deref().unwrap_or_default().lines() {
        writeln!(io::stdout(), "{}", printable(line))?;
    }
    let (name, league) = (printable(&name), printable(&args.league));
    if entrant.entrant.state == "in" {
        writeln!(io::stdout(), "{name} version {} is in {league}", sent.version)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        io::stdout(),
        "{name} version {} is not in {league}: {}",
        sent.version,
        printable(&entrant.entrant.state)
    )?;
    Ok(ExitCode::from(1))
}

/// The entrant when the gate is through with it; `None` when Ctrl-C came first.
fn verdict(
    client: &Client,
    args: &SubmitArgs,
    sent: &EntrantBody,
    interrupt: &Interrupt,
) -> Result<Option<EntrantDetail>, Failure> {
    let mut last_answer = Instant::now();
    while !interrupt.is_raised() {
        match client.entrant(&args.league, &sent.name) {
            Ok(entrant) if entrant.entrant.version != sent.version => {
                let found = format!("a newer version of {} was sent meanwhile", sent.name);
                return Err(Failure::Usage(found));
            }
            Ok(entrant) if entrant.entrant.state != "checking" => return Ok(Some(entrant)),
            Ok(_) => last_answer = Instant::now(),
            Err(error) => give_up(error, last_answer)?,
        }
        thread::sleep(EVERY);
    }
    Ok(None)
}

/// A server may be away for a moment.
fn give_up(error: ArenaError, last_answer: Instant) -> Result<(), ArenaError> {
    if error.is_temporary() && last_answer.elapsed() < PATIENCE { Ok(()) } else { Err(error) }
}
