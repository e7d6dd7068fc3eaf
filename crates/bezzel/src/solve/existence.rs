//! Whether there is a solution, by whichever method decides it first.
//!
//! The answer "no solution" of an external solver is checked: often a theorem, a construction or a
//! short search refutes it.

use super::one::{Solved, fastest, search};
use bezzel_board::{Placement, Problem};
use bezzel_search::{Choice, Existence, Limits, SearchError, algorithms};

/// Tried one after the other if the fastest method does not decide it: repair of a random
/// placement, which finds solutions of boards too large for a complete search, and a complete
/// search that always fills the line with the fewest squares left.
const OTHERS: [&str; 2] = ["min-conflicts", "dancing-links"];

/// Looks for a solution or a proof that there is none; each method gets these limits.
pub fn existence(problem: &Problem, limits: &Limits) -> Existence<Placement> {
    let fastest = fastest(problem).map(|(choice, _)| choice.algorithm.info().id);
    let others = OTHERS.iter().filter(|&id| fastest.as_ref() != Ok(id));
    let others = others.filter_map(|id| algorithms::find(id).ok()).map(Choice::plain);
    for asked in std::iter::once(None).chain(others.map(Some)) {
        match search(problem, asked, limits) {
            Err(SearchError::NoSolution { .. } | SearchError::NoneOnTorus { .. }) => {
                return Existence::None;
            }
            Ok(Solved::Run { solution: Some(solution), .. }) if problem.is_solution(&solution) => {
                return Existence::Found(solution);
            }
            Ok(solved) if solved.is_proven() => return Existence::None,
            // Out of time, or not applicable to this board.
            Ok(_) | Err(_) => {}
        }
    }
    Existence::Open
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Square;
    use std::time::Duration;

    #[test]
    fn existence_is_decided_where_possible() {
        let short = Limits::none().with_visits(300_000);
        for n in [2, 3] {
            assert_eq!(existence(&Problem::queens(n), &short), Existence::None, "{n}");
        }
        for n in [1, 8, 26, 200] {
            let Existence::Found(one) = existence(&Problem::queens(n), &short) else {
                panic!("{n} queens have solutions")
            };
            assert!(Problem::queens(n).is_solution(&one));
        }
        // By a theorem, where no search would finish.
        let torus = Problem::queens(28).on_torus().unwrap();
        assert_eq!(existence(&torus, &short), Existence::None);
        // By a search: theorems and constructions do not cover given queens.
        let given = Problem::queens(200).with_given([Square::new(0, 0)]).unwrap();
        assert!(matches!(existence(&given, &short), Existence::Found(_)));
        // Without any time, only methods that need no search can answer.
        let hurry = Limits { time: Some(Duration::ZERO), ..Limits::none() };
        let dense = Problem::queens(60).with_blocked((0..59).map(|c| Square::new(0, c))).unwrap();
        assert_eq!(existence(&dense, &hurry), Existence::Open);
    }
}
