//! Events of a game: the first contact, every change of the lead, a stuck side, a failure.

use super::frames::Frames;
use rules::{BySide, Side};

/// All events of a film that is read, each with its turn, in order.
pub fn all(frames: &mut dyn Frames) -> Vec<(usize, String)> {
    let contact = first_contact(frames).map(|at| (at, "first contact".to_string()));
    let mut events: Vec<(usize, String)> = contact.into_iter().chain(all_but_contact(frames)).collect();
    events.sort_by_key(|(turn, _)| *turn);
    events
}

/// The first turn in which the sides touch, by binary search: cells never become free again.
fn first_contact(frames: &mut dyn Frames) -> Option<usize> {
    let (mut low, mut high) = (0, frames.last());
    if frames.is_in_contact(low) || !frames.is_in_contact(high) {
        return None;
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        if frames.is_in_contact(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

/// The other events.
fn all_but_contact(frames: &dyn Frames) -> Vec<(usize, String)> {
    let mut found = vec![];
    let mut leader: Option<Side> = None;
    let mut is_out = BySide::new(false, false);
    for turn in 0..=frames.last() {
        let facts = frames.facts(turn);
        let BySide { first, second } = facts.score;
        let now = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        };
        if let (Some(now), Some(before)) = (now, leader)
            && now != before
        {
            found.push((turn, format!("{} takes the lead", frames.player(now))));
        }
        leader = now.or(leader);
        let Some(side) = facts.side else { continue };
        if facts.fault.is_some() {
            is_out[side] = true;
            found.push((turn, format!("{} fails", frames.player(side))));
        } else if frames.played(turn).as_deref() == Some("stuck") {
            // Piece Filler writes down that a side is stuck; the other games pass it over.
            is_out[side] = true;
            found.push((turn, format!("{} is stuck", frames.player(side))));
        } else {
            let side_at = |back: usize| turn.checked_sub(back).and_then(|before| frames.facts(before).side);
            if side_at(1) == Some(side) && side_at(2) != Some(side) && !is_out[side.other()] {
                found.push((turn, format!("{} cannot move", frames.player(side.other()))));
            }
        }
    }
    found
}
