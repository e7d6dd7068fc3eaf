//! Counting engines.

pub mod colour;
