//! A few partners packed, 512 to a word: the lower queens filter them by bit maps.

use super::super::block::Lines;
#[cfg(target_arch = "aarch64")]
use super::super::neon;
use super::super::partners::Word;
use super::super::simd::{Lanes, Plain, read};
#[cfg(target_arch = "x86_64")]
use super::super::{avx2, avx512};
use super::found::{Due, PARTNER_BITS, Pieces};
use super::{Leads, Member};
use crate::SimdLevel;

/// The beginnings of leads that still have partners.
#[derive(Default)]
pub(super) struct Layer {
    pub count: usize,
    pub nodes: Vec<Node>,
    /// The partners of each, as many words as the pack has.
    pub maps: Vec<Word>,
}

/// Queens on some rows.
#[derive(Clone, Copy, Default)]
pub(super) struct Node {
    pub cols: u32,
    pub lines: Lines,
}

impl Layer {
    /// Makes room for this many leads.
    pub fn reserve(&mut self, nodes: usize, words: usize) {
        if self.nodes.len() < nodes {
            self.nodes.resize(nodes, Node::default());
        }
        if self.maps.len() < nodes * words {
            self.maps.resize(nodes * words, Word::ZERO);
        }
    }
}

/// Some partners as bit maps.
pub(super) struct Pack<'a> {
    pub leads: Leads<'a>,
    pub words: usize,
    /// The maps of the diagonals, and the map of all partners, `words` words each.
    pub maps: &'a [Word],
    /// Lane of each partner.
    pub lanes: &'a [u16],
}

/// Buffers of a walk.
#[derive(Default)]
pub(super) struct Space {
    /// The maps of the squares of a row.
    squares: Vec<Word>,
    /// The partners of complete leads.
    found: Pieces,
}

