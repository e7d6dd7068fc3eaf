//! Pauls' solution: the first proof that n queens can always be placed, for every n from 4 on.
//!
//! ```text
//!   n = 6           n = 8
//!   . Q . . . .     . . . Q . . . .
//!   . . . Q . .     . . . . . Q . .     n = 6k, 6k + 4: the odd columns, then the even ones.
//!   . . . . . Q     . . . . . . . Q     n = 6k + 2: backwards, with six queens moved.
//!   Q . . . . .     . Q . . . . . .     n = 6k + 1, 6k + 5: a queen in the corner, then as 6k.
//!   . . Q . . .     . . . . . . Q .     n = 6k + 3: as 6k + 2, and a queen in the corner.
//!   . . . . Q .     Q . . . . . . .
//!                   . . Q . . . . .
//!                   . . . . Q . . .
//! ```
//!
//! Cost: O(1) for the runs, O(n) to write them; no memory. Works for n = 1 and every n ≥ 4. It gives
//! one solution of each size; for many, use a search.
//!
//! The formulas follow the table in Bell and Stevens 2009, who established that Pauls was first;
//! Ahrens made the proof known and is usually cited.

use crate::construct::{BOARDS, Construction, Runs};
use crate::{Category, Info, SearchError, Settings};

/// See the [module](self).
pub struct Pauls;

impl Construction for Pauls {
    const INFO: Info = Info {
        id: "pauls",
        title: "Pauls' solution",
        category: Category::Constructive,
        reference: "Pauls 1874; Ahrens 1901; Erbas, Sarkeshik and Tanik, section 6",
        guarantee: "a solution for n = 1 and every n from 4 on",
        counts: "nothing is tested",
        corrections: "none",
        pseudocode: &[
            "case n mod 6",
            "  0, 4: columns 1, 3, …, n - 1",
            "        then columns 0, 2, …, n - 2",
            "  1, 5: column n - 1",
            "        then columns 1, 3, …, n - 2",
            "        then columns 0, 2, …, n - 3",
            "  2:    column 3, then n - 3, n - 5, …, 5",
            "        then columns n - 1, 1, n - 2, 0",
            "        then columns n - 6, n - 8, …, 2, and n - 4",
            "  3:    as for n - 1, then column n - 1",
        ],
        settings: &[],
        boards: BOARDS,
    };

    fn runs(&self, n: u64, _: &Settings) -> Result<Runs, SearchError> {
        Ok(solution(n))
    }
}

fn solution(n: u64) -> Runs {
    let half = n / 2;
    match n % 6 {
        0 | 4 => Runs::new().run(2, half, 1, 2).run(3, half, 0, 2),
        1 | 5 => Runs::new().queen(4, n - 1).run(5, half, 1, 2).run(6, half, 0, 2),
        2 => (Runs::new().queen(7, 3).run(7, half - 3, n - 3, -2))
            .queen(8, n - 1)
            .queen(8, 1)
            .queen(8, n - 2)
            .queen(8, 0)
            .run(9, half - 3, n - 6, -2)
            .queen(9, n - 4),
        _ => solution(n - 1).queen(10, n - 1),
    }
}
