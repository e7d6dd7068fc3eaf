//! AVX-512: the lanes of the pair kernel, filtering partners, turning their diagonals into bit maps
//! and transposing the matrix of the first half.
//!
//! The plain versions in `partners.rs` and `table.rs` define what is computed; here it is done for
//! eight to thirty-two at a time. At n = 20 the plain packing alone took longer than the pair
//! kernel.

use super::partners::{LANES, Word};
use super::simd::Lanes;
use std::arch::x86_64::*;
use std::mem::MaybeUninit;

/// One register of 32 lanes.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

// SAFETY of the blocks below: the instructions are there because the trait's contract says so; loads
// and stores go through pointers that the contract makes valid.
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
    unsafe fn fetch(from: *const u16) {
        // SAFETY: a hint for any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
    }
    #[inline(always)]
    unsafe fn is_some(self) -> bool {
        // SAFETY: see above.
        unsafe { _mm512_test_epi64_mask(self.0, self.0) != 0 }
    }
    #[inline(always)]
    unsafe fn pick(from: *const u16, order: *const Word) -> Self {
        // SAFETY: see above.
        unsafe {
            let lanes = _mm512_loadu_si512(from.cast());
            Avx512(_mm512_permutexvar_epi16(_mm512_load_si512(order.cast()), lanes))
        }
    }
    #[inline(always)]
    unsafe fn choose(from: [Self; 2], order: *const Word) -> Self {
        // SAFETY: see above.
        unsafe {
            let order = _mm512_load_si512(order.cast());
            Avx512(_mm512_permutex2var_epi16(from[0].0, order, from[1].0))
        }
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
    unsafe fn counts(self) -> Self {
        self
    }
    #[inline(always)]
    unsafe fn dot(self, weights: Self, sums: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx512(_mm512_dpwssd_epi32(sums.0, self.0, weights.0)) }
    }
    #[inline(always)]
    unsafe fn plus(self, sums: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx512(_mm512_add_epi32(self.0, sums.0)) }
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
    unsafe fn keep_pieces(self, first: u32, bits: *mut u32, firsts: *mut u32) -> usize {
        // SAFETY: see above.
        unsafe {
            let some = _mm512_test_epi32_mask(self.0, self.0);
            let steps = _mm512_setr_epi32(
                0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480,
            );
            let starts = _mm512_add_epi32(_mm512_set1_epi32(first as i32), steps);
            _mm512_storeu_si512(bits.cast(), _mm512_maskz_compress_epi32(some, self.0));
            _mm512_storeu_si512(firsts.cast(), _mm512_maskz_compress_epi32(some, starts));
            some.count_ones() as usize
        }
    }
    #[inline(always)]
    unsafe fn plus_lanes(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx512(_mm512_adds_epu16(self.0, other.0)) }
    }
}

/// Keeps the partners that leave `diags` free; returns how many.
///
/// # Safety
/// AVX-512 F, BW, VL and VBMI2 are available.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")]
pub(super) unsafe fn keep(
    from: (&[u64], &[u16]),
    count: usize,
    (to_diags, to_lanes): (&mut [u64], &mut [u16]),
    diags: u64,
) -> usize {
    assert!(from.0.len() >= count.next_multiple_of(32) && from.1.len() >= from.0.len());
    assert!(to_diags.len() >= from.0.len() && to_lanes.len() >= from.0.len());
    let test = _mm512_set1_epi64(diags as i64);
    let (to_diags, to_lanes) = (to_diags.as_mut_ptr(), to_lanes.as_mut_ptr());
    let mut kept = 0;
    // Lanes are kept 32 at a time: that is one step for four of the partners.
    for i in (0..count).step_by(32) {
        let inside = if count - i >= 32 { u32::MAX } else { (1 << (count - i)) - 1 };
        // SAFETY: i + 32 and kept + 32 ≤ i + 32 lie inside all four slices by the assertions.
        unsafe {
            let from_diags = from.0.as_ptr().add(i);
            let eight = |j: usize| _mm512_loadu_si512(from_diags.add(8 * j).cast());
            let partners = [eight(0), eight(1), eight(2), eight(3)];
            let free = |j: usize| u32::from(_mm512_testn_epi64_mask(partners[j], test)) << (8 * j);
            let all = (free(0) | free(1) | free(2) | free(3)) & inside;
            // Where each eight goes follows from the bits before it, so no eight waits for another.
            for (j, eight) in partners.into_iter().enumerate() {
                let to = kept + (all & ((1 << (8 * j)) - 1)).count_ones() as usize;
                let eight = _mm512_maskz_compress_epi64((all >> (8 * j)) as u8, eight);
                _mm512_storeu_si512(to_diags.add(to).cast(), eight);
            }
            let lanes = _mm512_loadu_si512(from.1.as_ptr().add(i).cast());
            let lanes = _mm512_maskz_compress_epi16(all, lanes);
            _mm512_storeu_si512(to_lanes.add(kept).cast(), lanes);
            kept += all.count_ones() as usize;
        }
    }
    kept
}

