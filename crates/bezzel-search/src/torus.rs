//! The theorem on the torus: which sides have no solution.

use bezzel_board::Problem;

/// Whether the theorem on the torus excludes a solution; this also holds with given queens or
/// blocked squares.
#[must_use]
pub fn has_none_on_torus(problem: &Problem) -> bool {
    let n = problem.size().rows();
    let shares_a_factor = n.is_multiple_of(2) || n.is_multiple_of(3);
    problem.is_flat() && problem.wraps() && n > 0 && shares_a_factor
}
