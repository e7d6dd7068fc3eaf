//! The superset sums of a table, traversed depth first, skipping everything that cancels.
//!
//! The entry at T starts as the number of vectors whose pairs are exactly T. The highest pair e
//! splits the table into two halves: sets without e (low) and with e (high). Adding the high half
//! to the low one makes the low half count vectors whether or not they have e, which is what a set
//! S without e needs; the high half is what a set with e needs, with the opposite sign. Then each
//! half is processed in the same way with the next pair, down to single entries, which are N(S).
//!
//! If the low half is zero throughout, every remaining vector has e. Then both halves would become
//! the same numbers with opposite signs: they cancel and are skipped. That is why the traversal
//! ends early: at n = 8 only 36 of 268 million sets are reached. (It is Rota's broken-circuit
//! argument for the lattice of closed sets of pairs, without constructing the lattice.)
//!
//! Because the traversal is depth first, each half stays in the first-level cache as soon as it
//! fits.

use crate::SimdLevel;
use bezzel_board::Stop;
use std::collections::HashMap;

/// Values below this are counted in an array (512 KiB), the rare larger ones in a map.
const SMALL: usize = 1 << 16;

/// Signed counts of the values reached.
pub(super) struct Terms {
    small: Vec<i64>,
    large: HashMap<u32, i64>,
}

impl Terms {
    pub(super) fn new() -> Terms {
        Terms { small: vec![0; SMALL], large: HashMap::new() }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, value: u32, sign: i64) {
        match self.small.get_mut(value as usize) {
            Some(count) => *count += sign,
            None => *self.large.entry(value).or_default() += sign,
        }
    }

    /// Values with their counts, in no particular order. Most of the array is 0: a unit reaches few values.
    pub(super) fn into_pairs(self) -> impl Iterator<Item = (u64, i64)> {
        let large = self.large.into_iter().map(|(value, count)| (u64::from(value), count));
        (0_u64..).zip(self.small).chain(large).filter(|(_, count)| *count != 0)
    }
}

/// The flag is checked for tables of at least this many entries: smaller ones take only a moment.
const LOOK: usize = 1 << 18;

/// Walks a table of 2^k entries, counting its N(S) with `sign` times the parity of S; some of them
/// if it is stopped.
pub(super) fn walk(simd: SimdLevel, table: &mut [u32], sign: i64, terms: &mut Terms, stop: &Stop) {
    debug_assert!(table.len().is_power_of_two());
    match simd {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a level is only prepared if the processor has its features.
        SimdLevel::Avx512 => unsafe { walk_avx512(table, sign, terms, stop) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        SimdLevel::Avx2 => unsafe { walk_avx2(table, sign, terms, stop) },
        _ => walk_scalar(table, sign, terms, stop),
    }
}

/// The same recursion compiled for each level; the loops in [`fold`] become its vectors.
macro_rules! walker {
    ($name:ident $(, $feature:literal)?) => {
        $(#[target_feature(enable = $feature)])?
        fn $name(table: &mut [u32], sign: i64, terms: &mut Terms, stop: &Stop) {
            if let Ok(block) = <&mut [u32; BLOCK]>::try_from(&mut *table) {
                return walk_block(block, sign, terms);
            }
            if table.len() < BLOCK {
                return walk_small(table, sign, terms);
            }
            if table.len() >= LOOK && stop.is_asked() {
                return;
            }
            let (low, high) = table.split_at_mut(table.len() / 2);
            if fold(low, high) {
                $name(low, sign, terms, stop);
                $name(high, -sign, terms, stop);
            }
        }
    };
}

walker!(walk_scalar);
#[cfg(target_arch = "x86_64")]
walker!(walk_avx2, "avx2");
#[cfg(target_arch = "x86_64")]
walker!(walk_avx512, "avx512f,avx512bw,avx512vl");

/// Entries processed without recursion through slices.
const BLOCK: usize = 16;

/// Adds the high half to the low half; false if the low half was zero throughout.
#[inline(always)]
fn fold(low: &mut [u32], high: &[u32]) -> bool {
    let mut any = 0;
    for (low, high) in low.iter_mut().zip(high) {
        any |= *low;
        *low = low.wrapping_add(*high);
    }
    any != 0
}

/// [`walk`] for sixteen entries: the same halving, on arrays that stay in registers.
#[inline(always)]
fn walk_block(block: &mut [u32; BLOCK], sign: i64, terms: &mut Terms) {
    let (low, high) = block.split_at_mut(BLOCK / 2);
    if fold(low, high) {
        for (half, sign) in [(low, sign), (high, -sign)] {
            let (low, high) = half.split_at_mut(4);
            if fold(low, high) {
                walk_four(low, sign, terms);
                walk_four(high, -sign, terms);
            }
        }
    }
}

#[inline(always)]
fn walk_four(four: &mut [u32], sign: i64, terms: &mut Terms) {
    let [a, b, c, d] = *four else { unreachable!("a quarter of a block has four entries") };
    if a | b == 0 {
        return;
    }
    for (low, high, sign) in [(a.wrapping_add(c), b.wrapping_add(d), sign), (c, d, -sign)] {
        if low != 0 {
            terms.add(low.wrapping_add(high), sign);
            terms.add(high, -sign);
        }
    }
}

/// Tables smaller than a block, for the smallest boards.
fn walk_small(table: &mut [u32], sign: i64, terms: &mut Terms) {
    if let [value] = *table {
        return terms.add(value, sign);
    }
    let (low, high) = table.split_at_mut(table.len() / 2);
    if fold(low, high) {
        walk_small(low, sign, terms);
        walk_small(high, -sign, terms);
    }
}
