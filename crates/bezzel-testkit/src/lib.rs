//! The conformance suite every algorithm, engine and back-end joins, golden tables and random problems.
//!
//! Only tests depend on this crate. What it checks against is written here from scratch, in the
//! plainest way there is, so that it shares nothing with what it checks.

pub mod backends;
pub mod conformance;
pub mod constructions;
pub mod engines;
pub mod fundamental;
pub mod mutate;
pub mod oracle;
pub mod problems;
pub mod some;

/// Golden tables from `data/`.
pub use bezzel_data as golden;
