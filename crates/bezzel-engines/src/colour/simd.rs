//! The few vector operations of the pair kernel, for plain Rust, AVX2 and AVX-512.
//!
//! All three work on the same [`Word`]s of 32 lanes of 16 bits and give the same integers; only the
//! width of the registers differs.

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
/// for the level each becomes its few instructions.
pub(super) trait Lanes: Copy {
    unsafe fn load(from: *const Word) -> Self;
    unsafe fn store(self, to: *mut Word);
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn zero() -> Self;
    /// Which of the eight 64-bit pieces have a bit set.
    unsafe fn occupied(self) -> u8;
    /// Adds to each 16-bit lane of `self` the number of ones of that lane of `bits`.
    unsafe fn add_ones(self, bits: Self) -> Self;
    /// Adds to each pair's 32-bit sum in `sums` the products of the pair's 16-bit lanes with
    /// `weights` (below 2^15, as are the lanes of `self`).
    unsafe fn dot(self, weights: Self, sums: Self) -> Self;
    /// Adds sixteen unsigned 32-bit sums to eight 64-bit totals, in pairs.
    unsafe fn add_sums(self, sums: Self) -> Self;
    /// Adds the 16-bit lanes to 32 counters of 32 bits.
    unsafe fn add_to(self, counters: *mut [u32; 32]);
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
    /// Sum of the eight 64-bit lanes.
    #[inline(always)]
    unsafe fn total(self) -> u128 {
        // SAFETY: passed on from the caller.
        unsafe { self.pieces() }.iter().map(|&x| u128::from(x)).sum()
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
    unsafe fn occupied(self) -> u8 {
        (0..8).fold(0, |mask, i| mask | u8::from(self.0[i] != 0) << i)
    }
    #[inline(always)]
    unsafe fn zero() -> Self {
        Plain([0; 8])
    }
    #[inline(always)]
    unsafe fn add_ones(self, bits: Self) -> Self {
        Plain(std::array::from_fn(|i| {
            // The usual parallel count, stopped at 16-bit fields.
            let x = bits.0[i];
            let x = x - (x >> 1 & 0x5555_5555_5555_5555);
            let x = (x & 0x3333_3333_3333_3333) + (x >> 2 & 0x3333_3333_3333_3333);
            let x = (x + (x >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
            let x = (x + (x >> 8)) & 0x00FF_00FF_00FF_00FF;
            self.0[i] + x
        }))
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
    unsafe fn add_sums(self, sums: Self) -> Self {
        Plain(std::array::from_fn(|i| self.0[i] + (sums.0[i] & 0xFFFF_FFFF) + (sums.0[i] >> 32)))
    }
    #[inline(always)]
    unsafe fn add_to(self, counters: *mut [u32; 32]) {
        // SAFETY: the caller promises 32 writable counters that nothing else refers to.
        let counters = unsafe { &mut *counters };
        for (lane, counter) in counters.iter_mut().enumerate() {
            *counter += (self.0[lane / 4] >> (lane % 4 * 16) & 0xFFFF) as u32;
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use super::{Lanes, Word};
    use std::arch::x86_64::*;

    /// AVX2: two registers of 16 lanes.
    #[derive(Clone, Copy)]
    pub struct Avx2([__m256i; 2]);

    // SAFETY of the blocks below: AVX2 is there because the trait's contract says so; loads and
    // stores go through pointers that the contract makes valid.
    impl Lanes for Avx2 {
        #[inline(always)]
        unsafe fn load(from: *const Word) -> Self {
            // SAFETY: see above.
            unsafe {
                let from = from.cast::<__m256i>();
                Avx2([_mm256_load_si256(from), _mm256_load_si256(from.add(1))])
            }
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut Word) {
            // SAFETY: see above.
            unsafe {
                let to = to.cast::<__m256i>();
                _mm256_store_si256(to, self.0[0]);
                _mm256_store_si256(to.add(1), self.0[1]);
            }
        }
        #[inline(always)]
        unsafe fn and(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe {
                Avx2([
                    _mm256_and_si256(self.0[0], other.0[0]),
                    _mm256_and_si256(self.0[1], other.0[1]),
                ])
            }
        }
        #[inline(always)]
        unsafe fn or(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx2([0, 1].map(|i| _mm256_or_si256(self.0[i], other.0[i]))) }
        }
        #[inline(always)]
        unsafe fn occupied(self) -> u8 {
            // SAFETY: see above.
            unsafe {
                let [low, high] = self.0.map(|half| {
                    let empty = _mm256_cmpeq_epi64(half, _mm256_setzero_si256());
                    !_mm256_movemask_pd(_mm256_castsi256_pd(empty)) as u8 & 0xF
                });
                low | high << 4
            }
        }
        #[inline(always)]
        unsafe fn zero() -> Self {
            // SAFETY: see above.
            unsafe { Avx2([_mm256_setzero_si256(); 2]) }
        }
        #[inline(always)]
        unsafe fn add_ones(self, bits: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx2([ones(self.0[0], bits.0[0]), ones(self.0[1], bits.0[1])]) }
        }
        #[inline(always)]
        unsafe fn dot(self, weights: Self, sums: Self) -> Self {
            // SAFETY: see above.
            unsafe {
                Avx2([0, 1].map(|i| {
                    _mm256_add_epi32(sums.0[i], _mm256_madd_epi16(self.0[i], weights.0[i]))
                }))
            }
        }
        #[inline(always)]
        unsafe fn add_sums(self, sums: Self) -> Self {
            // SAFETY: see above.
            unsafe {
                let low = _mm256_set1_epi64x(0xFFFF_FFFF);
                Avx2([0, 1].map(|i| {
                    let even = _mm256_and_si256(sums.0[i], low);
                    let odd = _mm256_srli_epi64::<32>(sums.0[i]);
                    _mm256_add_epi64(self.0[i], _mm256_add_epi64(even, odd))
                }))
            }
        }
        #[inline(always)]
        unsafe fn add_to(self, counters: *mut [u32; 32]) {
            // SAFETY: see above; the counters are 128 bytes.
            unsafe {
                let to = counters.cast::<__m256i>();
                for i in 0..4 {
                    let half = if i % 2 == 0 {
                        _mm256_castsi256_si128(self.0[i / 2])
                    } else {
                        _mm256_extracti128_si256::<1>(self.0[i / 2])
                    };
                    let sum =
                        _mm256_add_epi32(_mm256_load_si256(to.add(i)), _mm256_cvtepu16_epi32(half));
                    _mm256_store_si256(to.add(i), sum);
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn ones(sum: __m256i, bits: __m256i) -> __m256i {
        // SAFETY: AVX2 by the contract of `Lanes`.
        unsafe {
            let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let nibble = _mm256_set1_epi8(0x0F);
            let low = _mm256_shuffle_epi8(table, _mm256_and_si256(bits, nibble));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bits), nibble);
            let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(table, high));
            _mm256_add_epi16(sum, _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)))
        }
    }

    /// AVX-512: one register of 32 lanes.
    #[derive(Clone, Copy)]
    pub struct Avx512(__m512i);

    // SAFETY of the blocks below: as for AVX2.
    impl Lanes for Avx512 {
        #[inline(always)]
        unsafe fn load(from: *const Word) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_load_si512(from.cast())) }
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut Word) {
            // SAFETY: see above.
            unsafe { _mm512_store_si512(to.cast(), self.0) }
        }
        #[inline(always)]
        unsafe fn and(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_and_si512(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn or(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_or_si512(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn occupied(self) -> u8 {
            // SAFETY: see above.
            unsafe { _mm512_test_epi64_mask(self.0, self.0) }
        }
        #[inline(always)]
        unsafe fn zero() -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_setzero_si512()) }
        }
        #[inline(always)]
        unsafe fn add_ones(self, bits: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_add_epi16(self.0, _mm512_popcnt_epi16(bits.0))) }
        }
        #[inline(always)]
        unsafe fn dot(self, weights: Self, sums: Self) -> Self {
            // SAFETY: see above.
            unsafe { Avx512(_mm512_dpwssd_epi32(sums.0, self.0, weights.0)) }
        }
        #[inline(always)]
        unsafe fn add_sums(self, sums: Self) -> Self {
            // SAFETY: see above.
            unsafe {
                let even = _mm512_maskz_mov_epi32(0x5555, sums.0);
                let odd = _mm512_srli_epi64::<32>(sums.0);
                Avx512(_mm512_add_epi64(self.0, _mm512_add_epi64(even, odd)))
            }
        }
        #[inline(always)]
        unsafe fn add_to(self, counters: *mut [u32; 32]) {
            // SAFETY: see above; the counters are 128 bytes.
            unsafe {
                let to = counters.cast::<__m512i>();
                let low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(self.0));
                let high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64::<1>(self.0));
                _mm512_store_si512(to, _mm512_add_epi32(_mm512_load_si512(to), low));
                let to = to.add(1);
                _mm512_store_si512(to, _mm512_add_epi32(_mm512_load_si512(to), high));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest values that `kernel.rs` allows, enough of them for a 32-bit total to wrap.
    unsafe fn reaches_its_limits<L: Lanes>() {
        let run = Word([16 * 128; 32]);
        let weights = Word([0x7FFF; 32]);
        let ones = Word([0xFFFF; 32]);
        let mut counters = [Word::ZERO; 2];
        // SAFETY: the caller has checked the level; all words are local.
        unsafe {
            let mut counts = L::zero();
            for _ in 0..128 {
                counts = counts.add_ones(L::load(&ones));
            }
            let mut stored = Word::ZERO;
            counts.store(&mut stored);
            assert_eq!(stored.0, run.0);
            let mut totals = L::zero();
            for _ in 0..1000 {
                let mut sums = L::zero();
                for _ in 0..8 {
                    sums = counts.dot(L::load(&weights), sums);
                }
                totals = totals.add_sums(sums);
            }
            assert_eq!(totals.total(), 1000 * 8 * 32 * 2048 * 0x7FFF);
            for _ in 0..60_000 {
                L::load(&ones).add_to((&raw mut counters).cast());
            }
            let wide = std::mem::transmute::<[Word; 2], [u32; 32]>(counters);
            assert_eq!(wide, [60_000 * 0xFFFF; 32]);
            let mut one = Word::ZERO;
            one.0[13] = 0x8000;
            let bits = L::load(&one).or(L::zero());
            assert_eq!((bits.occupied(), bits.pieces()[3]), (8, 1 << 31));
        }
    }

    #[test]
    fn no_counter_wraps_at_the_limits() {
        // SAFETY: plain Rust runs anywhere; the others where the processor has the level.
        unsafe {
            reaches_its_limits::<Plain>();
            #[cfg(target_arch = "x86_64")]
            if SimdLevel::Avx2.available().is_ok() {
                reaches_its_limits::<x86::Avx2>();
            }
            #[cfg(target_arch = "x86_64")]
            if usable(SimdLevel::Avx512).available().is_ok()
                && usable(SimdLevel::Avx512) == SimdLevel::Avx512
            {
                reaches_its_limits::<x86::Avx512>();
            }
        }
    }
}
