//! NEON: the lanes of the pair kernel, turning the diagonals of partners into bit maps and transposing the
//! matrix of the first half.
//!
//! The plain versions in `partners.rs` and `table.rs` define what is computed. Filtering partners and finding the
//! range of each lane stay plain: a register holds only two partners, and no instruction compresses it or
//! takes one bit of each lane. All code for this architecture is compiled with NEON, so unlike those of the other
//! levels these methods may use closures.

use super::partners::{LANES, Word};
use super::simd::Lanes;
use std::arch::aarch64::*;
use std::array::from_fn;

/// Four registers of 8 lanes.
#[derive(Clone, Copy)]
pub(super) struct Neon([uint16x8_t; 4]);

// SAFETY of the blocks below: every processor of this architecture has NEON; loads and stores go
// through pointers that the trait's contract makes valid.
impl Lanes for Neon {
    #[inline(always)]
    unsafe fn load(from: *const Word) -> Self {
        // SAFETY: see above.
        unsafe { Neon(from_fn(|i| vld1q_u16(from.cast::<u16>().add(8 * i)))) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut Word) {
        for (i, lanes) in self.0.into_iter().enumerate() {
            // SAFETY: see above.
            unsafe { vst1q_u16(to.cast::<u16>().add(8 * i), lanes) }
        }
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Neon(from_fn(|i| vandq_u16(self.0[i], other.0[i]))) }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Neon(from_fn(|i| vorrq_u16(self.0[i], other.0[i]))) }
    }
    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: see above.
        unsafe { Neon([vdupq_n_u16(0); 4]) }
    }
    #[inline(always)]
    unsafe fn is_some(self) -> bool {
        let [a, b, c, d] = self.0;
        // SAFETY: see above.
        unsafe { vmaxvq_u16(vorrq_u16(vorrq_u16(a, b), vorrq_u16(c, d))) != 0 }
    }
    #[inline(always)]
    unsafe fn add_ones(self, bits: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            Neon(from_fn(|i| {
                let ones = vcntq_u8(vreinterpretq_u8_u16(bits.0[i]));
                vreinterpretq_u16_u8(vaddq_u8(vreinterpretq_u8_u16(self.0[i]), ones))
            }))
        }
    }
    #[inline(always)]
    unsafe fn counts(self) -> Self {
        // SAFETY: see above.
        unsafe { Neon(from_fn(|i| vpaddlq_u8(vreinterpretq_u8_u16(self.0[i])))) }
    }
    /// Sum j of a register gets lanes j and j + 4.
    #[inline(always)]
    unsafe fn dot(self, weights: Self, sums: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            Neon(from_fn(|i| {
                let (lanes, weights) = (self.0[i], weights.0[i]);
                let sums = vreinterpretq_u32_u16(sums.0[i]);
                let sums = vmlal_u16(sums, vget_low_u16(lanes), vget_low_u16(weights));
                vreinterpretq_u16_u32(vmlal_high_u16(sums, lanes, weights))
            }))
        }
    }
    #[inline(always)]
    unsafe fn plus(self, sums: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            Neon(from_fn(|i| {
                let other = vreinterpretq_u32_u16(sums.0[i]);
                vreinterpretq_u16_u32(vaddq_u32(vreinterpretq_u32_u16(self.0[i]), other))
            }))
        }
    }
    #[inline(always)]
    unsafe fn add_sums(self, sums: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            Neon(from_fn(|i| {
                let sums = vreinterpretq_u32_u16(sums.0[i]);
                vreinterpretq_u16_u64(vpadalq_u32(vreinterpretq_u64_u16(self.0[i]), sums))
            }))
        }
    }
    #[inline(always)]
    unsafe fn plus_lanes(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Neon(from_fn(|i| vqaddq_u16(self.0[i], other.0[i]))) }
    }
}

