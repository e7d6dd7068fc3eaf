//! The pair kernel: for every lead and every lane, how many partners are compatible.
//!
//! Under one prefix a lead is a pair (left, right). The partners compatible with it are `map[left]
//! AND map[right]`, where the map of a part is the AND over its queens' diagonals. The kernel
//! processes the survivors' words in chunks small enough for the node maps to stay in the
//! first-level cache, and for each run of pairs with the same column set adds up population counts
//! in registers:
//!
//! ```text
//! counts[lane] = Σ over the run's pairs of popcount16(map[left] AND map[right])
//! ```
//!
//! The [`Sink`] determines what happens to the counts. The first half of a term adds them to a
//! matrix (column set of the lead) × (lane); the second half multiplies them by the weights from
//! the first half and keeps only the sum.
//!
//! No counter can wrap. A pair adds at most 8 to a byte and a run has at most 31 pairs: 248. A lane
//! of two bytes has at most 496 and a weight is below 2^15, so a product is below 2^24, a pair of
//! them below 2^25, and a chunk of at most 8 words keeps the 32-bit sum of a run below 2^28, that of
//! 8 runs below 2^31. Then it is added to a 64-bit total, which would need 2^33 such additions to
//! wrap; totals are added to a `u128` after each slice.

use super::leads::{Leads, Run, Tree};
use super::partners::{LANES, Packs, Word, chunks};
use super::simd::Lanes;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use crate::SimdLevel;
use bezzel_board::Stop;

/// Runs whose products are added up in 32 bits.
pub(super) const RUNS: usize = 8;

/// The row of a column set that is not wanted.
pub(super) const NO_ROW: u16 = u16::MAX;

/// Where the counts of a run go.
pub(super) trait Sink<L: Lanes> {
    /// What `ahead` loads.
    type Ahead<const N: usize>: Copy;

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
        ahead: Self::Ahead<N>,
    );

    /// Called after at most [`RUNS`] runs.
    ///
    /// # Safety
    /// The level of `L` is available.
    unsafe fn settle(&mut self);

    /// Prefetches what `take` will need, so that it arrives while the run is counted.
    ///
    /// # Safety
    /// As for `take`.
    unsafe fn ahead<const N: usize>(&self, row: u16, blocks: &[u32; N]) -> Self::Ahead<N>;
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
    type Ahead<const N: usize> = ();

    #[inline(always)]
    unsafe fn settle(&mut self) {}

    #[inline(always)]
    unsafe fn ahead<const N: usize>(&self, _row: u16, _blocks: &[u32; N]) {}

    #[inline(always)]
    unsafe fn take<const N: usize>(&mut self, row: u16, blocks: &[u32; N], counts: [L; N], (): ()) {
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
    /// By limb: 32-bit sums of the last runs, and 64-bit totals.
    pub sums: [L; 3],
    pub totals: [L; 3],
}

impl<L: Lanes> Weighted<'_, L> {
    /// # Safety
    /// As for `Sink::take`.
    #[inline(always)]
    unsafe fn load<const N: usize>(&self, limb: usize, row: u16, blocks: &[u32; N]) -> [L; N] {
        let start = limb * self.plane + row as usize * self.blocks;
        // SAFETY: `row` and `block` lie inside the weights by the contract of `take`.
        unsafe {
            let mut words = [L::zero(); N];
            for (word, &block) in words.iter_mut().zip(blocks) {
                debug_assert!(start + (block as usize) < self.weights.len());
                *word = L::load(self.weights.as_ptr().add(start + block as usize));
            }
            words
        }
    }
}

impl<L: Lanes> Sink<L> for Weighted<'_, L> {
    type Ahead<const N: usize> = [L; N];

    #[inline(always)]
    unsafe fn settle(&mut self) {
        for limb in 0..self.limbs {
            // SAFETY: passed on from the caller.
            unsafe {
                self.totals[limb] = self.totals[limb].add_sums(self.sums[limb]);
                self.sums[limb] = L::zero();
            }
        }
    }

    #[inline(always)]
    unsafe fn ahead<const N: usize>(&self, row: u16, blocks: &[u32; N]) -> [L; N] {
        // SAFETY: passed on from the caller.
        unsafe { self.load(0, row, blocks) }
    }

    #[inline(always)]
    unsafe fn take<const N: usize>(
        &mut self,
        row: u16,
        blocks: &[u32; N],
        counts: [L; N],
        ahead: [L; N],
    ) {
        // SAFETY: passed on from the caller.
        unsafe {
            self.sums[0] = self.sums[0].plus(dot(counts, ahead));
            for limb in 1..self.limbs {
                let weights = self.load(limb, row, blocks);
                self.sums[limb] = self.sums[limb].plus(dot(counts, weights));
            }
        }
    }
}

