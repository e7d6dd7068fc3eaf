//! Random numbers that are the same in every run, so that an estimate does not change from one to the
//! next.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

pub(crate) struct Dice(SplitMix64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice(SplitMix64::seed_from_u64(seed))
    }

    /// A number from 0 to `sides` - 1.
    pub fn roll(&mut self, sides: usize) -> usize {
        (self.0.next_u64() % sides as u64) as usize
    }
}
