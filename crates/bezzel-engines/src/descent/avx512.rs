//! Descents in 512-bit vectors: 32 nodes of at most 16 columns, or 16 nodes of at most 32.
//!
//! Compression always goes through a register: `vpcompress` straight to memory is microcoded on Zen
//! 4 and costs more than a complete step.

use super::course::Course;
use super::kernel::{Workspace, sweep};
use super::lanes::Lanes;
use bezzel_board::Stop;
use std::arch::x86_64::*;

/// Counts a course of at most 16 columns.
///
/// # Safety
/// The processor must have the instructions of `SimdLevel::Avx512` (POPCNT and BMI1 are older than
/// any of them and always present).
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1")]
pub(super) unsafe fn narrow<const WRAP: bool>(
    course: &Course,
    space: &mut Workspace<u16>,
    stop: &Stop,
) -> u64 {
    // SAFETY: the features `Narrow` needs are enabled here.
    unsafe { sweep::<Narrow, WRAP>(course, space, stop) }
}

/// Counts a course of at most 32 columns.
///
/// # Safety
/// The processor must have the instructions of `SimdLevel::Avx512`.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1")]
pub(super) unsafe fn wide<const WRAP: bool>(
    course: &Course,
    space: &mut Workspace<u32>,
    stop: &Stop,
) -> u64 {
    // SAFETY: the features `Wide` needs are enabled here.
    unsafe { sweep::<Wide, WRAP>(course, space, stop) }
}

/// Truth table of a | b | c.
const ANY_OF_THREE: i32 = 0xfe;

#[derive(Clone, Copy)]
struct Narrow(__m512i);

#[derive(Clone, Copy)]
struct Wide(__m512i);

/// The methods that are the same for both widths; the rest differ in one suffix.
macro_rules! lanes {
    ($name:ident, $word:ty, $mask:ty, $count:literal, $splat:ident, $test:ident, $only:ident,
     $compress:ident, $sub:ident, $min:ident, $up:ident, $down:ident) => {
        impl Lanes for $name {
            type Word = $word;
            const COUNT: usize = $count;

            #[inline(always)]
            unsafe fn splat(word: u32) -> Self {
                // SAFETY: the caller has the instructions (see the trait), here and below.
                $name(unsafe { $splat(word as _) })
            }
            #[inline(always)]
            unsafe fn load(from: *const $word) -> Self {
                // SAFETY: the caller vouches for `COUNT` words.
                $name(unsafe { _mm512_loadu_si512(from.cast()) })
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $word) {
                // SAFETY: the caller vouches for room for `COUNT` words.
                unsafe { _mm512_storeu_si512(to.cast(), self.0) }
            }
            #[inline(always)]
            unsafe fn occupied(self) -> u32 {
                // SAFETY: as for `splat`.
                u32::from(unsafe { $test(self.0, self.0) })
            }
            #[inline(always)]
            unsafe fn only(self, lanes: u32) -> Self {
                // SAFETY: as for `splat`.
                $name(unsafe { $only(lanes as $mask, self.0) })
            }
            #[inline(always)]
            unsafe fn compress(self, lanes: u32) -> Self {
                // SAFETY: as for `splat`.
                $name(unsafe { $compress(lanes as $mask, self.0) })
            }
            #[inline(always)]
            unsafe fn lowest(self) -> Self {
                // SAFETY: as for `splat`.
                unsafe {
                    let negative = $sub(_mm512_setzero_si512(), self.0);
                    $name(_mm512_and_si512(self.0, negative))
                }
            }
            #[inline(always)]
            unsafe fn or(self, other: Self) -> Self {
                // SAFETY: as for `splat`.
                $name(unsafe { _mm512_or_si512(self.0, other.0) })
            }
            #[inline(always)]
            unsafe fn and(self, other: Self) -> Self {
                // SAFETY: as for `splat`.
                $name(unsafe { _mm512_and_si512(self.0, other.0) })
            }
            #[inline(always)]
            unsafe fn minus(self, a: Self, b: Self, c: Self) -> Self {
                // SAFETY: as for `splat`.
                unsafe {
                    let any = _mm512_ternarylogic_epi32::<ANY_OF_THREE>(a.0, b.0, c.0);
                    $name(_mm512_andnot_si512(any, self.0))
                }
            }
            #[inline(always)]
            unsafe fn without(self, other: Self) -> Self {
                // SAFETY: as for `splat`.
                $name(unsafe { _mm512_andnot_si512(other.0, self.0) })
            }
            #[inline(always)]
            unsafe fn min(self, other: Self) -> Self {
                // SAFETY: as for `splat`.
                $name(unsafe { $min(self.0, other.0) })
            }
            #[inline(always)]
            unsafe fn up(self, by: Self) -> Self {
                // SAFETY: as for `splat`.
                $name(unsafe { $up(self.0, by.0) })
            }
            #[inline(always)]
            unsafe fn down(self, by: Self) -> Self {
                // SAFETY: as for `splat`.
                $name(unsafe { $down(self.0, by.0) })
            }
            #[inline(always)]
            unsafe fn add_ones(self, sum: Self) -> Self {
                // SAFETY: as for `splat`.
                $name(unsafe { _mm512_add_epi64(sum.0, _mm512_popcnt_epi64(self.0)) })
            }
            #[inline(always)]
            unsafe fn sum(self) -> u64 {
                // SAFETY: as for `splat`.
                unsafe { _mm512_reduce_add_epi64(self.0) as u64 }
            }
        }
    };
}

lanes!(
    Narrow,
    u16,
    u32,
    32,
    _mm512_set1_epi16,
    _mm512_test_epi16_mask,
    _mm512_maskz_mov_epi16,
    _mm512_maskz_compress_epi16,
    _mm512_sub_epi16,
    _mm512_min_epu16,
    _mm512_sllv_epi16,
    _mm512_srlv_epi16
);
lanes!(
    Wide,
    u32,
    u16,
    16,
    _mm512_set1_epi32,
    _mm512_test_epi32_mask,
    _mm512_maskz_mov_epi32,
    _mm512_maskz_compress_epi32,
    _mm512_sub_epi32,
    _mm512_min_epu32,
    _mm512_sllv_epi32,
    _mm512_srlv_epi32
);
