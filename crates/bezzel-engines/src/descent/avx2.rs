//! Descents in 256-bit vectors: 8 nodes of at most 32 columns.
//!
//! AVX2 cannot compress, so the words of chosen lanes are moved to the front by a permutation
//! looked up under the set of lanes (256 sets, 8 KiB).

use super::course::Course;
use super::kernel::{Workspace, sweep};
use super::lanes::Lanes;
use crate::simd::TO_FRONT;
use bezzel_board::Stop;
use std::arch::x86_64::*;

/// Counts a course of at most 32 columns.
///
/// # Safety
/// The processor must have the instructions of `SimdLevel::Avx2`.
#[target_feature(enable = "avx2,popcnt,bmi1")]
pub(super) unsafe fn count<const WRAP: bool>(
    course: &Course,
    space: &mut Workspace<u32>,
    stop: &Stop,
) -> u64 {
    // SAFETY: the features `Eight` needs are enabled here.
    unsafe { sweep::<Eight, WRAP>(course, space, stop) }
}

#[derive(Clone, Copy)]
struct Eight(__m256i);

impl Lanes for Eight {
    type Word = u32;
    const COUNT: usize = 8;

    #[inline(always)]
    unsafe fn splat(word: u32) -> Self {
        // SAFETY: the caller has the instructions (see the trait), here and below.
        Eight(unsafe { _mm256_set1_epi32(word.cast_signed()) })
    }
    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        // SAFETY: the caller vouches for `COUNT` words.
        Eight(unsafe { _mm256_loadu_si256(from.cast()) })
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: the caller vouches for room for `COUNT` words.
        unsafe { _mm256_storeu_si256(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn occupied(self) -> u32 {
        // SAFETY: as for `splat`.
        unsafe {
            let empty = _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256());
            !_mm256_movemask_ps(_mm256_castsi256_ps(empty)).cast_unsigned() & 0xff
        }
    }
    #[inline(always)]
    unsafe fn only(self, lanes: u32) -> Self {
        // SAFETY: as for `splat`.
        unsafe {
            let bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let chosen = _mm256_and_si256(_mm256_set1_epi32(lanes.cast_signed()), bit);
            Eight(_mm256_and_si256(self.0, _mm256_cmpeq_epi32(chosen, bit)))
        }
    }
    #[inline(always)]
    unsafe fn compress(self, lanes: u32) -> Self {
        // SAFETY: as for `splat`; each row of the table is one vector long.
        unsafe {
            let order = Self::load(TO_FRONT[(lanes & 0xff) as usize].as_ptr());
            Eight(_mm256_permutevar8x32_epi32(self.0, order.0))
        }
    }
    #[inline(always)]
    unsafe fn lowest(self) -> Self {
        // SAFETY: as for `splat`.
        unsafe {
            let negative = _mm256_sub_epi32(_mm256_setzero_si256(), self.0);
            Eight(_mm256_and_si256(self.0, negative))
        }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: as for `splat`.
        Eight(unsafe { _mm256_or_si256(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: as for `splat`.
        Eight(unsafe { _mm256_and_si256(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn minus(self, a: Self, b: Self, c: Self) -> Self {
        // SAFETY: as for `splat`.
        unsafe { self.without(a.or(b).or(c)) }
    }
    #[inline(always)]
    unsafe fn without(self, other: Self) -> Self {
        // SAFETY: as for `splat`.
        Eight(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }
    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        // SAFETY: as for `splat`.
        Eight(unsafe { _mm256_min_epu32(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn up(self, by: Self) -> Self {
        // SAFETY: as for `splat`.
        Eight(unsafe { _mm256_sllv_epi32(self.0, by.0) })
    }
    #[inline(always)]
    unsafe fn down(self, by: Self) -> Self {
        // SAFETY: as for `splat`.
        Eight(unsafe { _mm256_srlv_epi32(self.0, by.0) })
    }
    #[inline(always)]
    unsafe fn add_ones(self, sum: Self) -> Self {
        // Four scalar counts; only the last row of a course comes here.
        // SAFETY: as for `splat`; the array is one vector long.
        unsafe {
            let mut words = [0_u64; 4];
            _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0);
            let [a, b, c, d] = words.map(|word| i64::from(word.count_ones()));
            Eight(_mm256_add_epi64(sum.0, _mm256_setr_epi64x(a, b, c, d)))
        }
    }
    #[inline(always)]
    unsafe fn sum(self) -> u64 {
        let mut words = [0_u64; 4];
        // SAFETY: the array is one vector long.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words.iter().sum()
    }
}
