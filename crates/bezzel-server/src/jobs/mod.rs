//! Counting jobs: the ledgers of the data folder, and the few that are counted at a time.

mod job;
mod keeper;

pub use keeper::Keeper;
