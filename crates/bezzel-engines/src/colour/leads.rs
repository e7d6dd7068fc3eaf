//! The lead placements of a row set, arranged for the pair kernel.
//!
//! A half of a term pairs *leads* (queens on even rows) with *partners* (queens on odd rows). For
//! one row set the leads are listed once, whatever the partners' rows:
//!
//! ```text
//! rows, middle first:   p0 p1 | p2 p3 | p4 p5
//!                       prefix  left    right
//! ```
//!
//! Under each prefix stand the left and the right parts that fit it, each as a small tree (a node
//! adds one queen to its parent), and the fitting pairs (left, right) in *runs*: the pairs of one
//! run make up the same column set.

use super::block::{Block, Placed, Subsets};
use std::ops::Range;

/// Longest run; longer ones are cut. `kernel.rs` says why 16-bit sums need this.
pub(super) const LONGEST_RUN: usize = 128;

/// One queen added to the part at `parent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub parent: u16,
    /// Bit numbers of the queen's two diagonals.
    pub anti: u8,
    pub diag: u8,
}

/// A range of `Leads::nodes`: one part of the rows under one prefix. Node 0 is the empty part and
/// is not stored; node i + 1 is the i-th of the range.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub nodes: Range<u32>,
}

impl Tree {
    /// Nodes with the empty part.
    pub fn len(&self) -> usize {
        self.nodes.len() + 1
    }
}

/// A pair (left node, right node).
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

/// All leads of one row set.
#[derive(Clone, Debug, Default)]
pub(super) struct Leads {
    pub prefixes: Vec<Prefix>,
    pub nodes: Vec<Node>,
    pub runs: Vec<Run>,
    pub pairs: Vec<Pair>,
}

impl Leads {
    /// Lists the placements of `rows` whose first `depth` rows are the prefix.
    pub fn new(block: &Block, rows: &[u8], depth: usize, keys: &Subsets) -> Self {
        let mut leads = Leads::default();
        let (prefix, rest) = rows.split_at(depth);
        let (left, right) = rest.split_at(rest.len() / 2);
        let mut buckets = Buckets {
            heads: vec![0; keys.len() + 1],
            ..Buckets::default()
        };
        for base in block.placements(prefix, Placed::default()) {
            let (left_tree, lefts) = leads.grow(block, left, base);
            let (right_tree, rights) = leads.grow(block, right, base);
            let first_run = leads.runs.len() as u32;
            for &(i, l) in &lefts {
                for &(j, r) in &rights {
                    // Both contain the prefix, so only what they add must not meet.
                    if (l.cols & r.cols) == base.cols && (l.diags & r.diags) == base.diags {
                        let key = keys.rank(l.cols | r.cols) as u16;
                        buckets.push(key, Pair { left: i, right: j });
                    }
                }
            }
            buckets.empty_into(&mut leads.runs, &mut leads.pairs);
            let runs = first_run..leads.runs.len() as u32;
            leads.prefixes.push(Prefix {
                left: left_tree,
                right: right_tree,
                runs,
            });
        }
        leads
    }

    /// Stores the tree of placements of `rows` on top of `base`; returns it with its leaves.
    fn grow(&mut self, block: &Block, rows: &[u8], base: Placed) -> (Tree, Vec<(u16, Placed)>) {
        let start = self.nodes.len();
        let mut level = vec![(0u16, base)];
        for &p in rows {
            let mut next = Vec::new();
            for &(parent, placed) in &level {
                block.each_queen(p, placed, |more, diags| {
                    let anti = diags.trailing_zeros() as u8;
                    let diag = 63 - diags.leading_zeros() as u8;
                    self.nodes.push(Node { parent, anti, diag });
                    // A part has at most four rows of at most 16 columns (`plan.rs` picks the
                    // depth), so at most 16 + 16·15 + 16·15·14 + 16·15·14·13 = 47296 nodes.
                    next.push(((self.nodes.len() - start) as u16, more));
                });
            }
            level = next;
        }
        (
            Tree {
                nodes: start as u32..self.nodes.len() as u32,
            },
            level,
        )
    }

    /// Number of leads.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }
}

/// A counting sort of the pairs under one prefix by column set.
#[derive(Default)]
struct Buckets {
    found: Vec<(u16, Pair)>,
    touched: Vec<u16>,
    heads: Vec<u32>,
}

impl Buckets {
    fn push(&mut self, key: u16, pair: Pair) {
        if self.heads[key as usize] == 0 {
            self.touched.push(key);
        }
        self.heads[key as usize] += 1;
        self.found.push((key, pair));
    }

    /// Appends the pairs key by key, the runs by length: equal lengths in a row keep the kernel's
    /// inner loop predictable.
    fn empty_into(&mut self, runs: &mut Vec<Run>, pairs: &mut Vec<Pair>) {
        self.touched
            .sort_unstable_by_key(|&key| self.heads[key as usize]);
        let mut at = pairs.len() as u32;
        pairs.resize(pairs.len() + self.found.len(), Pair { left: 0, right: 0 });
        for &key in &self.touched {
            let len = self.heads[key as usize] as usize;
            for part in (0..len).step_by(LONGEST_RUN) {
                let len = (len - part).min(LONGEST_RUN) as u16;
                runs.push(Run {
                    key,
                    len,
                    first: at + part as u32,
                });
            }
            self.heads[key as usize] = at;
            at += len as u32;
        }
        for (key, pair) in self.found.drain(..) {
            let head = &mut self.heads[key as usize];
            pairs[*head as usize] = pair;
            *head += 1;
        }
        for key in self.touched.drain(..) {
            self.heads[key as usize] = 0;
        }
    }
}
