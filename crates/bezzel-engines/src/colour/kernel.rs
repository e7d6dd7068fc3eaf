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
//! wrap; totals are added to a `u128` after each slice. With shared words a lane of a first half adds up at most three
//! of them, 1488, before it goes into the matrix, whose counts stay at 65535; `slice.rs` sees that.

use super::leads::{Leads, Prefix, Run, Tree};
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::packs::{Chunk, Layout, Packs};
use super::partners::Word;
use super::simd::{Lanes, Plain, read};
use super::sinks::{Matrix, Places, RUNS, Sink, Weighted, Weights};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use crate::SimdLevel;
use bezzel_board::Stop;
use std::ops::Range;

/// The row of a column set that is not wanted.
pub(super) const NO_ROW: u16 = u16::MAX;

/// The row of a sink is fetched this many runs before it is needed, unless all sinks together have at most so many
/// words: one mebibyte. n = 25 a = 7 takes 0.92 of the time, n = 26 a = 6 0.93; smaller boards would take 1.01 to 1.02.
const AHEAD: usize = 8;
const NEAR: usize = 1 << 14;

/// Buffers of the kernel, one set per thread.
#[derive(Default)]
pub(super) struct Workspace {
    left: Vec<Word>,
    right: Vec<Word>,
    /// The wanted runs of each row set.
    runs: Vec<Vec<Run>>,
}

/// The leads of one row set and what happens to their counts.
pub(super) struct Member<'a, K> {
    pub leads: &'a Leads,
    pub sink: K,
}

