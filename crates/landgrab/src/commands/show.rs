//! `landgrab show`: a position or a record as text, as a picture or as a film.

use super::colour;
use crate::cli::{Format, GameName, ShowArgs, ThemeName};
use crate::failure::Failure;
use crate::input::{self, Content};
use crate::setup;
use analysis::overlay::{self, SuggestMoves};
use rules::catalogue::AnySetup;
use rules::pieces::{self, Pieces, Setup, board_of};
use rules::{Clock, Game, Side, TextError, colours, stop, with_game, with_pieces};
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use view::{Colour, Depict, Film, Pace, Picture, Scene, Theme};

/// Hundredths of a second that a film of a whole game takes, if nobody asks for another speed.
const FILM: usize = 2000;

pub fn run(args: &ShowArgs) -> Result<ExitCode, Failure> {
    let format = format(args)?;
    if args.output.is_none() && matches!(format, Format::Png | Format::Gif) && io::stdout().is_terminal() {
        return Err(Failure::Usage("a picture is nothing for a terminal (try -o OUT)".into()));
    }
    let drawn = drawn(args, format)?;
    match &args.output {
        None => io::stdout().write_all(&drawn)?,
        Some(path) => {
            let failure = |error| Failure::File { path: path.clone(), error };
            File::create(path).and_then(|mut file| file.write_all(&drawn)).map_err(failure)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The format that was asked for, or that the name of the file ends in.
fn format(args: &ShowArgs) -> Result<Format, Failure> {
    let ending = args.output.as_deref().and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase());
    let format = match (args.format, ending.as_deref()) {
        (Some(format), _) => format,
        (None, Some("svg")) => Format::Svg,
        (None, Some("png")) => Format::Png,
        (None, Some("gif")) => Format::Gif,
        (None, Some("txt") | None) => Format::Text,
        (None, Some(ending)) => {
            let expected = "expected .txt, .svg, .png or .gif, or --format";
            return Err(Failure::Usage(format!("cannot draw as .{ending}: {expected} (try -o {})", renamed(args))));
        }
    };
    let foreign = [("--from", args.from.is_some()), ("--to", args.to.is_some()), ("--speed", args.speed.is_some())];
    match foreign.iter().find(|(_, given)| *given && format != Format::Gif) {
        Some((option, _)) => Err(Failure::Usage(format!("{option} is for films (try --format gif)"))),
        None => Ok(format),
    }
}

/// The name of the picture that was asked for, with an ending that can be had.
fn renamed(args: &ShowArgs) -> String {
    args.output.as_deref().map(|path| path.with_extension("png").display().to_string()).unwrap_or_default()
}

fn drawn(args: &ShowArgs, format: Format) -> Result<Vec<u8>, Failure> {
    let path = &args.file;
    if let Some(setup) = built_in(args)? {
        if args.at.is_some() {
            return Err(Failure::NoRecord(path.clone()));
        }
        if format == Format::Gif {
            return Err(no_film(path));
        }
        let scene = with_pieces!(setup, |S| {
            let position = Pieces::<S>::new(&setup);
            let mut scene = position.scene(None);
            lay(&mut scene, &position, args, None);
            scene
        });
        return medium(&scene, args, format);
    }
    match input::content(path)? {
        Content::Record(record) => {
            with_game!(&record.header.setup, |G, setup| record_drawn(Film::<G>::new(&record, setup), args, format))
        }
        Content::Text(_) if args.at.is_some() => Err(Failure::NoRecord(path.clone())),
        Content::Text(_) if format == Format::Gif => Err(no_film(path)),
        Content::Text(text) => {
            let scene = position_scene(&text, args).map_err(|error| Failure::Content { path: path.clone(), error })?;
            medium(&scene, args, format)
        }
    }
}

/// The built-in map of this name, which comes before a file as in `heat`.
fn built_in(args: &ShowArgs) -> Result<Option<Setup>, Failure> {
    let path = &args.file;
    if args.game.is_some_and(|game| game != GameName::Pieces) {
        return Ok(None);
    }
    let named = path.to_str().and_then(|name| Setup::named(name, args.dialect.unwrap_or_default()));
    match (&named, args.dialect) {
        (None, Some(dialect)) => {
            let known = pieces::map::names(dialect);
            Err(Failure::Usage(format!("--dialect is for built-in maps: expected {known}, found {}", path.display())))
        }
        _ => Ok(named),
    }
}

fn no_film(path: &Path) -> Failure {
    Failure::Usage(format!("a film takes a record; {} is none (try --format png)", path.display()))
}

fn record_drawn<G: SuggestMoves>(mut film: Film<'_, G>, args: &ShowArgs, format: Format) -> Result<Vec<u8>, Failure> {
    let wrong = |error| Failure::Disagreement { path: args.file.clone(), error };
    if let (Some(from), Some(to)) = (args.from, args.to)
        && from > to
    {
        return Err(Failure::Usage(format!("--from {from} is behind --to {to}")));
    }
    let wanted = args.at.or(args.to);
    let read = film.read(wanted.unwrap_or(usize::MAX));
    let last = film.last();
    // The lines before a wrong one are good.
    if wanted.is_none_or(|turn| turn > last) {
        read.map_err(wrong)?;
    }
    for (option, turn) in [("--at", args.at), ("--from", args.from), ("--to", args.to)] {
        if let Some(at) = turn.filter(|turn| *turn > last) {
            return Err(Failure::NoTurn { option, at, last });
        }
    }
    if format == Format::Gif {
        return film_drawn(&mut film, args);
    }
    let mut scene = laid_over(&mut film, args.at.unwrap_or(last), args, None);
    if args.at.is_none() {
        scene.below.push(film.ending());
        scene.below.extend(film.why_ended());
    }
    medium(&scene, args, format)
}

fn film_drawn<G: SuggestMoves>(film: &mut Film<'_, G>, args: &ShowArgs) -> Result<Vec<u8>, Failure> {
    let (from, to) = match args.at {
        Some(at) => (at, at),
        None => (args.from.unwrap_or(0), args.to.unwrap_or(film.last())),
    };
    let frame = match args.speed {
        Some(speed) => 100 / speed as usize,
        None => (FILM / (to - from + 1)).clamp(3, 50),
    };
    let ending = (to == film.last() && film.is_read()).then(|| film.ending());
    let scenes = (from..=to).map(|turn| {
        // Seen by the same side all the time: numbers that change sides every turn would only flicker.
        let mut scene = laid_over(film, turn, args, Some(Side::First));
        if let (Some(ending), Some(heading)) = (&ending, scene.heading.as_mut().filter(|_| turn == to)) {
            heading.next.clone_from(ending);
        }
        scene
    });
    Ok(view::gif(scenes, &picture(args), Pace { frame: frame as u16, last: 300 })?)
}

fn laid_over<G: SuggestMoves>(film: &mut Film<'_, G>, turn: usize, args: &ShowArgs, side: Option<Side>) -> Scene {
    let mut scene = film.scene(turn);
    lay(&mut scene, film.position(turn), args, side);
    scene
}

fn lay<G: SuggestMoves>(scene: &mut Scene, position: &G, args: &ShowArgs, side: Option<Side>) {
    for overlay in args.overlays.chosen() {
        match overlay::layer(position, overlay, side, Clock::default()) {
            Some(layer) => scene.lay(layer),
            None => scene.below.push(format!("{}: nothing to tell in this position", overlay.name())),
        }
    }
}

fn position_scene(text: &str, args: &ShowArgs) -> Result<Scene, TextError> {
    match args.game.unwrap_or_else(|| setup::looks_like(text)) {
        GameName::Colours => {
            let setup = AnySetup::Colours(text.parse::<colours::Setup>()?);
            Ok(with_game!(&setup, |G, _setup| start_scene::<G>(text, args)?))
        }
        GameName::Stop => start_scene::<stop::Stop>(text, args),
        GameName::Pieces => {
            let setup = AnySetup::Pieces(board_of(text)?);
            Ok(with_game!(&setup, |G, _setup| start_scene::<G>(text, args)?))
        }
    }
}

fn start_scene<G: SuggestMoves>(text: &str, args: &ShowArgs) -> Result<Scene, TextError> {
    let position: G = text.parse()?;
    let mut scene = position.scene(None);
    lay(&mut scene, &position, args, None);
    Ok(scene)
}

/// A scene in a medium that shows one.
fn medium(scene: &Scene, args: &ShowArgs, format: Format) -> Result<Vec<u8>, Failure> {
    let colour = if args.output.is_some() { Colour::Never } else { colour() };
    match format {
        Format::Text => Ok(view::text(scene, colour).into_bytes()),
        Format::Svg | Format::Gif => Ok(view::svg(scene, &picture(args)).into_bytes()),
        Format::Png => Ok(view::png(&view::svg(scene, &picture(args)))?),
    }
}

fn picture(args: &ShowArgs) -> Picture {
    let theme = match args.theme {
        ThemeName::Light => Theme::LIGHT,
        ThemeName::Dark => Theme::DARK,
        ThemeName::ColourBlind => Theme::COLOUR_BLIND,
    };
    Picture { theme, cell: args.cell }
}
