//! Counts by bit maps of nodes: what the kernels of `grow.cu` and `complete.cu` are given. The first
//! half fills matrices in this way, the second is weighed.
//!
//! Row sets that begin alike share their nodes, so the rows of all leads are walked as a tree, depth
//! first; the lists of one branch are in the memory at a time. Lanes do not depend on each other and come
//! in sweeps of as many as fit.

use super::failure::{Failure, wait};
use super::lanes::Half;
use super::launch::{Complete, GROUPS, Geometry, Grow, LEVELS, Marks, Rule, launch};
use super::meets::Matrices;
use super::memory::{Memory, bytes};
use super::tails::{Lead, TAIL, Tails, launches};
use super::unit::RESULTS;
use crate::gpu::{Address, Shape};
use bezzel_board::Stop;

/// The most columns that nodes may leave to the last queens.
pub(super) const LEFT: usize = 11;

/// Warps of a block that grows nodes.
const GROWERS: u32 = 8;

/// Warps of a block that completes leads, at most; they take no more than five eighths of its shared
/// memory, the rest is for tables.
const COMPLETERS: u32 = 16;

/// Bytes of shared memory that each of them has, and those before the tables.
const COMPLETER: u32 = 7472;
const FRONT: u32 = 2048;

/// Room for trios of columns that a node leaves.
const TRIOS: usize = 168;

/// Words of the marks of a tile, for 32 threads each, and their bytes.
const MARKS: u32 = 3;
const MARK: usize = MARKS as usize * 32 * 4;

/// Bytes of a node, and of a run of nodes.
const NODE: usize = 8;
const RUN: usize = 8;

/// Parts of the memory for nodes, each for some lanes and with cursors of its own.
const PARTS: usize = 32;

/// Words from the cursor of a part to the next, and from those of a level to the next.
const APART: usize = 32;
const CURSORS: usize = PARTS * APART;

/// Lanes of the first sweep, while nothing is known about their nodes.
const FIRST_LANES: u32 = 128;

/// Families after which the card is waited for: little is left to do after a stop, or if nodes do not fit.
const UNDER_WAY: usize = if cfg!(test) { 1 << 8 } else { 1 << 22 };

/// Where counts go: the matrices, the column sets of leads that they have, and the unit's results. A half
/// that is weighed sums up the entries of the matrices, times what the rule says, instead of filling them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub keys: u32,
    pub lead_sets: Address,
    pub matrices: Matrices,
    pub rule: Rule,
    pub is_weighed: bool,
    pub results: Address,
    pub slices: Address,
}

/// One half of the slices of one C.
#[derive(Debug)]
pub(super) struct Nodes {
    block: Geometry,
    queens: usize,
    limit: u32,
    half: Half,
    /// By level: the column sets with as many members, and their number.
    sets: Vec<(Address, u32)>,
    number: Address,
    numbers: Address,
    /// Column sets of whole leads.
    entries: u32,
    /// For each part of the memory: nodes of each level, the most at once, families whose nodes did not fit.
    cursors: Address,
}

/// The lanes of one sweep, and where their nodes are.
struct Sweep {
    first: u32,
    lanes: u32,
    /// By level.
    runs: Vec<Address>,
    nodes: Address,
    capacity: u32,
    marks: Address,
    /// Families since the card was waited for.
    under_way: usize,
}

impl Nodes {
    /// Whether leads of this many queens on a block of so many columns can be completed.
    pub fn can(queens: usize, cols: usize) -> bool {
        queens >= TAIL && cols + TAIL <= queens + LEFT
    }

    /// Prepares leads that [can](Nodes::can) be completed, on columns that make no larger number than
    /// `limit`.
    pub fn new(
        memory: &mut Memory,
        block: Geometry,
        queens: usize,
        limit: u32,
        half: Half,
    ) -> Result<Nodes, String> {
        let mut by_level: Vec<Vec<u16>> = vec![Vec::new(); block.cols as usize + 1];
        let mut number = Vec::new();
        for set in 0..1u32 << block.cols {
            let level = &mut by_level[set.count_ones() as usize];
            number.push(level.len() as u16);
            level.push(set as u16);
        }
        let entries = by_level[queens].len() as u32;
        by_level.truncate(queens - TAIL + 1);
        let mut sets = Vec::new();
        for level in &by_level {
            sets.push((memory.put(level)?, level.len() as u32));
        }
        let numbers = memory.put(&trios(&by_level[queens - TAIL], &number, block.cols))?;
        let number = memory.put(&number)?;
        let cursors = memory.cleared(4 * CURSORS * (LEVELS + 2))?;
        Ok(Nodes { block, queens, limit, half, sets, number, numbers, entries, cursors })
    }

    /// Bytes that the runs of one lane take.
    fn runs_each(&self) -> usize {
        self.sets.iter().enumerate().map(|(level, &(_, sets))| RUN * level * sets as usize).sum()
    }

