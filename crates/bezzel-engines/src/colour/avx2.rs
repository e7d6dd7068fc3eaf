//! AVX2: the lanes of the pair kernel, filtering partners, turning their diagonals into bit maps and
//! transposing the matrix of the first half.
//!
//! The plain versions in `partners.rs` and `table.rs` define what is computed. There is no
//! instruction that counts ones, compresses a register or transposes bits: ones are looked up four
//! bits at a time, registers are compressed by a table of permutations, and bits are transposed by
//! taking the highest bit of each byte, eight times.

use super::partners::{LANES, Word};
use super::simd::Lanes;
use crate::simd::TO_FRONT;
use std::arch::x86_64::*;

/// Two registers of 16 lanes.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i, __m256i);

// SAFETY of the blocks below: AVX2 is there because the trait's contract says so; loads and
// stores go through pointers that the contract makes valid.
impl Lanes for Avx2 {
    #[inline(always)]
    unsafe fn load(from: *const Word) -> Self {
        // SAFETY: see above.
        unsafe {
            let from = from.cast::<__m256i>();
            Avx2(_mm256_load_si256(from), _mm256_load_si256(from.add(1)))
        }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut Word) {
        // SAFETY: see above.
        unsafe {
            let to = to.cast::<__m256i>();
            _mm256_store_si256(to, self.0);
            _mm256_store_si256(to.add(1), self.1);
        }
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx2(_mm256_and_si256(self.0, other.0), _mm256_and_si256(self.1, other.1)) }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx2(_mm256_or_si256(self.0, other.0), _mm256_or_si256(self.1, other.1)) }
    }
    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: see above.
        unsafe { Avx2(_mm256_setzero_si256(), _mm256_setzero_si256()) }
    }
    #[inline(always)]
    unsafe fn fetch(from: *const u16) {
        // SAFETY: a hint for any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
    }
    #[inline(always)]
    unsafe fn is_some(self) -> bool {
        // SAFETY: see above.
        unsafe {
            let any = _mm256_or_si256(self.0, self.1);
            _mm256_testz_si256(any, any) == 0
        }
    }
    #[inline(always)]
    unsafe fn add_ones(self, bits: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx2(add_ones(self.0, bits.0), add_ones(self.1, bits.1)) }
    }
    #[inline(always)]
    unsafe fn counts(self) -> Self {
        // SAFETY: see above.
        unsafe {
            let one = _mm256_set1_epi8(1);
            Avx2(_mm256_maddubs_epi16(self.0, one), _mm256_maddubs_epi16(self.1, one))
        }
    }
    #[inline(always)]
    unsafe fn dot(self, weights: Self, sums: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            Avx2(
                _mm256_add_epi32(sums.0, _mm256_madd_epi16(self.0, weights.0)),
                _mm256_add_epi32(sums.1, _mm256_madd_epi16(self.1, weights.1)),
            )
        }
    }
    #[inline(always)]
    unsafe fn plus(self, sums: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx2(_mm256_add_epi32(self.0, sums.0), _mm256_add_epi32(self.1, sums.1)) }
    }
    #[inline(always)]
    unsafe fn add_sums(self, sums: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx2(add_sums(self.0, sums.0), add_sums(self.1, sums.1)) }
    }
    #[inline(always)]
    unsafe fn keep_pieces(self, first: u32, bits: *mut u32, firsts: *mut u32) -> usize {
        // SAFETY: see above.
        unsafe {
            let kept = keep_eight(self.0, first, bits, firsts);
            kept + keep_eight(self.1, first + 256, bits.add(kept), firsts.add(kept))
        }
    }
    #[inline(always)]
    unsafe fn plus_lanes(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx2(_mm256_adds_epu16(self.0, other.0), _mm256_adds_epu16(self.1, other.1)) }
    }
}

