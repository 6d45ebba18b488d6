//! The arguments of `landgrab submit`.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab submit http://192.168.1.20:8080 ./mine --league spring --token TOKEN
  landgrab submit http://192.168.1.20:8080 ./mine --league class --register anna
  LANDGRAB_TOKEN=TOKEN landgrab submit https://arena.example.org ./mine.tar.gz --league spring --name robin

A bot is a program, or a folder or an archive with a bot.toml, which says how to build and run it. The server builds it in a \
sandbox and examines it as the league wants, which may take a minute; then its report is printed. The same name again is a \
new version.

Exit status: 0 when the bot is in, 1 when it did not pass, 2 when it could not be sent.")]
pub struct SubmitArgs {
    /// The server's address
    #[arg(value_name = "URL")]
    pub server: String,
    /// The bot: a file or a folder
    #[arg(value_name = "BOT")]
    pub bot: PathBuf,
    /// The league
    #[arg(long, value_name = "NAME")]
    pub league: String,
    /// An owner's token
    #[arg(
        long,
        value_name = "TOKEN",
        env = "LANDGRAB_TOKEN",
        hide_env_values = true,
        required_unless_present = "register"
    )]
    pub token: Option<String>,
    /// On a server for a class: become an owner of this name first, and print the token for the next time
    #[arg(long, value_name = "OWNER")]
    pub register: Option<String>,
    /// The bot's name in the league [default: the file's name without its ending]
    #[arg(long)]
    pub name: Option<String>,
}