/// Writes the number of every bit of the first `count` pieces, plus the first number of its piece; returns
/// how many there are. The pieces are used up.
///
/// Each round takes the lowest bit of every piece that still has one.
///
/// # Safety
/// AVX-512 F and VPOPCNTDQ are available.
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
pub(super) unsafe fn spread(
    bits: &mut [u32],
    firsts: &mut [u32],
    count: usize,
    numbers: &mut Vec<u32>,
) -> usize {
    assert!(bits.len() >= count.next_multiple_of(16) && firsts.len() >= bits.len());
    let one = _mm512_set1_epi32(1);
    let (mut count, mut found) = (count, 0);
    while count > 0 {
        let room = found + count.next_multiple_of(16);
        if numbers.len() < room {
            numbers.resize(2 * room, 0);
        }
        let mut left = 0;
        for i in (0..count).step_by(16) {
            let inside = if count - i >= 16 { 0xFFFF } else { (1 << (count - i)) - 1 };
            // SAFETY: i + 16 and left + 16 ≤ i + 16 lie inside both slices by the assertion, and found + i +
            // 16 inside the numbers.
            unsafe {
                let piece = _mm512_maskz_loadu_epi32(inside, bits.as_ptr().add(i).cast());
                let first = _mm512_loadu_si512(firsts.as_ptr().add(i).cast());
                let less = _mm512_sub_epi32(piece, one);
                let below = _mm512_popcnt_epi32(_mm512_andnot_si512(piece, less));
                let number = _mm512_add_epi32(first, below);
                _mm512_storeu_si512(numbers.as_mut_ptr().add(found + i).cast(), number);
                let piece = _mm512_and_si512(piece, less);
                let some = _mm512_test_epi32_mask(piece, piece);
                let piece = _mm512_maskz_compress_epi32(some, piece);
                let first = _mm512_maskz_compress_epi32(some, first);
                _mm512_storeu_si512(bits.as_mut_ptr().add(left).cast(), piece);
                _mm512_storeu_si512(firsts.as_mut_ptr().add(left).cast(), first);
                left += some.count_ones() as usize;
            }
        }
        found += count;
        count = left;
    }
    found
}

/// Start and length of each lane in a sorted list of lanes.
///
/// # Safety
/// AVX-512 BW is available; `lanes` is readable up to the next multiple of 32 plus one.
#[target_feature(enable = "avx512f,avx512bw,bmi1")]
pub(super) unsafe fn lane_ranges(lanes: &[u16], count: usize, ranges: &mut [(u32, u32)]) {
    ranges.fill((0, 0));
    if count == 0 {
        return;
    }
    assert!(lanes.len() > count.next_multiple_of(32));
    let mut start = 0;
    let mut close = |last: usize| {
        ranges[lanes[last] as usize] = (start, last as u32 + 1 - start);
        start = last as u32 + 1;
    };
    for i in (0..count - 1).step_by(32) {
        // SAFETY: i + 33 ≤ lanes.len() by the assertion.
        let mut ends = unsafe {
            let here = _mm512_loadu_si512(lanes.as_ptr().add(i).cast());
            let next = _mm512_loadu_si512(lanes.as_ptr().add(i + 1).cast());
            _mm512_cmpneq_epi16_mask(here, next)
        };
        if count - 1 - i < 32 {
            ends &= (1 << (count - 1 - i)) - 1;
        }
        while ends != 0 {
            close(i + ends.trailing_zeros() as usize);
            ends &= ends - 1;
        }
    }
    close(count - 1);
}

