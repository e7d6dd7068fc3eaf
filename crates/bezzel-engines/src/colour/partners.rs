//! The partner placements of a row set: lists that queens filter, and bit maps of some of them.
//!
//! Partners with the same column set share a *lane*; lanes are sorted by size, 32 to a block. For each
//! diagonal a [`Word`] of bits says which partners leave it free (`packs` says how they are arranged).

use super::block::{Block, Placed};
#[cfg(target_arch = "aarch64")]
use super::neon;
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};
use crate::SimdLevel;
use bezzel_board::Stop;
use std::ops::Range;

/// 512 bits: 32 lanes of 16 survivors.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Word(pub [u16; 32]);

impl Word {
    pub const ZERO: Word = Word([0; 32]);
}

/// Lanes in a word.
pub(super) const LANES: usize = 32;

/// All partners of one row set, sorted by lane, or those of them that a prefix leaves alive.
///
/// Both lists are longer than `count` so that vector code may read complete registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Partners {
    diags: Vec<u64>,
    lanes: Vec<u16>,
    count: usize,
    /// Column set of each lane.
    pub sets: Vec<u32>,
}

impl Partners {
    /// Lists the placements of `rows` whose column set is wanted, the fullest lanes first; `None` if
    /// stopped.
    pub fn new(
        block: &Block,
        rows: &[u8],
        wanted: impl Fn(u32) -> bool,
        stop: &Stop,
    ) -> Option<Self> {
        let found = block.placements(rows, Placed::default(), stop)?;
        // Sorted by column set first, without comparing: sorting millions at once would take
        // seconds, in which nothing could stop it.
        let mut sizes = vec![0_usize; 1 << block.cols];
        found.iter().for_each(|placed| sizes[placed.cols as usize] += 1);
        let mut sets: Vec<u32> = (0..1_u32 << block.cols)
            .filter(|&set| sizes[set as usize] > 0 && wanted(set))
            .collect();
        sets.sort_by_key(|&set| std::cmp::Reverse(sizes[set as usize]));
        let mut next = vec![usize::MAX; 1 << block.cols];
        let mut count = 0;
        let mut partners = Partners::default();
        for (lane, &set) in sets.iter().enumerate() {
            next[set as usize] = count;
            count += sizes[set as usize];
            partners.lanes.resize(count, lane as u16);
        }
        let padded = (count + 1).next_multiple_of(32) + 32;
        partners.diags.resize(padded, 0);
        partners.lanes.resize(padded, 0);
        for placed in &found {
            let next = &mut next[placed.cols as usize];
            if let Some(diags) = partners.diags.get_mut(*next) {
                *diags = placed.diags;
                *next += 1;
            }
        }
        for &set in &sets {
            if stop.is_asked() {
                return None;
            }
            let end = next[set as usize];
            partners.diags[end - sizes[set as usize]..end].sort_unstable();
        }
        Some(Partners { count, sets, ..partners })
    }

    /// Blocks of 32 lanes.
    pub fn blocks(&self) -> usize {
        self.sets.len().div_ceil(LANES)
    }

    /// Number of partners.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Packs partners 512·words.start onwards, 512 to a word whatever their lane: the word of map d at
    /// d times the number of words. Returns the lanes of these partners.
    pub fn pack(
        &self,
        words: Range<usize>,
        diagonals: usize,
        maps: &mut [Word],
        level: SimdLevel,
    ) -> &[u16] {
        let (first, stride) = (words.start, words.len());
        for word in words {
            // The map builder treats sixteen consecutive partners as a lane.
            let sixteens = std::array::from_fn(|i| {
                let start = (512 * word + 16 * i).min(self.count);
                (start as u32, (self.count - start).min(16) as u32)
            });
            let maps = &mut maps[word - first..];
            self.map_word(&sixteens, maps, stride, diagonals, level);
        }
        &self.lanes[512 * first..]
    }

    /// Writes one word of every map: `maps[d * stride]` for diagonal d, "alive" after the last.
    pub fn map_word(
        &self,
        places: &Ranges,
        maps: &mut [Word],
        stride: usize,
        diagonals: usize,
        level: SimdLevel,
    ) {
        let diags = &self.diags[..];
        assert!(maps.len() > diagonals * stride);
        let out = maps.as_mut_ptr();
        match level {
            // SAFETY: the plan checked that the level is available; the ranges were computed from the
            // same list, which is padded; the assertion covers the last map.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => unsafe { avx2::map_word(diags, places, diagonals, out, stride) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => unsafe { avx512::map_word(diags, places, diagonals, out, stride) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            SimdLevel::Neon => unsafe { neon::map_word(diags, places, diagonals, out, stride) },
            _ => map_plainly(diags, places, maps, stride, diagonals),
        }
    }

    /// Keeps the partners of `from` that leave `diags` free.
    pub fn keep(&mut self, from: &Partners, diags: u64, level: SimdLevel) {
        self.diags.resize(from.diags.len(), 0);
        self.lanes.resize(from.lanes.len(), 0);
        let (list, count) = ((&from.diags[..], &from.lanes[..]), from.count);
        let to = (&mut self.diags[..], &mut self.lanes[..]);
        self.count = match level {
            // SAFETY: the plan checked that the level is available.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => unsafe { avx2::keep(list, count, to, diags) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => unsafe { avx512::keep(list, count, to, diags) },
            _ => keep(list, count, to, diags),
        };
    }

    /// Start and length of each lane.
    pub fn ranges(&self, ranges: &mut [(u32, u32)], level: SimdLevel) {
        let (lanes, count) = (&self.lanes[..], self.count);
        match level {
            // SAFETY: the plan checked that the level is available; the list is padded.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => unsafe { avx2::lane_ranges(lanes, count, ranges) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => unsafe { avx512::lane_ranges(lanes, count, ranges) },
            _ => lane_ranges(lanes, count, ranges),
        }
    }
}

/// Plain Rust: keeps the partners that leave `diags` free; returns how many.
fn keep(
    from: (&[u64], &[u16]),
    count: usize,
    (to_diags, to_lanes): (&mut [u64], &mut [u16]),
    diags: u64,
) -> usize {
    let mut kept = 0;
    for (&partner, &lane) in from.0.iter().zip(from.1).take(count) {
        to_diags[kept] = partner;
        to_lanes[kept] = lane;
        kept += usize::from(partner & diags == 0);
    }
    kept
}

/// Plain Rust: start and length of each lane in a sorted list of lanes.
fn lane_ranges(lanes: &[u16], count: usize, ranges: &mut [(u32, u32)]) {
    ranges.fill((0, 0));
    let mut start = 0;
    for lane in lanes[..count].chunk_by(|x, y| x == y) {
        ranges[lane[0] as usize] = (start, lane.len() as u32);
        start += lane.len() as u32;
    }
}

/// Start and length of the survivors of each place of a word.
pub(super) type Ranges = [(u32, u32); LANES];

/// Plain Rust: `map_word`.
fn map_plainly(diags: &[u64], places: &Ranges, maps: &mut [Word], stride: usize, diagonals: usize) {
    maps.iter_mut().step_by(stride).take(diagonals + 1).for_each(|map| *map = Word::ZERO);
    for (lane, &(start, len)) in places.iter().enumerate() {
        let survivors = &diags[start as usize..][..len as usize];
        for (bit, &used) in survivors.iter().enumerate() {
            let mut free = !used & ((1 << diagonals) - 1) | 1 << diagonals;
            while free != 0 {
                maps[free.trailing_zeros() as usize * stride].0[lane] |= 1 << bit;
                free &= free - 1;
            }
        }
    }
}
