//! From arguments and files to a game's setup.

use crate::cli::{GameName, SetupArgs};
use crate::failure::Failure;
use crate::input;
use rules::catalogue::AnySetup;
use rules::pieces::{self, Dialect, Map};
use rules::{Size, TextError, colours, stop};
use std::path::Path;

/// A setup for every seed: a seed decides the board of a game of colours, nothing in the others.
pub enum Setups {
    Fixed(AnySetup),
    Boards { size: Size, colours: usize },
}

impl Setups {
    pub fn of(args: &SetupArgs) -> Result<Self, Failure> {
        refuse_foreign_options(args)?;
        let SetupArgs { map, size, .. } = args;
        let setup = match (args.game, map) {
            (GameName::Pieces, map) => {
                let dialect = args.dialect.unwrap_or_default();
                AnySetup::Pieces(pieces_setup(map.as_deref().unwrap_or(Path::new("map00")), dialect)?)
            }
            (GameName::Colours, Some(path)) => AnySetup::Colours(parsed(path, str::parse::<colours::Setup>)?),
            (GameName::Colours, None) => {
                let size = size.unwrap_or(colours::USUAL_SIZE);
                let colours = args.colours.unwrap_or(colours::USUAL_COLOURS);
                colours::Setup::check(size, colours)?;
                return Ok(Self::Boards { size, colours });
            }
            (GameName::Stop, Some(path)) => {
                AnySetup::Stop(parsed(path, |text| text.parse::<stop::Stop>().map(stop::Setup::from))?)
            }
            (GameName::Stop, None) => {
                AnySetup::Stop(stop::Setup::new(size.unwrap_or(Size::new(8, 8)), args.reading.unwrap_or_default())?)
            }
        };
        Ok(Self::Fixed(setup))
    }

    /// The setup of the game with this seed.
    pub fn for_seed(&self, seed: i64) -> Result<AnySetup, Failure> {
        match self {
            Self::Fixed(setup) => Ok(setup.clone()),
            // GamePigeon's generator takes 32 bits.
            Self::Boards { size, colours } => {
                Ok(AnySetup::Colours(colours::Setup::generated_with(*size, *colours, seed as u32)?))
            }
        }
    }
}

/// An option that another game has is a mistake, not something to ignore.
fn refuse_foreign_options(args: &SetupArgs) -> Result<(), Failure> {
    let game = args.game;
    let checks = [
        ("--dialect", args.dialect.is_some(), game == GameName::Pieces),
        ("--size", args.size.is_some(), game != GameName::Pieces && args.map.is_none()),
        ("--colours", args.colours.is_some(), game == GameName::Colours && args.map.is_none()),
        ("--reading", args.reading.is_some(), game == GameName::Stop && args.map.is_none()),
    ];
    match checks.iter().find(|(_, given, allowed)| *given && !allowed) {
        None => Ok(()),
        Some((option, ..)) if args.map.is_some() && game != GameName::Pieces && *option != "--dialect" => {
            Err(Failure::Usage(format!("{option} does not go with --map: the file says it")))
        }
        Some((option, ..)) => {
            let name = format!("{game:?}").to_lowercase();
            Err(Failure::Usage(format!("{option} is no option of {name} (see landgrab match --help)")))
        }
    }
}

pub fn pieces_setup(map: &Path, dialect: Dialect) -> Result<pieces::Setup, Failure> {
    if let Some(setup) = built_in_map(map, dialect)? {
        return Ok(setup);
    }
    let name = map.display().to_string();
    let map = parsed(map, |text| Map::parse(&name, text, dialect))?;
    Ok(pieces::Setup::new(dialect, map))
}

/// The built-in map of this name; `None` if the name is a file's.
pub fn built_in_map(map: &Path, dialect: Dialect) -> Result<Option<pieces::Setup>, Failure> {
    let built_in = map.to_str().and_then(|name| pieces::Setup::named(name, dialect));
    if built_in.is_none() && !map.exists() && map.components().count() == 1 && map != Path::new("-") {
        let known = pieces::map::names(dialect);
        return Err(Failure::Usage(format!("no map `{}`: expected {known}, or a file", map.display())));
    }
    Ok(built_in)
}

/// A file's text, parsed.
fn parsed<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T, TextError>) -> Result<T, Failure> {
    parse(&input::text(path)?).map_err(|error| Failure::Content { path: path.into(), error })
}

/// The game that a position's text looks like.
pub fn looks_like(text: &str) -> GameName {
    let has_side = |sides: [&str; 2]| text.split_whitespace().skip(1).any(|word| sides.contains(&word));
    let first_row = text.split(['/', '\n']).next().unwrap_or("").trim();
    let only = |letters: &str| {
        !first_row.is_empty() && first_row.split(' ').next().is_some_and(|row| row.chars().all(|c| letters.contains(c)))
    };
    if only("RGBKYPWC") {
        GameName::Colours
    } else if only(".XO") && has_side(["X", "O"]) {
        GameName::Stop
    } else {
        GameName::Pieces
    }
}
