//! Falkowski and Schmitz's construction: patterns of knight's moves, and for some n a family of
//! solutions.
//!
//! ```text
//!   n = 9, its only member        n = 15, both members, as columns by row
//!   . . . Q . . . . .
//!   . . . . . Q . . .             5 7 9 11 13 1 3 | 6 8 10 12 14 0 2 4
//!   . . . . . . . Q .             3 5 7 9 11 13 1 | 4 6 8 10 12 14 0 2
//!   . Q . . . . . . .
//!   . . . . Q . . . .             odd columns rotated by r, even columns by r + 1
//!   . . . . . . Q . .             (by r + 2 where n = 6k + 2)
//!   . . . . . . . . Q
//!   Q . . . . . . . .
//!   . . Q . . . . . .
//! ```
//!
//! Cost: O(1) for the runs, O(n) to write them; no memory. Works for n = 1 and every n ≥ 4. The setting
//! `member` chooses from a family whose size grows linearly: k members for n = 6k + 3, 3k − 2 for
//! n = 6k + 2; all other n have one.
//!
//! Falkowski and Schmitz studied solutions found by backtracking until patterns emerged. They
//! announce a solution for every n > 3 and at least linearly many for n = 9 mod 12. Only the
//! introduction of their note was available; this family was found in the same way, has the
//! announced properties, and is proved for each n when it is used.

use super::reichling::turned_lists;
use crate::construct::{BOARDS, Construction, Runs};
use crate::{Category, Info, SearchError, Setting, Settings, Values};

/// See the [module](self).
pub struct FalkowskiSchmitz;

/// The index of the solution in the family.
const MEMBER: Setting = Setting {
    name: "member",
    values: Values::Number { default: 0, least: 0, most: u64::MAX },
    about: "which solution of the family; wraps around if there are fewer",
};

impl Construction for FalkowskiSchmitz {
    const INFO: Info = Info {
        id: "falkowski-schmitz",
        title: "Falkowski and Schmitz's construction",
        category: Category::Constructive,
        reference: "Falkowski and Schmitz 1986; Erbas, Sarkeshik and Tanik, section 6 (reconstructed)",
        guarantee: "a solution for n = 1 and every n from 4 on; a family for n = 6k + 2 and 6k + 3",
        counts: "nothing is tested",
        corrections: "reconstructed from its introduction: the rest of the text was not available",
        pseudocode: &[
            "case n mod 6",
            "  2: r := (n - 6)/2 - member; s := r + 2",
            "  3: r := (n - 3)/6 - member; s := r + 1",
            "  else r := 0; s := 0",
            "columns 1, 3, 5, … from the r-th on, then the first r of them",
            "columns 0, 2, 4, … from the s-th on, then the first s of them",
        ],
        settings: &[MEMBER],
        boards: BOARDS,
    };

    fn runs(&self, n: u64, settings: &Settings) -> Result<Runs, SearchError> {
        let (r, s) = match (n % 6, family_size(n)) {
            (2, size) => (size - settings.number(&MEMBER) % size, 2),
            (3, size) => (size - settings.number(&MEMBER) % size, 1),
            _ => (0, 0),
        };
        Ok(turned_lists(n, r, r + s, [5, 6]))
    }
}

/// How many solutions the family has for this n, which must not be 2 or 3.
#[must_use]
pub fn family_size(n: u64) -> u64 {
    match n % 6 {
        2 => (n - 6) / 2,
        3 => (n - 3) / 6,
        _ => 1,
    }
}
