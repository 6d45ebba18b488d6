//! A record as frames: the position after each move, with the move, its player and the next draw.
//!
//! A film is read lazily, up to the turn that is asked for. It keeps every 64th position as a checkpoint, so that any
//! turn of a long game is a few moves away.

mod story;

pub(crate) use story::explained;

use crate::fault::in_words;
use crate::{Depict, Heading, Scene, Seat};
use rules::record::{Disagreement, Ended, Line, Record, Replay};
use rules::{BySide, Ending, Event, Fault, Game, Side, Turn, notation::printable};

/// Turns between kept positions.
const KEPT_EVERY: usize = 64;

/// A record being shown. Frame 0 is the start; every move or failure makes another.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{catalogue::AnySetup, record::Record, stop::Stop};
/// use landgrab_view::Film;
///
/// let text = r#"
/// {"record":1,"game":"stop","rules":"fill-out","start":"..X/.../O.. X","first":{"name":"a"},"second":{"name":"b"}}
/// {"played":"2,2","side":1,"ms":3.5}
/// {"played":"0,0","side":2,"ms":2.0}
/// "#;
/// let record = Record::read(text.trim_start().as_bytes())?;
/// let AnySetup::Stop(setup) = &record.header.setup else { unreachable!("a game of Stop") };
/// let mut film = Film::<Stop>::new(&record, setup);
/// film.read(usize::MAX)?;
/// assert_eq!(film.last(), 2);
/// assert_eq!(film.news(1), "X a played 2,2 in 3.5 ms");
/// assert_eq!(film.scene(2).heading.expect("each frame has one").players.second.score, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Film<'a, G: Depict> {
    replay: Replay<'a, G>,
    names: BySide<String>,
    cut_short: bool,
    is_read: bool,
    shots: Vec<Shot<G>>,
    /// The positions of turns 0, [`KEPT_EVERY`], and so on.
    kept: Vec<G>,
    /// A cache of the last turn that was asked for: usually the next turn follows.
    here: (usize, G),
}

/// The events of a turn, and the score after it.
#[derive(Clone, Debug)]
pub struct Shot<G: Game> {
    /// The move or the failure; none at the start.
    pub event: Option<Event<G>>,
    /// The draw after it, for the next turn.
    pub drew: Option<G::Draw>,
    /// Milliseconds of thinking.
    pub ms: Option<f64>,
    /// The score after it.
    pub score: BySide<u32>,
}

impl<G: Game> Shot<G> {
    /// The side that moved or failed.
    pub fn side(&self) -> Option<Side> {
        match self.event {
            Some(Event::Played { side, .. } | Event::Out { side, .. }) => Some(side),
            Some(Event::Drew(_)) | None => None,
        }
    }

    /// The failure, if the side failed.
    pub fn fault(&self) -> Option<&Fault> {
        match &self.event {
            Some(Event::Out { fault, .. }) => Some(fault),
            _ => None,
        }
    }

    fn applied_to(&self, position: &mut G) {
        match &self.event {
            Some(Event::Played { played, .. }) => position.play_unchecked(*played),
            Some(Event::Out { fault, .. }) => drop(position.withdraw(fault.kind())),
            Some(Event::Drew(_)) | None => {}
        }
        if let Some(draw) = &self.drew {
            position.take(draw.clone());
        }
    }
}

impl<'a, G: Depict> Film<'a, G> {
    /// A record of which only the start is read so far.
    pub fn new(record: &'a Record, setup: &G::Setup) -> Self {
        let replay: Replay<'_, G> = Replay::new(record, setup);
        let start: G = replay.position().clone();
        let shot = Shot { event: None, drew: None, ms: None, score: start.score() };
        Self {
            replay,
            // Names come from strangers: escape them.
            names: record.header.names().map(printable),
            cut_short: record.cut_short,
            is_read: false,
            shots: vec![shot],
            kept: vec![start.clone()],
            here: (0, start),
        }
    }

