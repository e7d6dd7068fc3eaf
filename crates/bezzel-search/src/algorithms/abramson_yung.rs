//! Abramson and Yung's divide and conquer: a solution composed of small solutions on the torus.
//!
//! ```text
//!   21 = 5 · (5 - 1) + 1: tiles of side B = 5 where a solution on the 5 × 5 torus has its queens,
//!   the tile in the corner shrunk to side C = 1
//!
//!   Q│         │         │         │             each tile holds a knight's walk,
//!   ─┼─────────┼─────────┼─────────┼─────────    columns 0, 2, 4, … around it:
//!    │         │ # # # # │         │
//!    │         │         │         │ # # # #             # =  Q . . . .
//!    │ # # # # │         │         │                          . . Q . .
//!    │         │         │ # # # # │                          . . . . Q
//!                                                             . Q . . .
//!                                                             . . . Q .
//! ```
//!
//! There are four parts, each of which can be run and stepped on its own (`part`):
//!
//! - a *knight-walk* has its queens in columns 0, 2, 4, …, wrapping around the board;
//! - *superqueens* are queens on the torus: if N = A·B, a solution of side B in each tile where a
//!   solution of side A has a queen is a solution of side N, so N is divided as far as possible;
//! - a *D-solution* is such a decomposition whose A has a queen in the corner and whose B is a
//!   knight-walk;
//! - the *general* solution of B·(A − 1) + C queens takes a D-solution, replaces its top B rows and leftmost B
//!   columns by C of each, and puts a knight-walk of side C into the corner.
//!
//! Cost: O(A) for the runs, O(n) to write them; no memory. For odd n not divisible by 3 the general
//! solution is a knight-walk of the complete board. For odd multiples of 3 it needs n = B·(A − 1) +
//! C, where A, B and C are divisible by neither 2 nor 3 and C ≤ B. For an even n it takes the
//! solution for n + 1, which has a queen in the corner, and drops that row and column. If there are
//! no such A, B and C, there is no solution of this kind; `bernhardsson` has one for every n from 4
//! on. The other parts need gcd(n, 6) = 1 and give a solution on the torus.
//!
//! Why it is correct: row B·i + k of a decomposition has column B·α(i) + β(k), so its diagonal is k
//! ∓ β(k) modulo B, which no other k has, and among queens of the same k it is i ∓ α(i) modulo A. A
//! knight-walk of side B has each of the diagonals −(B − 1)/2 to (B − 1)/2 once. The other tiles do
//! not use those diagonals, so the corner tile can be replaced by a smaller walk, which uses fewer
//! diagonals; hence C ≤ B.

use super::erbas_tanik::gcd;
use crate::construct::{BOARDS, Construction, Runs};
use crate::{Boards, Category, Info, SearchError, Setting, Settings, Values};

/// See the [module](self).
pub struct AbramsonYung;

const PART: Setting = Setting {
    name: "part",
    values: Values::Words(&["general", "superqueens", "d-solution", "knight-walk"]),
    about: "what to construct: the general solution, or one of its parts, which also solve the torus",
};

/// Maximum number of tiles: each takes two runs, and the proof takes time quadratic in the runs.
const MOST_TILES: u64 = 100;

/// How a board of odd side n is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// Not at all: a knight-walk of side n.
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
        guarantee: "a solution for every n of the form B·(A - 1) + C, all but a few small ones; on the torus for gcd(n, 6) = 1",
        counts: "nothing is tested",
        corrections: "C <= B is required; A need not be 5",
        pseudocode: &[
            "general(N): if N is even then solve N + 1 and drop row 0 and column 0",
            "  if N mod 3 <> 0 then a knight-walk of side N",
            "  else find A, B, C without divisor 2 or 3, N = B · (A - 1) + C, C <= B",
            "    a knight-walk of side C in the corner",
            "    a D-solution of A · B without its top B rows and leftmost B columns",
            "knight-walk(N): for i := 0 to N - 1: a queen on column 2i mod N",
            "superqueens(N): if N = A · B then superqueens(B) in each tile where superqueens(A) has a queen",
            "  else knight-walk(N)",
            "D-solution(A · B): knight-walk(B) in each tile where superqueens(A), one in the corner, has a queen",
        ],
        settings: &[PART],
        boards: Boards { torus: true, ..BOARDS },
    };

    fn runs(&self, n: u64, settings: &Settings) -> Result<Runs, SearchError> {
        let part = settings.word(&PART);
        if part == "general" {
            return self.general(n);
        }
        if gcd(n, 6) > 1 {
            return Err(self.not_for(n, "superqueens need n divisible by neither 2 nor 3"));
        }
        Ok(match part {
            "superqueens" => superqueens(n, MOST_TILES),
            "d-solution" => {
                let a = divisor(n, MOST_TILES).unwrap_or(1);
                d_solution(a, n / a)
            }
            _ => knight_walk(n),
        })
    }
}

impl AbramsonYung {
    /// Algorithm 8.
    fn general(&self, n: u64) -> Result<Runs, SearchError> {
        let odd = n | 1;
        let runs = match divide(odd) {
            Some(Division::Walk) => knight_walk(odd).on_line(2),
            Some(Division::Tiles { a, b, c }) => {
                let corner = knight_walk(c).on_line(4);
                corner.then(&d_solution(a, b).without_corner(b).right(c).on_line(5))
            }
            None => {
                let why = format!("there are no A, B, C with {odd} = B·(A - 1) + C and C <= B");
                return Err(self.not_for(n, &why));
            }
        };
        Ok(if odd == n { runs } else { runs.without_corner(1) })
    }
}

/// How to divide a board of odd side n; `None` if it cannot be done.
///
/// Whether A, B and C are suitable depends on their remainders mod 6 and on 0 < C ≤ B, that is on
/// n/A ≤ B < n/(A − 1). So for each A only six consecutive B have to be tried.
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

/// Columns 0, 2, 4, … around a board of odd side; a solution on the torus unless 3 divides the
/// side.
#[must_use]
pub fn knight_walk(side: u64) -> Runs {
    Runs::new().run(6, side.div_ceil(2), 0, 2).run(6, side / 2, 1, 2)
}

/// The second solution in each tile where the first has a queen: a solution on the torus if
/// both are.
#[must_use]
pub fn compose(tiles: &Runs, tile: &Runs) -> Runs {
    let side = tile.queens();
    tiles.columns().fold(Runs::new(), |runs, column| runs.then(&tile.right(column * side)))
}

/// A solution on the torus for gcd(n, 6) = 1, divided as long as there are no more tiles than this.
fn superqueens(n: u64, tiles: u64) -> Runs {
    match divisor(n, tiles) {
        Some(a) => compose(&knight_walk(a), &superqueens(n / a, tiles / a)).on_line(7),
        None => knight_walk(n).on_line(8),
    }
}

/// A decomposition A·B with a queen in the corner of A, and knight-walks for B.
#[must_use]
pub fn d_solution(a: u64, b: u64) -> Runs {
    compose(&knight_walk(a), &knight_walk(b)).on_line(9)
}

/// The smallest proper divisor, if there is one up to `most`.
fn divisor(n: u64, most: u64) -> Option<u64> {
    (2..=most).take_while(|&d| d < n).find(|d| n.is_multiple_of(*d))
}
