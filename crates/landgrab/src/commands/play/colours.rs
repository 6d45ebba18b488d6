//! `landgrab play colours`: colour Filler for people, and the sources of its board.

use super::{Playable, play};
use crate::cli::PlayColoursArgs;
use crate::colours::{board, board_scene, margin, painted_colour, solver, standing};
use crate::commands::colour;
use crate::failure::Failure;
use crate::seed::new_seed;
use analysis::read::{self, PictureDoubts, TileEdit};
use engine::budget::Budget;
use engine::colours::Champion;
use engine::roster::Limits;
use rules::catalogue::AnySetup;
use rules::colours::{Colour, Colours, Refusal, Setup, USUAL_COLOURS, USUAL_SIZE};
use rules::notation::quoted;
use rules::{Clock, Game, Player, Turn, Word};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;
use view::{Depict, Scene};

pub fn run(args: &PlayColoursArgs) -> Result<ExitCode, Failure> {
    let seed = args.opposition.seed.unwrap_or_else(new_seed);
    let board = match &args.from {
        // Standard input is needed for the moves.
        Some(source) if source == "-" => {
            let found = "--from: expected a file, a picture or the board itself, found standard input";
            return Err(Failure::Usage(format!("{found} (your moves are read from it)")));
        }
        Some(source) => board::read(source, &args.edits)?,
        None => {
            let size = args.edits.size.unwrap_or(USUAL_SIZE);
            read::known(&Setup::generated_with(size, USUAL_COLOURS, seed as u32)?, &args.edits.corrections())?
        }
    };
    for note in board::notes(&board, &args.edits) {
        writeln!(std::io::stdout(), "{note}")?;
    }
    if !board.picture.as_ref().is_none_or(PictureDoubts::is_settled) {
        writeln!(std::io::stdout(), "{}", board.setup.to_string().replace('/', "\n"))?;
    }
    if !board::is_settled(&board)? {
        return Ok(ExitCode::from(1));
    }
    if Colours::<u64>::can_hold(board.setup.size()) {
        play::<Colours<u64>>(board.setup, &args.opposition, seed, AnySetup::Colours)
    } else {
        play::<Colours<u128>>(board.setup, &args.opposition, seed, AnySetup::Colours)
    }
}

impl<T: Word> Playable for Colours<T> {
    const TYPED: &'static str = "R or red";

    fn shown(&self, before: Option<&Self>) -> Scene {
        let mut scene = board_scene(self, before);
        scene.below.push(standing(self));
        scene
    }

    fn typed(&self, text: &str) -> Result<Colour, String> {
        let text = text.trim();
        let is_it = |colour: &&Colour| {
            colour.name().eq_ignore_ascii_case(text) || colour.to_string().eq_ignore_ascii_case(text)
        };
        self.colours().iter().find(is_it).copied().ok_or_else(|| {
            let legal: Vec<String> = self.moves().map(|colour| colour.to_string()).collect();
            format!("expected a colour, {}, or help; found {}", legal.join(" "), quoted(text))
        })
    }

    fn told(&self, played: Colour) -> String {
        format!("{} {}, +{}", painted_colour(played, colour()), played.name(), self.gain(played))
    }

    fn refused_for_other(&self, refusal: &Refusal) -> String {
        let Turn::Move(side) = self.turn() else { return refusal.to_string() };
        match refusal {
            Refusal::OwnColour { colour } => format!("{} is {}'s colour already", colour.name(), self.side_name(side)),
            Refusal::OpponentsColour { colour } => format!("{} is your colour", colour.name()),
            Refusal::NotInThisGame { .. } | Refusal::GameOver => refusal.to_string(),
        }
    }

    fn advice(&self, clock: Clock) -> (Colour, Vec<String>) {
        let begun = Instant::now();
        let time = clock.limit().map_or(f64::INFINITY, |time| time.as_secs_f64());
        let mut share = || 2.0 * begun.elapsed().as_secs_f64() / time;
        let solution = solver(self).solve(self, &mut Budget::new(u64::MAX, &mut share));
        let best =
            Champion::<T>::new(Limits::nodes(u64::MAX), true).choose(self, clock).expect("the champion has no faults");
        let each = solution
            .ranked
            .iter()
            .map(|ranked| format!("{} {}", painted_colour(ranked.colour, colour()), margin(ranked.value)));
        let each: Vec<String> = each.collect();
        let is_won = solution.value().is_some_and(|value| value.low > 0);
        let why = if is_won || !solution.is_exact() { "" } else { ", after which mistakes are likeliest" };
        let best_colour = painted_colour(best, colour());
        let advised = format!("best: {best_colour} ({}){why}; in the end {}", best.name(), each.join(", "));
        (best, vec![advised])
    }

    fn as_start(&self) -> Setup {
        self.setup()
    }

    fn edited(&self, text: &str) -> Result<Self, String> {
        let mut board = self.setup();
        for word in text.split_whitespace() {
            let edit: TileEdit = word.parse().map_err(|error: rules::TextError| error.to_string())?;
            board = read::edited(&board, &[edit]).map_err(|error| error.to_string())?;
        }
        if text.trim().is_empty() {
            return Err("expected a tile and its colour after edit, such as edit r3c5=G".into());
        }
        let edited = Self::new(&board);
        match (self.turn(), edited.turn()) {
            (Turn::Move(_), Turn::Over(_)) => Err(format!("after {} the game would be over", quoted(text))),
            _ => Ok(edited),
        }
    }
}