    /// Reads on until so many turns are known, or the record ends. After an error, what was read so far stays.
    pub fn read(&mut self, turns: usize) -> Result<(), Disagreement> {
        // A turn is complete when the next one begins: the draw in between belongs to it.
        while !self.is_read && self.shots.len() <= turns.saturating_add(1) {
            match self.replay.step() {
                Ok(Some(line)) => self.add(line),
                Ok(None) => self.is_read = true,
                Err(disagreement) => {
                    self.is_read = true;
                    return Err(disagreement);
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, line: Line<G>) {
        let Line::Event { event, ms, .. } = line else { return };
        if let Event::Drew(draw) = event {
            let last = self.shots.len() - 1;
            if last.is_multiple_of(KEPT_EVERY) {
                self.kept[last / KEPT_EVERY].take(draw.clone());
            }
            if self.here.0 == last {
                self.here.1.take(draw.clone());
            }
            self.shots[last].drew = Some(draw);
            return;
        }
        let position = self.replay.position();
        if self.shots.len().is_multiple_of(KEPT_EVERY) {
            self.kept.push(position.clone());
        }
        self.shots.push(Shot { event: Some(event), drew: None, ms, score: position.score() });
    }

    /// Whether the record was read to its end, or to the first line that is wrong.
    pub fn is_read(&self) -> bool {
        self.is_read
    }

    /// The last turn that is known.
    pub fn last(&self) -> usize {
        // The latest turn may still lack its draw.
        self.shots.len() - if self.is_read || self.shots.len() == 1 { 1 } else { 2 }
    }

    /// The turns that are known.
    pub fn shots(&self) -> &[Shot<G>] {
        &self.shots[..=self.last()]
    }

    /// The position after a turn that is known, with the next draw applied.
    pub fn position(&mut self, turn: usize) -> &G {
        let (here, _) = self.here;
        let nearest = turn / KEPT_EVERY;
        if turn < here || here < nearest * KEPT_EVERY {
            self.here = (nearest * KEPT_EVERY, self.kept[nearest].clone());
        }
        let (here, position) = &mut self.here;
        for shot in &self.shots[*here + 1..=turn] {
            shot.applied_to(position);
        }
        *here = turn;
        position
    }

    /// The position before a turn, replayed from a checkpoint at every call.
    pub fn before(&self, turn: usize) -> Option<G> {
        let before = turn.checked_sub(1).filter(|before| *before <= self.last())?;
        let mut position = self.kept[before / KEPT_EVERY].clone();
        for shot in &self.shots[before / KEPT_EVERY * KEPT_EVERY + 1..=before] {
            shot.applied_to(&mut position);
        }
        Some(position)
    }

    /// The scene after a turn that is known.
    pub fn scene(&mut self, turn: usize) -> Scene {
        let before = turn.checked_sub(1).map(|before| self.position(before).clone());
        let position = self.position(turn).clone();
        let mut scene = position.scene(before.as_ref());
        let next = match position.turn() {
            Turn::Move(side) => format!("{} to move", self.player(side)),
            Turn::Draw => "a draw is next".into(),
            Turn::Over(_) => "the game is over".into(),
        };
        let score = self.shots[turn].score;
        let players = BySide::from_fn(|side| Seat {
            mark: position.side_name(side),
            name: self.names[side].clone(),
            score: score[side],
            place: position.place_of(side),
        });
        scene.heading = Some(Heading { turn, players, news: self.news(turn), next });
        scene
    }

    /// A turn in words.
    pub fn news(&self, turn: usize) -> String {
        let shot = &self.shots[turn];
        match &shot.event {
            Some(Event::Played { side, played, .. }) => {
                let took = shot.ms.map(|ms| format!(" in {ms} ms")).unwrap_or_default();
                format!("{} played {played}{took}", self.player(*side))
            }
            Some(Event::Out { side, fault, .. }) => {
                format!("{} is out: {}", self.player(*side), printable(&in_words(fault)))
            }
            Some(Event::Drew(_)) | None => "start".into(),
        }
    }

    /// The ending, if the record has one and is read so far.
    pub fn ended(&self) -> Option<&Ended> {
        self.replay.ended()
    }

    /// The ending in words. The record must be read.
    pub fn ending(&self) -> String {
        let Some(Ended { ending, won, score }) = self.replay.ended() else {
            let why = if self.cut_short { "its last line is cut short" } else { "it has no last line" };
            return format!("the record ends here, after turn {}: {why}", self.last());
        };
        let result = match won {
            Some(side) => format!("{} won {}:{}", self.player(*side), score.first, score.second),
            None => format!("{}:{}, nobody won", score.first, score.second),
        };
        match ending {
            Ending::Rules => result,
            Ending::Stopped => format!("stopped at {}:{}", score.first, score.second),
            Ending::Fault(side, fault) => {
                format!("{result}: {} failed, {}", self.player(*side), printable(&in_words(fault)))
            }
        }
    }

    /// A side's letter on the board and its name.
    pub fn player(&self, side: Side) -> String {
        format!("{} {}", self.kept[0].side_name(side), self.names[side])
    }

    /// The corner that a side starts from, where that tells the sides apart.
    pub fn side_place(&self, side: Side) -> Option<&'static str> {
        self.kept[0].place_of(side)
    }

    /// The players' names, safe to print.
    pub fn names(&self) -> &BySide<String> {
        &self.names
    }
}
