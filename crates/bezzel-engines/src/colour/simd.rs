//! The few vector operations of the pair kernel: what they are, and plain Rust for any processor.
//!
//! `avx2.rs`, `avx512.rs` and `neon.rs` have the others. All work on the same [`Word`]s of 32 lanes of 16
//! bits and give the same integers; only the width of the registers differs.

use super::partners::Word;
use crate::SimdLevel;

/// The level at which the kernel runs when `level` is requested.
///
/// This engine needs more of AVX-512 than others: BITALG (population count of 16-bit lanes), VNNI
/// (dot product), VBMI and GFNI (bit maps). Known processors with VBMI2 and VPOPCNTDQ have them.
pub(super) fn usable(level: SimdLevel) -> SimdLevel {
    #[cfg(target_arch = "x86_64")]
    if level == SimdLevel::Avx512
        && !(is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("gfni"))
    {
        return SimdLevel::Avx2;
    }
    level
}

/// One word in registers.
///
/// # Safety
/// Every method may only be called where the level is available, and pointers must be valid for
/// the access and aligned to 64 bytes. Methods are `inline(always)`, so inside a function compiled
/// for the level each becomes its few instructions. No method of an x86 level passes a closure that uses
/// vectors to another function: the closure would be compiled without the level, and every instruction
/// in it become a call.
pub(super) trait Lanes: Copy {
    unsafe fn load(from: *const Word) -> Self;
    unsafe fn store(self, to: *mut Word);
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn zero() -> Self;
    /// The lanes that `order` names, among 32 lanes that need not be aligned.
    #[inline(always)]
    unsafe fn pick(from: *const u16, order: *const Word) -> Self {
        let mut word = Word::ZERO;
        // SAFETY: passed on from the caller; `order` names lanes below 32.
        unsafe {
            for (lane, &place) in word.0.iter_mut().zip(&(*order).0) {
                *lane = *from.add(place as usize);
            }
            Self::load(&word)
        }
    }
    /// The lanes that `order` names, numbers below 64, among those of two words.
    #[inline(always)]
    unsafe fn choose(from: [Self; 2], order: *const Word) -> Self {
        let (mut words, mut chosen) = ([Word::ZERO; 2], Word::ZERO);
        // SAFETY: passed on from the caller; the words are local.
        unsafe {
            from[0].store(&mut words[0]);
            from[1].store(&mut words[1]);
            for (lane, &place) in chosen.0.iter_mut().zip(&(*order).0) {
                *lane = words[place as usize / 32].0[place as usize % 32];
            }
            Self::load(&chosen)
        }
    }
    /// Fetches the line of memory at this address into the first-level cache; any address will do.
    #[inline(always)]
    unsafe fn fetch(_: *const u16) {}
    /// Is a bit set?
    unsafe fn is_some(self) -> bool;
    /// Adds the ones of `bits` to counters, which may be narrower than the lanes: `LONGEST_RUN`
    /// words can be added.
    unsafe fn add_ones(self, bits: Self) -> Self;
    /// The counters of `add_ones` as 16-bit lanes.
    unsafe fn counts(self) -> Self;
    /// Adds to each 32-bit sum in `sums` the products of two 16-bit lanes, no matter which, with
    /// `weights` (below 2^15, as are the lanes of `self`).
    unsafe fn dot(self, weights: Self, sums: Self) -> Self;
    /// Adds 32-bit sums.
    unsafe fn plus(self, sums: Self) -> Self;
    /// Adds sixteen unsigned 32-bit sums to eight 64-bit totals, in pairs.
    unsafe fn add_sums(self, sums: Self) -> Self;
    /// Adds the lanes of `other`; a sum beyond 16 bits becomes 65535.
    unsafe fn plus_lanes(self, other: Self) -> Self;
    /// The eight 64-bit pieces.
    #[inline(always)]
    unsafe fn pieces(self) -> [u64; 8] {
        let mut word = Word::ZERO;
        // SAFETY: a local word; it and the pieces are 64 plain bytes.
        unsafe {
            self.store(&mut word);
            std::mem::transmute::<Word, [u64; 8]>(word)
        }
    }
    /// Writes the pieces of 32 bits that are not zero, and for each `first` plus the number of its first
    /// bit; returns how many. There is room for sixteen.
    #[inline(always)]
    unsafe fn keep_pieces(self, first: u32, bits: *mut u32, firsts: *mut u32) -> usize {
        let mut kept = 0;
        // SAFETY: passed on from the caller.
        unsafe {
            for (i, two) in self.pieces().into_iter().enumerate() {
                for (half, piece) in [two as u32, (two >> 32) as u32].into_iter().enumerate() {
                    *bits.add(kept) = piece;
                    *firsts.add(kept) = first + (64 * i + 32 * half) as u32;
                    kept += usize::from(piece != 0);
                }
            }
        }
        kept
    }
    /// Sum of the eight 64-bit lanes.
    #[inline(always)]
    unsafe fn total(self) -> u128 {
        // SAFETY: passed on from the caller.
        unsafe { self.pieces() }.iter().map(|&x| u128::from(x)).sum()
    }
}

