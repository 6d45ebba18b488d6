//! How long a search may go on. Time comes in from outside: whoever asks says when it is late.

/// What a search may spend on one move.
pub struct Budget<'a> {
    nodes: u64,
    spent: u64,
    is_late: &'a mut dyn FnMut() -> bool,
    was_late: bool,
}

impl<'a> Budget<'a> {
    /// At most so many positions, and none after `is_late` has said so.
    pub fn new(nodes: u64, is_late: &'a mut dyn FnMut() -> bool) -> Self {
        Self { nodes, spent: 0, is_late, was_late: false }
    }

    /// Notes that so many positions were looked at.
    pub fn spend(&mut self, positions: u64) {
        self.spent += positions;
    }

    /// Whether it is time to stop.
    pub fn is_spent(&mut self) -> bool {
        self.was_late = self.was_late || (self.is_late)();
        self.was_late || self.spent >= self.nodes
    }

    /// Positions looked at so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The share of the positions that is used up, 0 to 1; late is 1.
    pub fn share(&mut self) -> f64 {
        if self.is_spent() { 1.0 } else { self.spent as f64 / self.nodes as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_ends_with_its_positions_or_when_it_is_late() {
        let mut never = || false;
        let mut budget = Budget::new(10, &mut never);
        budget.spend(9);
        assert!(!budget.is_spent());
        budget.spend(1);
        assert!(budget.is_spent());
        let mut calls = 0;
        let mut third = || {
            calls += 1;
            calls == 3
        };
        let mut budget = Budget::new(u64::MAX, &mut third);
        assert_eq!([(); 4].map(|()| budget.is_spent()), [false, false, true, true], "late stays late");
    }
}
