//! One slice (A, C) of the sum: fill the matrix of one half, turn it into weights, weigh the other.

use super::block::{Subsets, middle_first};
use super::kernel::{Half, Matrix, NO_ROW, Weights, Workspace};
use super::partners::{LANES, Packs, Partners, Word};
use super::plan::{ColourPlan, Side, Stage};
use super::symmetry::{Standing, Term};
use std::ops::Range;

/// Buffers of one thread, reused from slice to slice.
pub(super) struct Scratch {
    packs: [Packs; 2],
    counts: Vec<Word>,
    weights: Vec<Word>,
    space: Workspace,
}

/// What is fixed with C: the partners of both sides and the numbering of column sets.
///
/// The matrix of the first half has a row for each lane of the second and the other way round: the
/// column set of a lead of one side is the complement of that of a partner of the other.
struct Frame {
    partners: [Partners; 2],
    /// Row of each lead column set (by rank) of each side: the other side's lane, or `NO_ROW`.
    rows: [Vec<u16>; 2],
    /// Lanes of each side whose weight has to be worked out term by term.
    tied: [Vec<usize>; 2],
}

impl Frame {
    fn new(plan: &ColourPlan, stage: &Stage, c: u32) -> Self {
        let standing = |side: &Side, set: u32| {
            let symmetry = plan.symmetry;
            if side.takes_a {
                symmetry.of_d(c, set)
            } else {
                symmetry.of_b(c, !set & ((1 << plan.even) - 1))
            }
        };
        let partners = stage.sides.each_ref().map(|side| {
            let rows = if side.takes_a { c } else { !c & ((1 << plan.odd) - 1) };
            Partners::new(&side.partner_block, &middle_first(rows, plan.odd), |set| {
                standing(side, set) != Standing::Outside
            })
        });
        let rows = [0, 1].map(|i| {
            let keys: &Subsets = &stage.sides[i].lead_keys;
            let all = (1u32 << stage.sides[i].lead_block.cols) - 1;
            let mut rows = vec![NO_ROW; keys.len()];
            for (lane, set) in partners[1 - i].sets.iter().enumerate() {
                rows[keys.rank(!set & all)] = lane as u16;
            }
            rows
        });
        let tied = [0, 1].map(|i| {
            let sets = partners[i].sets.iter().enumerate();
            sets.filter(|(_, set)| standing(&stage.sides[i], **set) == Standing::Tied)
                .map(|(lane, _)| lane)
                .collect()
        });
        Frame { partners, rows, tied }
    }
}

impl Scratch {
    pub fn new() -> Self {
        Scratch {
            packs: [Packs::empty(), Packs::empty()],
            counts: Vec::new(),
            weights: Vec::new(),
            space: Workspace::default(),
        }
    }

    /// The weighted count of all slices of one C.
    pub fn count(&mut self, plan: &ColourPlan, stage: &Stage, c: u32, a: Range<usize>) -> u128 {
        if plan.symmetry.of_c(c) == Standing::Outside {
            return 0;
        }
        let frame = Frame::new(plan, stage, c);
        if frame.partners.iter().any(|partners| partners.sets.is_empty()) {
            return 0;
        }
        self.packs.iter_mut().for_each(Packs::forget);
        a.map(|position| self.slice(plan, stage, &frame, c, position)).sum()
    }