/// N words.
///
/// # Safety
/// The level of `L` is available; the pointer is good for N words.
#[inline(always)]
pub(super) unsafe fn read<L: Lanes, const N: usize>(from: *const Word) -> [L; N] {
    // SAFETY: passed on from the caller.
    unsafe {
        let mut words = [L::zero(); N];
        for (w, word) in words.iter_mut().enumerate() {
            *word = L::load(from.add(w));
        }
        words
    }
}

/// Plain Rust: lanes four to a 64-bit word.
#[derive(Clone, Copy)]
pub(super) struct Plain([u64; 8]);

impl Lanes for Plain {
    #[inline(always)]
    unsafe fn load(from: *const Word) -> Self {
        // SAFETY: the caller promises a readable, aligned word; both types are 64 plain bytes.
        Plain(unsafe { from.cast::<[u64; 8]>().read() })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut Word) {
        // SAFETY: as for `load`, writable.
        unsafe { to.cast::<[u64; 8]>().write(self.0) }
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        Plain(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        Plain(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
    #[inline(always)]
    unsafe fn is_some(self) -> bool {
        self.0.iter().fold(0, |any, piece| any | piece) != 0
    }
    #[inline(always)]
    unsafe fn zero() -> Self {
        Plain([0; 8])
    }
    #[inline(always)]
    unsafe fn add_ones(self, bits: Self) -> Self {
        Plain(std::array::from_fn(|i| {
            // The usual parallel count, stopped at bytes.
            let x = bits.0[i];
            let x = x - (x >> 1 & 0x5555_5555_5555_5555);
            let x = (x & 0x3333_3333_3333_3333) + (x >> 2 & 0x3333_3333_3333_3333);
            self.0[i] + ((x + (x >> 4)) & 0x0F0F_0F0F_0F0F_0F0F)
        }))
    }
    #[inline(always)]
    unsafe fn counts(self) -> Self {
        let low = 0x00FF_00FF_00FF_00FF;
        Plain(std::array::from_fn(|i| (self.0[i] & low) + (self.0[i] >> 8 & low)))
    }
    #[inline(always)]
    unsafe fn dot(self, weights: Self, sums: Self) -> Self {
        Plain(std::array::from_fn(|i| {
            let product = |lane: u32| {
                (self.0[i] >> (16 * lane) & 0xFFFF) * (weights.0[i] >> (16 * lane) & 0xFFFF)
            };
            let low = (sums.0[i] & 0xFFFF_FFFF) + product(0) + product(1);
            let high = (sums.0[i] >> 32) + product(2) + product(3);
            low | high << 32
        }))
    }
    #[inline(always)]
    unsafe fn plus(self, sums: Self) -> Self {
        Plain(std::array::from_fn(|i| {
            let low = (self.0[i] & 0xFFFF_FFFF) + (sums.0[i] & 0xFFFF_FFFF);
            low | ((self.0[i] >> 32) + (sums.0[i] >> 32)) << 32
        }))
    }
    #[inline(always)]
    unsafe fn add_sums(self, sums: Self) -> Self {
        Plain(std::array::from_fn(|i| self.0[i] + (sums.0[i] & 0xFFFF_FFFF) + (sums.0[i] >> 32)))
    }
    #[inline(always)]
    unsafe fn plus_lanes(self, other: Self) -> Self {
        let lane = |word: u64, lane: u32| (word >> (16 * lane)) as u16;
        Plain(std::array::from_fn(|i| {
            (0..4).fold(0, |sums, at| {
                let sum = lane(self.0[i], at).saturating_add(lane(other.0[i], at));
                sums | u64::from(sum) << (16 * at)
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::leads::LONGEST_RUN;
    #[cfg(target_arch = "aarch64")]
    use crate::colour::neon;
    use crate::colour::sinks::RUNS;
    #[cfg(target_arch = "x86_64")]
    use crate::colour::{avx2, avx512};

    /// The largest values that `kernel.rs` allows, enough of them for a 32-bit total to wrap.
    unsafe fn reaches_its_limits<L: Lanes>() {
        let run = Word([16 * LONGEST_RUN as u16; 32]);
        let weights = Word([0x7FFF; 32]);
        let ones = Word([0xFFFF; 32]);
        // SAFETY: the caller has checked the level; all words are local.
        unsafe {
            let mut counts = L::zero();
            for _ in 0..LONGEST_RUN {
                counts = counts.add_ones(L::load(&ones));
            }
            let counts = counts.counts();
            let mut stored = Word::ZERO;
            counts.store(&mut stored);
            assert_eq!(stored.0, run.0);
            let mut totals = L::zero();
            for _ in 0..1000 {
                let mut sums = L::zero();
                for _ in 0..RUNS {
                    let mut of_run = L::zero();
                    for _ in 0..8 {
                        of_run = counts.dot(L::load(&weights), of_run);
                    }
                    sums = sums.plus(of_run);
                }
                totals = totals.add_sums(sums);
            }
            let (runs, longest) = (RUNS as u128, LONGEST_RUN as u128);
            assert_eq!(totals.total(), 1000 * runs * 8 * 32 * 16 * longest * 0x7FFF);
            let mut counters = Word(std::array::from_fn(|lane| 0xFFF0 + lane as u16 % 16));
            L::load(&counters).plus_lanes(L::load(&Word([7; 32]))).store(&mut counters);
            let sums: [u16; 32] = std::array::from_fn(|lane| 0xFFF7 + (lane as u16 % 16).min(8));
            assert_eq!(counters.0, sums);
            let mut one = Word::ZERO;
            one.0[13] = 0x8000;
            let bits = L::load(&one).or(L::zero());
            assert_eq!(bits.pieces(), [0, 0, 0, 1 << 31, 0, 0, 0, 0]);
            assert!(bits.is_some() && !bits.and(L::zero()).is_some());
        }
    }

    #[test]
    fn no_counter_wraps_at_the_limits() {
        // SAFETY: plain Rust runs anywhere; the others where the processor has the level.
        unsafe {
            reaches_its_limits::<Plain>();
            #[cfg(target_arch = "aarch64")]
            reaches_its_limits::<neon::Neon>();
            #[cfg(target_arch = "x86_64")]
            if SimdLevel::Avx2.available().is_ok() {
                reaches_its_limits::<avx2::Avx2>();
            }
            #[cfg(target_arch = "x86_64")]
            if usable(SimdLevel::Avx512).available().is_ok()
                && usable(SimdLevel::Avx512) == SimdLevel::Avx512
            {
                reaches_its_limits::<avx512::Avx512>();
            }
        }
    }
}
