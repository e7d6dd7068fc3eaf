//! A counting job as a list of independent units.

use crate::{Counted, Subtotal, WorkError};
use bezzel_board::Problem;
use std::fmt;

/// An independent piece of counting work.
///
/// Its label describes the geometry itself (sets of rows, queens, layers), never a position in a
/// list, so that it has the same meaning in every version of the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit {
    label: String,
}

impl Unit {
    /// The unit with this label.
    pub fn new(label: impl Into<String>) -> Unit {
        Unit { label: label.into() }
    }

    /// What the unit counts.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The error of a worker for a unit of another plan.
    pub(crate) fn unknown(&self) -> WorkError {
        WorkError::UnknownUnit { label: self.label.clone() }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

/// All units of a job. The total is the sum of the unit subtotals divided by `divisor`.
///
/// A plan depends only on the problem and the engine's revision: never on the machine, the expected
/// cost of units, or options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The engine that made the plan.
    pub engine: &'static str,
    /// The engine's revision that made these units.
    pub revision: u32,
    /// The problem it counts.
    pub problem: Problem,
    /// The units, each with a unique label.
    pub units: Vec<Unit>,
    /// Common denominator of the symmetry weights; it divides the sum of all subtotals.
    pub divisor: u128,
    /// What the subtotals count.
    pub counted: Counted,
}

impl Plan {
    /// The zero subtotal, from which sums start.
    #[must_use]
    pub fn nothing(&self) -> Subtotal {
        self.counted.nothing(&self.problem)
    }

    /// The total from the sum of all subtotals; `None` if the sum is not a multiple of the
    /// divisor, which means that some subtotal is wrong.
    #[must_use]
    pub fn total(&self, sum: &Subtotal) -> Option<Subtotal> {
        match sum {
            Subtotal::Count(sum) => {
                sum.is_multiple_of(self.divisor).then(|| Subtotal::Count(sum / self.divisor))
            }
            Subtotal::Spectrum(_) => (self.divisor == 1).then(|| sum.clone()),
        }
    }
}
