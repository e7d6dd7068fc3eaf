//! One slice (A, C) of the sum: fill the matrix of one half, turn it into weights, weigh the other.

use super::block::Subsets;
use super::kernel::{Half, Matrix, NO_ROW, Weights, Workspace};
use super::leads::Leads;
use super::partners::{LANES, Packs, Partners, Word};
use super::stage::{Side, Stage};
use super::symmetry::{Standing, Term};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use crate::SimdLevel;
use bezzel_board::Stop;
use std::ops::Range;

/// Buffers of one worker, reused from slice to slice and from unit to unit.
pub(super) struct Scratch {
    n: usize,
    level: SimdLevel,
    /// The frame of the last unit, with its stage's number of queens and its C: units that were
    /// split from one C follow each other.
    frame: Option<(usize, u32, Frame)>,
    packs: [Packs; 2],
    /// Leads that are not kept, listed for one slice.
    leads: [Leads; 2],
    counts: Vec<Word>,
    weights: Vec<Word>,
    space: Workspace,
}

/// What is fixed with C: the partners of both sides and the numbering of column sets.
///
/// The matrix of the first half has a row for each lane of the second and vice versa: the column
/// set of a lead of one side is the complement of that of a partner of the other.
struct Frame {
    partners: [Partners; 2],
    /// Row of each lead column set (by rank) of each side: the other side's lane, or `NO_ROW`.
    rows: [Vec<u16>; 2],
    /// Lanes of each side whose weight has to be computed term by term.
    tied: [Vec<usize>; 2],
}

impl Frame {
    /// `None` if stopped.
    fn new(stage: &Stage, c: u32, stop: &Stop) -> Option<Self> {
        let standing = |side: &Side, set: u32| {
            let symmetry = stage.symmetry;
            if side.takes_a {
                symmetry.of_d(c, set)
            } else {
                symmetry.of_b(c, !set & ((1 << stage.inner) - 1))
            }
        };
        let listed = stage.sides.each_ref().map(|side| {
            let wanted = |set| standing(side, set) != Standing::Outside;
            let rows = side.partner_rows(c, stage.outer);
            Partners::new(&side.partner_block, &rows, wanted, stop)
        });
        let [Some(first), Some(second)] = listed else { return None };
        let partners = [first, second];
        let rows = [0, 1].map(|i| {
            let keys: &Subsets = &stage.sides[i].lead_keys;
            let all = (1u32 << stage.sides[i].lead_block.cols) - 1;
            let mut rows = vec![NO_ROW; keys.len()];
            for (lane, set) in partners[1 - i].sets.iter().enumerate() {
                let rank = keys.rank(!set & all).expect("its complement is a lane");
                rows[rank as usize] = lane as u16;
            }
            rows
        });
        let tied = [0, 1].map(|i| {
            let sets = partners[i].sets.iter().enumerate();
            sets.filter(|(_, set)| standing(&stage.sides[i], **set) == Standing::Tied)
                .map(|(lane, _)| lane)
                .collect()
        });
        Some(Frame { partners, rows, tied })
    }
}

impl Scratch {
    pub fn new(n: usize, level: SimdLevel) -> Self {
        Scratch {
            n,
            level,
            frame: None,
            packs: [Packs::new(n), Packs::new(n)],
            leads: Default::default(),
            counts: Vec::new(),
            weights: Vec::new(),
            space: Workspace::default(),
        }
    }

    /// The weighted count of the slices of C and of the sets A at these positions; `None` if
    /// stopped.
    pub fn count(&mut self, stage: &Stage, c: u32, a: Range<usize>, stop: &Stop) -> Option<u128> {
        let frame = match self.frame.take() {
            Some((queens, of, frame)) if (queens, of) == (stage.queens, c) => frame,
            _ => {
                self.packs.iter_mut().for_each(Packs::forget);
                Frame::new(stage, c, stop)?
            }
        };
        let sum = if frame.partners.iter().any(|partners| partners.sets.is_empty()) {
            Some(0)
        } else {
            a.map(|position| self.slice(stage, &frame, c, position, stop)).sum()
        };
        self.frame = Some((stage.queens, c, frame));
        sum
    }

