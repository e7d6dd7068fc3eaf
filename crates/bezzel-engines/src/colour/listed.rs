//! The third count of a unit, for small boards: list its solutions one by one.
//!
//! It takes `enumerate`'s walk and applies symmetries to squares. Nothing is shared with this
//! engine's other counts, neither the blocks nor the rule that picks terms. A solution has the even
//! rows A and the odd rows C whose queens stand on squares with i + j even; the walk keeps to the
//! sets A and C of the unit. Every solution found is turned and mirrored in all eight ways; it
//! counts only if no image of the same stage has a smaller key, and its weight is 8 divided by the
//! number of symmetries that keep its key.

use crate::descent::{WIDEST, WalkProbe, walk};
use bezzel_board::{Stop, Topology};
use std::ops::ControlFlow;

/// Sum over the solutions with one of these sets A and one of these sets C, where A are rows of
/// parity `lead`; on a full board (`symmetric`) weighed by the engine's rule. `None` if stopped.
pub(super) fn unit(
    open: &[u64],
    a_sets: &[u32],
    c_sets: &[u32],
    lead: usize,
    symmetric: bool,
    stop: &Stop,
) -> Option<u128> {
    let n = open.len() as u32;
    let sets = if lead == 0 { [a_sets, c_sets] } else { [c_sets, a_sets] };
    let begins = sets.map(|sets| Begins::new(sets, n.div_ceil(2)));
    let mut solutions =
        Solutions { begins, rows: [[0; 2]; WIDEST + 1], lead, symmetric, sum: 0, stop };
    let end = walk(Topology::Plane, open, n, &mut solutions);
    end.is_continue().then_some(solutions.sum)
}

/// Which sets begin like one of some sets: those whose first p members are known.
struct Begins(Vec<Vec<bool>>);

impl Begins {
    fn new(sets: &[u32], most: u32) -> Self {
        let known = |p: u32| {
            let mut begins = vec![false; 1 << p];
            sets.iter().for_each(|set| begins[(set & ((1 << p) - 1)) as usize] = true);
            begins
        };
        Begins((0..=most).map(known).collect())
    }

    fn has(&self, p: usize, set: u32) -> bool {
        self.0[p][set as usize]
    }
}

struct Solutions<'a> {
    /// For even and odd rows.
    begins: [Begins; 2],
    /// The even and the odd rows of the queens above each row.
    rows: [[u32; 2]; WIDEST + 1],
    lead: usize,
    symmetric: bool,
    sum: u128,
    stop: &'a Stop,
}

impl WalkProbe for Solutions<'_> {
    fn wants(&mut self, above: &[u8]) -> u64 {
        const EVEN_COLUMNS: u64 = 0x5555_5555_5555_5555;
        let row = above.len();
        if let Some((last, column)) = row.checked_sub(1).zip(above.last()) {
            self.rows[row] = self.rows[last];
            if (last + usize::from(*column)) % 2 == 0 {
                self.rows[row][last % 2] |= 1 << (last / 2);
            }
        }
        let (begins, set) = (&self.begins[row % 2], self.rows[row][row % 2]);
        let [inside, outside] = [set | 1 << (row / 2), set].map(|set| begins.has(row / 2 + 1, set));
        let same = if row.is_multiple_of(2) { EVEN_COLUMNS } else { !EVEN_COLUMNS };
        (if inside { same } else { 0 }) | if outside { !same } else { 0 }
    }

    fn look(&mut self) -> ControlFlow<()> {
        if self.stop.is_asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn found(&mut self, queens: &[u8]) -> ControlFlow<()> {
        self.sum += if self.symmetric { weight(queens, self.lead) } else { 1 };
        ControlFlow::Continue(())
    }
}

/// How often a solution counts: 8 over the number of symmetries that keep its key, or not at all.
fn weight(queens: &[u8], lead: usize) -> u128 {
    let n = queens.len() as u32;
    let squares = || queens.iter().enumerate().map(|(i, &j)| (i as u32, u32::from(j)));
    let own = key(n, lead, squares());
    let mut same = 0;
    for symmetry in 0..8 {
        let image = key(
            n,
            lead,
            squares().map(|(i, j)| {
                let i = if symmetry & 1 == 0 { i } else { n - 1 - i };
                let j = if symmetry & 2 == 0 { j } else { n - 1 - j };
                if symmetry & 4 == 0 { (i, j) } else { (j, i) }
            }),
        );
        // Images with another number of queens in block EE belong to another stage.
        if image[1].count_ones() == own[1].count_ones() {
            if image < own {
                return 0;
            }
            same += u128::from(image == own);
        }
    }
    8 / same
}

/// The sets (C, A, B, D), with A and B reversed on even boards: set bit p of A for a queen in row
/// 2p and an even column, of C for row 2p + 1 and an odd column; B and D likewise for columns. With
/// leads on odd rows, A and B are the odd ones.
fn key(n: u32, lead: usize, squares: impl Iterator<Item = (u32, u32)>) -> [u32; 4] {
    let [mut a, mut b, mut c, mut d] = [0; 4];
    for (i, j) in squares.filter(|(i, j)| (i + j) % 2 == 0) {
        if i % 2 == 1 {
            c |= 1 << (i / 2);
            d |= 1 << (j / 2);
        } else if n % 2 == 1 {
            a |= 1 << (i / 2);
            b |= 1 << (j / 2);
        } else {
            a |= 1 << (n / 2 - 1 - i / 2);
            b |= 1 << (n / 2 - 1 - j / 2);
        }
    }
    if lead == 0 { [c, a, b, d] } else { [a, c, d, b] }
}
