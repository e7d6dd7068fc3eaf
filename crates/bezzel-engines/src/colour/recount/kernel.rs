//! Words of partners and the few steps the walk takes with them, in plain Rust, AVX2 and AVX-512.

/// 512 partners.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Word(pub [u64; 8]);

impl Word {
    pub const EMPTY: Word = Word([0; 8]);
}

/// A word in registers.
///
/// # Safety
/// Every method needs the instructions of its type.
pub(super) trait Kernel: Copy {
    unsafe fn load(from: *const Word) -> Self;
    /// The partners of both words.
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn store(self, to: *mut Word);
    /// Is there a partner?
    unsafe fn is_some(self) -> bool;
    /// Adds to sixteen counters, aligned to 64 bytes, how many partners each 32 bits have.
    unsafe fn add_ones(self, counters: *mut u32);
    /// Writes those of the eight 64-bit pieces that are not empty, with `first` plus their number;
    /// eight may be written. Returns how many there are.
    unsafe fn compress(self, first: u32, bits: *mut u64, places: *mut u32) -> usize;
}

/// Plain Rust.
#[derive(Clone, Copy)]
pub(super) struct Plain(Word);

impl Kernel for Plain {
    #[inline(always)]
    unsafe fn load(from: *const Word) -> Self {
        // SAFETY: the caller gives a word.
        Plain(unsafe { *from })
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        Plain(Word(std::array::from_fn(|i| self.0.0[i] & other.0.0[i])))
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut Word) {
        // SAFETY: the caller gives a word.
        unsafe { *to = self.0 }
    }
    #[inline(always)]
    unsafe fn is_some(self) -> bool {
        self.0.0.iter().fold(0, |any, bits| any | bits) != 0
    }
    #[inline(always)]
    unsafe fn add_ones(self, counters: *mut u32) {
        for (i, bits) in self.0.0.iter().enumerate() {
            // SAFETY: the caller gives sixteen counters.
            unsafe {
                *counters.add(2 * i) += (*bits as u32).count_ones();
                *counters.add(2 * i + 1) += (bits >> 32).count_ones();
            }
        }
    }
    #[inline(always)]
    unsafe fn compress(self, first: u32, to: *mut u64, places: *mut u32) -> usize {
        let mut found = 0;
        for (i, bits) in (0..).zip(self.0.0) {
            // SAFETY: the caller has room for eight.
            unsafe {
                *to.add(found) = bits;
                *places.add(found) = first + i;
            }
            found += usize::from(bits != 0);
        }
        found
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use super::{Kernel, Word};
    use std::arch::x86_64::*;

    /// Two registers of 256 bits.
    #[derive(Clone, Copy)]
    pub struct Avx2([__m256i; 2]);

    /// How many bits each 32 bits have: by half bytes, then bytes added up.
    ///
    /// # Safety
    /// AVX2 is available.
    #[inline(always)]
    unsafe fn ones(bits: __m256i) -> __m256i {
        // SAFETY: promised by the caller.
        unsafe {
            let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let low = _mm256_set1_epi8(0x0F);
            let lower = _mm256_shuffle_epi8(table, _mm256_and_si256(bits, low));
            let upper = _mm256_and_si256(_mm256_srli_epi16::<4>(bits), low);
            let bytes = _mm256_add_epi8(lower, _mm256_shuffle_epi8(table, upper));
            let pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1));
            _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
        }
    }

    // SAFETY of the blocks below: the caller has AVX2 and gives what `Kernel` asks for.
    impl Kernel for Avx2 {
        #[inline(always)]
        unsafe fn load(from: *const Word) -> Self {
            // SAFETY: see above; words are aligned to 64 bytes.
            unsafe {
                let from = from.cast::<__m256i>();
                Avx2([_mm256_load_si256(from), _mm256_load_si256(from.add(1))])
            }
        }
        #[inline(always)]
        unsafe fn and(self, other: Self) -> Self {
            // SAFETY: see above.
            unsafe {
                let low = _mm256_and_si256(self.0[0], other.0[0]);
                Avx2([low, _mm256_and_si256(self.0[1], other.0[1])])
            }
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut Word) {
            // SAFETY: see above.
            unsafe {
                _mm256_store_si256(to.cast(), self.0[0]);
                _mm256_store_si256(to.cast::<__m256i>().add(1), self.0[1]);
            }
        }
        #[inline(always)]
        unsafe fn is_some(self) -> bool {
            // SAFETY: see above.
            unsafe {
                let any = _mm256_or_si256(self.0[0], self.0[1]);
                _mm256_testz_si256(any, any) == 0
            }
        }
        #[inline(always)]
        unsafe fn add_ones(self, counters: *mut u32) {
            // SAFETY: see above.
            unsafe {
                let counters = counters.cast::<__m256i>();
                let low = _mm256_add_epi32(_mm256_load_si256(counters), ones(self.0[0]));
                let high = _mm256_add_epi32(_mm256_load_si256(counters.add(1)), ones(self.0[1]));
                _mm256_store_si256(counters, low);
                _mm256_store_si256(counters.add(1), high);
            }
        }
        #[inline(always)]
        unsafe fn compress(self, first: u32, bits: *mut u64, places: *mut u32) -> usize {
            let mut word = Word::EMPTY;
            // SAFETY: see above.
            unsafe {
                self.store(&raw mut word);
                super::Plain(word).compress(first, bits, places)
            }
        }
    }

    /// One register of 512 bits.
    #[derive(Clone, Copy)]
    pub struct Avx512(__m512i);

    // SAFETY of the blocks below: the caller has AVX-512 F, VL and VPOPCNTDQ and gives what
    // `Kernel` asks for.
    impl Kernel for Avx512 {
        #[inline(always)]
        unsafe fn load(from: *const Word) -> Self {
            // SAFETY: see above; words are aligned to 64 bytes.
            Avx512(unsafe { _mm512_load_si512(from.cast()) })
        }
        #[inline(always)]
        unsafe fn and(self, other: Self) -> Self {
            // SAFETY: see above.
            Avx512(unsafe { _mm512_and_si512(self.0, other.0) })
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut Word) {
            // SAFETY: see above.
            unsafe { _mm512_store_si512(to.cast(), self.0) }
        }
        #[inline(always)]
        unsafe fn is_some(self) -> bool {
            // SAFETY: see above.
            unsafe { _mm512_test_epi64_mask(self.0, self.0) != 0 }
        }
        #[inline(always)]
        unsafe fn add_ones(self, counters: *mut u32) {
            // SAFETY: see above.
            unsafe {
                let counters = counters.cast::<__m512i>();
                let ones = _mm512_popcnt_epi32(self.0);
                _mm512_store_si512(counters, _mm512_add_epi32(_mm512_load_si512(counters), ones));
            }
        }
        #[inline(always)]
        unsafe fn compress(self, first: u32, bits: *mut u64, places: *mut u32) -> usize {
            // SAFETY: see above. Through registers: compressing to memory is slow on Zen 4.
            unsafe {
                let some = _mm512_test_epi64_mask(self.0, self.0);
                let numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
                let at = _mm256_add_epi32(_mm256_set1_epi32(first as i32), numbers);
                _mm512_storeu_si512(bits.cast(), _mm512_maskz_compress_epi64(some, self.0));
                _mm256_storeu_si256(places.cast(), _mm256_maskz_compress_epi32(some, at));
                some.count_ones() as usize
            }
        }
    }
}
