//! The survivors of a prefix packed as bit maps.
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
//! A block has as many planes as its fullest lane needs, so most words are half empty. Two other layouts need fewer
//! words. Where the counts are only weighed, lanes are packed closely ([`Layout::Close`]): each takes as many places of
//! sixteen survivors as it needs, none if it has no survivors, and the weights are put in that order.
//!
//! ```text
//! Word =                    | lane 0: 16 survivors | lane 0: the next 4 | lane 1: 9 | lane 3: 16 | ...
//! ```
//!
//! Where the counts go into a matrix, a block keeps the planes that most of its lanes need, in order, and what few lanes
//! need beyond that is in words that a few blocks share ([`Layout::Shared`]). The counts of these places are added to
//! those of their lanes before all go into the matrix.
//!
//! ```text
//! Word = block 0, plane 0   | lane 0: 16 survivors | lane 1 | ... | lane 31 |
//!        block 1, plane 0   | lane 32              | ...                        together in
//!        block 2, plane 0   | lane 64              | ...                        one chunk
//!        shared             | lane 3: the next 5 | lane 17: 1 | lane 40: 8 | ...
//! ```
//!
//! For each diagonal there is the map of the survivors that leave it free. The partners compatible
//! with some queens are the AND of their diagonals' maps, and how many there are in each lane is a
//! population count of 16-bit lanes.

mod shared;

use super::block::{Block, Placed};
use super::partners::{LANES, Partners, Ranges, Word};
use crate::SimdLevel;
use bezzel_board::Stop;
use std::ops::Range;

/// How the survivors of a lane are arranged in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// 32 lanes share their words.
    Blocks,
    /// Each lane has as many places as it needs.
    Close,
    /// 32 lanes share their words, and blocks share words for what few lanes have beyond the others.
    Shared,
}

/// The survivors of one prefix: so many words for each diagonal and for "alive".
#[derive(Clone, Debug)]
struct Pack {
    words: Range<usize>,
    chunks: Range<usize>,
}

/// Words of a pack that are counted together.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// Their numbers in the pack.
    pub words: Range<usize>,
    /// How many of them, the last ones, are shared by the lanes of the others.
    pub shared: usize,
    /// Their orders.
    pub orders: Range<usize>,
}

/// The packs of all prefixes on the same rows.
#[derive(Debug)]
pub(super) struct Packs {
    diagonals: usize,
    rows: Vec<u8>,
    packs: Vec<Pack>,
    /// The words of each pack. Buffers only grow, each on its own: one for all would have gigabytes on
    /// large boards, and copying it whenever it grows takes longer than a stop may.
    maps: Vec<Vec<Word>>,
    layout: Layout,
    chunks: Vec<Chunk>,
    /// For each word of a pack the lane of its first place.
    firsts: Vec<u32>,
    /// Where lanes are close, for each word how far the lane of each place is from the first one. Where words are
    /// shared, for each own word of a chunk the place that each lane has in the shared ones, the last, which is empty, if
    /// it has none; and as many words again for second places if a lane of the chunk has two.
    orders: Vec<Word>,
    lists: Vec<Partners>,
    ranges: Vec<(u32, u32)>,
    /// The places of the words of one pack.
    places: Vec<Ranges>,
}

/// The parameters that stay the same for all prefix rows.
#[derive(Clone, Copy)]
struct Walk<'a> {
    block: &'a Block,
    level: SimdLevel,
    stop: &'a Stop,
}

