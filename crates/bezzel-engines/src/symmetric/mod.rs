//! Symmetric solutions of the full board, and the solutions up to symmetry derived from them.

mod turns;

use bezzel_board::{Explain, Instead, Problem, Rule, Topology};
use thiserror::Error;
pub use turns::{LARGEST_TURNED, half_turn_solutions, quarter_turn_solutions};

/// How many fundamental solutions a full board has, by the symmetry of the solution.
///
/// The eight symmetries of the board turn a fundamental solution into 8 different solutions if it
/// has no symmetry, 4 if only a half turn leaves it unchanged, and 2 if a quarter turn does. No
/// reflection leaves a solution of a board of side 2 or more unchanged: it would put two queens
/// into one row or column, or all of them onto one diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Fundamental solutions without symmetry: eight solutions each.
    pub asymmetric: u128,
    /// Fundamental solutions unchanged by a half turn but not by a quarter turn: four solutions
    /// each.
    pub half_turn: u128,
    /// Fundamental solutions unchanged by a quarter turn: two solutions each.
    pub quarter_turn: u128,
    /// 1 for the boards of side 0 and 1, whose only solution has all eight symmetries; else 0.
    pub fully_symmetric: u128,
}

/// Numbers that cannot be the solutions of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ClassesError {
    /// Burnside's sum is not a multiple of 8.
    #[error(
        "{total} solutions cannot be right for side {n}: with {half_turn} half-turn and \
         {quarter_turn} quarter-turn solutions, total + half + 2 · quarter leaves {remainder} \
         modulo 8"
    )]
    Checksum {
        /// Side of the board.
        n: u32,
        /// The total given.
        total: u128,
        /// Half-turn solutions given.
        half_turn: u128,
        /// Quarter-turn solutions given.
        quarter_turn: u128,
        /// The remainder of Burnside's sum.
        remainder: u128,
    },
    /// The numbers do not nest: quarter-turn ⊆ half-turn ⊆ all, in complete classes.
    #[error(
        "{quarter_turn} quarter-turn, {half_turn} half-turn and {total} solutions are not the \
         counts of one board of side {n}"
    )]
    Inconsistent {
        /// Side of the board.
        n: u32,
        /// The total given.
        total: u128,
        /// Half-turn solutions given.
        half_turn: u128,
        /// Quarter-turn solutions given.
        quarter_turn: u128,
    },
}

impl Explain for ClassesError {
    fn instead(&self) -> Vec<Instead> {
        vec![Instead::advice("count again, on another machine if there is one")]
    }
}

impl Classes {
    /// Whether the classes of a problem can be computed: only for full square boards up to side
    /// [`LARGEST_TURNED`].
    #[must_use]
    pub fn fit(problem: &Problem) -> bool {
        let size = problem.size();
        problem.is_plain()
            && size.is_square()
            && size.dimension() == 2
            && problem.topology() == Topology::Plane
            && problem.rule() == Rule::Queen
            && size.rows() <= LARGEST_TURNED
    }

    /// The classes of the full board of side `n` from its total, counting the symmetric
    /// solutions.
    ///
    /// # Panics
    /// If `n` is beyond [`LARGEST_TURNED`].
    pub fn of_total(n: u32, total: u128) -> Result<Classes, ClassesError> {
        let half_turn = u128::from(half_turn_solutions(n));
        let quarter_turn = u128::from(quarter_turn_solutions(n));
        Classes::new(n, total, half_turn, quarter_turn)
    }

    /// The classes, from the numbers of all solutions, of those unchanged by a half turn, and of
    /// those unchanged by a quarter turn.
    ///
    /// By Burnside's lemma total + half + 2 · quarter is 8 times the fundamental solutions,
    /// which is a check on the total that costs nothing.
    ///
    /// ```
    /// use bezzel_engines::Classes;
    /// let classes = Classes::new(8, 92, 4, 0).unwrap();
    /// assert_eq!((classes.asymmetric, classes.half_turn, classes.quarter_turn), (11, 1, 0));
    /// assert!(Classes::new(8, 93, 4, 0).is_err());
    /// ```
    pub fn new(
        n: u32,
        total: u128,
        half_turn: u128,
        quarter_turn: u128,
    ) -> Result<Classes, ClassesError> {
        let inconsistent = ClassesError::Inconsistent { n, total, half_turn, quarter_turn };
        if n <= 1 {
            if [total, half_turn, quarter_turn] != [1; 3] {
                return Err(inconsistent);
            }
            return Ok(Classes {
                asymmetric: 0,
                half_turn: 0,
                quarter_turn: 0,
                fully_symmetric: 1,
            });
        }
        let remainder = (total + half_turn + 2 * quarter_turn) % 8;
        if remainder != 0 {
            return Err(ClassesError::Checksum { n, total, half_turn, quarter_turn, remainder });
        }
        let whole = |number: Option<u128>, size: u128| {
            number
                .filter(|number| number.is_multiple_of(size))
                .map(|number| number / size)
                .ok_or(inconsistent)
        };
        Ok(Classes {
            asymmetric: whole(total.checked_sub(half_turn), 8)?,
            half_turn: whole(half_turn.checked_sub(quarter_turn), 4)?,
            quarter_turn: whole(Some(quarter_turn), 2)?,
            fully_symmetric: 0,
        })
    }

    /// Solutions up to symmetry.
    #[must_use]
    pub fn fundamental(self) -> u128 {
        self.asymmetric + self.half_turn + self.quarter_turn + self.fully_symmetric
    }

    /// All solutions.
    #[must_use]
    pub fn total(self) -> u128 {
        8 * self.asymmetric + 4 * self.half_turn + 2 * self.quarter_turn + self.fully_symmetric
    }
}
