//! What is worth seeing in a game: the first contact, every change of the lead, a side that is stuck, a failure.

use crate::{Depict, Film};
use rules::{BySide, Event, Side};

/// All events of a film that is read, each with its turn, in order.
pub fn all<G: Depict>(film: &mut Film<'_, G>) -> Vec<(usize, String)> {
    let contact = first_contact(film).map(|at| (at, "first contact".to_string()));
    let mut events: Vec<(usize, String)> = contact.into_iter().chain(all_but_contact(film)).collect();
    events.sort_by_key(|(turn, _)| *turn);
    events
}

/// The first turn in which the sides touch. Cells never change back to free, so that halving the game finds it.
fn first_contact<G: Depict>(film: &mut Film<'_, G>) -> Option<usize> {
    let (mut low, mut high) = (0, film.last());
    if film.position(low).is_in_contact() || !film.position(high).is_in_contact() {
        return None;
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        if film.position(middle).is_in_contact() { high = middle } else { low = middle }
    }
    Some(high)
}

/// The other events.
fn all_but_contact<G: Depict>(film: &Film<'_, G>) -> Vec<(usize, String)> {
    let mut found = vec![];
    let mut leader: Option<Side> = None;
    let mut is_out = BySide::new(false, false);
    let shots = film.shots();
    for (turn, shot) in shots.iter().enumerate() {
        let BySide { first, second } = shot.score;
        let now = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        };
        if let (Some(now), Some(before)) = (now, leader)
            && now != before
        {
            found.push((turn, format!("{} takes the lead", film.player(now))));
        }
        leader = now.or(leader);
        match &shot.event {
            Some(Event::Out { side, .. }) => {
                is_out[*side] = true;
                found.push((turn, format!("{} fails", film.player(*side))));
            }
            // Piece Filler writes down that a side is stuck; elsewhere it is passed over.
            Some(Event::Played { side, played, .. }) if played.to_string() == "stuck" => {
                is_out[*side] = true;
                found.push((turn, format!("{} is stuck", film.player(*side))));
            }
            Some(Event::Played { side, .. }) => {
                let before = turn.checked_sub(1).and_then(|before| shots[before].side());
                let earlier = turn.checked_sub(2).and_then(|before| shots[before].side());
                if before == Some(*side) && earlier != Some(*side) && !is_out[side.other()] {
                    found.push((turn, format!("{} cannot move", film.player(side.other()))));
                }
            }
            Some(Event::Drew(_)) | None => {}
        }
    }
    found
}
