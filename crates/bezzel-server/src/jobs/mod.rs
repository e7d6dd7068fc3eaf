//! Counting jobs: the ledgers in the data folder, of which only a few are counted at a time.

mod job;
mod keeper;

pub use job::KeptJob;
pub use keeper::Keeper;