    /// Counts these leads, which are sorted by their rows, in all lanes. `each` is how many nodes a lane
    /// had at most so far.
    pub fn count(
        &self,
        memory: &mut Memory,
        leads: &[Lead],
        target: &Target,
        each: &mut usize,
        stop: &Stop,
    ) -> Result<(), Failure> {
        let mut first = 0;
        let mut most = u32::MAX;
        while first < self.half.lanes {
            let known = if *each == 0 { FIRST_LANES } else { self.lanes_at_once(memory, *each) };
            let lanes = known.min(most).min(self.half.lanes - first);
            let before: [u32; RESULTS] = memory.words(target.results)?;
            let mut sweep = self.sweep(memory, first, lanes)?;
            match self.descend(memory, &mut sweep, leads, 0, target, stop) {
                Err(Failure::NoRoom) => {}
                done => done?,
            }
            wait(memory, stop)?;
            let fits = self.most_of_parts(memory, LEVELS + 1)? == 0;
            let used = self.most_of_parts(memory, LEVELS)? as usize;
            memory.card.clear(self.cursors_at(LEVELS), 8 * CURSORS)?;
            if fits {
                *each = (*each).max(used / lanes.div_ceil(PARTS as u32) as usize + 1);
                first += lanes;
            } else if lanes > 1 {
                // Again, with fewer lanes, none of which is done.
                most = lanes / 2;
                memory.card.write(target.results, bytes(&before))?;
            } else {
                return Err(Failure::NotByMaps);
            }
        }
        Ok(())
    }

    fn cursors_at(&self, level: usize) -> Address {
        self.cursors + 4 * (CURSORS * level) as Address
    }

    /// The largest of the cursors of all parts.
    fn most_of_parts(&self, memory: &mut Memory, level: usize) -> Result<u32, String> {
        let cursors = memory.many_words(self.cursors_at(level), CURSORS)?;
        Ok(cursors.into_iter().step_by(APART).max().expect("there are parts"))
    }

    /// Waits for the card after many families.
    fn launched(
        &self,
        memory: &mut Memory,
        sweep: &mut Sweep,
        sets: u32,
        stop: &Stop,
    ) -> Result<(), Failure> {
        sweep.under_way += sets as usize * sweep.lanes as usize;
        if sweep.under_way >= UNDER_WAY {
            sweep.under_way = 0;
            wait(memory, stop)?;
            if self.most_of_parts(memory, LEVELS + 1)? > 0 {
                return Err(Failure::NoRoom);
            }
        }
        Ok(())
    }

    /// Columns that nodes leave to the last queens.
    fn left(&self) -> u32 {
        self.block.cols - (self.queens - TAIL) as u32
    }

    /// Pairs of these columns.
    fn pairs(&self) -> u32 {
        self.left() * (self.left() - 1) / 2
    }

    /// Tiles of sixteen pairs.
    fn tiles(&self) -> u32 {
        self.pairs().div_ceil(16)
    }

    /// Bytes that the marks of one launch take.
    fn marks(&self) -> usize {
        // One tile more than there are.
        MARK * (self.tiles() as usize * GROUPS * self.sets[self.queens - TAIL].1 as usize + 1)
    }

    /// How many lanes fit if each has this many nodes, and as many runs as there can be.
    fn lanes_at_once(&self, memory: &Memory, each: usize) -> u32 {
        let bytes = self.runs_each() + NODE * (each + each / 8 + 1);
        (memory.maps.size(1).saturating_sub(self.marks()) / bytes).max(1) as u32
    }

    fn sweep(&self, memory: &mut Memory, first: u32, lanes: u32) -> Result<Sweep, Failure> {
        memory.maps.forget(0);
        let marks = memory.maps.take(self.marks()).map_err(|_| Failure::NotByMaps)?;
        let mut runs = Vec::new();
        for (level, &(_, sets)) in self.sets.iter().enumerate() {
            let taken = memory.maps.take(RUN * level * sets as usize * lanes as usize);
            runs.push(taken.map_err(|_| Failure::NotByMaps)?);
        }
        let capacity = memory.maps.room(NODE).min(u32::MAX as usize / 2);
        let nodes = memory.maps.take(NODE * capacity)?;
        Ok(Sweep { first, lanes, runs, nodes, capacity: capacity as u32, marks, under_way: 0 })
    }

    /// Counts leads whose first `level` rows are the same.
    fn descend(
        &self,
        memory: &mut Memory,
        sweep: &mut Sweep,
        leads: &[Lead],
        level: usize,
        target: &Target,
        stop: &Stop,
    ) -> Result<(), Failure> {
        if level + TAIL == self.queens {
            return self.complete(memory, sweep, leads, target, stop);
        }
        for leads in leads.chunk_by(|one, two| one.rows[level] == two.rows[level]) {
            self.grow(memory, sweep, level, leads[0].rows[level])?;
            self.launched(memory, sweep, self.sets[level].1, stop)?;
            self.descend(memory, sweep, leads, level + 1, target, stop)?;
        }
        Ok(())
    }