/// Sums of products.
///
/// # Safety
/// The level of `L` is available.
#[inline(always)]
unsafe fn dot<L: Lanes, const N: usize>(counts: [L; N], weights: [L; N]) -> L {
    // SAFETY: promised by the caller.
    unsafe {
        let mut sums = L::zero();
        for i in 0..N {
            sums = counts[i].dot(weights[i], sums);
        }
        sums
    }
}

/// Buffers of the kernel, one set per thread.
#[derive(Default)]
pub(super) struct Workspace {
    left: Vec<Word>,
    right: Vec<Word>,
    runs: Vec<Run>,
}

/// Runs the kernel over all leads of one row set, or over some of them if it is stopped: it looks at
/// the flag before each prefix.
///
/// `rows[key]` is the sink's row for a column set or [`NO_ROW`].
///
/// # Safety
/// The level of `L` is available; `packs` were filled for the leads' prefix rows; sink and row map
/// fit each other and the partners.
#[inline(always)]
unsafe fn pair_up<L: Lanes, K: Sink<L>>(half: &Half<'_>, space: &mut Workspace, sink: &mut K) {
    let Half { leads, packs, rows, stop, .. } = *half;
    for (number, prefix) in leads.prefixes.iter().enumerate() {
        if stop.is_asked() {
            return;
        }
        let survivors = packs.survivors(number);
        if survivors.words == 0 || prefix.runs.is_empty() {
            continue;
        }
        let runs = &leads.runs[prefix.runs.start as usize..prefix.runs.end as usize];
        wanted_runs(runs, rows, &mut space.runs);
        let maps = survivors.maps.len() / survivors.words;
        for chunk in chunks(survivors.words, survivors.chunk) {
            let work = Chunk {
                leads,
                trees: [&prefix.left, &prefix.right],
                maps: &survivors.maps[chunk.start * maps..chunk.end * maps],
                blocks: &survivors.blocks[chunk.clone()],
            };
            // SAFETY: passed on from the caller.
            unsafe {
                match chunk.len() {
                    1 => work.run::<L, K, 1>(space, sink),
                    2 => work.run::<L, K, 2>(space, sink),
                    3 => work.run::<L, K, 3>(space, sink),
                    4 => work.run::<L, K, 4>(space, sink),
                    5 => work.run::<L, K, 5>(space, sink),
                    6 => work.run::<L, K, 6>(space, sink),
                    _ => unreachable!("a chunk has 1 to 6 words"),
                }
            }
        }
    }
}

/// Copies the runs whose column set has a row, key replaced by row, without a branch per run.
fn wanted_runs(runs: &[Run], rows: &[u16], wanted: &mut Vec<Run>) {
    wanted.clear();
    wanted.resize(runs.len(), Run { key: 0, len: 0, first: 0 });
    let mut kept = 0;
    for run in runs {
        let row = rows[run.key as usize];
        wanted[kept] = Run { key: row, ..*run };
        kept += usize::from(row != NO_ROW);
    }
    wanted.truncate(kept);
}

/// A few words of the survivors under one prefix.
struct Chunk<'a> {
    leads: &'a Leads,
    trees: [&'a Tree; 2],
    maps: &'a [Word],
    blocks: &'a [u32],
}

impl Chunk<'_> {
    /// # Safety
    /// As for `pair_up`.
    #[inline(always)]
    unsafe fn run<L: Lanes, K: Sink<L>, const N: usize>(
        &self,
        space: &mut Workspace,
        sink: &mut K,
    ) {
        // SAFETY: passed on from the caller.
        unsafe {
            self.node_maps::<L, N>(self.trees[0], &mut space.left);
            self.node_maps::<L, N>(self.trees[1], &mut space.right);
        }
        let blocks: &[u32; N] = self.blocks.try_into().expect("N blocks");
        let (left, right) = (space.left.as_ptr(), space.right.as_ptr());
        for runs in space.runs.chunks(RUNS) {
            for run in runs {
                let pairs = &self.leads.pairs[run.first as usize..][..run.len as usize];
                // SAFETY: pairs name nodes of the two trees, whose maps were just written.
                unsafe {
                    let ahead = sink.ahead::<N>(run.key, blocks);
                    let mut counts = [L::zero(); N];
                    for pair in pairs {
                        let left = left.add(pair.left as usize * N);
                        let right = right.add(pair.right as usize * N);
                        for (i, count) in counts.iter_mut().enumerate() {
                            let both = L::load(left.add(i)).and(L::load(right.add(i)));
                            *count = count.add_ones(both);
                        }
                    }
                    for count in &mut counts {
                        *count = count.counts();
                    }
                    sink.take::<N>(run.key, blocks, counts, ahead);
                }
            }
            // SAFETY: passed on from the caller.
            unsafe { sink.settle() };
        }
    }

    /// Writes the maps of all nodes of a tree, N words each.
    ///
    /// # Safety
    /// As for `pair_up`.
    #[inline(always)]
    unsafe fn node_maps<L: Lanes, const N: usize>(&self, tree: &Tree, out: &mut Vec<Word>) {
        if out.len() < tree.len() * N {
            out.resize(tree.len() * N, Word::ZERO);
        }
        let out = out.as_mut_ptr();
        let map = |d: u8| self.maps[d as usize * N..][..N].as_ptr();
        let queens = &self.leads.queens[tree.queens.start as usize..tree.queens.end as usize];
        let nodes = &self.leads.nodes[tree.nodes.start as usize..tree.nodes.end as usize];
        // SAFETY: `out` has room for every part; a node's two parts come before it; `map` checks
        // its bounds.
        unsafe {
            for (number, queen) in queens.iter().enumerate() {
                both::<L, N>(map(queen.anti), map(queen.diag), out.add(number * N));
            }
            for (number, node) in nodes.iter().enumerate() {
                let parent = out.add(node.parent as usize * N);
                let queen = out.add(node.queen as usize * N);
                both::<L, N>(parent, queen, out.add((queens.len() + number) * N));
            }
        }
    }
}

