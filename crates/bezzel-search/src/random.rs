//! Random numbers that are the same on every machine for the same seed.
//!
//! The generator is xoshiro256++; the distributions are implemented here, so that no library
//! release changes the meaning of a seed.

use crate::{SEED, Settings};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A seeded source of choices.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The source with the seed from the setting [`SEED`].
    pub(crate) fn new(settings: &Settings) -> Random {
        Random::seeded(settings.number(&SEED))
    }

    /// The source with this seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `n`, however large, all equally likely.
    pub fn below_wide(&mut self, n: u128) -> u128 {
        debug_assert!(n > 0, "there is no number below 0");
        // As many bits as the largest number has: on average at least every second draw is small
        // enough.
        let spare = (n - 1).leading_zeros();
        loop {
            let bits = (u128::from(self.0.next_u64()) << 64) | u128::from(self.0.next_u64());
            let number = bits.checked_shr(spare).unwrap_or(0);
            if number < n {
                return number;
            }
        }
    }

    /// A number below `n`, all equally likely (Lemire's multiplication with rejection).
    #[inline]
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "there is no number below 0");
        loop {
            let product = u64::from(self.high()) * u64::from(n);
            let low = product as u32;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }

    /// One of these, all equally likely.
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize]
    }

    /// A number from 0 to 1, 1 excluded.
    pub(crate) fn unit(&mut self) -> f64 {
        // 53 random bits: as many as a double holds.
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// Shuffles a list, every order equally likely.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    fn high(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_for_ever() {
        let mut random = Random::new(&Settings::default());
        let drawn: Vec<u32> = (0..8).map(|_| random.below(100)).collect();
        assert_eq!(drawn, [81, 74, 10, 74, 18, 59, 98, 52]);
    }

    #[test]
    fn every_number_comes_up_about_equally_often() {
        let mut random = Random::new(&Settings::default());
        let mut times = [0_u32; 7];
        for _ in 0..70_000 {
            times[random.below(7) as usize] += 1;
        }
        assert!(times.iter().all(|count| (9_600..10_400).contains(count)), "{times:?}");
        let mean = (0..10_000).map(|_| random.unit()).sum::<f64>() / 10_000.0;
        assert!((0.48..0.52).contains(&mean), "{mean}");
    }
}
