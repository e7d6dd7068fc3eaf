//! Bernhardsson's explicit solutions for all n, without search.
//!
//! ```text
//!   n = 10, construction B where others use A
//!   . . . . Q . . . . .
//!   . . . . . . Q . . .     column (2j + n/2 - 1) mod n in row j of the upper half,
//!   . . . . . . . . Q .     the same rotated by 180° in the lower.
//!   Q . . . . . . . . .
//!   . . Q . . . . . . .
//!   . . . . . . . Q . .
//!   . . . . . . . . . Q
//!   . Q . . . . . . . .
//!   . . . Q . . . . . .
//!   . . . . . Q . . . .
//! ```
//!
//! Cost: O(1) for the runs, O(n) to write them; no memory. Works for n = 1 and every n ≥ 4.
//!
//! A one-page note from the time when searches for n = 1000 were being published. Its three
//! formulas are those of Hoffman, Loessi and Moore. For n = 6k + 4 both A and B work; B is used
//! here, so that the two methods differ for a third of all n.

use super::hoffman_loessi_moore::{construction_a, construction_b};
use crate::construct::{BOARDS, Construction, Runs};
use crate::{Category, Info, SearchError, Settings};

/// See the [module](self).
pub struct Bernhardsson;

impl Construction for Bernhardsson {
    const INFO: Info = Info {
        id: "bernhardsson",
        title: "Bernhardsson's explicit solutions",
        category: Category::Constructive,
        reference: "Bernhardsson 1991, SIGART Bulletin 2 (2), page 7",
        guarantee: "a solution for n = 1 and every n from 4 on",
        counts: "nothing is tested",
        corrections: "none",
        pseudocode: &[
            "n even but not 6k + 2 (here: n = 6k):",
            "  for j := 0 to n/2 - 1: column 2j + 1 in row j",
            "  for j := 0 to n/2 - 1: column 2j in row n/2 + j",
            "n even but not 6k:",
            "  for j := 0 to n/2 - 1: column (2j + n/2 - 1) mod n in row j",
            "  for j := 0 to n/2 - 1: column n - 1 - (2j + n/2 - 1) mod n in row n - 1 - j",
            "n odd: as for n - 1, then column n - 1 in row n - 1",
        ],
        settings: &[],
        boards: BOARDS,
    };

    fn runs(&self, n: u64, _: &Settings) -> Result<Runs, SearchError> {
        Ok(solution(n))
    }
}

fn solution(n: u64) -> Runs {
    match n % 6 {
        0 => construction_a(n),
        2 | 4 => construction_b(n),
        _ if n == 1 => Runs::new().queen(7, 0),
        _ => solution(n - 1).queen(7, n - 1),
    }
}
