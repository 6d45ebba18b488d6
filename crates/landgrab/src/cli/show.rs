//! The arguments of `show`.

use super::GameName;
use clap::{Args, ValueEnum};
use rules::pieces::Dialect;
use std::path::PathBuf;
use view::Overlay;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    Text,
    Svg,
    Png,
    Gif,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ThemeName {
    #[default]
    Light,
    Dark,
    ColourBlind,
}

#[derive(Args)]
#[command(after_help = "Examples:
  landgrab show games/game-0001.jsonl --at 40 --heat
  landgrab show games/game-0001.jsonl -o game.gif --speed 20
  landgrab show games/game-0001.jsonl -o end.png --territory --theme dark
  landgrab show board.txt --format svg -o board.svg
  landgrab show map01
  echo 'RGB/GBR/BRG A' | landgrab show -

Overlays may be combined; they tell of the position that is drawn, with the piece that comes next. Sides are told apart \
by letters or patterns as well as by colour.")]
pub struct ShowArgs {
    /// A record, a map, or the text of a position; `-` is standard input; or map00, map01, map02
    #[arg(value_name = "FILE|MAP")]
    pub file: PathBuf,
    /// The format [default: the ending of OUT, or text]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Records: the turn to draw [default: the last]
    #[arg(long, value_name = "TURN", conflicts_with_all = ["from", "to"])]
    pub at: Option<usize>,
    /// Positions: which game it is of [default: what it looks like]
    #[arg(long, value_enum, value_name = "GAME")]
    pub game: Option<GameName>,
    /// Built-in maps: whose, plateau (42) or anfield (01-edu) [default: plateau]
    #[arg(long, value_name = "RULES")]
    pub dialect: Option<Dialect>,
    /// Where to write: a name in .txt, .svg, .png or .gif [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub overlays: OverlayArgs,
    /// Colours of pictures
    #[arg(long, value_enum, default_value_t)]
    pub theme: ThemeName,
    /// Pictures: pixels a cell [default: what makes the board about 800 pixels wide, 480 in films]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(2..=200))]
    pub cell: Option<u32>,
    /// gif: the first turn
    #[arg(long, value_name = "TURN")]
    pub from: Option<usize>,
    /// gif: the last turn
    #[arg(long, value_name = "TURN")]
    pub to: Option<usize>,
    /// gif: turns a second [default: what makes the film about 20 seconds long]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=50))]
    pub speed: Option<u32>,
}

/// The overlays to draw over the board.
#[derive(Args)]
pub struct OverlayArgs {
    /// Overlay: the distance from the enemy in rings of eight neighbours
    #[arg(long)]
    pub heat: bool,
    /// Overlay: the distance from the enemy in steps up, down, left and right
    #[arg(long)]
    pub heat_l1: bool,
    /// Overlay: who gets where first
    #[arg(long)]
    pub territory: bool,
    /// Overlay: where the side to move may play
    #[arg(long)]
    pub legal: bool,
    /// Overlay: Stop's FloodFill map, who sees and encloses which cells
    #[arg(long)]
    pub flood_fill: bool,
    /// Overlay: Stop's Manhattan map, who comes where first in how many moves
    #[arg(long)]
    pub manhattan: bool,
    /// Overlay: the engine's best moves
    #[arg(long)]
    pub opinion: bool,
}

impl OverlayArgs {
    /// The overlays that were asked for.
    pub fn chosen(&self) -> Vec<Overlay> {
        let asked = |overlay: &Overlay| match overlay {
            Overlay::Heat => self.heat,
            Overlay::HeatL1 => self.heat_l1,
            Overlay::Territory => self.territory,
            Overlay::Legal => self.legal,
            Overlay::FloodFill => self.flood_fill,
            Overlay::Manhattan => self.manhattan,
            Overlay::Opinion => self.opinion,
            Overlay::LastMove | Overlay::Ghost => false,
        };
        Overlay::ALL.into_iter().filter(asked).collect()
    }
}