    fn slice(
        &mut self,
        plan: &ColourPlan,
        stage: &Stage,
        frame: &Frame,
        c: u32,
        position: usize,
    ) -> u128 {
        let a = stage.a_sets[position];
        let standing = plan.symmetry.of_a(c, a);
        if standing == Standing::Outside {
            return 0;
        }
        let n = plan.n;
        let leads = stage.sides.each_ref().map(|side| side.leads(stage, position, plan.even));
        if leads.iter().any(|leads| leads.len() == 0) {
            return 0;
        }
        for (i, side) in stage.sides.iter().enumerate() {
            let rows = side.lead_rows(a, plan.even);
            self.packs[i].fill(&side.lead_block, &rows[..side.depth], &frame.partners[i], n);
        }
        let blocks = frame.partners.each_ref().map(Partners::blocks);
        let lanes = frame.partners.each_ref().map(|partners| partners.sets.len());

        // A piece of 32 counters is two words.
        self.counts.clear();
        self.counts.resize(2 * lanes[1] * blocks[0], Word::ZERO);
        let half = |i: usize| Half { leads: leads[i], packs: &self.packs[i], n, rows: &frame.rows[i] };
        // SAFETY: a word is 64 bytes without invalid values, aligned to 64; 32 counters of 32 bits
        // are two words, and the length is even.
        let counts = unsafe {
            let start = self.counts.as_mut_ptr().cast::<[u32; LANES]>();
            std::slice::from_raw_parts_mut(start, self.counts.len() / 2)
        };
        let mut matrix = Matrix { counts, blocks: blocks[0] };
        half(0).fill(plan.level(), &mut self.space, &mut matrix);

        let mut table = Table { counts: matrix.counts, lanes, blocks };
        table.weigh(plan, stage, frame, standing, c, a);
        let limbs = table.write(&mut self.weights);
        let weights = Weights { words: &self.weights, blocks: blocks[1], limbs };
        half(1).weigh(plan.level(), &mut self.space, weights)
    }
}

/// The filled matrix: rows are lanes of the second side, columns lanes of the first.
struct Table<'a> {
    counts: &'a mut [[u32; LANES]],
    lanes: [usize; 2],
    blocks: [usize; 2],
}

impl Table<'_> {
    fn at(&mut self, row: usize, lane: usize) -> &mut u32 {
        &mut self.counts[row * self.blocks[0] + lane / LANES][lane % LANES]
    }

    /// Multiplies every count with the weight of its term.
    fn weigh(
        &mut self,
        plan: &ColourPlan,
        stage: &Stage,
        frame: &Frame,
        standing: Standing,
        c: u32,
        a: u32,
    ) {
        let term = |row: usize, lane: usize| {
            let (first, second) = (frame.partners[0].sets[lane], frame.partners[1].sets[row]);
            let (d, not_b) =
                if stage.sides[0].takes_a { (first, second) } else { (second, first) };
            Term { c, a, d, b: !not_b & ((1 << plan.even) - 1) }
        };
        let full = plan.symmetry.full_weight();
        let all_tied = standing == Standing::Tied;
        let is_tied = |tied: &[usize], count: usize| {
            let mut flags = vec![all_tied; count];
            tied.iter().for_each(|&lane| flags[lane] = true);
            flags
        };
        let tied_rows = is_tied(&frame.tied[1], self.lanes[1]);
        let tied_lanes = is_tied(&frame.tied[0], self.lanes[0]);
        for row in 0..self.lanes[1] {
            for lane in 0..self.lanes[0] {
                let weight = if tied_rows[row] || tied_lanes[lane] {
                    plan.symmetry.weight(term(row, lane))
                } else {
                    full
                };
                *self.at(row, lane) *= weight;
            }
        }
    }

    /// Writes the transposed table as weights; returns the number of 15-bit limbs.
    fn write(&mut self, weights: &mut Vec<Word>) -> usize {
        let bits = self.counts.iter().flatten().fold(0, |bits, &count| bits | count);
        let limbs = (32 - bits.leading_zeros() as usize).div_ceil(15).max(1);
        let plane = self.lanes[0] * self.blocks[1];
        weights.clear();
        weights.resize(limbs * plane, Word::ZERO);
        for row in 0..self.lanes[1] {
            for lane in 0..self.lanes[0] {
                let count = *self.at(row, lane);
                for limb in 0..limbs {
                    weights[limb * plane + lane * self.blocks[1] + row / LANES].0[row % LANES] =
                        (count >> (15 * limb) & 0x7FFF) as u16;
                }
            }
        }
        limbs
    }
}