    fn grow(
        &self,
        memory: &mut Memory,
        sweep: &Sweep,
        level: usize,
        row: u8,
    ) -> Result<(), String> {
        let ((sets, parents), (_, children)) = (self.sets[level], self.sets[level + 1]);
        let grow = Grow {
            block: self.block,
            level: level as u32,
            row: u32::from(row),
            limit: self.limit,
            first: sweep.first,
            parents,
            children,
            capacity: sweep.capacity,
            spare: 0,
            sets,
            number: self.number,
            list: self.half.list,
            start: self.half.start,
            count: self.half.count,
            nodes: sweep.nodes,
            from: sweep.runs[level],
            to: sweep.runs[level + 1],
            cursors: self.cursors,
        };
        memory.card.clear(self.cursors_at(level + 1), 4 * CURSORS)?;
        let warps = GROWERS.min(parents);
        let blocks = (parents.div_ceil(warps), sweep.lanes);
        // SAFETY: the runs have room for all families of these lanes; nodes check their room.
        unsafe {
            launch(&mut *memory.card, Shape { blocks, threads: 32 * warps, shared: 0 }, &grow)
        }
    }

    fn complete(
        &self,
        memory: &mut Memory,
        sweep: &mut Sweep,
        leads: &[Lead],
        target: &Target,
        stop: &Stop,
    ) -> Result<(), Failure> {
        let level = self.queens - TAIL;
        let (by_number, sets) = self.sets[level];
        let left = self.left();
        let (pairs, tiles) = (self.pairs(), self.tiles());
        let table = 4 * self.entries;
        let shared = memory.card.shared();
        let warps = (shared / 8 * 5 / COMPLETER).clamp(1, COMPLETERS);
        let most = shared.saturating_sub(FRONT + 16 + warps * COMPLETER) / table;
        if most == 0 {
            return Err(Failure::NotByMaps);
        }
        for Tails { rows, count_of_rows, group, groups, tails, tables } in
            launches(leads, level, left, most)
        {
            let (block, marks) = (self.block, sweep.marks);
            let marks = Marks { block, left, sets, groups, rows, group, by_number, marks };
            let shape = Shape { blocks: (sets, groups), threads: MARKS * tiles * 32, shared: 0 };
            // SAFETY: there is room for the marks of all groups.
            unsafe { launch(&mut *memory.card, shape, &marks) }?;
            let complete = Complete {
                block,
                limit: self.limit,
                rule: target.rule,
                keys: target.keys,
                pitch: target.matrices.pitch,
                weighed: u32::from(target.is_weighed),
                level: level as u32,
                sets,
                entries: self.entries,
                first: sweep.first,
                groups,
                tails,
                tables,
                count_of_rows,
                left,
                pairs,
                tiles,
                trios: pairs * (left - 2) / 3,
                plane: target.matrices.plane,
                rows,
                group,
                by_number,
                number: self.number,
                numbers: self.numbers,
                marks: sweep.marks,
                list: self.half.list,
                start: self.half.start,
                count: self.half.count,
                nodes: sweep.nodes,
                runs: sweep.runs[level],
                lead_sets: target.lead_sets,
                matrix: target.matrices.at,
                sums: target.results,
                slices: target.slices,
            };
            let shape = Shape {
                blocks: (sweep.lanes, 1),
                threads: 32 * warps,
                shared: FRONT + (tables * table).next_multiple_of(16) + warps * COMPLETER,
            };
            // SAFETY: the matrices have room for the lanes of both halves; runs and nodes were grown.
            unsafe { launch(&mut *memory.card, shape, &complete) }?;
            self.launched(memory, sweep, sets, stop)?;
        }
        Ok(())
    }
}

/// For each of these column sets and each three of the other columns, where the column set of the lead is in
/// a table of four bytes for each. In the order of `trio_of` in `marks.cu`, with room for eleven columns.
fn trios(sets: &[u16], number: &[u16], columns: u32) -> Vec<u16> {
    let mut trios = Vec::new();
    for (i, &set) in sets.iter().enumerate() {
        let left: Vec<u16> = (0..columns).map(|c| 1 << c).filter(|c| set & c == 0).collect();
        for (i, z) in left.iter().enumerate() {
            for (j, y) in left[..i].iter().enumerate() {
                trios.extend(left[..j].iter().map(|x| 4 * number[usize::from(set | x | y | z)]));
            }
        }
        trios.resize(TRIOS * (i + 1), 0);
    }
    trios
}
