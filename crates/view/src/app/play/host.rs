//! The game behind the screen, as the program runs it.

use crate::{Depict, Layer, Overlay, PlayByHand};
use rules::{BySide, Game, Side};

/// The game behind the screen: its history and the other side.
///
/// ```no_run
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{BySide, Game, Side, Turn, stop::Stop};
/// use landgrab_view::app::play::{Hint, Host, Play};
/// use landgrab_view::app::{ColourMode, terminal};
///
/// /// Two people at one keyboard.
/// struct TwoPeople(Vec<Stop>);
///
/// impl Host for TwoPeople {
///     type Game = Stop;
///
///     fn position(&self) -> &Stop {
///         self.0.last().expect("the start stays")
///     }
///     fn before(&self) -> Option<&Stop> {
///         self.0.len().checked_sub(2).map(|before| &self.0[before])
///     }
///     fn names(&self) -> BySide<String> {
///         BySide::new("Ann".into(), "Bob".into())
///     }
///     fn you(&self) -> Side {
///         Side::First
///     }
///     fn is_yours(&self) -> bool {
///         matches!(self.position().turn(), Turn::Move(_))
///     }
///     fn play(&mut self, played: <Stop as Game>::Move) -> Result<(), String> {
///         self.position().check(played).map_err(|refusal| refusal.to_string())?;
///         self.0.push(self.position().after(played));
///         Ok(())
///     }
///     fn answer(&mut self) -> Option<Result<String, String>> {
///         None
///     }
///     fn undo(&mut self) -> bool {
///         self.0.len() > 1 && self.0.pop().is_some()
///     }
///     fn hint(&mut self) -> Option<Hint<Stop>> {
///         self.position().moves().next().map(|first| (first, vec!["the first legal move".into()]))
///     }
///     fn change_level(&mut self, _: i8) -> Result<String, String> {
///         Err("people have no levels".into())
///     }
///     fn swap(&mut self) -> Result<(), String> {
///         Err("both sides are yours".into())
///     }
///     fn restart(&mut self) -> Result<(), String> {
///         self.0.truncate(1);
///         Ok(())
///     }
/// }
///
/// let mut host = TwoPeople(vec!["..X/.../O.. X".parse()?]);
/// terminal::run(&mut Play::new(&mut host, ColourMode::Coloured), || false)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Host {
    /// The game that is played.
    type Game: PlayByHand;

    /// The position now.
    fn position(&self) -> &Self::Game;

    /// The position that the person saw last.
    fn before(&self) -> Option<&Self::Game>;

    /// The players' names.
    fn names(&self) -> BySide<String>;

    /// The person's side.
    fn you(&self) -> Side;

    /// Whether the person enters the next move.
    fn is_yours(&self) -> bool;

    /// Plays a move of the side to move.
    fn play(&mut self, played: <Self::Game as Game>::Move) -> Result<(), String>;

    /// Lets the other side move, and reports its move; `None` while it thinks. Never blocks: the screen asks again.
    fn answer(&mut self) -> Option<Result<String, String>>;

    /// Takes back the person's last move; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// The best move and the reasons; `None` while the engine thinks. Never blocks: the screen asks again.
    fn hint(&mut self) -> Option<Hint<Self::Game>>;

    /// A layer over the position, where it makes sense.
    fn layer(&self, overlay: Overlay) -> Option<Layer> {
        self.position().layer(overlay)
    }

    /// Carries out one of the game's own keys. Returns lines to show.
    fn order(&mut self, key: char) -> Result<Vec<String>, String> {
        Err(format!("nothing is done by {key}"))
    }

    /// Makes the other side stronger or weaker. Returns its new name.
    fn change_level(&mut self, by: i8) -> Result<String, String>;

    /// Exchanges the sides: the person goes on with the other one.
    fn swap(&mut self) -> Result<(), String>;

    /// Begins a new game, with new draws if the game has any.
    fn restart(&mut self) -> Result<(), String>;
}

/// The best move, and why.
pub type Hint<G> = (<G as Game>::Move, Vec<String>);
