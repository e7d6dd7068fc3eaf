//! Erbas and Tanik's polygons and circulants: a solution is a walk around a regular polygon.
//!
//! ```text
//!   star polygon {7/2}      compound polygon 2{4/1}, n = 8, lower half rotated by 180°
//!   Q . . . . . .           . . . Q . . . .
//!   . . Q . . . .           . . . . . Q . .     Label the corners of a regular n-gon with the columns,
//!   . . . . Q . .           . . . . . . . Q     advance s corners per row. If s has no divisor in
//!   . . . . . . Q           . Q . . . . . .     common with n the walk is a star and uses every
//!   . Q . . . . .           . . . . . . Q .     column; otherwise it consists of several polygons.
//!   . . . Q . . .           Q . . . . . . .     As a matrix, each row is the one before shifted by s:
//!   . . . . . Q .           . . Q . . . . .     an s-circulant.
//!                           . . . . Q . . .
//! ```
//!
//! Cost: O(s) for the runs, O(n) to write them; no memory. Works for n = 1 and every n ≥ 4, by one
//! of these (`case` selects one of them; the default is the first that applies to n):
//!
//! - polygon, gcd(n, 6) = 1: the star {n/s} for each s with s − 1, s and s + 1 coprime to n
//!   (selected by the settings `step` and `start`), which is also a solution on the torus;
//! - A, n even but not 6k + 2: two halves of a 2-circulant that starts in column 1, the lower half
//!   rotated by 180 degrees;
//! - B, n even but not 6k: the same, starting in column n/2 − 1 or, by the setting `circulant`, a
//!   multiple of 3 before it; where that does not work, the error names two queens that attack each
//!   other;
//! - C1 and C2, n odd: A or B for n − 1 and a queen in the corner it leaves free.
//!
//! The reports of 1991 and the article "Generating solutions to the N-queens problem using
//! 2-circulants" (Mathematics Magazine 68, 1995) were not available. The abstract of a thesis on
//! the article (De La Salle University, 1997) says that constructions A and B are for even n, C1
//! and C2 for odd n, and that all give sets of solutions by 2-circulants; their details here are
//! this program's.

use crate::construct::{BOARDS, Construction, Runs};
use crate::{Category, Info, SearchError, Setting, Settings, Values};

/// See the [module](self).
pub struct ErbasTanik;

/// The s of a star polygon.
const STEP: Setting = Setting {
    name: "step",
    // A walk of step s takes s runs, and the proof takes time quadratic in the runs.
    values: Values::Number { default: 2, least: 2, most: 100 },
    about: "corners to advance for each row of a star polygon",
};

/// The first column of a star polygon.
const START: Setting = Setting {
    name: "start",
    values: Values::Number { default: 0, least: 0, most: u64::MAX },
    about: "column of row 0 on a star polygon; wraps around",
};

/// The shift of the circulant.
const CIRCULANT: Setting = Setting {
    name: "circulant",
    values: Values::Number { default: 0, least: 0, most: u64::MAX },
    about: "the circulant starts this many times 3 columns before the middle, for n = 6k + 2 and 6k + 4",
};

/// The construction.
const CASE: Setting = Setting {
    name: "case",
    values: Values::Words(&["any", "polygon", "a", "b", "c1", "c2"]),
    about: "which construction: one that applies to n, or the one named",
};

impl Construction for ErbasTanik {
    const INFO: Info = Info {
        id: "erbas-tanik",
        title: "Erbas and Tanik's polygons and circulants",
        category: Category::Constructive,
        reference: "Erbas and Tanik 1991 and 1995; Erbas, Sarkeshik and Tanik, section 6 (reconstructed)",
        guarantee: "a solution for n = 1 and every n from 4 on; families of solutions by polygon",
        counts: "nothing is tested",
        corrections: "reconstructed from its summaries: the printed texts were not available",
        pseudocode: &[
            "polygon, n without divisor 2 or 3: the star polygon {n/s}",
            "  for i := 0 to n - 1: column (s · i + start) mod n",
            "A, n even but not 6k + 2: c := 1; B, n even but not 6k: c := n/2 - 1 - 3 · circulant",
            "  a 2-circulant, shifted by c",
            "  for i := 0 to n/2 - 1: column (2i + c) mod n",
            "  the same turned upside down",
            "C1, C2, n odd: as A or B for n - 1, then column n - 1",
        ],
        settings: &[CASE, STEP, START, CIRCULANT],
        boards: BOARDS,
    };

    fn runs(&self, n: u64, settings: &Settings) -> Result<Runs, SearchError> {
        let case = match (settings.word(&CASE), n % 6) {
            ("any", 1 | 5) => "polygon",
            ("any", 0) => "a",
            ("any", 3) => "c2",
            ("any", _) => "b",
            (asked, _) => asked,
        };
        let is_odd = !n.is_multiple_of(2);
        match case {
            "polygon" => self.star(n, settings),
            "a" | "b" if is_odd => Err(self.not_for(n, "constructions A and B need an even n")),
            "a" => Ok(circulant(n, 1)),
            "b" => Ok(circulant(n, shift(n, settings))),
            _ if !is_odd => Err(self.not_for(n, "constructions C1 and C2 need an odd n")),
            _ if n == 1 => Ok(Runs::new().queen(7, 0)),
            "c1" => Ok(circulant(n - 1, 1).queen(7, n - 1)),
            _ => Ok(circulant(n - 1, shift(n - 1, settings)).queen(7, n - 1)),
        }
    }
}

impl ErbasTanik {
    fn star(&self, n: u64, settings: &Settings) -> Result<Runs, SearchError> {
        let (s, start) = (settings.number(&STEP), settings.number(&START));
        let common = [s - 1, s, s + 1].into_iter().find(|&number| gcd(number, n) > 1);
        if let Some(number) = common {
            let why = format!(
                "step {s} needs {}, {s} and {} coprime to n, and {number} is not",
                s - 1,
                s + 1,
            );
            return Err(self.not_for(n, &why));
        }
        Ok(Runs::new().around(2, n, start % n, s, n))
    }
}

/// The shift of construction B.
fn shift(n: u64, settings: &Settings) -> u64 {
    let back = (u128::from(settings.number(&CIRCULANT)) * 3) % u128::from(n);
    (n + n / 2 - 1 - back as u64) % n
}

/// The upper half of a 2-circulant of even side, and its half turn.
fn circulant(n: u64, shift: u64) -> Runs {
    let upper = Runs::new().around(5, n / 2, shift, 2, n);
    let lower = upper.half_turn(6, n);
    upper.then(&lower)
}

/// The greatest common divisor.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
