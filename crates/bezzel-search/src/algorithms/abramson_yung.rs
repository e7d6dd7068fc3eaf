//! Abramson and Yung's divide and conquer: small boards with joined edges, put together.
//!
//! ```text
//!   21 = 5 · (5 - 1) + 1: tiles of side B = 5 where a solution on the 5 × 5 torus has its queens,
//!   the tile in the corner shrunk to side C = 1
//!
//!   Q│         │         │         │             each tile holds a knight's walk,
//!   ─┼─────────┼─────────┼─────────┼─────────    columns 0, 2, 4, … round the tile:
//!    │         │ # # # # │         │
//!    │         │         │         │ # # # #             # =  Q . . . .
//!    │ # # # # │         │         │                          . . Q . .
//!    │         │         │ # # # # │                          . . . . Q
//!                                                             . Q . . .
//!                                                             . . . Q .
//! ```
//!
//! Cost: O(A) for the runs, O(n) to write them; no memory. For odd n without divisor 3 a knight's walk
//! round the whole board will do. For odd multiples of 3 it needs n = B·(A − 1) + C with A, B and C
//! without divisor 2 or 3 and C ≤ B. An even n takes the solution for n + 1, which has a queen in the
//! corner, and drops that row and column. Where there are no such A, B and C there is no
//! solution of this kind; `bernhardsson` has one for every n from 4 on.
//!
//! Why it is right: a knight's walk of side B has each of the diagonals −(B − 1)/2 to (B − 1)/2 once. The
//! tiles off the main diagonal of tiles keep clear of those, so the tile in the corner may be
//! replaced by a smaller walk, whose diagonals are fewer; hence C ≤ B.

use super::erbas_tanik::gcd;
use crate::construct::{BOARDS, Construction, Run, Runs};
use crate::{Category, Info, SearchError, Settings};

/// See the [module](self).
pub struct AbramsonYung;

/// How a board of odd side n is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// Not at all: a knight's walk of side n.
    Walk,
    /// n = B·(A − 1) + C.
    Tiles {
        /// Tiles in a row.
        a: u64,
        /// Side of a tile.
        b: u64,
        /// Side of the tile in the corner.
        c: u64,
    },
}

impl Construction for AbramsonYung {
    const INFO: Info = Info {
        id: "abramson-yung",
        title: "Abramson and Yung's divide and conquer",
        category: Category::Constructive,
        reference: "Erbas, Sarkeshik and Tanik, section 5.4, algorithm 8; Abramson and Yung 1989",
        guarantee: "a solution for every n that B·(A - 1) + C reaches: all but a few small ones",
        counts: "nothing is tested",
        corrections: "C <= B is required; A need not be 5",
        pseudocode: &[
            "if n is even then n := n + 1, and drop the queen in the corner at the end",
            "if n has no divisor 3 then a knight's walk of side n",
            "else find A, B, C without divisor 2 or 3, n = B · (A - 1) + C, C <= B",
            "  a knight's walk of side C in the corner tile",
            "  for i := 1 to A - 1: a knight's walk of side B in tile 2i mod A of row i",
        ],
        settings: &[],
        boards: BOARDS,
    };

    fn runs(&self, n: u64, _: &Settings) -> Result<Runs, SearchError> {
        let odd = n | 1;
        let Some(division) = divide(odd) else {
            let why = format!("there are no A, B, C with {odd} = B·(A - 1) + C and C <= B");
            return Err(self.not_for(n, &why));
        };
        let runs = match division {
            Division::Walk => knight_walk(2, odd, 0),
            Division::Tiles { a, b, c } => (1..a).fold(knight_walk(4, c, 0), |runs, i| {
                // Tile 0 of the row is the corner's column of tiles, which is c wide.
                runs.then(&knight_walk(5, b, c + ((2 * i) % a - 1) * b))
            }),
        };
        Ok(if odd == n { runs } else { without_corner(&runs) })
    }
}

/// How to divide a board of odd side n; `None` if it cannot be done.
///
/// Whether A, B and C will do depends on their remainders mod 6 and on 0 < C ≤ B, that is on
/// n/A ≤ B < n/(A − 1): so six neighbouring B are all there is to try for each A.
#[must_use]
pub fn divide(n: u64) -> Option<Division> {
    let has_walk = |side: u64| gcd(side, 6) == 1;
    if has_walk(n) {
        return Some(Division::Walk);
    }
    (5..=n).filter(|&a| has_walk(a)).find_map(|a| {
        let (least, most) = (n.div_ceil(a), (n - 1) / (a - 1));
        (least..=most).take(6).find_map(|b| {
            let c = n - b * (a - 1);
            (has_walk(b) && has_walk(c)).then_some(Division::Tiles { a, b, c })
        })
    })
}

/// Columns 0, 2, 4, … round a tile of odd side, which starts at column `left`.
fn knight_walk(line: u8, side: u64, left: u64) -> Runs {
    let (even, odd) = (side.div_ceil(2), side / 2);
    Runs::new().run(line, even, left, 2).run(line, odd, left + 1, 2)
}

/// The runs without row 0 and column 0, where the queen of row 0 stands.
fn without_corner(runs: &Runs) -> Runs {
    let mut rest = Runs::new();
    for (place, &Run { line, count, column, step }) in runs.list().iter().enumerate() {
        rest = match place {
            0 => rest.run(line, count - 1, column.wrapping_add_signed(step) - 1, step),
            _ => rest.run(line, count, column - 1, step),
        };
    }
    rest
}
