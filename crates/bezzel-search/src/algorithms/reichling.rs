//! Reichling's simplified solution: the odd columns, then the even ones, each list rotated.
//!
//! ```text
//!   n = 9: odd columns 1 3 5 7 rotated by one, even columns 0 2 4 6 8 by two
//!   . . . Q . . . . .
//!   . . . . . Q . . .
//!   . . . . . . . Q .     n mod 6   0 1 2 3 4 5
//!   . Q . . . . . . .     odd by    0 0 1 1 0 0
//!   . . . . Q . . . .     even by   0 0 3 2 0 0
//!   . . . . . . Q . .
//!   . . . . . . . . Q
//!   Q . . . . . . . .
//!   . . Q . . . . . .
//! ```
//!
//! Cost: O(1) for the runs, O(n) to write them; no memory. Works for n = 1 and every n ≥ 4.
//!
//! Reichling's three pages simplify Falkowski and Schmitz's proof. The text was not available; this
//! is the simplest rule of that kind: one pattern for every n, odd n handled directly and not
//! through n − 1, and two numbers that depend on n mod 6.

use crate::construct::{BOARDS, Construction, Runs};
use crate::{Category, Info, SearchError, Settings};

/// See the [module](self).
pub struct Reichling;

impl Construction for Reichling {
    const INFO: Info = Info {
        id: "reichling",
        title: "Reichling's simplified solution",
        category: Category::Constructive,
        reference: "Reichling 1987; Erbas, Sarkeshik and Tanik, section 6 (reconstructed)",
        guarantee: "a solution for n = 1 and every n from 4 on",
        counts: "nothing is tested",
        corrections: "reconstructed from its description: the printed text was not available",
        pseudocode: &[
            "(r, s) := (1, 3) if n mod 6 = 2, (1, 2) if n mod 6 = 3, else (0, 0)",
            "columns 1, 3, 5, … from the r-th on, then the first r of them",
            "columns 0, 2, 4, … from the s-th on, then the first s of them",
        ],
        settings: &[],
        boards: BOARDS,
    };

    fn runs(&self, n: u64, _: &Settings) -> Result<Runs, SearchError> {
        let (r, s) = match n % 6 {
            2 => (1, 3),
            3 => (1, 2),
            _ => (0, 0),
        };
        Ok(turned_lists(n, r, s, [2, 3]))
    }
}

/// The odd columns rotated left by r, then the even ones rotated left by s.
pub(super) fn turned_lists(n: u64, r: u64, s: u64, lines: [u8; 2]) -> Runs {
    let (odd, even) = (n / 2, n.div_ceil(2));
    (Runs::new().run(lines[0], odd - r, 1 + 2 * r, 2).run(lines[0], r, 1, 2))
        .run(lines[1], even - s, 2 * s, 2)
        .run(lines[1], s, 0, 2)
}
