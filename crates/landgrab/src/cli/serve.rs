//! The arguments of `landgrab serve`.

use super::StoreArgs;
use clap::{Args, ValueEnum};
use std::net::SocketAddr;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab serve
  landgrab serve --listen 0.0.0.0:8080 --jobs 0
  landgrab serve --class
  landgrab serve --store postgres://localhost/landgrab --private --log json

Leagues over HTTP: tables and games for everybody, uploads for owners, work for other machines (landgrab work). The server \
also plays itself, with --jobs games at the same time. /api/openapi.json describes the interface, /metrics has counters for \
Prometheus. Put a proxy with TLS in front of it when it is reached from outside: docs/leagues.md.

The first start makes a token for an admin and prints it this once; landgrab league token makes others. Ctrl-C and SIGTERM \
end the server within seconds: nothing that was handed in is lost, and games under way are played again.")]
pub struct ServeArgs {
    /// Address to listen on [default: 127.0.0.1:8080; with --class 0.0.0.0:8080]
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,
    #[command(flatten)]
    pub store: StoreArgs,
    /// Games that the server plays at the same time; 0 plays none [default: one a core, and one core left free]
    #[arg(long, value_name = "J")]
    pub jobs: Option<u32>,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Want a token for reading too
    #[arg(long)]
    pub private: bool,
    /// For a class: make a league `class`, let students register by name, and print a sheet with the address
    #[arg(long)]
    pub class: bool,
    /// Requests that an address may make in a second, apart from tables; 0 is no limit
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub rate: u32,
    /// The form of the log on stderr
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub log: LogForm,
    /// Log every request
    #[arg(long)]
    pub verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum LogForm {
    /// For people
    #[default]
    Plain,
    /// One JSON object a line
    Json,
}
