//! Seeded choices: which units to verify, and in which order to count.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::hash::{BuildHasher, RandomState};

/// A seed that differs from run to run.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one("seed")
}

/// One well-mixed number per input.
pub(crate) fn mix(seed: u64) -> u64 {
    SplitMix64::seed_from_u64(seed).next_u64()
}

/// A number that depends only on a seed and a label, and must never change.
fn chance(seed: u64, label: &str) -> u64 {
    label.bytes().fold(mix(seed), |state, byte| mix(state ^ u64::from(byte)))
}

/// `count` of these units, drawn without replacement, each draw with a probability proportional to
/// the cost.
///
/// Efraimidis and Spirakis (2006): give each unit the key −ln(u) / cost with u uniform in (0, 1]
/// and take the smallest keys. Here u comes from the seed and the label alone, so that a sample
/// does not depend on the order of the units, and can be checked.
pub(crate) fn draw(units: &[(&str, f64)], count: usize, seed: u64) -> Vec<String> {
    let mut keyed: Vec<(f64, &str)> = (units.iter())
        .map(|&(label, cost)| {
            // 53 bits and never 0, whose logarithm is not a number.
            let uniform = ((chance(seed, label) >> 11) + 1) as f64 / (1_u64 << 53) as f64;
            (-uniform.ln() / cost, label)
        })
        .collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
    keyed.into_iter().take(count).map(|(_, label)| label.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_sample_is_repeatable_and_reaches_every_unit() {
        let labels: Vec<String> = (0..20).map(|unit| format!("unit {unit}")).collect();
        let units: Vec<(&str, f64)> = labels.iter().map(|label| (label.as_str(), 1.0)).collect();
        let mut turned = units.clone();
        turned.reverse();
        assert_eq!(draw(&units, 5, 7), draw(&turned, 5, 7));
        assert_eq!(draw(&units, 99, 7).len(), 20);
        let reached: BTreeSet<String> = (0..200).flat_map(|seed| draw(&units, 3, seed)).collect();
        assert_eq!(reached.len(), 20);
        for seed in 0..50 {
            let sample: BTreeSet<String> = draw(&units, 8, seed).into_iter().collect();
            assert_eq!(sample.len(), 8);
        }
    }

    #[test]
    fn units_are_drawn_in_proportion_to_their_cost() {
        let units = [("a", 1.0), ("b", 2.0), ("c", 5.0)];
        let mut drawn = [0_u32; 3];
        for seed in 0..8000 {
            let first = draw(&units, 1, seed).remove(0);
            drawn[units.iter().position(|unit| unit.0 == first).unwrap()] += 1;
        }
        // 1000, 2000 and 5000 are expected; five standard deviations are at most 217.
        for (drawn, expected) in drawn.into_iter().zip([1000, 2000, 5000]) {
            assert!(drawn.abs_diff(expected) < 217, "{drawn} instead of {expected}");
        }
    }
}
