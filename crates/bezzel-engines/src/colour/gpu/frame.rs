//! What the kernels need that is the same for all sets A of a unit: lists of partners, tables.

use super::failure::Failure;
use super::lanes::Half;
use super::launch::{Geometry, Partners, launch};
use super::meets::{Filler, packs_each};
use super::nodes::Nodes;
use super::unit::{RESULTS, Slices, Way};
use crate::colour::symmetry::Symmetry;
use crate::gpu::{Address, Shape};

/// What has been put into the memory of the card.
pub(super) struct Frame {
    pub halves: [Half; 2],
    pub cursors: [Address; 2],
    pub lead_sets: [Address; 2],
    pub marked: [Address; 2],
    /// Sums of limbs, then lanes of slices done and what does not fit 16 bits.
    pub results: Address,
    pub filler: Option<Filler>,
    pub nodes: [Option<Nodes>; 2],
    pub pitch: usize,
    pub plane: usize,
}

impl Slices<'_> {
    pub fn frame(&mut self) -> Result<Frame, Failure> {
        self.memory.forget_all();
        let results = self.memory.cleared(4 * RESULTS)?;
        let (mut first, second) = (self.list(0)?, self.list(1)?);
        let packs_each = match self.ways[0] {
            Way::Meet => self.sort_lanes(&mut first.0)?.ok_or(Failure::NotByMaps)?,
            _ => 0,
        };
        let marked =
            [self.memory.put(&self.lanes[0].marked)?, self.memory.put(&self.lanes[1].marked)?];
        let lead_sets = [self.put_lead_sets(0)?, self.put_lead_sets(1)?];
        let queens = [0, 1]
            .map(|i| self.stage.sides[i].lead_rows(self.stage.a_sets[0], self.stage.inner).len());
        let filler = if self.ways[0] == Way::Meet {
            let sets = (lead_sets[0], self.lanes[1].len() as u32);
            let block = self.geometry(0, true);
            let filler = Filler::new(self.memory, block, queens[0], sets, packs_each)?;
            Some(filler.ok_or(Failure::NotByMaps)?)
        } else {
            None
        };
        let mut nodes = [None, None];
        for (i, half) in [first.0, second.0].into_iter().enumerate() {
            if self.ways[i] == Way::Nodes {
                let (block, limit) = (self.geometry(i, true), self.limit(i));
                nodes[i] = Some(Nodes::new(self.memory, block, queens[i], limit, half)?);
            }
        }
        let pitch = self.lanes[0].len().next_multiple_of(32);
        Ok(Frame {
            halves: [first.0, second.0],
            cursors: [first.1, second.1],
            lead_sets,
            marked,
            results,
            filler,
            nodes,
            pitch,
            plane: pitch * self.lanes[1].len(),
        })
    }

    /// Sorts the lanes of the first half by their number of partners: 32 lanes take as many packs
    /// as the largest of them needs. Returns how many packs a prefix needs at most.
    fn sort_lanes(&mut self, half: &mut Half) -> Result<Option<usize>, String> {
        let lanes = &mut self.lanes[0];
        let count = self.memory.many_words(half.count, lanes.len())?;
        let start = self.memory.many_words(half.start, lanes.len())?;
        let mut order: Vec<usize> = (0..lanes.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(count[i]));
        let sorted = |words: &[u32]| -> Vec<u32> { order.iter().map(|&i| words[i]).collect() };
        lanes.sets = sorted(&lanes.sets);
        lanes.marked = sorted(&lanes.marked);
        let count = sorted(&count);
        half.start = self.memory.put(&sorted(&start))?;
        half.count = self.memory.put(&count)?;
        Ok(packs_each(&count))
    }

    pub fn geometry(&self, i: usize, leads: bool) -> Geometry {
        let lead = self.stage.lead;
        let rows = if leads { lead } else { 1 - lead };
        let cols = if self.stage.sides[i].takes_a { rows } else { 1 - rows };
        Geometry::new(self.open, rows, cols)
    }

    /// The largest number that the columns of a wanted lead make.
    pub fn limit(&self, i: usize) -> u32 {
        let whole = (1u32 << self.geometry(i, true).cols) - 1;
        // Leads of the second half take the complement of D, and D is at least C.
        if i == 1 && self.stage.sides[0].takes_a && self.stage.symmetry != Symmetry::None {
            !self.c & whole
        } else {
            whole
        }
    }

    /// Lists the partners of one half on the card; also returns the address of how many did not fit.
    fn list(&mut self, i: usize) -> Result<(Half, Address), String> {
        let lanes = self.lanes[i].len();
        let rows = self.stage.sides[i].partner_rows(self.c, self.stage.outer);
        let block = self.geometry(i, false);
        // The second half has more queens and far more partners.
        let capacity = self.memory.partners.room(8) / if i == 0 { 4 } else { 1 };
        let half = Half {
            lanes: lanes as u32,
            list: self.memory.partners.take(8 * capacity)?,
            start: self.memory.tables.take(4 * lanes)?,
            count: self.memory.tables.take(4 * lanes)?,
        };
        let cursor = self.memory.cleared(8)?;
        let mut partners = Partners {
            block,
            queens: rows.len() as u32,
            capacity: capacity.min(u32::MAX as usize) as u32,
            rows: [0; 16],
            spare: 0,
            sets: self.memory.put(&self.lanes[i].sets)?,
            list: half.list,
            start: half.start,
            count: half.count,
            cursor,
        };
        partners.rows[..rows.len()].copy_from_slice(&rows);
        let shape = Shape { blocks: (lanes as u32, 1), threads: 128, shared: 0 };
        // SAFETY: the addresses were taken with room for this many lanes; the list checks its room.
        unsafe { launch(&mut *self.memory.card, shape, &partners) }?;
        Ok((half, cursor))
    }

    /// The column sets of wanted leads: the complements of the other half's lanes.
    fn put_lead_sets(&mut self, i: usize) -> Result<Address, String> {
        let whole = (1u32 << self.geometry(i, true).cols) - 1;
        let sets: Vec<u32> = self.lanes[1 - i].sets.iter().map(|set| !set & whole).collect();
        self.memory.put(&sets)
    }
}