    fn slice(
        &mut self,
        stage: &Stage,
        frame: &Frame,
        c: u32,
        position: usize,
        stop: &Stop,
    ) -> Option<u128> {
        let a = stage.a_sets[position];
        let standing = stage.symmetry.of_a(c, a);
        if standing == Standing::Outside {
            return Some(0);
        }
        if stop.is_asked() {
            return None;
        }
        let [first, second] = &mut self.leads;
        let listed = |i: usize, space| {
            stage.sides[i].leads(stage, position, self.n, &frame.rows[i], space, stop)
        };
        let leads = [listed(0, first)?, listed(1, second)?];
        if leads.iter().any(|leads| leads.len() == 0) {
            return Some(0);
        }
        for (i, side) in stage.sides.iter().enumerate() {
            let rows = side.lead_rows(a, stage.inner);
            self.packs[i].fill(
                &side.lead_block,
                &rows[..side.depth],
                &frame.partners[i],
                side.order,
                self.level,
                stop,
            )?;
        }
        let blocks = frame.partners.each_ref().map(Partners::blocks);
        let lanes = frame.partners.each_ref().map(|partners| partners.sets.len());

        // A piece of 32 counters is two words.
        self.counts.clear();
        self.counts.resize(2 * lanes[1] * blocks[0], Word::ZERO);
        let half = |i: usize| Half {
            leads: leads[i],
            packs: &self.packs[i],
            rows: &frame.rows[i],
            order: stage.sides[i].order,
            stop,
        };
        // SAFETY: a word is 64 bytes without invalid values, aligned to 64; 32 counters of 32 bits
        // are two words, and the length is even.
        let counts = unsafe {
            let start = self.counts.as_mut_ptr().cast::<[u32; LANES]>();
            std::slice::from_raw_parts_mut(start, self.counts.len() / 2)
        };
        let mut matrix = Matrix { counts, blocks: blocks[0] };
        half(0).fill(self.level, &mut self.space, &mut matrix);
        if stop.is_asked() {
            return None;
        }

        let table = Table { counts: matrix.counts, lanes, blocks };
        let alike = stage.symmetry.of_slice(standing == Standing::Tied);
        let scale = alike.unwrap_or(stage.symmetry.full_weight());
        let limbs = table.write(scale, self.level, &mut self.weights);
        table.correct(stage, frame, Slice { c, a, alike }, &mut self.weights);
        let weights = Weights { words: &self.weights, blocks: blocks[1], limbs };
        let sum = half(1).weigh(self.level, &mut self.space, weights);
        (!stop.is_asked()).then_some(sum)
    }
}

/// The filled matrix: rows are lanes of the second side, columns lanes of the first.
struct Table<'a> {
    counts: &'a [[u32; LANES]],
    lanes: [usize; 2],
    blocks: [usize; 2],
}

/// The two row sets of a slice, and the common weight of its inside terms, if there is one.
#[derive(Clone, Copy)]
struct Slice {
    c: u32,
    a: u32,
    alike: Option<u32>,
}