/// Writes one word of every diagonal's map: bit s of lane l of map d is set if survivor s of
/// `places[l]` exists and leaves diagonal d free. The last map, number `maps`, is "exists".
///
/// The words of a lane's sixteen survivors are transposed byte by byte, then each 8 × 8 bits.
///
/// # Safety
/// NEON is available; `partners` is readable for sixteen words from the start of every place that has
/// survivors; `out` points to `maps` + 1 words `stride` apart.
#[target_feature(enable = "neon")]
pub(super) unsafe fn map_word(
    partners: &[u64],
    places: &[(u32, u32); LANES],
    maps: usize,
    out: *mut Word,
    stride: usize,
) {
    for (lane, &(start, len)) in places.iter().enumerate() {
        // SAFETY: `out` has `maps` + 1 words of 32 lanes by the contract.
        let write = |map: usize, bits: u16| unsafe {
            out.add(map * stride).cast::<u16>().add(lane).write(bits);
        };
        if len == 0 {
            (0..=maps).for_each(|map| write(map, 0));
            continue;
        }
        let alive = u16::MAX >> (16 - len);
        write(maps, alive);
        // SAFETY: sixteen words from the start are readable by the contract; those that belong to other lanes
        // are not alive.
        let mut bytes: [uint8x16_t; 8] = from_fn(|i| unsafe {
            vreinterpretq_u8_u64(vld1q_u64(partners.as_ptr().add(start as usize + 2 * i)))
        });
        // Interleave registers i and i + 4 four times: each step rotates the seven bits of a byte's
        // place (register, survivor of two, byte) by one.
        for _ in 0..4 {
            let from = bytes;
            for i in 0..4 {
                bytes[2 * i] = vzip1q_u8(from[i], from[i + 4]);
                bytes[2 * i + 1] = vzip2q_u8(from[i], from[i + 4]);
            }
        }
        for (byte, used) in bytes.into_iter().enumerate().take(maps.div_ceil(8)) {
            let used = transpose_bits(vreinterpretq_u64_u8(used));
            // Byte i of both halves is diagonal i: side by side they are its sixteen survivors.
            let used = vreinterpretq_u8_u64(used);
            let used = vreinterpretq_u16_u8(vzip1q_u8(used, vextq_u8::<8>(used, used)));
            let mut free = [0; 8];
            // SAFETY: eight 16-bit lanes are a register.
            unsafe { vst1q_u16(free.as_mut_ptr(), vbicq_u16(vdupq_n_u16(alive), used)) };
            (8 * byte..maps).zip(free).for_each(|(map, bits)| write(map, bits));
        }
    }
}

/// Bit j of byte i of each half becomes bit i of byte j: blocks of one, two and four bits change places across
/// the diagonal.
#[inline]
#[target_feature(enable = "neon")]
fn transpose_bits(bits: uint64x2_t) -> uint64x2_t {
    let bits = swap::<7>(bits, 0x00AA_00AA_00AA_00AA);
    let bits = swap::<14>(bits, 0x0000_CCCC_0000_CCCC);
    swap::<28>(bits, 0x0000_0000_F0F0_F0F0)
}

/// Swaps the bits of `low` with those `BY` places above them.
#[inline]
#[target_feature(enable = "neon")]
fn swap<const BY: i32>(bits: uint64x2_t, low: u64) -> uint64x2_t {
    let differ = vandq_u64(veorq_u64(bits, vshrq_n_u64::<BY>(bits)), vdupq_n_u64(low));
    veorq_u64(bits, veorq_u64(differ, vshlq_n_u64::<BY>(differ)))
}

/// Transposes 32 rows of 32 counters, `(count << up >> down) & 0x7FFF` each, into 32 words.
/// Returns the largest counter.
///
/// # Safety
/// NEON is available; row i is at `from + i·row_step` for i < `rows` (others read as zero), word j at `to + j·word_step`
/// for j < 32.
#[target_feature(enable = "neon")]
pub(super) unsafe fn transpose_counts(
    from: *const Word,
    row_step: usize,
    rows: usize,
    to: *mut Word,
    word_step: usize,
    (up, down): (u32, u32),
) -> u16 {
    // A negative shift is to the right.
    let (up, down) = (vdupq_n_s16(up as i16), vdupq_n_s16(-(down as i16)));
    let limb = vdupq_n_u16(0x7FFF);
    let mut most = vdupq_n_u16(0);
    for (first_row, first) in
        (0..32).step_by(8).flat_map(|row| [0, 8, 16, 24].map(|first| (row, first)))
    {
        let mut block = [vdupq_n_u16(0); 8];
        for (i, row) in block.iter_mut().enumerate().take(rows.saturating_sub(first_row)) {
            // SAFETY: the row exists by the contract.
            let counts =
                unsafe { vld1q_u16(from.add((first_row + i) * row_step).cast::<u16>().add(first)) };
            most = vmaxq_u16(most, counts);
            *row = vandq_u16(vshlq_u16(vshlq_u16(counts, up), down), limb);
        }
        // Interleave rows i and i + 4 three times: row and counter change places.
        for _ in 0..3 {
            let from = block;
            for i in 0..4 {
                block[2 * i] = vzip1q_u16(from[i], from[i + 4]);
                block[2 * i + 1] = vzip2q_u16(from[i], from[i + 4]);
            }
        }
        for (j, counts) in block.into_iter().enumerate() {
            // SAFETY: word first + j exists by the contract.
            unsafe {
                vst1q_u16(to.add((first + j) * word_step).cast::<u16>().add(first_row), counts);
            }
        }
    }
    vmaxvq_u16(most)
}
