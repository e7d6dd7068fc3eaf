//! Slices (A, C) of the sum: fill the matrix of one half, turn it into weights, weigh the other.

use super::block::Subsets;
use super::kernel::{Half, NO_ROW, Workspace};
use super::leads::Leads;
use super::packs::{Packs, layouts};
use super::partners::{Partners, Word};
use super::sieve::{self, Columns, Member, Sieve};
use super::sinks::{Matrix, Weights};
use super::stage::{Method, Side, Stage};
use super::symmetry::Standing;
use super::table::{Slice, Table};
use crate::SimdLevel;
use crate::memory::SPARE;
use bezzel_board::Stop;
use std::ops::{Range, RangeInclusive};

/// Buffers of one worker, reused from slice to slice and from unit to unit.
pub(super) struct Scratch {
    n: usize,
    level: SimdLevel,
    /// The frame of the last unit, with its stage's number of queens and its C: units that were
    /// split from one C follow each other.
    frame: Option<(usize, u32, Frame)>,
    packs: [Packs; 2],
    /// Leads that are not kept, listed for one first half and for the second halves that are weighed
    /// together.
    first_leads: Leads,
    second_leads: Vec<Leads>,
    counts: Vec<Word>,
    /// Counts of this size may be larger.
    full: u16,
    /// Weights of the slices that are weighed together.
    weights: Vec<Vec<Word>>,
    space: Workspace,
    sieve: Sieve,
}

/// Slices are sifted together until their weights have as many words as there are partners, at least 16 and at most 256
/// MiB: they share the lists of partners, and filtering those takes half of the time where they are long. Instead of 16
/// MiB always: n = 25 a = 8 0.93 of the time, n = 26 a = 5 0.88. With 256 MiB always n = 23 a = 5 takes 1.17 of it.
const SIFTED: RangeInclusive<usize> = 1 << 18..=1 << 22;

/// Slices that are counted lane by lane share the packs, which are read from memory, but their weights
/// compete for the cache: at most one word of weights for this many words of packs, and at
/// most 16 MiB. From 2.5 MiB to 16, n = 24 a = 5 takes 0.91 of the time, n = 25 a = 6 0.88, n = 26 a = 6 0.92, n = 23 the
/// same; 32 MiB with twice the share are slower again. Where packs are small, fixed limits took up to 1.2 times as long.
const PACKS_FOR_WEIGHTS: usize = 8;
const MOST_COUNTED: usize = 1 << 18;

/// What is fixed with C: the partners of both sides and the numbering of column sets.
///
/// The matrix of the first half has a row for each lane of the second and vice versa: the column
/// set of a lead of one side is the complement of that of a partner of the other.
pub(super) struct Frame {
    pub partners: [Partners; 2],
    /// Row of each lead column set (by rank) of each side: the other side's lane, or `NO_ROW`.
    rows: [Vec<u16>; 2],
    /// The same for the second side by mask, where it is sifted.
    columns: Columns,
    /// Lanes of each side whose weight has to be computed term by term.
    pub tied: [Vec<usize>; 2],
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
        let columns = match stage.sides[1].method {
            Method::Count => Columns::default(),
            Method::Sift => {
                let cols = stage.sides[1].lead_block.cols;
                let all = (1 << cols) - 1;
                let lanes = partners[0].sets.iter().zip(0..);
                Columns::new(cols, lanes.map(|(set, lane)| (!set & all, lane)))
            }
        };
        let tied = [0, 1].map(|i| {
            let sets = partners[i].sets.iter().enumerate();
            sets.filter(|(_, set)| standing(&stage.sides[i], **set) == Standing::Tied)
                .map(|(lane, _)| lane)
                .collect()
        });
        Some(Frame { partners, rows, columns, tied })
    }
}

impl Scratch {
    pub fn new(n: usize, level: SimdLevel) -> Self {
        Scratch {
            n,
            level,
            frame: None,
            packs: layouts(level).map(|layout| Packs::new(n, layout)),
            first_leads: Leads::default(),
            second_leads: Vec::new(),
            counts: Vec::new(),
            full: u16::MAX,
            weights: Vec::new(),
            space: Workspace::default(),
            sieve: Sieve::default(),
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
            self.slices(stage, &frame, c, a, stop)
        };
        self.frame = Some((stage.queens, c, frame));
        sum
    }

