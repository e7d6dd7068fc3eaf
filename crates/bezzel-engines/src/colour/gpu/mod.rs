//! Counting units on a graphics card.
mod bunches;
#[cfg(test)]
mod emulated;
mod failure;
mod fitness;
mod frame;
mod lanes;
mod launch;
mod meets;
mod memory;
mod nodes;
mod parts;
mod self_test;
mod tails;
mod unit;
mod worker;

pub(super) use worker::{LARGEST, workers};
