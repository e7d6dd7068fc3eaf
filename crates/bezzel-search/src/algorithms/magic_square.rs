//! A solution read off a magic square made by the uniform step method.
//!
//! ```text
//!    0 19  8 22 11    Q . . . .     Walk over the board by (1, 2), wrapping around at the edges,
//!   23 12  1 15  9    . . Q . .     and by (2, 1) more after every n numbers. Among 0 to n - 1
//!   16  5 24 13  2    . . . . Q     no two share a line, not even across the edges;
//!   14  3 17  6 20    . Q . . .     nor do n to 2n - 1, and so on: n solutions cover the board.
//!    7 21 10  4 18    . . . Q .
//! ```
//!
//! Cost: O(1) for the runs, O(n) to write them; no memory: the square itself, n² numbers, is not
//! constructed. Works exactly if n is divisible by neither 2 nor 3, because such solutions are
//! solutions on the torus; for other n use `bernhardsson`. [`MagicSquare`](crate::MagicSquare)
//! constructs squares, reads off their solutions and builds squares from solutions.

use super::erbas_tanik::gcd;
use crate::construct::{BOARDS, Construction, Runs};
use crate::{Boards, Category, Info, SearchError, Setting, Settings, Values};

/// See the [module](self).
pub struct FromMagicSquare;

/// The index of the block of n numbers.
const BLOCK: Setting = Setting {
    name: "block",
    values: Values::Number { default: 0, least: 0, most: u64::MAX },
    about: "which block of n consecutive numbers of the square; wraps around",
};

/// The walk: rows and columns from each number to the next.
pub const STEP: (u32, u32) = (1, 2);

/// Additional rows and columns after every n numbers.
pub const BREAK_MOVE: (u32, u32) = (2, 1);

impl Construction for FromMagicSquare {
    const INFO: Info = Info {
        id: "magic-square",
        title: "A solution from a magic square",
        category: Category::Constructive,
        reference: "Erbas, Rafraf and Tanik 1991; Erbas, Sarkeshik and Tanik, section 6 (reconstructed)",
        guarantee: "a solution, also on the torus, for every n divisible by neither 2 nor 3",
        counts: "nothing is tested",
        corrections: "reconstructed from its description: the printed text was not available",
        pseudocode: &[
            "number k of the square stands in row k + 2⌊k/n⌋ and column 2k + ⌊k/n⌋ (mod n)",
            "for each row i, find the number k with ⌊k/n⌋ = block:",
            "  column (2i - 3 · block) mod n",
        ],
        settings: &[BLOCK],
        boards: Boards { torus: true, ..BOARDS },
    };

    fn runs(&self, n: u64, settings: &Settings) -> Result<Runs, SearchError> {
        if gcd(n, 6) > 1 {
            return Err(self.not_for(n, "the square needs n divisible by neither 2 nor 3"));
        }
        let block = settings.number(&BLOCK) % n;
        let back = (u128::from(block) * 3 % u128::from(n)) as u64;
        Ok(Runs::new().around(3, n, (n - back) % n, 2, n))
    }
}
