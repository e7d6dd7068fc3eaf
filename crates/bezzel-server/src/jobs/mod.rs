//! Counting jobs: ledgers in the data folder, counted at low priority, shared with the command line.

mod job;
mod keeper;
mod view;

pub use keeper::Keeper;
pub use view::{JobState, JobView, UnitMap};
