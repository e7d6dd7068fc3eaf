//! The lead placements of a row set, arranged for the pair kernel.
//!
//! A half of a term pairs *leads* (queens on rows of one parity) with *partners* (on the others).
//! For one row set the leads are listed once, independently of the partners' rows:
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
use bezzel_board::Stop;
use std::ops::Range;

/// Longest run; longer ones are cut. `kernel.rs` says why 16-bit sums need this.
pub(super) const LONGEST_RUN: usize = 128;

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

/// All leads of one row set.
#[derive(Clone, Debug, Default)]
pub(super) struct Leads {
    pub prefixes: Vec<Prefix>,
    pub queens: Vec<Queen>,
    pub nodes: Vec<Node>,
    pub runs: Vec<Run>,
    pub pairs: Vec<Pair>,
}

impl Leads {
    /// Lists the placements of `rows` on wanted column sets; the first `depth` rows are the prefix.
    ///
    /// `alive` is the number of the map that all partners are in. `None` if stopped.
    pub fn new(
        block: &Block,
        rows: &[u8],
        depth: usize,
        keys: &Subsets,
        alive: usize,
        stop: &Stop,
    ) -> Option<Self> {
        let nothing = Queen { anti: alive as u8, diag: alive as u8 };
        let mut leads = Leads::default();
        let (prefix, rest) = rows.split_at(depth);
        let (left, right) = rest.split_at(rest.len() / 2);
        let mut buckets = Buckets { heads: vec![0; keys.len() + 1], ..Buckets::default() };
        for base in block.placements(prefix, Placed::default(), stop)? {
            if stop.is_asked() {
                return None;
            }
            let (left_tree, lefts) = leads.grow(block, left, base, nothing);
            let (right_tree, rights) = leads.grow(block, right, base, nothing);
            let first_run = leads.runs.len() as u32;
            for &(i, l) in &lefts {
                for &(j, r) in &rights {
                    // Both contain the prefix, so only their additional queens must not conflict.
                    if (l.cols & r.cols) == base.cols
                        && (l.diags & r.diags) == base.diags
                        && let Some(key) = keys.rank(l.cols | r.cols)
                    {
                        buckets.push(key, Pair { left: i, right: j });
                    }
                }
            }
            buckets.empty_into(&mut leads.runs, &mut leads.pairs);
            let runs = first_run..leads.runs.len() as u32;
            leads.prefixes.push(Prefix { left: left_tree, right: right_tree, runs });
        }
        Some(leads)
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
                        // A part has at most four rows of at most 16 columns (`plan.rs` picks the
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

    /// Appends the pairs key by key, with the runs sorted by length: consecutive runs of equal
    /// length keep the kernel's inner loop predictable.
    fn empty_into(&mut self, runs: &mut Vec<Run>, pairs: &mut Vec<Pair>) {
        self.touched.sort_unstable_by_key(|&key| self.heads[key as usize]);
        let mut at = pairs.len() as u32;
        pairs.resize(pairs.len() + self.found.len(), Pair { left: 0, right: 0 });
        for &key in &self.touched {
            let len = self.heads[key as usize] as usize;
            for part in (0..len).step_by(LONGEST_RUN) {
                let len = (len - part).min(LONGEST_RUN) as u16;
                runs.push(Run { key, len, first: at + part as u32 });
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
