//! Fills matrices by bit maps: what the kernels of `packs.cu` and `meet.cu` are given.

use super::lanes::Half;
use super::launch::{Geometry, Lists, Meet, Packs, Prefix, Rows, launch};
use super::memory::Memory;
use super::parts::{Group, Limits, Part, Suffix, parts};
use crate::gpu::{Address, Shape};
use std::collections::BTreeMap;

/// Queens of a lead after its prefix: a left and a right pair.
pub(super) const SUFFIX: usize = 4;

/// Threads of a block that counts; each of its warps has its segment of a list.
const THREADS: u32 = 512;
const SEGMENTS: u32 = THREADS / 32;

/// Bytes of a pack: 64 lines of 32 lanes.
pub(super) const PACK: usize = 64 * 32 * 4;

/// A pack's number has 24 bits, and the number of packs of 32 lanes under a prefix has 8.
const MOST_PACKS: usize = (1 << 24) - 1;
const MOST_LAYERS: u32 = 255;

/// Bytes of a record, which holds up to three leads on one column set.
const RECORD: usize = 16;

/// Records of a column set: four queens on four columns can be placed in 24 ways.
const RECORDS_EACH: usize = 24 / 3;

/// Where matrices are and how they are laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrices {
    pub at: Address,
    pub pitch: u32,
    pub plane: u64,
}

/// How many of the first queens of a lead fix the tile of counts.
fn fixed_queens(queens: usize) -> usize {
    queens - SUFFIX
}

/// What is the same for all leads of one C.
pub(super) struct Filler {
    block: Geometry,
    queens: usize,
    fixed: Vec<u32>,
    most: u32,
    room: u32,
    quads: u32,
    quad: Address,
    row: Address,
    member: Address,
    count: Address,
    cursors: Address,
    limits: Limits,
}

/// Packs that a prefix needs at most if its lanes have this many partners, most first; `None` if
/// 32 lanes need more than can be numbered.
pub(super) fn packs_each(partners: &[u32]) -> Option<usize> {
    let layers = || partners.iter().step_by(32).map(|count| count.div_ceil(32));
    (layers().max()? <= MOST_LAYERS).then(|| layers().map(|layers| layers as usize).sum())
}

/// Sets of k of m columns.
fn subsets(m: u32, k: usize) -> Vec<u32> {
    (0..1u32 << m).filter(|set| set.count_ones() as usize == k).collect()
}

impl Filler {
    /// Prepares leads of this many queens on column sets `lead_sets` (an address, and their
    /// number), whose prefixes need at most this many packs each; `None` if even one prefix does not
    /// fit the memory.
    pub fn new(
        memory: &mut Memory,
        block: Geometry,
        queens: usize,
        lead_sets: (Address, u32),
        packs_each: usize,
    ) -> Result<Option<Filler>, String> {
        let fixed = subsets(block.cols, fixed_queens(queens));
        let most = subsets(block.cols - fixed_queens(queens) as u32, queens - fixed_queens(queens))
            .len() as u32;
        let limits = Limits {
            prefixes: memory.maps.size(PACK).min(MOST_PACKS) / packs_each.max(1),
            // One more is read, though not used, at the end.
            lists: (memory.records.size(RECORD).min(u32::MAX as usize).saturating_sub(1))
                / (RECORDS_EACH * most as usize),
        };
        if limits.prefixes == 0 || limits.lists == 0 {
            return Ok(None);
        }
        let room = 1 << (block.cols - 1);
        let quad: Vec<u16> = subsets(block.cols, SUFFIX).iter().map(|&set| set as u16).collect();
        let filler = Filler {
            block,
            queens,
            most,
            room,
            quads: quad.len() as u32,
            quad: memory.put(&quad)?,
            row: memory.tables.take(2 * fixed.len() * room as usize)?,
            member: memory.tables.take(2 * fixed.len() * most as usize)?,
            count: memory.tables.take(4 * fixed.len())?,
            cursors: memory.cleared(16)?,
            limits,
            fixed,
        };
        let rows = Rows {
            sets: lead_sets.1,
            room,
            most,
            spare: 0,
            lead_sets: lead_sets.0,
            fixed: memory.put(&filler.fixed)?,
            row: filler.row,
            member: filler.member,
            count: filler.count,
        };
        let shape = Shape { blocks: (filler.fixed.len() as u32, 1), threads: 256, shared: 0 };
        // SAFETY: the tables were taken with room for every fixed set.
        unsafe { launch(&mut *memory.card, shape, &rows) }?;
        Ok(Some(filler))
    }

    /// Shared memory of a block that counts: lines, maps of pairs, tile.
    pub fn shared(&self) -> u32 {
        let width = self.block.cols - (self.queens - SUFFIX) as u32;
        PACK as u32 + 2 * width * width * 128 + self.most * 64
    }

    /// The rows of a lead's prefix.
    pub fn prefix_rows(rows: &[u8]) -> &[u8] {
        &rows[..rows.len() - SUFFIX]
    }

