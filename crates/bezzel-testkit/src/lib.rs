//! The conformance suite for every algorithm, engine and back-end, golden tables and random
//! problems.
//!
//! Only tests depend on this crate. The reference implementations are written here from scratch, in
//! the simplest way, so that they share nothing with the code under test.

pub mod backends;
pub mod conformance;
pub mod constructions;
pub mod engines;
pub mod fundamental;
pub mod mutate;
pub mod oracle;
pub mod problems;
pub mod some;
mod wait;

pub use wait::wait_until;

/// Golden tables from `data/`.
pub use bezzel_data as golden;
