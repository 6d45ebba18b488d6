//! How much work a solve may be, and how much it was.

/// How much work to put into a solve. It reads no clock: whoever has one looks at it in `go_on`.
pub struct Budget<'a> {
    /// The most positions to search.
    pub nodes: u64,
    /// Asked every few thousand positions whether to go on.
    pub go_on: Option<&'a mut dyn FnMut() -> bool>,
}

impl Budget<'_> {
    /// As much as it takes.
    pub const UNLIMITED: Self = Self { nodes: u64::MAX, go_on: None };

    /// At most so many positions.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, go_on: None }
    }
}

/// Positions between two questions whether to go on: about half a millisecond.
const BETWEEN: u64 = 4096;

pub(super) struct Meter<'a> {
    budget: Budget<'a>,
    nodes: u64,
    /// The count at which something is to be done.
    next_stop: u64,
    is_spent: bool,
}

impl<'a> Meter<'a> {
    pub fn new(budget: Budget<'a>) -> Self {
        let mut meter = Self { budget, nodes: 0, next_stop: 0, is_spent: false };
        meter.stop();
        meter
    }

    /// Counts a position; whether it may be searched.
    #[inline(always)]
    pub fn count(&mut self) -> bool {
        if self.nodes >= self.next_stop {
            self.stop();
        }
        self.nodes += u64::from(!self.is_spent);
        !self.is_spent
    }

    #[cold]
    fn stop(&mut self) {
        if self.is_spent {
            return;
        }
        let goes_on = self.budget.go_on.as_mut().is_none_or(|go_on| go_on());
        self.is_spent = !goes_on || self.nodes >= self.budget.nodes;
        self.next_stop = if self.is_spent { 0 } else { self.budget.nodes.min(self.nodes + BETWEEN) };
    }

    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.is_spent
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}