/// Adds to each byte the number of ones of that byte of `bits`.
///
/// # Safety
/// AVX2 is available.
#[inline(always)]
unsafe fn add_ones(sum: __m256i, bits: __m256i) -> __m256i {
    // SAFETY: promised by the caller.
    unsafe {
        let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        ));
        let nibble = _mm256_set1_epi8(0x0F);
        let low = _mm256_shuffle_epi8(table, _mm256_and_si256(bits, nibble));
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bits), nibble);
        _mm256_add_epi8(sum, _mm256_add_epi8(low, _mm256_shuffle_epi8(table, high)))
    }
}

/// `Lanes::keep_pieces` for half a word.
///
/// # Safety
/// AVX2 is available; there is room for eight.
#[inline(always)]
unsafe fn keep_eight(pieces: __m256i, first: u32, bits: *mut u32, firsts: *mut u32) -> usize {
    // SAFETY: promised by the caller.
    unsafe {
        let none = _mm256_cmpeq_epi32(pieces, _mm256_setzero_si256());
        let some = !_mm256_movemask_ps(_mm256_castsi256_ps(none)) as usize & 0xFF;
        let order = _mm256_loadu_si256(TO_FRONT[some].as_ptr().cast());
        let starts =
            _mm256_add_epi32(_mm256_set1_epi32(first as i32), _mm256_slli_epi32::<5>(order));
        _mm256_storeu_si256(bits.cast(), _mm256_permutevar8x32_epi32(pieces, order));
        _mm256_storeu_si256(firsts.cast(), starts);
        some.count_ones() as usize
    }
}

/// Adds unsigned 32-bit sums to 64-bit totals, in pairs.
///
/// # Safety
/// AVX2 is available.
#[inline(always)]
unsafe fn add_sums(totals: __m256i, sums: __m256i) -> __m256i {
    // SAFETY: promised by the caller.
    unsafe {
        let even = _mm256_and_si256(sums, _mm256_set1_epi64x(0xFFFF_FFFF));
        let odd = _mm256_srli_epi64::<32>(sums);
        _mm256_add_epi64(totals, _mm256_add_epi64(even, odd))
    }
}

/// For each set of four: its members in order, as 32-bit halves of 64-bit words and as bytes of
/// 16-bit words; what follows them does not matter.
static MEMBERS: ([[u32; 8]; 16], [[u8; 8]; 16]) = {
    let (mut halves, mut bytes) = ([[0; 8]; 16], [[0; 8]; 16]);
    let mut set = 0;
    while set < 16 {
        let (mut member, mut place) = (0, 0);
        while member < 4 {
            if set >> member & 1 == 1 {
                halves[set][2 * place] = 2 * member;
                halves[set][2 * place + 1] = 2 * member + 1;
                bytes[set][2 * place] = 2 * member as u8;
                bytes[set][2 * place + 1] = 2 * member as u8 + 1;
                place += 1;
            }
            member += 1;
        }
        set += 1;
    }
    (halves, bytes)
};

/// Keeps the partners that leave `diags` free; returns how many.
///
/// # Safety
/// AVX2 is available.
#[target_feature(enable = "avx2,popcnt")]
pub(super) unsafe fn keep(
    from: (&[u64], &[u16]),
    count: usize,
    (to_diags, to_lanes): (&mut [u64], &mut [u16]),
    diags: u64,
) -> usize {
    assert!(from.0.len() >= count.next_multiple_of(4) && from.1.len() >= from.0.len());
    assert!(to_diags.len() >= from.0.len() && to_lanes.len() >= from.0.len());
    let test = _mm256_set1_epi64x(diags as i64);
    let mut kept = 0;
    for i in (0..count).step_by(4) {
        let inside = if count - i >= 4 { 0xF } else { (1 << (count - i)) - 1 };
        // SAFETY: i + 4 and kept + 4 ≤ i + 4 lie inside all four slices by the assertions.
        unsafe {
            let partners = _mm256_loadu_si256(from.0.as_ptr().add(i).cast());
            let lanes = _mm_loadl_epi64(from.1.as_ptr().add(i).cast());
            let met = _mm256_and_si256(partners, test);
            let free = _mm256_cmpeq_epi64(met, _mm256_setzero_si256());
            let free = _mm256_movemask_pd(_mm256_castsi256_pd(free)) as usize & inside;
            let order = _mm256_loadu_si256(MEMBERS.0[free].as_ptr().cast());
            let partners = _mm256_permutevar8x32_epi32(partners, order);
            _mm256_storeu_si256(to_diags.as_mut_ptr().add(kept).cast(), partners);
            let order = _mm_loadl_epi64(MEMBERS.1[free].as_ptr().cast());
            let lanes = _mm_shuffle_epi8(lanes, order);
            _mm_storel_epi64(to_lanes.as_mut_ptr().add(kept).cast(), lanes);
            kept += free.count_ones() as usize;
        }
    }
    kept
}

