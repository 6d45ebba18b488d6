//! A record as the viewer sees it: scenes, and what happened in each turn. The viewer asks through [`Frames`] and does
//! not know the game, so it is compiled once and not once a game.

use crate::{Aside, Depict, Film, Layer, Lens, Overlay, Scene, Tone};
use rules::record::{Disagreement, Ended};
use rules::{BySide, Event, Fault, Side};

/// The facts of a turn, in terms that all games share.
pub struct TurnFacts<'a> {
    /// The side that moved or failed; none at the start.
    pub side: Option<Side>,
    /// Milliseconds of thinking.
    pub ms: Option<f64>,
    /// The score after the turn.
    pub score: BySide<u32>,
    /// The failure, if the side failed.
    pub fault: Option<&'a Fault>,
}

/// The turns of a record. Turn 0 is the start.
pub trait Frames {
    /// Reads on until this turn is known, or the record ends.
    fn read(&mut self, turn: usize) -> Result<(), Disagreement>;

    /// Whether the record was read to its end, or to the first line that is wrong.
    fn is_read(&self) -> bool;

    /// The last turn that is known.
    fn last(&self) -> usize;

    /// The board after a turn.
    fn scene(&mut self, turn: usize) -> Scene;

    /// A layer over the board after a turn. Heat is the distance from the enemy of `heat_of`.
    fn layer(&mut self, turn: usize, overlay: Overlay, heat_of: Side) -> Option<Layer>;

    /// The small picture beside the board after a turn, such as the next piece.
    fn aside(&mut self, turn: usize) -> Option<Aside>;

    /// The cells that each side reaches first after a turn.
    fn territory(&mut self, turn: usize) -> Option<BySide<usize>>;

    /// Whether cells of the two sides touch after a turn.
    fn is_in_contact(&mut self, turn: usize) -> bool;

    /// The facts of a turn.
    fn facts(&self, turn: usize) -> TurnFacts<'_>;

    /// The move of a turn, in the game's notation; none for a failure.
    fn played(&self, turn: usize) -> Option<String>;

    /// How moves are written, in words.
    fn notation(&self) -> &'static str;

    /// How the game ended, where the record says it and is read so far.
    fn ended(&self) -> Option<&Ended>;

    /// How the game ended, in words.
    fn ending(&self) -> String;

    /// A side's letter on the board and its name.
    fn player(&self, side: Side) -> String;
}

/// A film of one game with the lens for its layers.
pub struct Projection<'a, G: Depict> {
    pub film: Film<'a, G>,
    pub lens: Lens<G>,
}

impl<G: Depict> Frames for Projection<'_, G> {
    fn read(&mut self, turn: usize) -> Result<(), Disagreement> {
        self.film.read(turn)
    }

    fn is_read(&self) -> bool {
        self.film.is_read()
    }

    fn last(&self) -> usize {
        self.film.last()
    }

    fn scene(&mut self, turn: usize) -> Scene {
        self.film.scene(turn)
    }

    fn layer(&mut self, turn: usize, overlay: Overlay, heat_of: Side) -> Option<Layer> {
        if overlay != Overlay::LastMove {
            return (self.lens)(self.film.position(turn), overlay, Some(heat_of));
        }
        let before = self.film.position(turn.saturating_sub(1)).clone();
        Some(self.film.position(turn).changed_since(&before))
    }

    fn aside(&mut self, turn: usize) -> Option<Aside> {
        self.film.position(turn).scene(None).aside
    }

    fn territory(&mut self, turn: usize) -> Option<BySide<usize>> {
        let layer = self.film.position(turn).layer(Overlay::Territory)?;
        Some(BySide::from_fn(|side| layer.count(Tone::Of(side))))
    }

    fn is_in_contact(&mut self, turn: usize) -> bool {
        self.film.position(turn).is_in_contact()
    }

    fn facts(&self, turn: usize) -> TurnFacts<'_> {
        let shot = &self.film.shots()[turn];
        TurnFacts { side: shot.side(), ms: shot.ms, score: shot.score, fault: shot.fault() }
    }

    fn played(&self, turn: usize) -> Option<String> {
        match &self.film.shots()[turn].event {
            Some(Event::Played { played, .. }) => Some(played.to_string()),
            Some(Event::Out { .. } | Event::Drew(_)) | None => None,
        }
    }

    fn notation(&self) -> &'static str {
        G::NOTATION
    }

    fn ended(&self) -> Option<&Ended> {
        self.film.ended()
    }

    fn ending(&self) -> String {
        self.film.ending()
    }

    fn player(&self, side: Side) -> String {
        self.film.player(side)
    }
}