/// AND of N words.
///
/// # Safety
/// The level of `L` is available; the pointers are good for N words.
#[inline(always)]
unsafe fn both<L: Lanes, const N: usize>(x: *const Word, y: *const Word, to: *mut Word) {
    for i in 0..N {
        // SAFETY: promised by the caller.
        unsafe { L::load(x.add(i)).and(L::load(y.add(i))).store(to.add(i)) }
    }
}

/// Everything one half of a slice needs.
pub(super) struct Half<'a> {
    pub leads: &'a Leads,
    pub packs: &'a Packs,
    pub rows: &'a [u16],
    /// Once a stop is asked for, the result is meaningless.
    pub stop: &'a Stop,
}

impl Half<'_> {
    /// Adds the pairs of this half to the matrix.
    pub fn fill(&self, level: SimdLevel, space: &mut Workspace, matrix: &mut Matrix<'_>) {
        // SAFETY: `Colour::prepare` checked the level; `slice.rs` builds leads, packs, rows and sinks together.
        unsafe {
            match level {
                SimdLevel::Scalar => self.run::<super::simd::Plain, _>(space, matrix),
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx2 => self.fill_avx2(space, matrix),
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx512 => self.fill_avx512(space, matrix),
                #[cfg(not(target_arch = "x86_64"))]
                _ => unreachable!("not available"),
            }
        }
    }

    /// Sum over the pairs of this half of their weights.
    pub fn weigh(&self, level: SimdLevel, space: &mut Workspace, weights: Weights<'_>) -> u128 {
        // SAFETY: as in `fill`.
        unsafe {
            match level {
                SimdLevel::Scalar => self.sum::<super::simd::Plain>(space, weights),
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx2 => self.sum_avx2(space, weights),
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx512 => self.sum_avx512(space, weights),
                #[cfg(not(target_arch = "x86_64"))]
                _ => unreachable!("not available"),
            }
        }
    }

    #[inline(always)]
    unsafe fn run<L: Lanes, K: Sink<L>>(&self, space: &mut Workspace, sink: &mut K) {
        // SAFETY: passed on from the caller.
        unsafe { pair_up(self, space, sink) }
    }

    #[inline(always)]
    unsafe fn sum<L: Lanes>(&self, space: &mut Workspace, weights: Weights<'_>) -> u128 {
        let Weights { words, blocks, limbs } = weights;
        // SAFETY: passed on from the caller.
        unsafe {
            let plane = words.len() / limbs;
            let zero = [L::zero(); 3];
            let mut sink =
                Weighted { weights: words, blocks, limbs, plane, sums: zero, totals: zero };
            self.run(space, &mut sink);
            (0..limbs).map(|limb| sink.totals[limb].total() << (15 * limb)).sum()
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn fill_avx2(&self, space: &mut Workspace, matrix: &mut Matrix<'_>) {
        // SAFETY: passed on from the caller.
        unsafe { self.run::<avx2::Avx2, _>(space, matrix) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn sum_avx2(&self, space: &mut Workspace, weights: Weights<'_>) -> u128 {
        // SAFETY: passed on from the caller.
        unsafe { self.sum::<avx2::Avx2>(space, weights) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vnni")]
    unsafe fn fill_avx512(&self, space: &mut Workspace, matrix: &mut Matrix<'_>) {
        // SAFETY: passed on from the caller.
        unsafe { self.run::<avx512::Avx512, _>(space, matrix) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vnni")]
    unsafe fn sum_avx512(&self, space: &mut Workspace, weights: Weights<'_>) -> u128 {
        // SAFETY: passed on from the caller.
        unsafe { self.sum::<avx512::Avx512>(space, weights) }
    }
}

/// Weights by (row, lane): `limbs` planes of 15 bits each, rows of `blocks` words.
#[derive(Clone, Copy)]
pub(super) struct Weights<'a> {
    pub words: &'a [Word],
    pub blocks: usize,
    pub limbs: usize,
}
