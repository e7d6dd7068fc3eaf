//! Seeded choices: which units to verify, and in which order to count.

use std::hash::{BuildHasher, RandomState};

/// A seed that differs from run to run.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one("seed")
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): one well-mixed number per input.
pub(crate) fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `count` of these units, each subset as likely as any other; the same seed gives the same.
pub(crate) fn choose(mut units: Vec<usize>, count: usize, seed: u64) -> Vec<usize> {
    let count = count.min(units.len());
    let mut state = seed;
    for place in 0..count {
        state = mix(state);
        // The remainder's bias is below units / 2^64.
        let other = place + (state % (units.len() - place) as u64) as usize;
        units.swap(place, other);
    }
    units.truncate(count);
    units
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_sample_is_repeatable_and_reaches_every_unit() {
        let units: Vec<usize> = (10..30).collect();
        assert_eq!(choose(units.clone(), 5, 7), choose(units.clone(), 5, 7));
        assert_eq!(choose(units.clone(), 99, 7).len(), 20);
        let reached: BTreeSet<usize> =
            (0..200).flat_map(|seed| choose(units.clone(), 3, seed)).collect();
        assert_eq!(reached.len(), 20);
        for seed in 0..50 {
            let sample: BTreeSet<usize> = choose(units.clone(), 8, seed).into_iter().collect();
            assert_eq!(sample.len(), 8);
        }
    }
}
