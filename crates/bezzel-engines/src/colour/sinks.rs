//! Where the counts of the pair kernel go: into the matrix of a first half, or into the sum of a second.

use super::partners::{LANES, Word};
use super::simd::Lanes;

/// Runs whose products are added up in 32 bits.
pub(super) const RUNS: usize = 8;

/// Where the counts of a run go.
pub(super) trait Sink<L: Lanes> {
    /// What adds up over at most [`RUNS`] runs, in registers.
    type Sums: Copy;

    /// No sums yet.
    ///
    /// # Safety
    /// The level of `L` is available.
    unsafe fn begin(&self) -> Self::Sums;

    /// Takes the counts of lanes 32·blocks\[i\] onwards for one lead row.
    ///
    /// # Safety
    /// The level of `L` is available, `row` came from the row map of the same slice and `blocks`
    /// from the partners of the same slice.
    unsafe fn take<const N: usize>(
        &mut self,
        row: u16,
        blocks: &[u32; N],
        counts: [L; N],
        sums: &mut Self::Sums,
    );

    /// Keeps the sums of at most [`RUNS`] runs.
    ///
    /// # Safety
    /// The level of `L` is available.
    unsafe fn settle(&mut self, sums: Self::Sums);
}

/// First half: a matrix of 32-bit counts, one row per lead column set.
///
/// A count is at most (k!)², as k queens on given rows and columns have at most k! placements; the
/// first half has k ≤ 8 for n ≤ 31, and (8!)² < 2^31.
pub(super) struct Matrix<'a> {
    pub counts: &'a mut [[u32; LANES]],
    pub blocks: usize,
}

impl<L: Lanes> Sink<L> for Matrix<'_> {
    type Sums = ();

    #[inline(always)]
    unsafe fn begin(&self) {}

    #[inline(always)]
    unsafe fn settle(&mut self, (): ()) {}

    #[inline(always)]
    unsafe fn take<const N: usize>(
        &mut self,
        row: u16,
        blocks: &[u32; N],
        counts: [L; N],
        (): &mut (),
    ) {
        let start = row as usize * self.blocks;
        for (&block, counts) in blocks.iter().zip(counts) {
            debug_assert!(start + (block as usize) < self.counts.len());
            // SAFETY: `row` and `block` lie inside the matrix by the contract of `take`; rows are
            // whole numbers of 128-byte pieces of a 64-byte aligned buffer.
            unsafe { counts.add_to(self.counts.as_mut_ptr().add(start + block as usize)) }
        }
    }
}

/// Second half: weights, and the sum of counts times weights.
pub(super) struct Weighted<'a, L> {
    /// Rows of words of 32 weights below 2^15, one plane per limb.
    pub weights: &'a [Word],
    pub blocks: usize,
    pub limbs: usize,
    pub plane: usize,
    /// 64-bit totals by limb.
    pub totals: [L; 3],
}

impl<L: Lanes> Weighted<'_, L> {
    /// Sums of the products of counts and weights.
    ///
    /// # Safety
    /// As for `Sink::take`.
    #[inline(always)]
    unsafe fn dot<const N: usize>(
        &self,
        limb: usize,
        row: u16,
        blocks: &[u32; N],
        counts: [L; N],
    ) -> L {
        let start = limb * self.plane + row as usize * self.blocks;
        // SAFETY: `row` and `block` lie inside the weights by the contract of `take`.
        unsafe {
            let mut sums = L::zero();
            for (&block, counts) in blocks.iter().zip(counts) {
                debug_assert!(start + (block as usize) < self.weights.len());
                let weights = L::load(self.weights.as_ptr().add(start + block as usize));
                sums = counts.dot(weights, sums);
            }
            sums
        }
    }
}

impl<L: Lanes> Sink<L> for Weighted<'_, L> {
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
        blocks: &[u32; N],
        counts: [L; N],
        sums: &mut [L; 3],
    ) {
        // SAFETY: passed on from the caller. Nearly all weights have one limb.
        unsafe {
            sums[0] = sums[0].plus(self.dot(0, row, blocks, counts));
            if self.limbs > 1 {
                sums[1] = sums[1].plus(self.dot(1, row, blocks, counts));
            }
            if self.limbs > 2 {
                sums[2] = sums[2].plus(self.dot(2, row, blocks, counts));
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
