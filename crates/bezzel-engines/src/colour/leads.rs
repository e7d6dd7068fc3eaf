//! The lead placements of a row set, arranged for the pair kernel.
//!
//! A half of a term pairs *leads* (queens on rows of one parity) with *partners* (on the others).
//! For one row set the leads are listed, for all sets of partners' rows or for one:
//!
//! ```text
//! rows, middle first:   p0 p1 | p2 p3 | p4 p5
//!                       prefix  left    right
//! ```
//!
//! Each prefix has the left and the right parts compatible with it, each as a small tree (a node
//! adds one queen to a smaller part), and the compatible pairs (left, right) in *runs*: the pairs
//! of one run have the same column set.

use super::block::{Block, Placed, Subsets};
use super::kernel::NO_ROW;
use bezzel_board::Stop;
use std::ops::Range;

/// Longest run; longer ones are cut. `kernel.rs` says why 8-bit sums need this.
pub(super) const LONGEST_RUN: usize = 31;

/// Bit numbers of the two diagonals of a queen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queen {
    pub anti: u8,
    pub diag: u8,
}

/// A part extended by one queen; both are numbers of parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub parent: u16,
    pub queen: u16,
}

/// The parts of some rows under one prefix: first all single queens, then the larger parts, each
/// made of two earlier ones.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub queens: Range<u32>,
    pub nodes: Range<u32>,
}

impl Tree {
    /// Number of parts.
    pub fn len(&self) -> usize {
        self.queens.len() + self.nodes.len()
    }
}

/// A pair (left part, right part).
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub left: u16,
    pub right: u16,
}

/// Consecutive pairs with the same column set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Rank of the column set.
    pub key: u16,
    pub len: u16,
    pub first: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Prefix {
    pub left: Tree,
    pub right: Tree,
    pub runs: Range<u32>,
}

/// The column sets that `keys` ranks, or only those that have a row in `rows`.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub keys: &'a Subsets,
    pub rows: Option<&'a [u16]>,
}

impl Wanted<'_> {
    /// The rank of a column set, if it is wanted.
    fn key(&self, cols: u32) -> Option<u16> {
        let key = self.keys.rank(cols)?;
        self.rows.is_none_or(|rows| rows[key as usize] != NO_ROW).then_some(key)
    }
}

/// All leads of one row set.
#[derive(Clone, Debug, Default)]
pub(super) struct Leads {
    /// Leads with the same prefix and left rows have the same left trees.
    pub left_rows: Vec<u8>,
    pub prefixes: Vec<Prefix>,
    pub queens: Vec<Queen>,
    pub nodes: Vec<Node>,
    pub runs: Vec<Run>,
    pub pairs: Vec<Pair>,
}

impl Leads {
    /// Lists the placements of `rows` on wanted column sets, instead of what was listed before; the
    /// first `depth` rows are the prefix.
    ///
    /// `alive` is the number of the map that all partners are in. `None` if stopped.
    pub fn list(
        &mut self,
        block: &Block,
        rows: &[u8],
        depth: usize,
        wanted: Wanted<'_>,
        alive: usize,
        stop: &Stop,
    ) -> Option<()> {
        let nothing = Queen { anti: alive as u8, diag: alive as u8 };
        self.prefixes.clear();
        self.queens.clear();
        self.nodes.clear();
        self.runs.clear();
        self.pairs.clear();
        let (prefix, rest) = rows.split_at(depth);
        let (left, right) = rest.split_at(rest.len() / 2);
        self.left_rows = left.to_vec();
        let mut buckets = Buckets::new(wanted);
        for base in block.placements(prefix, Placed::default(), stop)? {
            if stop.is_asked() {
                return None;
            }
            let (left_tree, lefts) = self.grow(block, left, base, nothing);
            let (right_tree, rights) = self.grow(block, right, base, nothing);
            let first_run = self.runs.len() as u32;
            for &(i, left) in &lefts {
                buckets.push(i, left, &rights, base);
            }
            buckets.empty_into(&mut self.runs, &mut self.pairs);
            let runs = first_run..self.runs.len() as u32;
            self.prefixes.push(Prefix { left: left_tree, right: right_tree, runs });
        }
        Some(())
    }

