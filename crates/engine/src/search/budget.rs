//! How long a search may go on. Time comes in from outside: whoever asks says how much of it has gone.

/// What a search may spend on one move.
pub struct Budget<'a> {
    nodes: u64,
    spent: u64,
    /// The share of the time that has gone, 1 and more when it is over.
    time: &'a mut dyn FnMut() -> f64,
}

impl<'a> Budget<'a> {
    /// At most so many positions, and none once all the time has gone.
    pub fn new(nodes: u64, time: &'a mut dyn FnMut() -> f64) -> Self {
        Self { nodes, spent: 0, time }
    }

    /// Notes that so many positions were looked at.
    pub fn spend(&mut self, positions: u64) {
        self.spent += positions;
    }

    /// The share that is used up, 1 and more when it is time to stop.
    pub fn share(&mut self) -> f64 {
        let nodes = if self.spent >= self.nodes { 1.0 } else { self.spent as f64 / self.nodes as f64 };
        nodes.max((self.time)())
    }

    /// Whether it is time to stop.
    pub fn is_spent(&mut self) -> bool {
        self.share() >= 1.0
    }

    /// Positions looked at so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Positions that there is time for yet, judged by how long those before took.
    pub fn left(&mut self) -> u64 {
        let share = self.share();
        if share >= 1.0 { 0 } else { (self.spent as f64 * (1.0 - share) / share.max(1e-9)) as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_with_its_positions_or_its_time() {
        let mut no_time = || 0.0;
        let mut budget = Budget::new(10, &mut no_time);
        budget.spend(9);
        assert!(!budget.is_spent());
        budget.spend(1);
        assert!(budget.is_spent());
        let mut gone = 0.0;
        let mut third = || {
            gone += 0.4;
            gone
        };
        let mut budget = Budget::new(u64::MAX, &mut third);
        assert_eq!([(); 3].map(|()| budget.is_spent()), [false, false, true]);
        assert!(Budget::new(0, &mut || 0.0).is_spent());
    }

    #[test]
    fn what_is_left_follows_from_what_it_took_so_far() {
        let mut quarter = || 0.25;
        let mut budget = Budget::new(u64::MAX, &mut quarter);
        budget.spend(100);
        assert_eq!(budget.left(), 300);
        let mut no_time = || 0.0;
        let mut budget = Budget::new(1000, &mut no_time);
        budget.spend(100);
        assert_eq!(budget.left(), 900);
    }
}
