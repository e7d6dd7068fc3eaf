//! A counting job as a list of independent units.

use bezzel_board::Problem;

/// One independent piece of a counting job.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// What the unit counts, in a short text that never changes for the same plan.
    pub label: String,
    /// Expected work, in units that mean something only within one plan.
    pub cost: f64,
}

/// All units of a job. The total is the sum of the unit subtotals divided by `divisor`.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The engine that made the plan.
    pub engine: &'static str,
    /// The problem it counts.
    pub problem: Problem,
    /// The units; a unit is named by its place in this list.
    pub units: Vec<Unit>,
    /// Common denominator of the symmetry weights; it divides the sum of all subtotals.
    pub divisor: u128,
}

impl Plan {
    /// The total from the sum of all subtotals; `None` if the sum is not a multiple of the
    /// divisor, which means that some subtotal is wrong.
    #[must_use]
    pub fn total(&self, sum: u128) -> Option<u128> {
        sum.is_multiple_of(self.divisor).then(|| sum / self.divisor)
    }
}
