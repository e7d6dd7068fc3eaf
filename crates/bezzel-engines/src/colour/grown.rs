//! The parts of leads: queens on some of their rows, under one prefix after the other.
//!
//! A row set has a thousand prefixes and more, so which squares can have queens at the same time is found once for
//! all of them, and kept as bits.

use super::block::{Block, Placed};
use super::leads::{Node, Queen};

impl Placed {
    /// Do both placements share neither a column nor a diagonal?
    #[inline(always)]
    fn fits(self, other: Placed) -> bool {
        (self.diags & other.diags) | u64::from(self.cols & other.cols) == 0
    }
}

/// The squares of some rows, at most four of at most sixteen squares.
pub(super) struct Squares {
    queens: Vec<Queen>,
    placed: Vec<Placed>,
    /// The squares of each row, as bits.
    rows: Vec<u64>,
    /// For each square the squares of other rows that it does not attack.
    fits: Vec<u64>,
}

impl Squares {
    /// The squares of these rows. Without rows it is one square with no queen on it, whose map is that of all partners,
    /// number `alive`.
    pub fn new(block: &Block, rows: &[u8], alive: usize) -> Squares {
        if rows.is_empty() {
            let queens = vec![Queen { anti: alive as u8, diag: alive as u8 }];
            return Squares {
                queens,
                placed: vec![Placed::default()],
                rows: vec![1],
                fits: vec![0],
            };
        }
        let (mut queens, mut placed, mut of_rows) = (Vec::new(), Vec::new(), Vec::new());
        for &p in rows {
            let mut of_row = 0;
            block.each_queen(p, Placed::default(), |single, diags| {
                of_row |= 1 << placed.len();
                placed.push(single);
                queens.push(Queen {
                    anti: diags.trailing_zeros() as u8,
                    diag: 63 - diags.leading_zeros() as u8,
                });
            });
            of_rows.push(of_row);
        }
        let row_of = |square: usize| of_rows.iter().find(|row| *row >> square & 1 == 1);
        let fits = (0..placed.len())
            .map(|square| {
                which_fit(placed.iter().copied(), placed[square]) & !row_of(square).expect("a row")
            })
            .collect();
        Squares { queens, placed, rows: of_rows, fits }
    }

    /// The placements on these squares.
    pub fn in_turn(&self, squares: u64) -> impl Iterator<Item = Placed> {
        bits(squares).map(|square| self.placed[square])
    }
}

/// Queens on all of some rows, and on the prefix.
#[derive(Clone, Copy)]
pub(super) struct Grown {
    pub number: u16,
    pub placed: Placed,
    /// The squares that are not attacked.
    open: u64,
}

/// The parts on some rows under one prefix.
#[derive(Default)]
pub(super) struct Parts {
    /// The squares that the prefix does not attack. Queens on them are the first parts.
    pub open: u64,
    /// The parts with a queen in every row.
    pub complete: Vec<Grown>,
    above: Vec<Grown>,
}

impl Parts {
    /// Finds the parts under the prefix `base`: adds single queens to `queens`, and larger parts to `nodes`, those with
    /// the same parent one after the other.
    pub fn grow(
        &mut self,
        squares: &Squares,
        base: Placed,
        queens: &mut Vec<Queen>,
        nodes: &mut Vec<Node>,
    ) {
        let Parts { open, complete, above } = self;
        *open = which_fit(squares.placed.iter().copied(), base);
        queens.extend(bits(*open).map(|square| squares.queens[square]));
        // The number of a single queen.
        let number = |square: usize| (*open & ((1 << square) - 1)).count_ones() as u16;
        let extend = |part: &Grown, square: usize, number| Grown {
            number,
            placed: part.placed.plus(squares.placed[square]),
            open: part.open & squares.fits[square],
        };
        let (first, further) = squares.rows.split_first().expect("a row");
        let nothing = Grown { number: 0, placed: base, open: *open };
        complete.clear();
        complete.extend(bits(*open & first).map(|square| extend(&nothing, square, number(square))));
        // A part has at most four rows of at most 16 columns (`stage.rs` picks the depth): 4·16 queens and
        // 16·15 + 16·15·14 + 16·15·14·13 larger parts.
        let mut next = open.count_ones() as u16;
        for row in further {
            std::mem::swap(complete, above);
            complete.clear();
            for part in &*above {
                for square in bits(part.open & row) {
                    nodes.push(Node { parent: part.number, queen: number(square) });
                    complete.push(extend(part, square, next));
                    next += 1;
                }
            }
        }
    }
}

/// Which complete right parts fit each left part, as bits: those that fit all its queens. Only single queens are
/// compared with right parts one by one.
#[derive(Default)]
pub(super) struct Fits {
    /// Words for each left part.
    words: usize,
    bits: Vec<u64>,
}

impl Fits {
    /// From the single queens of the left rows, the larger left parts, and the complete right ones.
    pub fn find(
        &mut self,
        singles: impl Iterator<Item = Placed>,
        nodes: &[Node],
        rights: &[Grown],
    ) {
        self.words = rights.len().div_ceil(64);
        self.bits.clear();
        for queen in singles {
            for rights in rights.chunks(64) {
                self.bits.push(which_fit(rights.iter().map(|right| right.placed), queen));
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
    pub fn of(&self, left: u16) -> &[u64] {
        &self.bits[left as usize * self.words..][..self.words]
    }
}

/// Which of at most 64 placements fit one.
#[inline(always)]
fn which_fit(others: impl Iterator<Item = Placed>, placed: Placed) -> u64 {
    others.enumerate().fold(0, |bits, (i, other)| bits | u64::from(other.fits(placed)) << i)
}

/// The numbers of the bits that are set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}