    /// Slices in groups whose second halves are weighed together, as many as their weights allow.
    fn slices(
        &mut self,
        stage: &Stage,
        frame: &Frame,
        c: u32,
        a: Range<usize>,
        stop: &Stop,
    ) -> Option<u128> {
        let side = &stage.sides[1];
        // Slices that are counted lane by lane share the packs of their prefix rows.
        let prefix = |position: usize| match side.method {
            Method::Count => {
                let rows = side.lead_rows(stage.a_sets[position], stage.inner);
                rows[..side.depth].to_vec()
            }
            Method::Sift => Vec::new(),
        };
        let (mut sum, mut together) = (0, Vec::new());
        for position in a.clone() {
            self.weights(stage, frame, c, position, &mut together, stop)?;
            if together.is_empty() {
                continue;
            }
            let words: usize = self.weights[..together.len()].iter().map(Vec::len).sum();
            let most = match side.method {
                Method::Count => {
                    self.pack(stage, frame, position, 1, stop)?;
                    (self.packs[1].words() / PACKS_FOR_WEIGHTS).min(MOST_COUNTED)
                }
                Method::Sift => frame.partners[1].len().clamp(*SIFTED.start(), *SIFTED.end()),
            };
            let next = position + 1;
            let fits = words + words / together.len() <= most;
            if next < a.end && fits && prefix(position) == prefix(next) {
                continue;
            }
            sum += match side.method {
                Method::Count => self.count_lanes(stage, frame, &together, stop)?,
                Method::Sift => self.sift(stage, frame, &together, stop)?,
            };
            together.clear();
        }
        Some(sum)
    }

    /// The second halves of some slices with the same packs, by position and limbs, counted lane by lane.
    fn count_lanes(
        &mut self,
        stage: &Stage,
        frame: &Frame,
        together: &[(usize, usize)],
        stop: &Stop,
    ) -> Option<u128> {
        let buffers = together.len().max(self.second_leads.len());
        self.second_leads.resize_with(buffers, Leads::default);
        let (blocks, rows) = (frame.partners[1].blocks(), &frame.rows[1]);
        let mut sets = Vec::with_capacity(together.len());
        let buffers = self.weights.iter().zip(&mut self.second_leads);
        for (&(position, limbs), (words, space)) in together.iter().zip(buffers) {
            let leads =
                stage.sides[1].leads(stage, position, self.n, rows, (space, &SPARE), stop)?;
            sets.push((leads, Weights { words, blocks, limbs }));
        }
        let packs = &self.packs[1];
        let half = Half { packs, prefixes: 0..packs.len(), rows, stop };
        let sum = half.weigh(self.level, &mut self.space, &sets);
        (!stop.is_asked()).then_some(sum)
    }

    /// The second halves of some slices, sifted.
    fn sift(
        &mut self,
        stage: &Stage,
        frame: &Frame,
        together: &[(usize, usize)],
        stop: &Stop,
    ) -> Option<u128> {
        let side = &stage.sides[1];
        let blocks = frame.partners[1].blocks();
        let members: Vec<Member<'_>> = (together.iter().zip(&self.weights).enumerate())
            .map(|(number, (&(position, limbs), words))| Member {
                number,
                rows: side.lead_rows(stage.a_sets[position], stage.inner),
                weights: Weights { words, blocks, limbs },
            })
            .collect();
        let leads = sieve::Leads {
            block: &side.lead_block,
            columns: &frame.columns,
            level: self.level,
            stop,
        };
        let sum = self.sieve.sum(leads, &members, &frame.partners[1]);
        (!stop.is_asked()).then_some(sum)
    }

    /// Builds the packs of one side, unless they are there already.
    fn pack(
        &mut self,
        stage: &Stage,
        frame: &Frame,
        position: usize,
        i: usize,
        stop: &Stop,
    ) -> Option<()> {
        let side = &stage.sides[i];
        let rows = side.lead_rows(stage.a_sets[position], stage.inner);
        let (block, rows) = (&side.lead_block, &rows[..side.depth]);
        self.packs[i].fill(block, rows, &frame.partners[i], self.level, stop)
    }

