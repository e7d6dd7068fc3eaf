//! Erbas and Tanik's polygons and circulants: a solution is a walk round a regular polygon.
//!
//! ```text
//!   star polygon {7/2}      compound polygon 2{4/1}, n = 8, turned upside down halfway
//!   Q . . . . . .           . . . Q . . . .
//!   . . Q . . . .           . . . . . Q . .     Number the corners of a regular n-gon by columns and
//!   . . . . Q . .           . . . . . . . Q     go s corners on for each row. If s has no divisor in
//!   . . . . . . Q           . Q . . . . . .     common with n the walk is a star and meets every
//!   . Q . . . . .           . . . . . . Q .     column; otherwise it falls into several polygons.
//!   . . . Q . . .           Q . . . . . . .     As a matrix, each row is the last one shifted by s:
//!   . . . . . Q .           . . Q . . . . .     an s-circulant.
//!                           . . . . Q . . .
//! ```
//!
//! Cost: O(s) for the runs, O(n) to write them; no memory. Works for n = 1 and every n ≥ 4:
//!
//! - gcd(n, 6) = 1: the star {n/s} for each s with s − 1, s and s + 1 prime to n (the settings `step` and
//!   `start` choose among them), which is a solution on the torus as well;
//! - n even: two halves of a 2-circulant, the lower one turned (`circulant` chooses among the shifts
//!   that work; where the chosen one does not, the refusal names two queens that attack each other);
//! - n an odd multiple of 3: the even solution for n − 1 and a queen in the corner it leaves free.
//!
//! The reports of 1991 and the article "Generating solutions to the N-queens problem using
//! 2-circulants" (Mathematics Magazine 68, 1995) were at hand in their summaries only: constructions A
//! and B for even n and C for odd n are rebuilt from there.

use crate::construct::{BOARDS, Construction, Runs};
use crate::{Category, Info, SearchError, Setting, Settings, Values};

/// See the [module](self).
pub struct ErbasTanik;

/// The s of a star polygon.
const STEP: Setting = Setting {
    name: "step",
    // A walk of step s takes s runs, and proving them takes the square of that.
    values: Values::Number { default: 2, least: 2, most: 100 },
    about: "corners to go on for each row of a star polygon",
};

/// The first column of a star polygon.
const START: Setting = Setting {
    name: "start",
    values: Values::Number { default: 0, least: 0, most: u64::MAX },
    about: "column of row 0 on a star polygon, counted round",
};

/// The shift of the circulant.
const CIRCULANT: Setting = Setting {
    name: "circulant",
    values: Values::Number { default: 0, least: 0, most: u64::MAX },
    about: "how many times 3 columns before the middle the circulant starts, for n = 6k + 2 and 6k + 4",
};

impl Construction for ErbasTanik {
    const INFO: Info = Info {
        id: "erbas-tanik",
        title: "Erbas and Tanik's polygons and circulants",
        category: Category::Constructive,
        reference: "Erbas and Tanik 1991 and 1995; Erbas, Sarkeshik and Tanik, section 6 (rebuilt)",
        guarantee: "a solution for n = 1 and every n from 4 on; families of them by polygon",
        counts: "nothing is tested",
        corrections: "rebuilt from its summaries: the printed texts were not at hand",
        pseudocode: &[
            "if n has no divisor 2 or 3: the star polygon {n/s}",
            "  for i := 0 to n - 1: column (s · i + start) mod n",
            "if n is even: a 2-circulant, shifted by c",
            "  c := 1 if n mod 6 = 0, else n/2 - 1 - 3 · circulant",
            "  for i := 0 to n/2 - 1: column (2i + c) mod n",
            "  the same turned upside down",
            "else: as for n - 1, then column n - 1",
        ],
        settings: &[STEP, START, CIRCULANT],
        boards: BOARDS,
    };

    fn runs(&self, n: u64, settings: &Settings) -> Result<Runs, SearchError> {
        match n % 6 {
            1 | 5 => self.star(n, settings),
            3 => Ok(self.runs(n - 1, settings)?.queen(7, n - 1)),
            _ => Ok(self.circulant(n, settings)),
        }
    }
}

impl ErbasTanik {
    fn star(&self, n: u64, settings: &Settings) -> Result<Runs, SearchError> {
        let (s, start) = (settings.number(&STEP), settings.number(&START));
        let common = [s - 1, s, s + 1].into_iter().find(|&number| gcd(number, n) > 1);
        if let Some(number) = common {
            let why = format!(
                "step {s} needs {}, {s} and {} without a divisor in common with n, and {number} has one",
                s - 1,
                s + 1,
            );
            return Err(self.not_for(n, &why));
        }
        Ok(Runs::new().around(2, n, start % n, s, n))
    }

    fn circulant(&self, n: u64, settings: &Settings) -> Runs {
        let half = n / 2;
        let shift = match n % 6 {
            0 => 1,
            _ => {
                let back = (u128::from(settings.number(&CIRCULANT)) * 3) % u128::from(n);
                (half - 1 + n - back as u64) % n
            }
        };
        let upper = Runs::new().around(5, half, shift, 2, n);
        let lower = upper.half_turn(6, n);
        upper.then(&lower)
    }
}

/// The greatest common divisor.
pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
