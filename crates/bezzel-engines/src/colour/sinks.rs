//! Where the counts of the pair kernel go: into the matrix of a first half, or into the sum of a second.

use super::partners::{LANES, Word};
use super::simd::Lanes;

/// Runs whose products are added up in 32 bits.
pub(super) const RUNS: usize = 8;

/// The lanes of N words: 32 from `firsts\[i\]` onwards, in order, or those that `orders` names among them. The last
/// words may be shared: they have more places of the other words' lanes, and `orders` names those of each word, once
/// or twice.
#[derive(Clone, Copy)]
pub(super) struct Places<'a, const N: usize> {
    pub firsts: &'a [u32; N],
    pub shared: usize,
    pub orders: &'a [Word],
}

/// Where the counts of a run go.
pub(super) trait Sink<L: Lanes> {
    /// What adds up over at most [`RUNS`] runs, in registers.
    type Sums: Copy;

    /// No sums yet.
    ///
    /// # Safety
    /// The level of `L` is available.
    unsafe fn begin(&self) -> Self::Sums;

    /// Takes the counts of N words for one lead row.
    ///
    /// # Safety
    /// The level of `L` is available, `row` came from the row map of the same slice and `places`
    /// from the partners of the same slice.
    unsafe fn take<const N: usize>(
        &mut self,
        row: u16,
        places: Places<'_, N>,
        counts: [L; N],
        sums: &mut Self::Sums,
    );

    /// Words of the matrix or of the weights.
    fn words(&self) -> usize;

    /// Fetches what `take` will read into the cache.
    ///
    /// # Safety
    /// As for `take`.
    unsafe fn fetch<const N: usize>(&self, row: u16, places: Places<'_, N>);

    /// Keeps the sums of at most [`RUNS`] runs.
    ///
    /// # Safety
    /// The level of `L` is available.
    unsafe fn settle(&mut self, sums: Self::Sums);
}

/// First half: a matrix of 16-bit counts, one row per lead column set. A count beyond 65535 stays there.
pub(super) struct Matrix<'a> {
    pub counts: &'a mut [Word],
    pub blocks: usize,
}

impl<L: Lanes> Sink<L> for Matrix<'_> {
    type Sums = ();

    #[inline(always)]
    unsafe fn begin(&self) {}

    #[inline(always)]
    unsafe fn settle(&mut self, (): ()) {}

    fn words(&self) -> usize {
        self.counts.len()
    }

    #[inline(always)]
    unsafe fn fetch<const N: usize>(&self, row: u16, places: Places<'_, N>) {
        let row = self.counts.as_ptr().wrapping_add(row as usize * self.blocks).cast::<u16>();
        for &first in &places.firsts[..N - places.shared] {
            // SAFETY: passed on from the caller.
            unsafe { L::fetch(row.wrapping_add(first as usize)) }
        }
    }

    #[inline(always)]
    unsafe fn take<const N: usize>(
        &mut self,
        row: u16,
        places: Places<'_, N>,
        counts: [L; N],
        (): &mut (),
    ) {
        // SAFETY: passed on from the caller.
        unsafe {
            match places.shared {
                0 => self.add::<L, N, 0>(row, places, counts),
                1 => self.add::<L, N, 1>(row, places, counts),
                2 => self.add::<L, N, 2>(row, places, counts),
                _ => unreachable!("a chunk has at most two shared words"),
            }
        }
    }
}

impl Matrix<'_> {
    /// Adds the counts of N words, of which the last S are shared.
    ///
    /// # Safety
    /// As for `Sink::take`.
    #[inline(always)]
    unsafe fn add<L: Lanes, const N: usize, const S: usize>(
        &mut self,
        row: u16,
        places: Places<'_, N>,
        mut counts: [L; N],
    ) {
        let (start, own) = (row as usize * self.blocks, N.saturating_sub(S));
        if S > 0 {
            let shared = [counts[own], counts[N - 1]];
            for orders in places.orders.chunks_exact(own) {
                for (i, counts) in counts[..own].iter_mut().enumerate() {
                    // SAFETY: the level is available, and there is an order for each of the `own` words.
                    unsafe {
                        *counts = counts.plus_lanes(L::choose(shared, orders.as_ptr().add(i)));
                    }
                }
            }
        }
        for (&first, counts) in places.firsts[..own].iter().zip(counts) {
            let block = first as usize / LANES;
            debug_assert!(start + block < self.counts.len());
            // SAFETY: `row` and `block` lie inside the matrix by the contract of `take`.
            unsafe {
                let to = self.counts.as_mut_ptr().add(start + block);
                counts.plus_lanes(L::load(to)).store(to);
            }
        }
    }
}

/// Second half: weights, and the sum of counts times weights.
pub(super) struct Weighted<'a, L, const CLOSE: bool> {
    /// Rows of words of 32 weights below 2^15, one plane per limb.
    pub weights: &'a [Word],
    pub blocks: usize,
    pub limbs: usize,
    pub plane: usize,
    /// 64-bit totals by limb.
    pub totals: [L; 3],
}

