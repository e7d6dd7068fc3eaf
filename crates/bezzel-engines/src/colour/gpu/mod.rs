//! Counting units on a graphics card.
mod bunches;
#[cfg(test)]
mod emulated;
mod launch;
mod meets;
mod memory;
mod unit;
mod worker;

pub(super) use worker::{LARGEST, workers};
