//! The budget of a search: nodes, and time that the caller measures.

/// Nodes between two looks at the time: about a quarter of a millisecond.
const BETWEEN: u64 = 1024;

/// The budget for one move: nodes and time, whichever ends first.
///
/// ```
/// use landgrab_engine::budget::Budget;
///
/// let mut budget = Budget::nodes(100);
/// let searched = (0..1000).filter(|_| budget.count()).count();
/// assert_eq!((searched, budget.is_over()), (100, true));
/// ```
pub struct Budget<'a> {
    nodes: u64,
    spent: u64,
    /// The share of the time that has gone, 1 and more when it is over; `None` if only nodes count.
    time: Option<&'a mut dyn FnMut() -> f64>,
    /// The share at which to stop: 1, or less while a part of the search has a part of the budget.
    limit: f64,
    /// The count of nodes at which the time is asked for again.
    next_check: u64,
    is_over: bool,
}

impl<'a> Budget<'a> {
    /// At most so many nodes, and none once all the time has gone.
    pub fn new(nodes: u64, time: &'a mut dyn FnMut() -> f64) -> Self {
        Self { time: Some(time), ..Self::nodes(nodes) }
    }

    /// At most so many nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, spent: 0, time: None, limit: 1.0, next_check: 0, is_over: false }
    }

    /// No limit.
    pub const fn unlimited() -> Self {
        Self::nodes(u64::MAX)
    }

    /// Counts a node, and says whether it may be searched. Asks for the time only now and then.
    #[inline(always)]
    pub fn count(&mut self) -> bool {
        if self.spent >= self.next_check {
            self.check_limits();
        }
        self.spent += u64::from(!self.is_over);
        !self.is_over
    }

    #[cold]
    fn check_limits(&mut self) {
        if self.is_over {
            return;
        }
        self.is_over = self.share() >= self.limit;
        let last = (self.nodes as f64 * self.limit) as u64;
        self.next_check = if self.is_over { 0 } else { last.clamp(self.spent + 1, self.spent + BETWEEN) };
    }

    /// Whether [`count`](Self::count) has refused a node.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// From now on [`count`](Self::count) stops at this share: a part of the budget for a part of the search. It counts
    /// again, even if it has refused before.
    pub fn limit(&mut self, share: f64) {
        (self.limit, self.is_over, self.next_check) = (share, false, 0);
    }

    /// The share at which [`count`](Self::count) stops.
    pub fn ceiling(&self) -> f64 {
        self.limit
    }

    /// Counts so many nodes at once.
    pub fn spend(&mut self, positions: u64) {
        self.spent += positions;
    }

    /// The share that is used up, 1 and more when it is time to stop.
    pub fn share(&mut self) -> f64 {
        let nodes = if self.spent >= self.nodes { 1.0 } else { self.spent as f64 / self.nodes as f64 };
        self.time.as_mut().map_or(nodes, |time| nodes.max(time()))
    }

    /// Whether it is time to stop.
    pub fn is_spent(&mut self) -> bool {
        self.share() >= 1.0
    }

    /// Nodes so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Nodes that are left, estimated from the time of the nodes so far.
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
    fn the_nodes_that_are_left_follow_from_the_pace_so_far() {
        let mut quarter = || 0.25;
        let mut budget = Budget::new(u64::MAX, &mut quarter);
        budget.spend(100);
        assert_eq!(budget.left(), 300);
        let mut no_time = || 0.0;
        let mut budget = Budget::new(1000, &mut no_time);
        budget.spend(100);
        assert_eq!(budget.left(), 900);
    }

    #[test]
    fn nodes_are_counted_up_to_the_limit_of_a_part_and_then_of_all() {
        let mut budget = Budget::nodes(100);
        budget.limit(0.25);
        let counted = |budget: &mut Budget<'_>| (0..1000).filter(|_| budget.count()).count();
        assert_eq!((counted(&mut budget), budget.is_over(), budget.spent()), (25, true, 25));
        budget.limit(1.0);
        assert_eq!((counted(&mut budget), budget.is_over(), budget.spent()), (75, true, 100));
        let mut unlimited = Budget::unlimited();
        assert_eq!((counted(&mut unlimited), unlimited.is_over()), (1000, false));
        assert!(!Budget::nodes(0).count());
    }

    #[test]
    fn the_time_is_asked_for_now_and_then_while_nodes_are_counted() {
        let mut looks = 0;
        let mut tenth = || {
            looks += 1;
            f64::from(looks) / 10.0
        };
        let mut budget = Budget::new(u64::MAX, &mut tenth);
        let counted = (0..100_000).filter(|_| budget.count()).count() as u64;
        assert_eq!((counted, looks), (9 * BETWEEN, 10));
    }
}