impl<L: Lanes, const CLOSE: bool> Weighted<'_, L, CLOSE> {
    /// Sums of the products of counts and weights.
    ///
    /// # Safety
    /// As for `Sink::take`.
    #[inline(always)]
    unsafe fn dot<const N: usize>(
        &self,
        limb: usize,
        row: u16,
        places: Places<'_, N>,
        counts: [L; N],
    ) -> L {
        let start = limb * self.plane + row as usize * self.blocks;
        // SAFETY: the row and 32 lanes from each first one lie inside the weights by the contract of `take`,
        // and where lanes are close there is an order for each word.
        unsafe {
            let row = self.weights.as_ptr().add(start).cast::<u16>();
            let mut sums = L::zero();
            for (i, (&first, counts)) in places.firsts.iter().zip(counts).enumerate() {
                debug_assert!(start * LANES + first as usize + LANES <= self.weights.len() * LANES);
                let lanes = row.add(first as usize);
                let weights = if CLOSE {
                    L::pick(lanes, places.orders.as_ptr().add(i))
                } else {
                    L::load(lanes.cast())
                };
                sums = counts.dot(weights, sums);
            }
            sums
        }
    }
}

impl<L: Lanes, const CLOSE: bool> Sink<L> for Weighted<'_, L, CLOSE> {
    type Sums = [L; 3];

    #[inline(always)]
    unsafe fn begin(&self) -> [L; 3] {
        // SAFETY: passed on from the caller.
        unsafe { [L::zero(); 3] }
    }

    #[inline(always)]
    unsafe fn take<const N: usize>(
        &mut self,
        row: u16,
        places: Places<'_, N>,
        counts: [L; N],
        sums: &mut [L; 3],
    ) {
        // SAFETY: passed on from the caller. Nearly all weights have one limb.
        unsafe {
            sums[0] = sums[0].plus(self.dot(0, row, places, counts));
            if self.limbs > 1 {
                sums[1] = sums[1].plus(self.dot(1, row, places, counts));
            }
            if self.limbs > 2 {
                sums[2] = sums[2].plus(self.dot(2, row, places, counts));
            }
        }
    }

    fn words(&self) -> usize {
        self.weights.len()
    }

    /// Nearly all weights have one limb; the others are not fetched.
    #[inline(always)]
    unsafe fn fetch<const N: usize>(&self, row: u16, places: Places<'_, N>) {
        let row = self.weights.as_ptr().wrapping_add(row as usize * self.blocks).cast::<u16>();
        // SAFETY: passed on from the caller.
        unsafe {
            for &first in places.firsts {
                L::fetch(row.wrapping_add(first as usize));
            }
            if CLOSE {
                L::fetch(row.wrapping_add(places.firsts[N - 1] as usize + LANES - 1));
            }
        }
    }

    #[inline(always)]
    unsafe fn settle(&mut self, sums: [L; 3]) {
        for (total, sum) in self.totals.iter_mut().zip(sums) {
            // SAFETY: passed on from the caller.
            unsafe { *total = total.add_sums(sum) }
        }
    }
}

/// Weights by (row, lane): `limbs` planes of 15 bits each, rows of `blocks` words.
#[derive(Clone, Copy)]
pub(super) struct Weights<'a> {
    pub words: &'a [Word],
    pub blocks: usize,
    pub limbs: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "aarch64")]
    use crate::colour::neon;
    use crate::colour::simd::{Plain, read};
    #[cfg(target_arch = "x86_64")]
    use crate::{SimdLevel, colour::avx2, colour::avx512, colour::simd::usable};

    /// Adds five words, of which one or two are shared, to the second row of a matrix.
    ///
    /// # Safety
    /// The level of `L` is available.
    unsafe fn adds_what_is_shared<L: Lanes>() {
        let word =
            |seed: usize| Word(std::array::from_fn(|i| ((i * 37 + seed * 101) % 497) as u16));
        let counts: [Word; 5] = std::array::from_fn(word);
        let (blocks, firsts) = (5, [32, 64, 96, 128, 0]);
        let before: Vec<Word> = (0..2 * blocks).map(|i| word(i + 9)).collect();
        for (shared, layers) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
            let own = 5 - shared;
            let order = |i: usize| {
                Word(std::array::from_fn(|lane| ((lane * 7 + i * 5) % (LANES * shared)) as u16))
            };
            let orders: Vec<Word> = (0..own * layers).map(order).collect();
            let mut matrix = before.clone();
            let mut sink = Matrix { counts: &mut matrix, blocks };
            let places = Places { firsts: &firsts, shared, orders: &orders };
            // SAFETY: the level is available by the contract; there are two rows of five words.
            unsafe { sink.take(1, places, read::<L, 5>(counts.as_ptr()), &mut ()) };
            for (i, (after, before)) in matrix.iter().zip(&before).enumerate() {
                for lane in 0..LANES {
                    let number = i.wrapping_sub(blocks + 1);
                    let rest = |layer: usize| {
                        let place = orders[own * layer + number].0[lane] as usize;
                        counts[own + place / LANES].0[place % LANES]
                    };
                    let more = match counts[..own].get(number) {
                        Some(counts) => counts.0[lane] + (0..layers).map(rest).sum::<u16>(),
                        None => 0,
                    };
                    assert_eq!(after.0[lane], before.0[lane] + more, "word {i}, lane {lane}");
                }
            }
        }
    }

    #[test]
    fn shared_places_are_added_to_their_lanes() {
        // SAFETY: plain Rust runs anywhere; the others where the processor has the level.
        unsafe {
            adds_what_is_shared::<Plain>();
            #[cfg(target_arch = "aarch64")]
            adds_what_is_shared::<neon::Neon>();
            #[cfg(target_arch = "x86_64")]
            if SimdLevel::Avx2.available().is_ok() {
                adds_what_is_shared::<avx2::Avx2>();
            }
            #[cfg(target_arch = "x86_64")]
            if SimdLevel::Avx512.available().is_ok()
                && usable(SimdLevel::Avx512) == SimdLevel::Avx512
            {
                adds_what_is_shared::<avx512::Avx512>();
            }
        }
    }
}
