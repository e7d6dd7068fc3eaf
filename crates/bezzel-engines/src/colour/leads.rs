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
        let (mut fits, mut buckets) = (Fits::default(), Buckets::new(wanted, block.cols));
        for base in block.placements(prefix, Placed::default(), stop)? {
            if stop.is_asked() {
                return None;
            }
            let Grown { tree: left_tree, singles, complete: lefts } =
                self.grow(block, left, base, nothing);
            let Grown { tree: right_tree, complete: rights, .. } =
                self.grow(block, right, base, nothing);
            let first_run = self.runs.len() as u32;
            let nodes = &self.nodes[left_tree.nodes.start as usize..left_tree.nodes.end as usize];
            fits.find(&singles, nodes, &rights);
            for left in &lefts {
                buckets.push(left, &rights, fits.of(left.0));
            }
            buckets.empty_into(&mut self.runs, &mut self.pairs);
            let runs = first_run..self.runs.len() as u32;
            self.prefixes.push(Prefix { left: left_tree, right: right_tree, runs });
        }
        Some(())
    }

    /// Stores the parts that put `rows` on top of `base`.
    fn grow(&mut self, block: &Block, rows: &[u8], base: Placed, nothing: Queen) -> Grown {
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
                singles.push((0, 0, Placed::default()));
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
        let singles = singles.into_iter().map(|(_, _, queen)| queen).collect();
        Grown { tree, singles, complete: level }
    }

    /// Number of leads.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }
}

/// The parts of some rows under one prefix.
struct Grown {
    tree: Tree,
    /// Single queens, by number, without the prefix.
    singles: Vec<Placed>,
    /// Complete parts, with their numbers and with the prefix.
    complete: Vec<(u16, Placed)>,
}

/// Which right parts fit each left part, as bits: those that fit all its queens. Only single queens are compared with
/// right parts one by one.
#[derive(Default)]
struct Fits {
    /// Words for each left part.
    words: usize,
    bits: Vec<u64>,
}

impl Fits {
    /// From the single queens of the left rows, the larger left parts, and the complete right ones.
    fn find(&mut self, singles: &[Placed], nodes: &[Node], rights: &[(u16, Placed)]) {
        self.words = rights.len().div_ceil(64);
        self.bits.clear();
        for queen in singles {
            for rights in rights.chunks(64) {
                let fits =
                    |right: Placed| right.diags & queen.diags == 0 && right.cols & queen.cols == 0;
                let bits = rights.iter().enumerate();
                self.bits
                    .push(bits.fold(0, |bits, (i, right)| bits | u64::from(fits(right.1)) << i));
            }
        }
        for node in nodes {
            let [parent, queen] = [node.parent, node.queen].map(|part| part as usize * self.words);
            for word in 0..self.words {
                self.bits.push(self.bits[parent + word] & self.bits[queen + word]);
            }
        }
    }

    /// The right parts that fit a left part.
    fn of(&self, left: u16) -> &[u64] {
        &self.bits[left as usize * self.words..][..self.words]
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
    sets: usize,
    /// How many column sets have how many pairs, and the column sets in that order.
    of_size: Vec<u32>,
    order: Vec<u16>,
}

impl Buckets {
    fn new(wanted: Wanted<'_>, cols: usize) -> Self {
        let all = wanted.keys.len();
        let keys = (0..1 << cols).map(|set| wanted.key(set).unwrap_or(all as u16)).collect();
        let mut sizes = vec![0; all + 1];
        // A set that is not wanted is never new.
        sizes[all] = 1;
        Buckets {
            keys,
            none: all as u16,
            found: Vec::new(),
            pairs: 0,
            sizes,
            some: vec![0; all + 1],
            sets: 0,
            of_size: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Adds the pairs of one left part.
    fn push(&mut self, left: &(u16, Placed), rights: &[(u16, Placed)], fits: &[u64]) {
        let &(number, left) = left;
        let nothing = (0, Pair { left: 0, right: 0 });
        self.found.resize((self.pairs + rights.len() + 1).max(self.found.len()), nothing);
        for (&fits, rights) in fits.iter().zip(rights.chunks(64)) {
            let mut fits = fits;
            while fits != 0 {
                let (right, placed) = rights[fits.trailing_zeros() as usize];
                fits &= fits - 1;
                let key = self.keys[(left.cols | placed.cols) as usize];
                self.found[self.pairs] = (key, Pair { left: number, right });
                self.pairs += usize::from(key != self.none);
                let size = &mut self.sizes[key as usize];
                self.some[self.sets] = key;
                self.sets += usize::from(*size == 0);
                *size += 1;
            }
        }
    }

    /// Appends the pairs key by key, with the runs sorted by length: consecutive runs of equal
    /// length keep the kernel's inner loop predictable.
    fn empty_into(&mut self, runs: &mut Vec<Run>, pairs: &mut Vec<Pair>) {
        let some = &self.some[..self.sets];
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
        (self.pairs, self.sets) = (0, 0);
    }
}