impl Table<'_> {
    fn at(&self, row: usize, lane: usize) -> u32 {
        self.counts[row * self.blocks[0] + lane / LANES][lane % LANES]
    }

    /// Words of one limb of the weights.
    fn plane(&self) -> usize {
        self.lanes[0].next_multiple_of(LANES) * self.blocks[1]
    }

    /// Writes the transposed table times a power of two, in limbs of 15 bits; returns their number.
    fn write(&self, weight: u32, level: SimdLevel, weights: &mut Vec<Word>) -> usize {
        let scale = weight.trailing_zeros();
        let plane = self.plane();
        let mut limb = 0;
        loop {
            weights.resize((limb + 1) * plane, Word::ZERO);
            let seen = self.write_limb(limb, scale, level, &mut weights[limb * plane..]);
            limb += 1;
            if u64::from(seen) << scale >> (15 * limb) == 0 {
                return limb;
            }
        }
    }

    /// Writes bits 15·limb .. 15·limb + 15 of each count times 2^scale; returns the OR of all
    /// counts.
    fn write_limb(&self, limb: usize, scale: u32, level: SimdLevel, words: &mut [Word]) -> u32 {
        let down = 15 * limb as u32;
        let shifts = (scale.saturating_sub(down), down.saturating_sub(scale));
        #[cfg(target_arch = "x86_64")]
        if level != SimdLevel::Scalar {
            let transpose = match level {
                SimdLevel::Avx512 => avx512::transpose_counts,
                _ => avx2::transpose_counts,
            };
            let mut seen = 0;
            for rows in 0..self.blocks[1] {
                for lanes in 0..self.blocks[0] {
                    let from = &self.counts[32 * rows * self.blocks[0] + lanes];
                    let to = &mut words[32 * lanes * self.blocks[1] + rows];
                    let rows = (self.lanes[1] - 32 * rows).min(32);
                    // SAFETY: the plan checked that the level is available; `rows` rows follow
                    // `from`, and a plane has room for whole blocks of lanes.
                    seen |= unsafe {
                        transpose(from, self.blocks[0], rows, to, self.blocks[1], shifts)
                    };
                }
            }
            return seen;
        }
        let mut seen = 0;
        for (row, counts) in self.counts.chunks_exact(self.blocks[0]).enumerate() {
            for (lane, &count) in counts.as_flattened()[..self.lanes[0]].iter().enumerate() {
                seen |= count;
                words[lane * self.blocks[1] + row / LANES].0[row % LANES] =
                    (u64::from(count) << shifts.0 >> shifts.1 & 0x7FFF) as u16;
            }
        }
        seen
    }

    /// Sets the weights of the terms that tie with one of their images.
    fn correct(&self, stage: &Stage, frame: &Frame, slice: Slice, weights: &mut [Word]) {
        let plane = self.plane();
        let d_first = stage.sides[0].takes_a;
        let worked_out = |row: usize, lane: usize| {
            let (first, second) = (frame.partners[0].sets[lane], frame.partners[1].sets[row]);
            let (d, not_b) = if d_first { (first, second) } else { (second, first) };
            let b = !not_b & ((1 << stage.inner) - 1);
            stage.symmetry.weight(Term { c: slice.c, a: slice.a, d, b })
        };
        let mut correct = |row: usize, lane: usize, weight: Option<u32>| {
            let weight = weight.unwrap_or_else(|| worked_out(row, lane));
            let weighed = u64::from(self.at(row, lane)) * u64::from(weight);
            let words = weights[lane * self.blocks[1] + row / LANES..].iter_mut().step_by(plane);
            for (limb, word) in words.enumerate() {
                word.0[row % LANES] = (weighed >> (15 * limb) & 0x7FFF) as u16;
            }
        };
        let Some(alike) = slice.alike else {
            for row in 0..self.lanes[1] {
                (0..self.lanes[0]).for_each(|lane| correct(row, lane, None));
            }
            return;
        };
        let mut side = |i: usize, weight: Option<u32>| {
            for &tied in &frame.tied[i] {
                for other in 0..self.lanes[1 - i] {
                    let (row, lane) = if i == 0 { (other, tied) } else { (tied, other) };
                    correct(row, lane, weight);
                }
            }
        };
        // First where B ties, then where D does, which overrides the first.
        let d = usize::from(!d_first);
        side(1 - d, stage.symmetry.halved(alike));
        side(d, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every level gives the same weights, and the limbs hold counts up to (8!)², the bound of the
    /// first half, times eight.
    #[test]
    fn weights_keep_every_bit_of_the_largest_counts() {
        let (lanes, blocks) = ([40, 70], [2, 3]);
        let most = 40_320_u32.pow(2);
        let mut counts = vec![Word::ZERO; 2 * lanes[1] * blocks[0]];
        // SAFETY: as in `Scratch::slice`: two words are 32 counters.
        let counts = unsafe {
            let start = counts.as_mut_ptr().cast::<[u32; LANES]>();
            std::slice::from_raw_parts_mut(start, counts.len() / 2)
        };
        for weight in [1, 4, 8] {
            for largest in [1, 0xFFF, 0x1000, 0x7FFF, 0x8000, 0xFFFF_FFFF / 8, most] {
                for row in 0..lanes[1] {
                    for lane in 0..lanes[0] {
                        let count = largest - (row * 31 + lane) as u32 % largest.min(977);
                        counts[row * blocks[0] + lane / LANES][lane % LANES] = count;
                    }
                }
                let table = Table { counts, lanes, blocks };
                for level in SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok()) {
                    let level = crate::colour::simd::usable(level);
                    let mut words = Vec::new();
                    let limbs = table.write(weight, level, &mut words);
                    for row in 0..lanes[1] {
                        for lane in 0..lanes[0] {
                            let written: u64 = (0..limbs)
                                .map(|limb| {
                                    let at = limb * table.plane() + lane * blocks[1] + row / LANES;
                                    u64::from(words[at].0[row % LANES]) << (15 * limb)
                                })
                                .sum();
                            let expected = u64::from(table.at(row, lane)) * u64::from(weight);
                            assert_eq!(written, expected, "{level}");
                        }
                    }
                }
            }
        }
    }
}
