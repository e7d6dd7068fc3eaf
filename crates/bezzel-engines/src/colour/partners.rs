//! The partner placements of a row set, and the survivors of a prefix packed as bit maps.
//!
//! Partners with the same column set share a *lane*; lanes are sorted by size, 32 to a block. For a
//! prefix of the leads only the partners it does not attack survive. Survivor number s of a lane is
//! bit s mod 16 of the lane's 16 bits in plane s / 16 of its block, so one [`Word`] holds up to
//! sixteen survivors of each of 32 lanes:
//!
//! ```text
//! Word = block 0, plane 0   | lane 0: 16 survivors | lane 1 | ... | lane 31 |
//!        block 0, plane 1   | the next 16          |        | ... |         |   if any lane has
//!        block 1, plane 0   | lane 32              | ...                        more than 16
//! ```
//!
//! For each diagonal there is the map of the survivors that leave it free. The partners compatible
//! with some queens are the AND of their diagonals' maps, and how many there are in each lane is a
//! population count of 16-bit lanes.

use super::block::{Block, Placed};

/// 512 bits: 32 lanes of 16 survivors.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Word(pub [u16; 32]);

impl Word {
    pub const ZERO: Word = Word([0; 32]);
}

/// Lanes in a word.
pub(super) const LANES: usize = 32;

/// All partners of one row set, sorted by lane.
#[derive(Clone, Debug, Default)]
pub(super) struct Partners {
    diags: Vec<u64>,
    lanes: Vec<u16>,
    /// Column set of each lane.
    pub sets: Vec<u32>,
}

impl Partners {
    /// Lists the placements of `rows` whose column set is wanted, the fullest lanes first.
    pub fn new(block: &Block, rows: &[u8], wanted: impl Fn(u32) -> bool) -> Self {
        let mut found = block.placements(rows, Placed::default());
        found.retain(|placed| wanted(placed.cols));
        found.sort_unstable_by_key(|placed| (placed.cols, placed.diags));
        let mut groups: Vec<&[Placed]> = found.chunk_by(|x, y| x.cols == y.cols).collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        let mut partners = Partners::default();
        for (lane, group) in groups.into_iter().enumerate() {
            partners.sets.push(group[0].cols);
            partners.diags.extend(group.iter().map(|placed| placed.diags));
            partners.lanes.extend(std::iter::repeat_n(lane as u16, group.len()));
        }
        partners
    }

    /// Blocks of 32 lanes.
    pub fn blocks(&self) -> usize {
        self.sets.len().div_ceil(LANES)
    }

    /// Keeps the partners of `from` that leave `diags` free.
    fn keep(&mut self, from: &Partners, diags: u64) {
        let len = from.diags.len();
        self.diags.resize(len, 0);
        self.lanes.resize(len, 0);
        let mut kept = 0;
        for (&d, &lane) in from.diags.iter().zip(&from.lanes) {
            self.diags[kept] = d;
            self.lanes[kept] = lane;
            kept += usize::from(d & diags == 0);
        }
        self.diags.truncate(kept);
        self.lanes.truncate(kept);
    }
}

/// The survivors of one prefix: `words` words for each diagonal and for "alive".
#[derive(Clone, Copy, Debug)]
pub(super) struct Pack {
    pub words: u32,
    first_bit_map: u32,
    first_block: u32,
}

/// The packs of all prefixes on the same rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Packs {
    rows: Vec<u8>,
    packs: Vec<Pack>,
    maps: Vec<Word>,
    /// Block of each word of a pack.
    blocks: Vec<u32>,
    lists: Vec<Partners>,
}

impl Packs {
    /// Packs for nothing; `fill` makes them real.
    pub fn empty() -> Self {
        Packs { rows: vec![u8::MAX], ..Packs::default() }
    }

    /// Forgets the packs, for instance because the partners change.
    pub fn forget(&mut self) {
        self.rows = vec![u8::MAX];
    }

    /// Builds the packs of every prefix of `rows` unless they are there already.
    ///
    /// Prefixes come in the order of `Block::placements`, as in `Leads`.
    pub fn fill(&mut self, block: &Block, rows: &[u8], partners: &Partners, n: usize) {
        if self.rows == rows {
            return;
        }
        self.rows = rows.to_vec();
        self.packs.clear();
        self.maps.clear();
        self.blocks.clear();
        let mut lists = std::mem::take(&mut self.lists);
        lists.resize_with(rows.len(), Partners::default);
        self.descend(block, rows, Placed::default(), partners, &mut lists, n);
        self.lists = lists;
    }

    fn descend(
        &mut self,
        block: &Block,
        rows: &[u8],
        placed: Placed,
        partners: &Partners,
        lists: &mut [Partners],
        n: usize,
    ) {
        let Some((&p, below)) = rows.split_first() else {
            return self.pack(partners, n);
        };
        let (list, lists) = lists.split_first_mut().expect("one list per row");
        block.each_queen(p, placed, |more, diags| {
            list.keep(partners, diags);
            self.descend(block, below, more, list, lists, n);
        });
    }

    fn pack(&mut self, survivors: &Partners, n: usize) {
        let (first_bit_map, first_block) = (self.maps.len(), self.blocks.len());
        for (block, lanes) in survivors.lanes.chunk_by(|x, y| x / 32 == y / 32).map(|c| (c[0] / 32, c)) {
            let fullest = lanes.chunk_by(|x, y| x == y).map(<[u16]>::len).max().unwrap_or(0);
            self.blocks.extend(std::iter::repeat_n(u32::from(block), fullest.div_ceil(16)));
        }
        let words = self.blocks.len() - first_block;
        self.maps.resize(first_bit_map + words * (2 * n + 1), Word::ZERO);
        let maps = &mut self.maps[first_bit_map..];
        let blocks = &self.blocks[first_block..];
        let mut at = 0;
        let mut start = 0;
        for lane in survivors.lanes.chunk_by(|x, y| x == y) {
            while blocks[at] != u32::from(lane[0] / 32) {
                at += 1;
            }
            for (s, &diags) in survivors.diags[start..start + lane.len()].iter().enumerate() {
                let (word, slot, bit) = (at + s / 16, lane[0] as usize % 32, 1u16 << (s % 16));
                maps[2 * n * words + word].0[slot] |= bit;
                let mut free = !diags & ((1 << (2 * n)) - 1);
                while free != 0 {
                    let d = free.trailing_zeros() as usize;
                    maps[d * words + word].0[slot] |= bit;
                    free &= free - 1;
                }
            }
            start += lane.len();
        }
        self.packs.push(Pack {
            words: words as u32,
            first_bit_map: first_bit_map as u32,
            first_block: first_block as u32,
        });
    }

    /// The packed survivors of the prefix with this number.
    pub fn survivors(&self, prefix: usize, n: usize) -> Survivors<'_> {
        let pack = self.packs[prefix];
        let (words, maps, blocks) =
            (pack.words as usize, pack.first_bit_map as usize, pack.first_block as usize);
        Survivors {
            words,
            maps: &self.maps[maps..maps + words * (2 * n + 1)],
            blocks: &self.blocks[blocks..blocks + words],
        }
    }
}

/// A view of one pack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survivors<'a> {
    pub words: usize,
    /// Map of diagonal d: words d·words .. (d+1)·words; the last map has all survivors.
    pub maps: &'a [Word],
    pub blocks: &'a [u32],
}