    /// Counts the first half of a slice and writes the weights; enters position and limbs in `together`,
    /// unless all weights are zero. `None` if stopped.
    ///
    /// Weights add up: where a count would not fit 16 bits, the slice is entered more than once, with the
    /// weights from some of the prefixes each time.
    fn weights(
        &mut self,
        stage: &Stage,
        frame: &Frame,
        c: u32,
        position: usize,
        together: &mut Vec<(usize, usize)>,
        stop: &Stop,
    ) -> Option<()> {
        let a = stage.a_sets[position];
        let standing = stage.symmetry.of_a(c, a);
        if standing == Standing::Outside {
            return Some(());
        }
        if stop.is_asked() {
            return None;
        }
        self.pack(stage, frame, position, 0, stop)?;
        let side = &stage.sides[0];
        let leads = side.leads(
            stage,
            position,
            self.n,
            &frame.rows[0],
            (&mut self.first_leads, &SPARE),
            stop,
        )?;
        if leads.len() == 0 {
            return Some(());
        }
        let blocks = frame.partners.each_ref().map(Partners::blocks);
        let lanes = frame.partners.each_ref().map(|partners| partners.sets.len());
        let alike = stage.symmetry.of_slice(standing == Standing::Tied);
        let scale = alike.unwrap_or(stage.symmetry.full_weight());
        let packs = &self.packs[0];
        // One range, not the numbers in it.
        #[allow(clippy::single_range_in_vec_init)]
        let mut left = vec![0..packs.len()];
        while let Some(prefixes) = left.pop() {
            self.counts.clear();
            self.counts.resize(lanes[1] * blocks[0], Word::ZERO);
            let (start, end) = (prefixes.start, prefixes.end);
            let half = Half { packs, prefixes, rows: &frame.rows[0], stop };
            let matrix = Matrix { counts: &mut self.counts, blocks: blocks[0] };
            half.fill(self.level, &mut self.space, leads, matrix);
            if stop.is_asked() {
                return None;
            }
            if self.weights.len() == together.len() {
                self.weights.push(Vec::new());
            }
            let weights = &mut self.weights[together.len()];
            let table = Table { counts: &self.counts, lanes, blocks };
            let (limbs, most) = table.write(scale, self.level, weights);
            if most >= self.full {
                assert!(end - start > 1, "a count beyond 16 bits under one prefix");
                let middle = start.midpoint(end);
                left.extend([start..middle, middle..end]);
                continue;
            }
            table.correct(stage, frame, Slice { c, a, alike }, weights);
            together.push((position, limbs));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::packs::Layout;
    use super::super::simd::usable;
    use super::super::stages::Stages;
    use super::*;
    use std::collections::BTreeSet;

    /// Words that blocks share change nothing, at any level.
    #[test]
    fn first_halves_count_the_same_in_both_layouts() {
        let (n, stop) = (20, Stop::new());
        let stages = Stages::new(&vec![(1 << n) - 1; n]);
        let stage = stages.stages.last().expect("five queens in each block");
        let c = stage.c_sets[stage.c_sets.len() / 3];
        let a = stage.a_sets.len() / 2;
        let mut seen = BTreeSet::new();
        for level in SimdLevel::ALL.into_iter().filter(|level| level.available().is_ok()) {
            let level = usable(level);
            let mut counts = |layout| {
                let packs = [layout, layouts(level)[1]].map(|layout| Packs::new(n, layout));
                let mut scratch = Scratch { packs, ..Scratch::new(n, level) };
                let sum = scratch.count(stage, c, a..a + 2, &stop);
                let packs = &scratch.packs[0];
                for chunk in (0..packs.len()).flat_map(|prefix| packs.survivors(prefix).chunks) {
                    let own = chunk.words.len() - chunk.shared;
                    seen.insert((layout == Layout::Shared, chunk.shared, chunk.orders.len() / own));
                }
                sum.expect("nobody stops it")
            };
            let in_blocks = counts(Layout::Blocks);
            assert_eq!(counts(Layout::Shared), in_blocks, "{level}");
            assert!(in_blocks > 0);
        }
        let kinds = [(false, 0, 0), (true, 0, 0), (true, 1, 1), (true, 2, 1)];
        assert!(kinds.iter().all(|kind| seen.contains(kind)), "{seen:?}");
    }

    /// Where counts reach the limit, slices are weighed in parts.
    #[test]
    fn counts_that_do_not_fit_are_weighed_in_parts() {
        let n = 16;
        let stages = Stages::new(&vec![(1 << n) - 1; n]);
        let stage = stages.stages.last().expect("four queens in each block");
        let count = |full| {
            let mut scratch = Scratch { full, ..Scratch::new(n, SimdLevel::Scalar) };
            let all = 0..stage.a_sets.len();
            let sum = scratch.count(stage, stage.c_sets[3], all, &Stop::new());
            (sum.expect("nobody stops it"), scratch.weights.len())
        };
        let ((whole, buffers), (in_parts, more)) = (count(u16::MAX), count(12));
        assert_eq!(in_parts, whole);
        assert!(whole > 0 && more > buffers, "{whole}, {buffers}, {more}");
    }
}