/// Runs the kernel over all leads of some row sets, or over some of them if it is stopped: it looks at
/// the flag before each prefix.
///
/// The row sets have the same prefix rows, so they share the packs: these are too large for the
/// cache, and are read once for all. Those that also have the same left rows share the maps of
/// their left parts.
///
/// `rows[key]` is the sinks' row for a column set or [`NO_ROW`].
///
/// # Safety
/// The level of `L` is available; `packs` were filled for the leads' prefix rows; sinks and row map
/// fit each other and the partners.
#[inline(always)]
unsafe fn pair_up<L: Lanes, K: Sink<L>>(
    half: &Half<'_>,
    members: &mut [Member<'_, K>],
    space: &mut Workspace,
) {
    let Half { packs, prefixes, rows, stop } = half;
    space.runs.resize_with(members.len().max(space.runs.len()), Vec::new);
    let far = members.iter().map(|member| member.sink.words()).sum::<usize>() > NEAR;
    for number in prefixes.clone() {
        if stop.is_asked() {
            return;
        }
        let survivors = packs.survivors(number);
        if survivors.chunks.is_empty() {
            continue;
        }
        for (member, wanted) in members.iter().zip(&mut space.runs) {
            let runs = &member.leads.prefixes[number].runs;
            let runs = &member.leads.runs[runs.start as usize..runs.end as usize];
            wanted_runs(runs, rows, wanted);
        }
        let maps = survivors.maps.len() / survivors.firsts.len();
        for Chunk { words, shared, orders } in survivors.chunks {
            let work = ChunkWork {
                prefix: number,
                far,
                maps: &survivors.maps[words.start * maps..words.end * maps],
                firsts: &survivors.firsts[words.clone()],
                shared: *shared,
                orders: &survivors.orders[orders.clone()],
            };
            // SAFETY: passed on from the caller.
            unsafe {
                match words.len() {
                    1 => work.run::<L, K, 1>(members, space),
                    2 => work.run::<L, K, 2>(members, space),
                    3 => work.run::<L, K, 3>(members, space),
                    4 => work.run::<L, K, 4>(members, space),
                    5 => work.run::<L, K, 5>(members, space),
                    6 => work.run::<L, K, 6>(members, space),
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

/// A few words of the survivors under one prefix, a chunk of them.
struct ChunkWork<'a> {
    prefix: usize,
    /// Whether what the sinks read is too much for the second-level cache.
    far: bool,
    maps: &'a [Word],
    firsts: &'a [u32],
    shared: usize,
    orders: &'a [Word],
}

impl ChunkWork<'_> {
    /// # Safety
    /// As for `pair_up`.
    #[inline(always)]
    unsafe fn run<L: Lanes, K: Sink<L>, const N: usize>(
        &self,
        members: &mut [Member<'_, K>],
        space: &mut Workspace,
    ) {
        let firsts: &[u32; N] = self.firsts.try_into().expect("N words");
        let places = Places { firsts, shared: self.shared, orders: self.orders };
        let mut left_rows = None;
        for (Member { leads, sink }, runs) in members.iter_mut().zip(&space.runs) {
            if runs.is_empty() {
                continue;
            }
            let Prefix { left, right, .. } = &leads.prefixes[self.prefix];
            // SAFETY: passed on from the caller.
            unsafe {
                if left_rows != Some(&leads.left_rows) {
                    self.node_maps::<L, N>(leads, left, &mut space.left);
                    left_rows = Some(&leads.left_rows);
                }
                self.node_maps::<L, N>(leads, right, &mut space.right);
            }
            let (left, right, far) = (space.left.as_ptr(), space.right.as_ptr(), self.far);
            let mut ahead = runs[AHEAD.min(runs.len())..].iter();
            for runs in runs.chunks(RUNS) {
                // SAFETY: passed on from the caller.
                let mut sums = unsafe { sink.begin() };
                for run in runs {
                    if far && let Some(later) = ahead.next() {
                        // SAFETY: passed on from the caller.
                        unsafe { sink.fetch(later.key, places) };
                    }
                    let pairs = &leads.pairs[run.first as usize..][..run.len as usize];
                    // SAFETY: pairs name nodes of the two trees, whose maps are written; leads with the same
                    // left rows have the same left trees.
                    unsafe {
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
                        sink.take::<N>(run.key, places, counts, &mut sums);
                    }
                }
                // SAFETY: passed on from the caller.
                unsafe { sink.settle(sums) };
            }
        }
    }

    /// Writes the maps of all nodes of a tree, N words each.
    ///
    /// # Safety
    /// As for `pair_up`.
    #[inline(always)]
    unsafe fn node_maps<L: Lanes, const N: usize>(
        &self,
        leads: &Leads,
        tree: &Tree,
        out: &mut Vec<Word>,
    ) {
        if out.len() < tree.len() * N {
            out.resize(tree.len() * N, Word::ZERO);
        }
        let out = out.as_mut_ptr();
        let map = |d: u8| self.maps[d as usize * N..][..N].as_ptr();
        let queens = &leads.queens[tree.queens.start as usize..tree.queens.end as usize];
        let nodes = &leads.nodes[tree.nodes.start as usize..tree.nodes.end as usize];
        // SAFETY: `out` has room for every part; a node's two parts come before it; `map` checks
        // its bounds.
        unsafe {
            for (number, queen) in queens.iter().enumerate() {
                both::<L, N>(map(queen.anti), map(queen.diag), out.add(number * N));
            }
            let mut to = out.add(queens.len() * N);
            // Loads are what takes the time: a parent is loaded once for all parts made of it.
            for nodes in nodes.chunk_by(|one, other| one.parent == other.parent) {
                let parent: [L; N] = read(out.add(nodes[0].parent as usize * N));
                for node in nodes {
                    let queen = out.add(node.queen as usize * N);
                    for (i, word) in parent.iter().enumerate() {
                        word.and(L::load(queen.add(i))).store(to.add(i));
                    }
                    to = to.add(N);
                }
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

/// What the slices of some row sets with the same prefix rows have in common in one half.
pub(super) struct Half<'a> {
    pub packs: &'a Packs,
    /// The numbers of the prefixes whose leads are paired.
    pub prefixes: Range<usize>,
    pub rows: &'a [u16],
    /// Once a stop is asked for, the result is meaningless.
    pub stop: &'a Stop,
}

impl Half<'_> {
    /// Adds the pairs of one row set to its matrix.
    pub fn fill(&self, level: SimdLevel, space: &mut Workspace, leads: &Leads, matrix: Matrix<'_>) {
        debug_assert_ne!(self.packs.layout(), Layout::Close, "a matrix has its lanes in order");
        let members = &mut [Member { leads, sink: matrix }];
        // SAFETY: `Colour::prepare` checked the level; `slice.rs` builds leads, packs, rows and sinks together.
        unsafe {
            match level {
                #[cfg(target_arch = "aarch64")]
                SimdLevel::Neon => pair_up::<neon::Neon, _>(self, members, space),
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx2 => self.run_avx2(members, space),
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx512 => self.run_avx512(members, space),
                _ => pair_up::<Plain, _>(self, members, space),
            }
        }
    }

    /// Sum over the pairs of some row sets of their weights.
    pub fn weigh(
        &self,
        level: SimdLevel,
        space: &mut Workspace,
        sets: &[(&Leads, Weights<'_>)],
    ) -> u128 {
        // SAFETY: as in `fill`.
        unsafe {
            match level {
                #[cfg(target_arch = "aarch64")]
                SimdLevel::Neon => self.sum::<neon::Neon>(space, sets),
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx2 => self.sum_avx2(space, sets),
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx512 => self.sum_avx512(space, sets),
                _ => self.sum::<Plain>(space, sets),
            }
        }
    }

    #[inline(always)]
    unsafe fn sum<L: Lanes>(&self, space: &mut Workspace, sets: &[(&Leads, Weights<'_>)]) -> u128 {
        // SAFETY: passed on from the caller.
        unsafe {
            match self.packs.layout() {
                Layout::Blocks => self.sum_of::<L, false>(space, sets),
                Layout::Close => self.sum_of::<L, true>(space, sets),
                Layout::Shared => {
                    unreachable!("words are shared only where counts are not weighed")
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn sum_of<L: Lanes, const CLOSE: bool>(
        &self,
        space: &mut Workspace,
        sets: &[(&Leads, Weights<'_>)],
    ) -> u128 {
        let mut members = Vec::with_capacity(sets.len());
        // SAFETY: passed on from the caller.
        unsafe {
            for &(leads, Weights { words: weights, blocks, limbs }) in sets {
                let (plane, totals) = (weights.len() / limbs, [L::zero(); 3]);
                let sink = Weighted::<L, CLOSE> { weights, blocks, limbs, plane, totals };
                members.push(Member { leads, sink });
            }
            pair_up(self, &mut members, space);
            let mut sum = 0;
            for Member { sink, .. } in members {
                for limb in 0..sink.limbs {
                    sum += sink.totals[limb].total() << (15 * limb);
                }
            }
            sum
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn run_avx2(&self, members: &mut [Member<'_, Matrix<'_>>], space: &mut Workspace) {
        // SAFETY: passed on from the caller.
        unsafe { pair_up::<avx2::Avx2, _>(self, members, space) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn sum_avx2(&self, space: &mut Workspace, sets: &[(&Leads, Weights<'_>)]) -> u128 {
        // SAFETY: passed on from the caller.
        unsafe { self.sum::<avx2::Avx2>(space, sets) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vnni")]
    unsafe fn run_avx512(&self, members: &mut [Member<'_, Matrix<'_>>], space: &mut Workspace) {
        // SAFETY: passed on from the caller.
        unsafe { pair_up::<avx512::Avx512, _>(self, members, space) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vnni")]
    unsafe fn sum_avx512(&self, space: &mut Workspace, sets: &[(&Leads, Weights<'_>)]) -> u128 {
        // SAFETY: passed on from the caller.
        unsafe { self.sum::<avx512::Avx512>(space, sets) }
    }
}