impl Pack<'_> {
    /// Sum of the weights of the members' pairs, except for those that are still due. The leads in the
    /// first layer have the same `depth` rows as the members.
    pub fn walk(
        &self,
        members: &[Member<'_>],
        depth: usize,
        layers: &mut [Layer],
        space: &mut Space,
        (due, full): (&mut [Due], usize),
    ) -> u128 {
        let mut sum = 0;
        let (above, below) = layers.split_first_mut().expect("one layer per row");
        let level = self.leads.level;
        for members in members.chunk_by(|one, other| one.rows[depth] == other.rows[depth]) {
            let Member { number, weights, ref rows } = members[0];
            let next = (rows.len() > depth + 1).then_some(&mut below[0]);
            // SAFETY: `Colour::prepare` checked the level.
            let count = unsafe {
                match level {
                    #[cfg(target_arch = "aarch64")]
                    SimdLevel::Neon => self.row::<neon::Neon>(rows[depth], above, next, space),
                    #[cfg(target_arch = "x86_64")]
                    SimdLevel::Avx2 => self.row_avx2(rows[depth], above, next, space),
                    #[cfg(target_arch = "x86_64")]
                    SimdLevel::Avx512 => self.row_avx512(rows[depth], above, next, space),
                    _ => self.row::<Plain>(rows[depth], above, next, space),
                }
            };
            if rows.len() == depth + 1 {
                let pairs = space.found.spread(count, level);
                sum += due[number].add(pairs, self.lanes, weights, full);
            } else if count > 0 {
                sum += self.walk(members, depth + 1, below, space, (due, full));
            }
        }
        sum
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    unsafe fn row_avx2(
        &self,
        p: u8,
        above: &Layer,
        below: Option<&mut Layer>,
        space: &mut Space,
    ) -> usize {
        // SAFETY: passed on from the caller.
        unsafe { self.row::<avx2::Avx2>(p, above, below, space) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vnni,bmi1,popcnt")]
    unsafe fn row_avx512(
        &self,
        p: u8,
        above: &Layer,
        below: Option<&mut Layer>,
        space: &mut Space,
    ) -> usize {
        // SAFETY: passed on from the caller.
        unsafe { self.row::<avx512::Avx512>(p, above, below, space) }
    }

    /// Adds a queen in row p to the leads of `above`: in `below`, or as pieces where this is the last row.
    /// Returns how many leads or pieces there are.
    ///
    /// # Safety
    /// The level of `L` is available.
    #[inline(always)]
    unsafe fn row<L: Lanes>(
        &self,
        p: u8,
        above: &Layer,
        below: Option<&mut Layer>,
        space: &mut Space,
    ) -> usize {
        // SAFETY: passed on from the caller.
        unsafe {
            match self.words {
                1 => self.queens::<L, 1>(p, above, below, space),
                2 => self.queens::<L, 2>(p, above, below, space),
                3 => self.queens::<L, 3>(p, above, below, space),
                4 => self.queens::<L, 4>(p, above, below, space),
                _ => unreachable!("a chunk has 1 to 4 words"),
            }
        }
    }

    /// # Safety
    /// The level of `L` is available and the pack has N words.
    #[inline(always)]
    unsafe fn queens<L: Lanes, const N: usize>(
        &self,
        p: u8,
        above: &Layer,
        below: Option<&mut Layer>,
        space: &mut Space,
    ) -> usize {
        let most = above.count * self.leads.block.cols;
        assert!(above.maps.len() >= above.count * N);
        let Space { squares, found } = space;
        // SAFETY: passed on from the caller; a lead has at most one queen in each column.
        unsafe {
            self.squares::<L, N>(p, squares);
            if let Some(below) = below {
                below.reserve(most + 1, N);
                below.count = self.add::<L, N>(p, squares, above, below);
                below.count
            } else {
                found.reserve(16 * N * most);
                self.complete::<L, N>(p, squares, above, found)
            }
        }
    }

    /// Writes the maps of the squares of row p.
    ///
    /// # Safety
    /// The level of `L` is available and the pack has N words.
    #[inline(always)]
    unsafe fn squares<L: Lanes, const N: usize>(&self, p: u8, squares: &mut Vec<Word>) {
        let block = self.leads.block;
        squares.resize(block.cols * N, Word::ZERO);
        for (q, square) in squares.chunks_exact_mut(N).enumerate() {
            let [anti, diag] =
                block.numbers(p, q as u32).map(|number| &self.maps[number * N..][..N]);
            for ((anti, diag), both) in anti.iter().zip(diag).zip(square) {
                // SAFETY: passed on from the caller.
                unsafe { L::load(anti).and(L::load(diag)).store(both) }
            }
        }
    }

    /// The columns in which a queen in row p can be added to a lead, towards a wanted column set.
    #[inline(always)]
    fn free(&self, p: u8, node: &Node) -> u32 {
        let Leads { block, columns, .. } = self.leads;
        block.free(p, node.cols, node.lines) & u32::from(columns.next[node.cols as usize])
    }

    /// Adds a queen in row p to the leads of `above`, in `below`; returns how many still have partners.
    ///
    /// The processor cannot predict whether partners are left, so every lead is written, and the
    /// position advances only if some are.
    ///
    /// # Safety
    /// The level of `L` is available, the pack and the maps have N words, and `below` has room for a queen
    /// in each column of each lead, and one more.
    #[inline(always)]
    unsafe fn add<L: Lanes, const N: usize>(
        &self,
        p: u8,
        squares: &[Word],
        above: &Layer,
        below: &mut Layer,
    ) -> usize {
        let (nodes, maps) = (below.nodes.as_mut_ptr(), below.maps.as_mut_ptr());
        let mut count = 0;
        for (lead, node) in above.nodes[..above.count].iter().enumerate() {
            let mut free = self.free(p, node);
            // SAFETY: passed on from the caller.
            unsafe {
                let map = read::<L, N>(above.maps.as_ptr().add(lead * N));
                while free != 0 {
                    let q = free.trailing_zeros();
                    free &= free - 1;
                    let square = squares.as_ptr().add(q as usize * N);
                    let to = maps.add(count * N);
                    let mut any = L::zero();
                    for (w, &word) in map.iter().enumerate() {
                        let left = word.and(L::load(square.add(w)));
                        left.store(to.add(w));
                        any = any.or(left);
                    }
                    let lines = self.leads.block.plus(node.lines, p, q);
                    *nodes.add(count) = Node { cols: node.cols | 1 << q, lines };
                    count += usize::from(any.is_some());
                }
            }
        }
        count
    }

    /// Adds the last queen, in row p, to the leads of `above`; returns how many pieces of their words have
    /// partners.
    ///
    /// # Safety
    /// The level of `L` is available, the pack and the maps have N words, and `found` has room for all
    /// pieces of a queen in each column of each lead.
    #[inline(always)]
    unsafe fn complete<L: Lanes, const N: usize>(
        &self,
        p: u8,
        squares: &[Word],
        above: &Layer,
        found: &mut Pieces,
    ) -> usize {
        let (bits, firsts) = (found.bits.as_mut_ptr(), found.firsts.as_mut_ptr());
        let rows = &self.leads.columns.rows;
        let mut count = 0;
        for (lead, node) in above.nodes[..above.count].iter().enumerate() {
            let mut free = self.free(p, node);
            // SAFETY: passed on from the caller; every column set has a row.
            unsafe {
                let map = read::<L, N>(above.maps.as_ptr().add(lead * N));
                while free != 0 {
                    let q = free.trailing_zeros();
                    free &= free - 1;
                    let square = squares.as_ptr().add(q as usize * N);
                    let row = *rows.get_unchecked((node.cols | 1 << q) as usize);
                    for (w, &word) in map.iter().enumerate() {
                        let left = word.and(L::load(square.add(w)));
                        let first = (u32::from(row) << PARTNER_BITS) + 512 * w as u32;
                        count += left.keep_pieces(first, bits.add(count), firsts.add(count));
                    }
                }
            }
        }
        count
    }
}
