//! The arguments of `bot`.

use clap::Args;

#[derive(Args)]
#[command(after_help = "Examples:
  filler_vm -f map00 -p1 \"landgrab bot greedy\" -p2 ./mine
  landgrab match 'cmd:landgrab bot champion@3' ./mine --game stop

It hears what is played: pieces from a referee that speaks plateau (42) or anfield (01-edu), colours or stop from one \
that speaks the protocol of docs/protocol/0003-lines.md. It ends when its input ends.
01-edu's game_engine takes a path without arguments; give it a script of two lines:
  #!/bin/sh
  exec landgrab bot greedy")]
pub struct BotArgs {
    /// A built-in player of the game that it hears, such as greedy or champion:time=100
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Seed of its choices among equals: the same seed and input give the same answers
    #[arg(long, value_name = "S", default_value_t = 0, allow_negative_numbers = true)]
    pub seed: i64,
    /// Milliseconds it may think about a move [default: as long as it takes]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    pub time: Option<u32>,
}
