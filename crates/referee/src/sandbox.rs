//! How bots are kept from harm: from reading files that are not theirs, from reaching the network, from using up the
//! machine.

mod level;
mod unix;

pub use level::{Level, Unavailable};
pub use unix::{CANNOT_START, MOST_PROCESSES, Sandbox, enter_if_asked, group_size, tasks_in_all};
