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
use super::grown::{Fits, Grown, Parts, Squares};
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
        self.prefixes.clear();
        self.queens.clear();
        self.nodes.clear();
        self.runs.clear();
        self.pairs.clear();
        let (prefix, rest) = rows.split_at(depth);
        let (left, right) = rest.split_at(rest.len() / 2);
        self.left_rows = left.to_vec();
        let [left, right] = [left, right].map(|rows| Squares::new(block, rows, alive));
        let [mut lefts, mut rights] = [Parts::default(), Parts::default()];
        let (mut fits, mut buckets) = (Fits::default(), Buckets::new(wanted, block.cols));
        for base in block.placements(prefix, Placed::default(), stop)? {
            if stop.is_asked() {
                return None;
            }
            let left_tree = self.grow(&left, &mut lefts, base);
            let right_tree = self.grow(&right, &mut rights, base);
            let first_run = self.runs.len() as u32;
            let nodes = &self.nodes[left_tree.nodes.start as usize..left_tree.nodes.end as usize];
            fits.find(left.in_turn(lefts.open), nodes, &rights.complete);
            for part in &lefts.complete {
                buckets.push(part, &rights.complete, fits.of(part.number));
            }
            buckets.empty_into(&mut self.runs, &mut self.pairs);
            let runs = first_run..self.runs.len() as u32;
            self.prefixes.push(Prefix { left: left_tree, right: right_tree, runs });
        }
        Some(())
    }

    /// Stores the parts that put queens on some rows on top of `base`.
    fn grow(&mut self, squares: &Squares, parts: &mut Parts, base: Placed) -> Tree {
        let (queens, nodes) = (self.queens.len() as u32, self.nodes.len() as u32);
        parts.grow(squares, base, &mut self.queens, &mut self.nodes);
        Tree { queens: queens..self.queens.len() as u32, nodes: nodes..self.nodes.len() as u32 }
    }

    /// Number of leads.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Gives back what was reserved for more leads.
    pub fn shrink(&mut self) {
        self.prefixes.shrink_to_fit();
        self.queens.shrink_to_fit();
        self.nodes.shrink_to_fit();
        self.runs.shrink_to_fit();
        self.pairs.shrink_to_fit();
    }

    /// Bytes of the lists.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.prefixes[..])
            + size_of_val(&self.queens[..])
            + size_of_val(&self.nodes[..])
            + size_of_val(&self.runs[..])
            + size_of_val(&self.pairs[..])
    }
}

/// A counting sort of the pairs under one prefix by column set.
///
/// The processor cannot predict whether a column set is wanted or new, so every pair and every set is written, and the
/// position advances only if it is.
struct Buckets {
    /// The rank of each column set by mask; that of sets that are not wanted is beyond all others.
    keys: Vec<u16>,
    none: u16,
    found: Vec<(u16, Pair)>,
    pairs: usize,
    /// Pairs of each column set, by rank.
    sizes: Vec<u32>,
    /// The column sets that have pairs: few of all, because they contain the columns of the prefix.
    some: Vec<u16>,
    /// How many column sets have how many pairs, and the column sets in that order.
    of_size: Vec<u32>,
    order: Vec<u16>,
}

impl Buckets {
    fn new(wanted: Wanted<'_>, cols: usize) -> Self {
        let all = wanted.keys.len();
        let keys = (0..1 << cols).map(|set| wanted.key(set).unwrap_or(all as u16)).collect();
        Buckets {
            keys,
            none: all as u16,
            found: Vec::new(),
            pairs: 0,
            sizes: vec![0; all],
            some: vec![0; all + 1],
            of_size: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Adds the pairs of one left part.
    fn push(&mut self, left: &Grown, rights: &[Grown], fits: &[u64]) {
        let nothing = (0, Pair { left: 0, right: 0 });
        self.found.resize((self.pairs + rights.len() + 1).max(self.found.len()), nothing);
        let found = &mut self.found[self.pairs..];
        let mut count = 0;
        for (&fits, rights) in fits.iter().zip(rights.chunks(64)) {
            let mut fits = fits;
            while fits != 0 {
                let right = &rights[fits.trailing_zeros() as usize];
                fits &= fits - 1;
                let key = self.keys[(left.placed.cols | right.placed.cols) as usize];
                found[count] = (key, Pair { left: left.number, right: right.number });
                count += usize::from(key != self.none);
            }
        }
        self.pairs += count;
    }

    /// Appends the pairs key by key, with the runs sorted by length: consecutive runs of equal
    /// length keep the kernel's inner loop predictable.
    fn empty_into(&mut self, runs: &mut Vec<Run>, pairs: &mut Vec<Pair>) {
        let mut sets = 0;
        for &(key, _) in &self.found[..self.pairs] {
            let size = &mut self.sizes[key as usize];
            self.some[sets] = key;
            sets += usize::from(*size == 0);
            *size += 1;
        }
        let some = &self.some[..sets];
        let size_of = |&key: &u16| self.sizes[key as usize] as usize;
        let most = some.iter().map(size_of).max().unwrap_or(0);
        self.of_size.clear();
        self.of_size.resize(most + 1, 0);
        some.iter().for_each(|key| self.of_size[size_of(key)] += 1);
        let mut place = 0;
        for count in self.of_size.iter_mut().skip(1) {
            (place, *count) = (place + *count, place);
        }
        self.order.resize(place as usize, 0);
        for key in some {
            let place = &mut self.of_size[size_of(key)];
            self.order[*place as usize] = *key;
            *place += 1;
        }
        let mut at = pairs.len() as u32;
        pairs.resize(pairs.len() + self.pairs, Pair { left: 0, right: 0 });
        for &key in &self.order {
            // From here on the place of the column set's next pair.
            let size = std::mem::replace(&mut self.sizes[key as usize], at);
            for part in (0..size).step_by(LONGEST_RUN) {
                let len = (size - part).min(LONGEST_RUN as u32) as u16;
                runs.push(Run { key, len, first: at + part });
            }
            at += size;
        }
        for &(key, pair) in &self.found[..self.pairs] {
            let place = &mut self.sizes[key as usize];
            pairs[*place as usize] = pair;
            *place += 1;
        }
        some.iter().for_each(|&key| self.sizes[key as usize] = 0);
        self.pairs = 0;
    }
}