/// Transposes eight rows of eight 64-bit lanes.
#[target_feature(enable = "avx512f")]
#[inline]
fn transpose8(r: [__m512i; 8]) -> [__m512i; 8] {
    let mut out = r;
    for i in 0..2 {
        // Each holds 128-bit pieces for output rows i, i + 2, i + 4, i + 6.
        let a = unpack(r[0], r[1], i);
        let b = unpack(r[2], r[3], i);
        let c = unpack(r[4], r[5], i);
        let d = unpack(r[6], r[7], i);
        let ab = (_mm512_shuffle_i64x2::<0x88>(a, b), _mm512_shuffle_i64x2::<0xDD>(a, b));
        let cd = (_mm512_shuffle_i64x2::<0x88>(c, d), _mm512_shuffle_i64x2::<0xDD>(c, d));
        out[i] = _mm512_shuffle_i64x2::<0x88>(ab.0, cd.0);
        out[i + 2] = _mm512_shuffle_i64x2::<0x88>(ab.1, cd.1);
        out[i + 4] = _mm512_shuffle_i64x2::<0xDD>(ab.0, cd.0);
        out[i + 6] = _mm512_shuffle_i64x2::<0xDD>(ab.1, cd.1);
    }
    out
}

/// The even or the odd 64-bit lanes of two registers, alternately.
#[target_feature(enable = "avx512f")]
#[inline]
fn unpack(x: __m512i, y: __m512i, odd: usize) -> __m512i {
    if odd == 0 { _mm512_unpacklo_epi64(x, y) } else { _mm512_unpackhi_epi64(x, y) }
}

/// Writes one word of every diagonal's map: bit s of lane l of map d is set if survivor s of
/// `ranges[l]` exists and leaves diagonal d free. The last map, number `maps`, is "exists".
///
/// Four steps, all on 8 × 8 squares: eight survivors' words give for each of their bytes the eight
/// bits of each diagonal (byte permutation, then a bit transposition by GF2P8AFFINEQB); then bytes
/// of eight such halves of lanes, then 64-bit lanes of eight such groups are transposed.
///
/// # Safety
/// AVX-512 F, BW, VBMI and GFNI are available; every range lies inside `partners`; `out` points to
/// `maps` + 1 words `stride` apart.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
pub(super) unsafe fn map_word(
    partners: &[u64],
    places: &[(u32, u32); LANES],
    maps: usize,
    out: *mut Word,
    stride: usize,
) {
    let square = |row_step: u8, column_step: u8, flip: u8| {
        let bytes: [u8; 64] = std::array::from_fn(|i| {
            (i as u8 / 8 * row_step) + ((i as u8 % 8) ^ flip) * column_step
        });
        // SAFETY: 64 bytes are 64 bytes.
        unsafe { std::mem::transmute::<[u8; 64], __m512i>(bytes) }
    };
    // Byte j of survivor i to byte 7 - i of lane j: the affine step reads rows backwards.
    let gather = square(1, 8, 7);
    let swap = square(1, 8, 0);
    let unit = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
    let mut alive = Word::ZERO;
    // Not zeros first, which are four kilobytes: together with what `keep` gained, n = 24 a = 5 takes 0.98 of the time.
    let mut groups = [const { MaybeUninit::uninit() }; 8];
    for (group, squares) in groups.iter_mut().enumerate() {
        let mut rows = [_mm512_setzero_si512(); 8];
        for lane in 0..4 {
            let (start, len) = places[4 * group + lane];
            if len == 0 {
                continue;
            }
            let exist = u16::MAX >> (16 - len);
            alive.0[4 * group + lane] = exist;
            for half in 0..2 {
                // SAFETY: the mask keeps the load inside the lane's range.
                let survivors = unsafe {
                    let at = partners.as_ptr().add(start as usize + 8 * half);
                    _mm512_maskz_loadu_epi64((exist >> (8 * half)) as u8, at.cast())
                };
                let bytes = _mm512_permutexvar_epi8(gather, survivors);
                rows[2 * lane + half] = _mm512_gf2p8affine_epi64_epi8::<0>(unit, bytes);
            }
        }
        let mut transposed = transpose8(rows);
        for square in &mut transposed {
            *square = _mm512_permutexvar_epi8(swap, *square);
        }
        squares.write(transposed);
    }
    // SAFETY: all groups are written; `alive` is a word; `out` has `maps` + 1 words by the contract.
    unsafe {
        let alive = _mm512_load_si512((&raw const alive).cast());
        for byte in 0..maps.div_ceil(8) {
            let mut rows = [alive; 8];
            for (row, group) in rows.iter_mut().zip(&groups) {
                *row = group.assume_init_ref()[byte];
            }
            let rows = transpose8(rows);
            for (bit, used) in rows.into_iter().enumerate().take(maps - 8 * byte) {
                let free = _mm512_andnot_si512(used, alive);
                _mm512_store_si512(out.add((8 * byte + bit) * stride).cast(), free);
            }
        }
        _mm512_store_si512(out.add(maps * stride).cast(), alive);
    }
}