    /// Stores the parts that put `rows` on top of `base`; returns them with the complete ones.
    fn grow(
        &mut self,
        block: &Block,
        rows: &[u8],
        base: Placed,
        nothing: Queen,
    ) -> (Tree, Vec<(u16, Placed)>) {
        let (queens, nodes) = (self.queens.len(), self.nodes.len());
        let mut singles = Vec::new();
        for &p in rows {
            block.each_queen(p, base, |more, diags| {
                let number = (self.queens.len() - queens) as u16;
                singles.push((p, number, Placed { cols: more.cols ^ base.cols, diags }));
                self.queens.push(Queen {
                    anti: diags.trailing_zeros() as u8,
                    diag: 63 - diags.leading_zeros() as u8,
                });
            });
        }
        let mut level = Vec::new();
        match rows.first() {
            None => {
                self.queens.push(nothing);
                level.push((0, base));
            }
            Some(&first) => level.extend(
                singles
                    .iter()
                    .filter(|(p, ..)| *p == first)
                    .map(|&(_, number, queen)| (number, base.plus(queen))),
            ),
        }
        let singles_len = self.queens.len() - queens;
        for &row in rows.iter().skip(1) {
            let mut next = Vec::new();
            for &(parent, placed) in &level {
                for &(_, queen, add) in singles.iter().filter(|(p, ..)| *p == row) {
                    if placed.cols & add.cols == 0 && placed.diags & add.diags == 0 {
                        self.nodes.push(Node { parent, queen });
                        // A part has at most four rows of at most 16 columns (`stage.rs` picks the
                        // depth): 4·16 queens and 16·15 + 16·15·14 + 16·15·14·13 larger parts.
                        let number = singles_len + self.nodes.len() - nodes - 1;
                        next.push((number as u16, placed.plus(add)));
                    }
                }
            }
            level = next;
        }
        let tree = Tree {
            queens: queens as u32..self.queens.len() as u32,
            nodes: nodes as u32..self.nodes.len() as u32,
        };
        (tree, level)
    }

    /// Number of leads.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }
}

/// A counting sort of the pairs under one prefix by column set.
///
/// The processor cannot predict whether a pair fits, so every pair is written, and the position
/// advances only if it does.
struct Buckets<'a> {
    wanted: Wanted<'a>,
    /// Right parts that fit one left part, with the column set of both.
    fitting: Vec<(u32, u16)>,
    found: Vec<(u16, Pair)>,
    /// Pairs of each column set.
    sizes: Vec<u32>,
    /// How many column sets have how many pairs, and the column sets in that order.
    of_size: Vec<u32>,
    order: Vec<u16>,
}

impl<'a> Buckets<'a> {
    fn new(wanted: Wanted<'a>) -> Self {
        Buckets {
            wanted,
            fitting: Vec::new(),
            found: Vec::new(),
            sizes: vec![0; wanted.keys.len()],
            of_size: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Adds the pairs of one left part.
    fn push(&mut self, number: u16, left: Placed, rights: &[(u16, Placed)], base: Placed) {
        self.fitting.resize(rights.len().max(self.fitting.len()), (0, 0));
        let mut fit = 0;
        for &(j, right) in rights {
            // Both contain the prefix, so only their additional queens must not conflict.
            let clash = (left.diags & right.diags) ^ base.diags
                | u64::from((left.cols & right.cols) ^ base.cols);
            self.fitting[fit] = (left.cols | right.cols, j);
            fit += usize::from(clash == 0);
        }
        for &(cols, right) in &self.fitting[..fit] {
            if let Some(key) = self.wanted.key(cols) {
                self.sizes[key as usize] += 1;
                self.found.push((key, Pair { left: number, right }));
            }
        }
    }

    /// Appends the pairs key by key, with the runs sorted by length: consecutive runs of equal
    /// length keep the kernel's inner loop predictable.
    fn empty_into(&mut self, runs: &mut Vec<Run>, pairs: &mut Vec<Pair>) {
        let most = self.sizes.iter().copied().max().unwrap_or(0) as usize;
        self.of_size.clear();
        self.of_size.resize(most + 1, 0);
        self.sizes.iter().for_each(|&size| self.of_size[size as usize] += 1);
        let mut place = 0;
        for count in self.of_size.iter_mut().skip(1) {
            (place, *count) = (place + *count, place);
        }
        self.order.resize(place as usize, 0);
        for (key, &size) in self.sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
            let place = &mut self.of_size[size as usize];
            self.order[*place as usize] = key as u16;
            *place += 1;
        }
        let mut at = pairs.len() as u32;
        pairs.resize(pairs.len() + self.found.len(), Pair { left: 0, right: 0 });
        for &key in &self.order {
            // From here on the place of the column set's next pair.
            let size = std::mem::replace(&mut self.sizes[key as usize], at);
            for part in (0..size).step_by(LONGEST_RUN) {
                let len = (size - part).min(LONGEST_RUN as u32) as u16;
                runs.push(Run { key, len, first: at + part });
            }
            at += size;
        }
        for (key, pair) in self.found.drain(..) {
            let place = &mut self.sizes[key as usize];
            pairs[*place as usize] = pair;
            *place += 1;
        }
        self.sizes.fill(0);
    }
}