/// Start and length of each lane in a sorted list of lanes.
///
/// # Safety
/// AVX2 is available; `lanes` is readable up to the next multiple of 16 plus one.
#[target_feature(enable = "avx2,bmi1")]
pub(super) unsafe fn lane_ranges(lanes: &[u16], count: usize, ranges: &mut [(u32, u32)]) {
    ranges.fill((0, 0));
    if count == 0 {
        return;
    }
    assert!(lanes.len() > count.next_multiple_of(16));
    let mut start = 0;
    let mut close = |last: usize| {
        ranges[lanes[last] as usize] = (start, last as u32 + 1 - start);
        start = last as u32 + 1;
    };
    for i in (0..count - 1).step_by(16) {
        // SAFETY: i + 17 ≤ lanes.len() by the assertion.
        let same = unsafe {
            let here = _mm256_loadu_si256(lanes.as_ptr().add(i).cast());
            let next = _mm256_loadu_si256(lanes.as_ptr().add(i + 1).cast());
            _mm256_movemask_epi8(_mm256_cmpeq_epi16(here, next)) as u32
        };
        // Two bits for each lane, of which one is enough.
        let mut ends = !same & 0x5555_5555;
        if count - 1 - i < 16 {
            ends &= (1 << (2 * (count - 1 - i))) - 1;
        }
        while ends != 0 {
            close(i + ends.trailing_zeros() as usize / 2);
            ends &= ends - 1;
        }
    }
    close(count - 1);
}

/// Writes one word of every diagonal's map: bit s of lane l of map d is set if survivor s of
/// `ranges[l]` exists and leaves diagonal d free. The last map, number `maps`, is "exists".
///
/// Two lanes at a time, one in each half of a register: sixteen survivors' words are transposed byte
/// by byte, then the highest bits of all bytes are the 32 bits of one diagonal, and shifting brings
/// the next diagonal to the top.
///
/// # Safety
/// AVX2 is available; `partners` is readable for sixteen words from the start of every plane of
/// every range; `out` points to `maps` + 1 words `stride` apart.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn map_word(
    partners: &[u64],
    places: &[(u32, u32); LANES],
    maps: usize,
    out: *mut Word,
    stride: usize,
) {
    for (pair, two) in places.as_chunks::<2>().0.iter().enumerate() {
        let mut alive = 0;
        let mut starts = [partners.as_ptr(); 2];
        for (half, &(start, len)) in two.iter().enumerate() {
            if len > 0 {
                alive |= u32::from(u16::MAX >> (16 - len)) << (16 * half);
                // SAFETY: the lane's survivors lie inside `partners`.
                starts[half] = unsafe { partners.as_ptr().add(start as usize) };
            }
        }
        // SAFETY: `out` has `maps` + 1 words of 32 lanes by the contract.
        let write = |map: usize, bits: u32| unsafe {
            out.add(map * stride).cast::<u32>().add(pair).write(bits);
        };
        write(maps, alive);
        if alive == 0 {
            (0..maps).for_each(|map| write(map, 0));
            continue;
        }
        let mut bytes = [_mm256_setzero_si256(); 8];
        for (i, two) in bytes.iter_mut().enumerate() {
            // SAFETY: sixteen words from each start are readable by the contract; those that belong
            // to other lanes are not alive.
            unsafe {
                let low = _mm_loadu_si128(starts[0].add(2 * i).cast());
                let high = _mm_loadu_si128(starts[1].add(2 * i).cast());
                *two = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high);
            }
        }
        // Interleave registers i and i + 4 four times: each step rotates the seven bits of a byte's
        // place (register, survivor of two, byte) by one.
        for _ in 0..4 {
            let from = bytes;
            for i in 0..4 {
                bytes[2 * i] = _mm256_unpacklo_epi8(from[i], from[i + 4]);
                bytes[2 * i + 1] = _mm256_unpackhi_epi8(from[i], from[i + 4]);
            }
        }
        for (byte, mut used) in bytes.into_iter().enumerate().take(maps.div_ceil(8)) {
            for map in (8 * byte..8 * byte + 8).rev() {
                if map < maps {
                    write(map, alive & !(_mm256_movemask_epi8(used) as u32));
                }
                used = _mm256_add_epi8(used, used);
            }
        }
    }
}

