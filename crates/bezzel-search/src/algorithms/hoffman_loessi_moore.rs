//! Hoffman, Loessi and Moore's constructions A, B and C.
//!
//! ```text
//!   A, n = 6        B, n = 8
//!   . Q . . . .     . . . Q . . . .
//!   . . . Q . .     . . . . . Q . .     A: two knight's walks, one in each half.
//!   . . . . . Q     . . . . . . . Q     B: a knight's walk around the board from the middle,
//!   Q . . . . .     . Q . . . . . .        and the same rotated by 180°.
//!   . . Q . . .     . . . . . . Q .     C: A and B leave the diagonal free, so a queen in the
//!   . . . . Q .     Q . . . . . . .        last corner makes n odd.
//!                   . . Q . . . . .
//!                   . . . . Q . . .
//! ```
//!
//! Cost: O(1) for the runs, O(n) to write them; no memory. Works for n = 1 and every n ≥ 4: A for
//! even n except 6k + 2, B for 6k + 2, C for odd n. B also works for 6k + 4, see `bernhardsson`.
//!
//! The formulas are those quoted in Bernhardsson's note; the article itself was not available.

use crate::construct::{BOARDS, Construction, Runs};
use crate::{Category, Info, SearchError, Settings};

/// See the [module](self).
pub struct HoffmanLoessiMoore;

impl Construction for HoffmanLoessiMoore {
    const INFO: Info = Info {
        id: "hoffman-loessi-moore",
        title: "Hoffman, Loessi and Moore's constructions",
        category: Category::Constructive,
        reference: "Hoffman, Loessi and Moore 1969; Erbas, Sarkeshik and Tanik, section 6",
        guarantee: "a solution for n = 1 and every n from 4 on",
        counts: "nothing is tested",
        corrections: "none",
        pseudocode: &[
            "A, n even but not 6k + 2:",
            "  for j := 0 to n/2 - 1: column 2j + 1 in row j",
            "  for j := 0 to n/2 - 1: column 2j in row n/2 + j",
            "B, n even but not 6k:",
            "  for j := 0 to n/2 - 1: column (2j + n/2 - 1) mod n in row j",
            "  the same turned upside down in the other half",
            "C, n odd: A or B for n - 1, then column n - 1 in row n - 1",
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
        0 | 4 => construction_a(n),
        2 => construction_b(n),
        _ if n == 1 => Runs::new().queen(7, 0),
        _ => solution(n - 1).queen(7, n - 1),
    }
}

/// Two knight's walks: even n except 6k + 2.
pub(super) fn construction_a(n: u64) -> Runs {
    Runs::new().run(2, n / 2, 1, 2).run(3, n / 2, 0, 2)
}

/// A knight's walk around the board and its half turn: even n except 6k.
pub(super) fn construction_b(n: u64) -> Runs {
    let upper = Runs::new().around(5, n / 2, n / 2 - 1, 2, n);
    let lower = upper.half_turn(6, n);
    upper.then(&lower)
}