    /// Every placement of queens in the rows of a prefix, in the order of its fixed columns.
    pub fn prefixes(&self, rows: &[u8]) -> Vec<Prefix> {
        let mut found = vec![(Prefix { cols: 0, anti: 0, diag: 0, fixed: 0 }, 0u32)];
        for (i, &p) in rows.iter().enumerate() {
            let mut next = Vec::new();
            for (prefix, first) in found {
                for q in 0..self.block.cols {
                    let anti = 1 << (q + u32::from(p) + self.block.anti);
                    let diag = 1 << (q + self.block.diag - u32::from(p));
                    let is_free = self.block.open[usize::from(p)] >> q & 1 == 1
                        && prefix.cols >> q & 1 == 0
                        && prefix.anti & anti == 0
                        && prefix.diag & diag == 0;
                    if is_free {
                        let more = Prefix {
                            cols: prefix.cols | 1 << q,
                            anti: prefix.anti | anti,
                            diag: prefix.diag | diag,
                            fixed: 0,
                        };
                        let is_fixed = i < fixed_queens(self.queens);
                        next.push((more, if is_fixed { more.cols } else { first }));
                    }
                }
            }
            found = next;
        }
        let mut prefixes: Vec<Prefix> = found
            .into_iter()
            .map(|(prefix, first)| {
                let fixed = self.fixed.binary_search(&first).expect("all sets are listed") as u32;
                Prefix { fixed, ..prefix }
            })
            .collect();
        prefixes.sort_by_key(|prefix| prefix.fixed);
        prefixes
    }

    /// These row sets, given as the rows of their leads, in parts that fit the memory; set i has slot
    /// i.
    pub fn parts(&self, leads: &[Vec<u8>]) -> Vec<Part> {
        let mut groups: BTreeMap<&[u8], Group> = BTreeMap::new();
        for (slot, rows) in leads.iter().enumerate() {
            let prefix = Self::prefix_rows(rows);
            let group = groups.entry(prefix).or_insert_with_key(|rows| Group {
                prefixes: self.prefixes(rows),
                sets: Vec::new(),
            });
            let last = &rows[prefix.len()..];
            group.sets.push(Suffix {
                left: [last[0], last[1]],
                right: [last[2], last[3]],
                slot: slot as u32,
            });
        }
        parts(groups.values(), self.limits)
    }

    /// Adds the counts of one part to cleared matrices.
    pub fn fill(
        &self,
        memory: &mut Memory,
        half: Half,
        part: &Part,
        matrices: Matrices,
        slices: Address,
    ) -> Result<(), String> {
        let Part { prefixes, meetings, lists } = part;
        let chunks = half.lanes.div_ceil(32);
        let mark = memory.tables.used();
        memory.card.clear(self.cursors, 4)?;
        memory.card.clear(self.cursors + 8, 4)?;
        let at_prefixes = memory.put(prefixes)?;
        let at_meetings = memory.put(meetings)?;
        let index = memory.tables.take(4 * prefixes.len() * chunks as usize)?;
        let heads = memory.tables.take(4 * *lists as usize * (SEGMENTS as usize + 1))?;
        memory.maps.forget(0);
        memory.records.forget(0);
        let room = memory.maps.size(PACK).min(MOST_PACKS);
        let packs = Packs {
            chunks,
            lanes: half.lanes,
            capacity: room as u32,
            spare: 0,
            prefixes: at_prefixes,
            list: half.list,
            start: half.start,
            count: half.count,
            packs: memory.maps.take(room * PACK)?,
            index,
            cursor: self.cursors,
        };
        let shape =
            Shape { blocks: (prefixes.len() as u32, chunks), threads: 256, shared: 8 * 64 * 8 };
        // SAFETY: the index has a word for each prefix and chunk; packs check their room.
        unsafe { launch(&mut *memory.card, shape, &packs) }?;
        let room = memory.records.size(RECORD).min(u32::MAX as usize);
        let records = memory.records.take(RECORD * room)?;
        let lists = Lists {
            block: self.block,
            room: self.room,
            quads: self.quads,
            capacity: room as u32 - 1,
            segments: SEGMENTS,
            spare: 0,
            quad: self.quad,
            row: self.row,
            prefixes: at_prefixes,
            meetings: at_meetings,
            heads,
            records,
            cursor: self.cursors + 8,
        };
        let longest = meetings.iter().map(|meeting| meeting.count).max().unwrap_or(0);
        let shape = Shape { blocks: (longest, meetings.len() as u32), threads: 512, shared: 0 };
        // SAFETY: heads have room for every list; records check their room.
        unsafe { launch(&mut *memory.card, shape, &lists) }?;
        let meet = Meet {
            block: self.block,
            lanes: half.lanes,
            chunks,
            pitch: matrices.pitch,
            most: self.most,
            segments: SEGMENTS,
            queens: self.queens as u32,
            spare: 0,
            plane: matrices.plane,
            prefixes: at_prefixes,
            meetings: at_meetings,
            packs: packs.packs,
            index,
            heads,
            records,
            member: self.member,
            count: self.count,
            matrix: matrices.at,
            slices,
        };
        let shape = Shape {
            blocks: (meetings.len() as u32, chunks),
            threads: THREADS,
            shared: self.shared(),
        };
        // SAFETY: every matrix has room for the lanes of both halves.
        unsafe { launch(&mut *memory.card, shape, &meet) }?;
        memory.tables.forget(mark);
        Ok(())
    }

    /// Whether some pack or list did not fit, contrary to what was computed.
    pub fn overran(&self, memory: &mut Memory) -> Result<bool, String> {
        let [_, packs, _, lists] = memory.words(self.cursors)?;
        Ok(packs != 0 || lists != 0)
    }
}