/// Transposes 32 rows of 32 counters, `(count << up >> down) & 0x7FFF` each, into 32 words.
/// Returns the largest counter.
///
/// # Safety
/// AVX2 is available; row i is at `from + i·row_step` for i < `rows` (others read as zero), word j at
/// `to + j·word_step` for j < 32.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn transpose_counts(
    from: *const Word,
    row_step: usize,
    rows: usize,
    to: *mut Word,
    word_step: usize,
    (up, down): (u32, u32),
) -> u16 {
    let (up, down) = (_mm_cvtsi32_si128(up as i32), _mm_cvtsi32_si128(down as i32));
    let limb = _mm256_set1_epi16(0x7FFF);
    let mut most = _mm256_setzero_si256();
    // Eight rows of sixteen counters at a time: counters 0 to 7 in the low halves of the registers.
    for (first_row, first) in (0..32).step_by(8).flat_map(|row| [(row, 0), (row, 16)]) {
        let mut block = [_mm256_setzero_si256(); 8];
        for (i, row) in block.iter_mut().enumerate().take(rows.saturating_sub(first_row)) {
            // SAFETY: the row exists by the contract.
            let counts = unsafe {
                let from = from.add((first_row + i) * row_step).cast::<u16>().add(first);
                _mm256_load_si256(from.cast())
            };
            most = _mm256_max_epu16(most, counts);
            *row = _mm256_and_si256(_mm256_srl_epi16(_mm256_sll_epi16(counts, up), down), limb);
        }
        // Interleave rows i and i + 4 three times: row and counter change places.
        for _ in 0..3 {
            let from = block;
            for i in 0..4 {
                block[2 * i] = _mm256_unpacklo_epi16(from[i], from[i + 4]);
                block[2 * i + 1] = _mm256_unpackhi_epi16(from[i], from[i + 4]);
            }
        }
        for (j, counts) in block.into_iter().enumerate() {
            // SAFETY: words j and j + 8 of this half exist by the contract.
            unsafe {
                let word = to.add((first + j) * word_step).cast::<u16>().add(first_row);
                _mm_storeu_si128(word.cast(), _mm256_castsi256_si128(counts));
                let word = to.add((first + j + 8) * word_step).cast::<u16>().add(first_row);
                _mm_storeu_si128(word.cast(), _mm256_extracti128_si256::<1>(counts));
            }
        }
    }
    let mut parts = [0_u16; 16];
    // SAFETY: sixteen counters are 32 bytes.
    unsafe { _mm256_storeu_si256(parts.as_mut_ptr().cast(), most) };
    parts.into_iter().max().unwrap_or(0)
}