/// Transposes 32 rows of 32 counters, `(count << up >> down) & 0x7FFF` each, into 32 words.
/// Returns the largest counter.
///
/// # Safety
/// AVX-512 F and BW are available; row i is at `from + i·row_step` for i < `rows` (others read as
/// zero), word j at `to + j·word_step` for j < 32.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn transpose_counts(
    from: *const Word,
    row_step: usize,
    rows: usize,
    to: *mut Word,
    word_step: usize,
    (up, down): (u32, u32),
) -> u16 {
    let (up, down) = (_mm_cvtsi32_si128(up as i32), _mm_cvtsi32_si128(down as i32));
    let low = _mm512_set1_epi16(0x7FFF);
    let mut most = _mm512_setzero_si512();
    let mut r = [_mm512_setzero_si512(); 32];
    for (i, row) in r.iter_mut().enumerate().take(rows) {
        // SAFETY: row i exists by the contract.
        let counts = unsafe { _mm512_load_si512(from.add(i * row_step).cast()) };
        most = _mm512_max_epu16(most, counts);
        *row = _mm512_and_si512(_mm512_srl_epi16(_mm512_sll_epi16(counts, up), down), low);
    }
    // Interleave rows i and i + 16 five times: after step s the index bits of row and lane have
    // rotated by s positions, and after five of ten they are exchanged.
    let mut next = r;
    let low_index: [u16; 32] = std::array::from_fn(|i| i as u16 / 2 + 32 * (i as u16 % 2));
    let high_index: [u16; 32] = low_index.map(|i| i + 16);
    // SAFETY: 64 bytes are 64 bytes.
    let (low_index, high_index) = unsafe {
        (
            std::mem::transmute::<[u16; 32], __m512i>(low_index),
            std::mem::transmute::<[u16; 32], __m512i>(high_index),
        )
    };
    for _ in 0..5 {
        for i in 0..16 {
            next[2 * i] = _mm512_permutex2var_epi16(r[i], low_index, r[i + 16]);
            next[2 * i + 1] = _mm512_permutex2var_epi16(r[i], high_index, r[i + 16]);
        }
        r = next;
    }
    for (j, word) in r.into_iter().enumerate() {
        // SAFETY: word j exists by the contract.
        unsafe { _mm512_store_si512(to.add(j * word_step).cast(), word) };
    }
    let even = _mm512_and_si512(most, _mm512_set1_epi32(0xFFFF));
    let most = _mm512_max_epu32(even, _mm512_srli_epi32::<16>(most));
    _mm512_reduce_max_epu32(most) as u16
}