impl Packs {
    /// Empty packs, to be filled by `fill`.
    pub fn new(n: usize, layout: Layout) -> Self {
        Packs {
            layout,
            diagonals: 2 * n,
            rows: vec![u8::MAX],
            packs: Vec::new(),
            maps: Vec::new(),
            chunks: Vec::new(),
            firsts: Vec::new(),
            orders: Vec::new(),
            lists: Vec::new(),
            ranges: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Discards the packs, for instance because the partners change.
    pub fn forget(&mut self) {
        self.rows = vec![u8::MAX];
    }

    /// Builds the packs of every prefix of `rows` unless they exist already; `None` if stopped.
    ///
    /// Prefixes come in the order of `Block::placements`, as in `Leads`.
    pub fn fill(
        &mut self,
        block: &Block,
        rows: &[u8],
        partners: &Partners,
        level: SimdLevel,
        stop: &Stop,
    ) -> Option<()> {
        if self.rows == rows {
            return Some(());
        }
        self.rows = rows.to_vec();
        self.packs.clear();
        self.chunks.clear();
        self.firsts.clear();
        self.orders.clear();
        self.ranges.resize(partners.blocks() * LANES, (0, 0));
        let mut lists = std::mem::take(&mut self.lists);
        lists.resize_with(rows.len(), Partners::default);
        let walk = Walk { block, level, stop };
        self.descend(walk, rows, Placed::default(), partners, &mut lists);
        self.lists = lists;
        if stop.is_asked() {
            self.forget();
            return None;
        }
        Some(())
    }

    fn descend(
        &mut self,
        walk: Walk<'_>,
        rows: &[u8],
        placed: Placed,
        partners: &Partners,
        lists: &mut [Partners],
    ) {
        let Some((&p, below)) = rows.split_first() else {
            return self.pack(partners, most_words(walk.level), walk.level);
        };
        if walk.stop.is_asked() {
            return;
        }
        let (list, lists) = lists.split_first_mut().expect("one list per row");
        walk.block.each_queen(p, placed, |more, diags| {
            list.keep(partners, diags, walk.level);
            self.descend(walk, below, more, list, lists);
        });
    }

    fn pack(&mut self, survivors: &Partners, most: usize, level: SimdLevel) {
        let (first_word, first_chunk) = (self.firsts.len(), self.chunks.len());
        survivors.ranges(&mut self.ranges, level);
        self.places.clear();
        match self.layout {
            Layout::Blocks => self.arrange_in_blocks(most),
            Layout::Close => self.arrange_closely(most),
            Layout::Shared => self.arrange_sharing(most), // `shared.rs`
        }
        let words = self.places.len();
        let prefix = self.packs.len();
        if self.maps.len() == prefix {
            self.maps.push(Vec::new());
        }
        let maps = &mut self.maps[prefix];
        let map_words = words * (self.diagonals + 1);
        if maps.len() < map_words {
            maps.resize(map_words, Word::ZERO);
        }
        for Chunk { words, .. } in &self.chunks[first_chunk..] {
            for word in words.clone() {
                survivors.map_word(
                    &self.places[word],
                    &mut maps[words.start * (self.diagonals + 1) + word - words.start..],
                    words.len(),
                    self.diagonals,
                    level,
                );
            }
        }
        let (words, chunks) = (first_word..first_word + words, first_chunk..self.chunks.len());
        self.packs.push(Pack { words, chunks });
    }

    /// The words of each block of 32 lanes, as many as its fullest lane needs.
    fn arrange_in_blocks(&mut self, most: usize) {
        let (blocks, _) = self.ranges.as_chunks::<LANES>();
        for (block, ranges) in blocks.iter().enumerate() {
            let fullest = ranges.iter().fold(0, |fullest, range| fullest.max(range.1));
            for plane in 0..fullest.div_ceil(16) as usize {
                self.places.push(ranges.map(|range| place(range, plane)));
                self.firsts.push((LANES * block) as u32);
            }
        }
        for words in chunks(self.places.len(), most) {
            self.chunks.push(Chunk { words, shared: 0, orders: 0..0 });
        }
    }

    /// Lane by lane, each with the places that it needs. The lanes of a word are among 32 consecutive ones of a
    /// row of weights.
    fn arrange_closely(&mut self, most: usize) {
        let first_order = self.orders.len();
        let last = self.ranges.len() - LANES;
        let (mut used, mut first) = (LANES, 0);
        for (lane, &range) in self.ranges.iter().enumerate() {
            for plane in 0..range.1.div_ceil(16) as usize {
                if used == LANES || lane >= first + LANES {
                    first = lane.min(last);
                    used = 0;
                    self.places.push([(0, 0); LANES]);
                    self.orders.push(Word::ZERO);
                    self.firsts.push(first as u32);
                }
                let word = self.places.last_mut().expect("a word was begun");
                word[used] = place(range, plane);
                self.orders.last_mut().expect("a word was begun").0[used] = (lane - first) as u16;
                used += 1;
            }
        }
        for words in chunks(self.places.len(), most) {
            let orders = first_order + words.start..first_order + words.end;
            self.chunks.push(Chunk { words, shared: 0, orders });
        }
    }

    /// How lanes are arranged.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Number of prefixes.
    pub fn len(&self) -> usize {
        self.packs.len()
    }

    /// Words of all maps.
    pub fn words(&self) -> usize {
        self.firsts.len() * (self.diagonals + 1)
    }

    /// The packed survivors of the prefix with this number.
    pub fn survivors(&self, prefix: usize) -> Survivors<'_> {
        let Pack { words, chunks } = self.packs[prefix].clone();
        Survivors {
            chunks: &self.chunks[chunks],
            maps: &self.maps[prefix][..words.len() * (self.diagonals + 1)],
            firsts: &self.firsts[words],
            orders: &self.orders,
        }
    }
}

/// The survivors of a lane that a plane has: start and length.
fn place((start, len): (u32, u32), plane: usize) -> (u32, u32) {
    let before = (16 * plane as u32).min(len);
    (start + before, (len - before).min(16))
}

/// A view of one pack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survivors<'a> {
    pub chunks: &'a [Chunk],
    /// Chunk after chunk; in a chunk of N words the map of diagonal d is words d·N .. (d+1)·N, and
    /// the last map has all survivors.
    pub maps: &'a [Word],
    pub firsts: &'a [u32],
    pub orders: &'a [Word],
}

/// The layouts where counts go into a matrix and where they are weighed. AVX-512 puts the lanes of a word in order by one
/// instruction; without it that would take longer than the words that are saved.
pub(super) fn layouts(level: SimdLevel) -> [Layout; 2] {
    if level == SimdLevel::Avx512 { [Layout::Shared, Layout::Close] } else { [Layout::Blocks; 2] }
}

/// Most words in a chunk. Counts should stay in registers, and AVX2 has sixteen of half a word,
/// NEON 32 of a quarter; the maps of all parts should stay in the first-level cache.
fn most_words(level: SimdLevel) -> usize {
    if level == SimdLevel::Avx512 { 6 } else { 4 }
}

/// The chunks of some words, of nearly equal size: if there may be 8, 9 words are 4 + 5, not 8 + 1.
pub(super) fn chunks(words: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    let count = words.div_ceil(most);
    (0..count).map(move |i| words * i / count..words * (i + 1) / count)
}
