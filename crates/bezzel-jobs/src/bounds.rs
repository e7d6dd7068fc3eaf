//! Which subtotals of a plan are possible: of one kind, and no larger than the board allows.

use bezzel_board::{Problem, Rule};
use bezzel_engines::{Counted, Subtotal};

/// The possible subtotals of a plan.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// The subtotal of no unit at all.
    nothing: Subtotal,
    /// No count can be larger than this.
    ceiling: u128,
}

impl Bounds {
    /// The bounds of a problem whose subtotals start from `nothing`.
    pub(crate) fn new(
        problem: &Problem,
        divisor: u128,
        nothing: Subtotal,
        counted: Counted,
    ) -> Bounds {
        let ceiling = match counted {
            Counted::Solutions => placements(problem).saturating_mul(divisor),
            // Of the others no bound is known.
            _ => u128::MAX,
        };
        Bounds { nothing, ceiling }
    }

    /// The subtotal of no unit at all.
    pub(crate) fn nothing(&self) -> &Subtotal {
        &self.nothing
    }

    /// Whether this sum is more than is possible on the board.
    pub(crate) fn exceeds(&self, sum: &Subtotal) -> bool {
        sum.count().is_some_and(|sum| sum > self.ceiling)
    }

    /// Whether this can be the subtotal of a unit, or why not.
    pub(crate) fn possible(&self, subtotal: &Subtotal) -> Result<(), String> {
        let fits = match (&self.nothing, subtotal) {
            (Subtotal::Count(_), Subtotal::Count(count)) => *count <= self.ceiling,
            (nothing, subtotal) => nothing.plus(subtotal).is_some(),
        };
        if fits {
            return Ok(());
        }
        Err(format!("{subtotal} is not a possible subtotal on this board"))
    }
}

/// How many ways there are to put one queen in each row, ignoring diagonals, or to choose squares
/// where a row may hold any number of pieces: no total can be larger. Saturates at 128 bits.
fn placements(problem: &Problem) -> u128 {
    let size = problem.size();
    if !problem.has_one_per_row() {
        let squares = u128::from(size.squares());
        // Each step is a binomial coefficient, so that the division leaves no remainder.
        let choose = |ways: u128, k: u128| Some(ways.checked_mul(squares - k)? / (k + 1));
        return (0..u128::from(problem.pieces())).try_fold(1, choose).unwrap_or(u128::MAX);
    }
    let width = u128::from(size.width());
    // On a flat board queens share no column, so each row has one choice fewer; n = 28 then
    // stays at 98 bits, where width^rows would pass 128 and check nothing.
    let columns_attack = size.dimension() == 2 && problem.rule() == Rule::Queen;
    (0..u128::from(size.rows())).fold(1, |ways: u128, row| {
        let choices = if columns_attack { width.saturating_sub(row) } else { width };
        ways.saturating_mul(choices)
    })
}
