//! Q(n,d) for one n and every dimension d at once, by a sum over sets of pairs of layers.
//!
//! Barr and Rao put one queen into each of the n layers of the last axis. Queens in layers i and j
//! attack each other exactly when in **every** other coordinate they differ by 0, +|i−j| or
//! −|i−j|. So the d − 1 other coordinates are independent of each other: each is a vector c of n
//! values, one for each layer, with its set E(c) of pairs {i, j} that differ so, and d − 1 vectors
//! are a solution exactly when no pair is in all of their sets. By inclusion and exclusion, with
//! N(S) the number of vectors that have all pairs of S,
//!
//! ```text
//!   Q(n,d) = Σ_S (−1)^|S| N(S)^(d−1)          S over all sets of the n(n−1)/2 pairs
//!
//!   n = 3, pairs 01, 12, 02:    S    {}  01  12  02  01,12  01,02  12,02  all
//!                               N    27  21  21  15   17     11     11     9
//!   Q(3,d) = 27^m − 2·21^m − 15^m + 17^m + 2·11^m − 9^m,  m = d − 1:  0, 72, 4632, 198096, …
//! ```
//!
//! The numbers N(S) are superset sums of a histogram of all n^n vectors by their sets. Only how
//! often each number occurs matters: that is a [`Spectrum`], a few thousand terms.
//!
//! # Units
//! A unit fixes which pairs of neighbouring layers (the *path*) are in S: 2^(n−1) patterns, of
//! which one of each pair of mirror images is walked and counts twice, because turning the layers
//! around changes nothing. Inside a unit the next pairs are fixed one way after the other until
//! the rest has a table of [`TABLE_BITS`] pairs, which is filled with the vectors that have what is
//! fixed and walked depth first. So the memory is that of one small table whatever n is.
//!
//! Spectra of units add up, so units may run in any order and anywhere.

pub mod barr;
mod pairs;
mod spectrum;
mod walk;

pub use spectrum::{Spectrum, SpectrumError};

use crate::{EngineError, SimdLevel, Unit};
use pairs::Pairs;
use walk::Terms;

/// The largest side: beyond it N(S) passes 2^32 for sets that are not empty, and 2^55 sets are
/// out of reach.
pub const LARGEST: u32 = 10;

/// Pairs in the table unless asked otherwise.
pub const TABLE_BITS: u32 = 21;

/// Most pairs in a table: 4 GiB.
pub const MOST_TABLE_BITS: u32 = 30;

/// A side made ready for counting; shared by all threads.
pub struct Transform {
    n: u32,
    pairs: Pairs,
    table_bits: u32,
    simd: SimdLevel,
    units: Vec<Unit>,
    patterns: Vec<Pattern>,
}

/// The pairs of the path that a unit has in S, layer 0 in the highest bit.
struct Pattern {
    path: u64,
    /// 2 if the mirror image is another pattern.
    weight: i128,
}

impl Transform {
    /// The engine's name.
    pub const ID: &'static str = "transform";

    /// Prepares a side with the table and the instructions that suit this machine.
    pub fn new(n: u32) -> Result<Transform, EngineError> {
        Transform::with_table(n, TABLE_BITS, SimdLevel::best())
    }

    /// Prepares a side with a table of at most this many pairs, 4 · 2^pairs bytes for each thread.
    pub fn with_table(n: u32, table_bits: u32, simd: SimdLevel) -> Result<Transform, EngineError> {
        if n > LARGEST {
            let pairs = u64::from(n) * u64::from(n - 1) / 2;
            return Err(EngineError::TooManySets { engine: Self::ID, largest: LARGEST, n, pairs });
        }
        if table_bits > MOST_TABLE_BITS {
            let need = 4_u128 << table_bits.min(120);
            return Err(EngineError::Memory { engine: Self::ID, need, most: 4 << MOST_TABLE_BITS });
        }
        let pairs = Pairs::new(n);
        let table_bits = table_bits.min(pairs.len() - pairs.path());
        let path = pairs.path();
        let patterns: Vec<Pattern> = (0..1_u64 << path)
            .filter_map(|pattern| {
                let mirror = if path == 0 { 0 } else { pattern.reverse_bits() >> (64 - path) };
                (pattern <= mirror)
                    .then(|| Pattern { path: pattern, weight: 1 + i128::from(pattern != mirror) })
            })
            .collect();
        let label = |pattern: &Pattern| match path {
            0 => "all".to_owned(),
            _ => format!("path {:0width$b}", pattern.path, width = path as usize),
        };
        // Measured at n = 9: seconds by the number of path pairs in S.
        let cost = |pattern: &Pattern| 0.2 + 16.0 * 0.45_f64.powi(pattern.path.count_ones() as i32);
        let unit = |pattern: &Pattern| Unit { label: label(pattern), cost: cost(pattern) };
        let units = patterns.iter().map(unit).collect();
        Ok(Transform { n, pairs, table_bits, simd: simd.available()?, units, patterns })
    }

    /// The side.
    #[must_use]
    pub fn side(&self) -> u32 {
        self.n
    }

    /// The units of work.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Counts one unit, by its place among the units.
    #[must_use]
    pub fn count(&self, unit: usize) -> Spectrum {
        let Pattern { path, weight } = self.patterns[unit];
        let between = self.pairs.len() - self.pairs.path() - self.table_bits;
        let mut table = vec![0; 1 << self.table_bits];
        let mut terms = Terms::new();
        let mut corrections = Vec::new();
        for middle in 0..1_u64 << between {
            let chosen = (path << between | middle) << self.table_bits;
            let sign = if chosen.count_ones().is_multiple_of(2) { 1 } else { -1 };
            table.fill(0);
            self.pairs.add_vectors(chosen, &mut table);
            walk::walk(self.simd, &mut table, sign, &mut terms);
            if chosen == 0 {
                // N of the empty set is n^n, the one number that passes 2^32 (at n = 10, where the
                // empty set is reached: at n = 2 all vectors have the pair, and it cancels).
                let all = u64::from(self.n).pow(self.n);
                corrections = vec![(all & u64::from(u32::MAX), -1), (all, 1)];
            }
        }
        let found = terms.into_pairs().map(|(value, count)| (value, i128::from(count)));
        let weighted = found.chain(corrections).map(|(value, count)| (value, weight * count));
        Spectrum::new(self.n, weighted)
    }

    /// Counts all units, one after the other.
    #[must_use]
    pub fn spectrum(&self) -> Spectrum {
        Spectrum::sum(self.n, (0..self.units.len()).map(|unit| self.count(unit)))
    }
}
