//! One game, from the first draw to the result. The rules decide what a fault costs: the other side plays on, or the
//! game is lost at once.

use crate::{Interrupt, evidence};
use rules::record::Ended;
use rules::{BySide, Cause, Clock, Ending, Event, Fault, Game, NoMove, Player, Side, Turn};
use std::io;
use std::time::Instant;

/// Everything a game needs besides its players.
///
/// ```
/// use landgrab_referee::rules::{BySide, Clock, Side, stop::{Setup, Stop}};
/// use landgrab_referee::seat::Person;
/// use landgrab_referee::{Interrupt, Referee};
///
/// let (setup, interrupt) = (Setup::default(), Interrupt::default());
/// let clocks = BySide::new(Clock::default(), Clock::default());
/// let referee = Referee::<Stop> { setup: &setup, seed: 1, clocks, interrupt: &interrupt };
/// // The first person leaves without a move, which loses the game.
/// let [mut first, mut second] = ["", ""].map(|typed| Person::new(typed.as_bytes(), Vec::new()));
/// let finished = referee.play(BySide::new(&mut first, &mut second), |_event, _position, _ms| Ok(()))?;
/// assert_eq!(finished.ended.won, Some(Side::Second));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Referee<'a, G: Game> {
    /// The rules, the map, the start.
    pub setup: &'a G::Setup,
    /// The seed of the official draws.
    pub seed: i64,
    /// Time for each move, by seat.
    pub clocks: BySide<Clock>,
    /// Stops the game before its next event.
    pub interrupt: &'a Interrupt,
}

/// A game that came to an end.
#[derive(Clone, Debug)]
pub struct Finished<G> {
    /// How it ended.
    pub ended: Ended,
    /// The last position.
    pub position: G,
    /// Moves asked for, answered well or not.
    pub turns: u32,
    /// Milliseconds that each side thought.
    pub ms: BySide<f64>,
    /// The fault of each side, if it had one: the game may have gone on without it.
    pub faults: BySide<Option<Fault>>,
}

impl<G: Game> Referee<'_, G> {
    /// Plays a game. `seen` is called after each event with the position it led to and, for a move, the milliseconds it
    /// took; its error ends the game.
    pub fn play(
        &self,
        seats: BySide<&mut dyn Player<G>>,
        seen: impl FnMut(&Event<G>, &G, Option<f64>) -> io::Result<()>,
    ) -> io::Result<Finished<G>> {
        self.play_from(G::new(self.setup), seats, seen)
    }

    /// Plays on from a position that the setup leads to.
    pub fn play_from(
        &self,
        mut position: G,
        mut seats: BySide<&mut dyn Player<G>>,
        mut seen: impl FnMut(&Event<G>, &G, Option<f64>) -> io::Result<()>,
    ) -> io::Result<Finished<G>> {
        let mut official = G::official(self.setup, self.seed);
        let (mut turns, mut ms) = (0, BySide::new(0.0, 0.0));
        // A fault outside of a side's own turn is held against it when that turn comes.
        let mut held = BySide::from_fn(|side| seats[side].begin(self.setup, side).err());
        let mut faults = BySide::default();
        let mut drawn = None;
        let ended = loop {
            if self.interrupt.is_raised() {
                break stopped(&position);
            }
            let (event, took) = match position.turn() {
                Turn::Over(outcome) => {
                    break Ended { ending: Ending::Rules, won: outcome.winner(), score: position.score() };
                }
                Turn::Draw => {
                    let draw = position.sample(&mut official);
                    position.take(draw.clone());
                    drawn = Some(draw.clone());
                    (Event::Drew(draw), None)
                }
                Turn::Move(side) => {
                    let started = Instant::now();
                    let answer = match held[side].take() {
                        Some(fault) => Err(NoMove::Fault(fault)),
                        None => seats[side].choose(&position, self.clocks[side]),
                    };
                    let took = started.elapsed().as_secs_f64() * 1000.0;
                    let answer = match answer {
                        Err(NoMove::Interrupted) => break stopped(&position),
                        // The player may have hurried because of the interrupt: its answer does not count.
                        _ if self.interrupt.is_raised() => break stopped(&position),
                        Err(NoMove::Fault(fault)) => Err(fault),
                        Ok(answer) => checked(&position, answer),
                    };
                    turns += 1;
                    ms[side] += took;
                    match answer {
                        Ok(played) => {
                            position.play_unchecked(played);
                            (Event::Played { side, drawn: drawn.clone(), played }, Some(took))
                        }
                        Err(mut fault) => {
                            fault.evidence.add(evidence::TURN, &turns);
                            if let Some(draw) = &drawn {
                                fault.evidence.add(evidence::DRAWN, draw);
                            }
                            fault.evidence.append(seats[side].evidence());
                            faults[side] = Some(fault.clone());
                            if !position.withdraw(fault.kind()) {
                                break lost(side, fault, position.score());
                            }
                            (Event::Out { side, drawn: drawn.clone(), fault }, None)
                        }
                    }
                }
            };
            for side in Side::BOTH {
                if let Err(fault) = seats[side].watch(&event) {
                    held[side].get_or_insert(fault);
                }
            }
            seen(&event, &position, took)?;
        };
        Ok(Finished { ended, position, turns, ms, faults })
    }
}

/// The move that an answer amounts to, or the fault it is.
fn checked<G: Game>(position: &G, answer: G::Move) -> Result<G::Move, Fault> {
    position.resolve(answer).map_err(|refusal| {
        let cause = Cause::Illegal { answer: answer.to_string(), because: refusal.to_string() };
        Fault::from(cause).with(evidence::REASON, &refusal)
    })
}

fn stopped(position: &impl Game) -> Ended {
    Ended { ending: Ending::Stopped, won: None, score: position.score() }
}

fn lost(side: Side, fault: Fault, score: BySide<u32>) -> Ended {
    Ended { ending: Ending::Fault(side, fault), won: Some(side.other()), score }
}
