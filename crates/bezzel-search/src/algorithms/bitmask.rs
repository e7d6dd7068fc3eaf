//! Plain bit-mask backtracking: columns and diagonals as bits of three words.
//!
//! ```text
//!   row r:  free = open & !(columns | falling | rising)
//!   for each bit b of free, lowest first:  row r + 1 with columns|b, (falling|b) << 1, (rising|b) >> 1
//! ```
//!
//! Cost: exponential, a few instructions per node; memory n words. Only free squares are tried, so
//! there are no tests; a trial is a bit taken. It is the modern baseline, and the best readable
//! algorithm for counting. On the torus the diagonals are rotated instead of shifted.

use crate::{Boards, Category, Effort, Info, Probe, Search, Settings, Step};
use bezzel_board::{Line, Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Bitmask;

impl Search for Bitmask {
    const INFO: Info = Info {
        id: "bitmask",
        title: "Plain bit-mask backtracking",
        category: Category::AllSolutions,
        reference: "folklore; Richards 1997",
        guarantee: "every solution once, in lexicographic order",
        counts: "trial: a free square taken (there are no tests); backtrack: a queen removed",
        corrections: "none",
        pseudocode: &[
            "row(r, columns, falling, rising)",
            "  if r = N then print",
            "  free := open[r] and not (columns or falling or rising)",
            "  while free is not empty",
            "    bit := lowest bit of free; free := free without bit; place the queen",
            "    row(r + 1, columns or bit, (falling or bit) << 1, (rising or bit) >> 1)",
            "    take the queen back",
        ],
        settings: &[],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: false,
            free: false,
            rows: 64,
            width: 64,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        _: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        let open = problem.open_columns().expect("the board is at most 64 wide");
        let columns = vec![0; open.len()];
        let bits = problem.size().width();
        let mut masks = Masks { open: &open, bits, columns, probe };
        match problem.wraps() {
            false => masks.row::<false>(0, 0, 0, 0),
            true => masks.row::<true>(0, 0, 0, 0),
        }
    }
}

struct Masks<'a, P> {
    open: &'a [u64],
    bits: u32,
    /// The column of each row's queen; kept only if the probe watches.
    columns: Vec<u32>,
    probe: &'a mut P,
}

impl<P: Probe> Masks<'_, P> {
    fn row<const TORUS: bool>(
        &mut self,
        row: usize,
        columns: u64,
        falling: u64,
        rising: u64,
    ) -> ControlFlow<P::Stop> {
        let Some(open) = self.open.get(row) else {
            return self.probe.solution(2, &self.columns);
        };
        let mut free = open & !(columns | falling | rising);
        if P::WATCHES && free == 0 {
            self.probe.step(3, Step::DeadEnd(Line::Row(row as u32)))?;
        }
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            let square = Square::new(row as u32, bit.trailing_zeros());
            if P::WATCHES {
                self.probe.work(Effort::Trial);
                self.probe.step(5, Step::Place(square))?;
                self.columns[row] = square.column;
            }
            let (falling, rising) = (falling | bit, rising | bit);
            let (falling, rising) = if TORUS {
                (self.rotate(falling, 1), self.rotate(rising, self.bits - 1))
            } else {
                (falling << 1, rising >> 1)
            };
            self.row::<TORUS>(row + 1, columns | bit, falling, rising)?;
            if P::WATCHES {
                self.probe.work(Effort::Backtrack);
                self.probe.step(7, Step::Remove(square))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Rotates the low `bits` bits of a word left by `by`.
    fn rotate(&self, word: u64, by: u32) -> u64 {
        let full = u64::MAX >> (64 - self.bits);
        let right = (self.bits - by) % self.bits;
        ((word << (by % self.bits)) | (word >> right)) & full
    }
}
