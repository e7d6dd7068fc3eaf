//! One solution of a problem, by the fastest known correct method unless another is given.

use bezzel_board::{Placement, Problem};
use bezzel_search::{
    Choice, Limits, Outcome, SearchError, SearchResult, StepProbe, algorithms, has_none_on_torus,
};
use std::ops::ControlFlow;

/// The result of looking for one solution.
pub enum Solved {
    /// A theorem excludes solutions; nothing was run.
    Theorem {
        /// Who proved it.
        by: &'static str,
        /// What it says.
        says: &'static str,
    },
    /// An algorithm was run.
    Run {
        /// The algorithm.
        choice: Choice,
        /// Why it was chosen.
        why: &'static str,
        /// The first solution, if one was found.
        solution: Option<Placement>,
        /// The result of the run.
        result: SearchResult,
    },
}

impl Solved {
    /// Whether the answer is certain: a solution, or none after a complete search.
    pub fn is_proven(&self) -> bool {
        match self {
            Solved::Theorem { .. } => true,
            Solved::Run { solution, result, .. } => {
                solution.is_some() || matches!(result.outcome, Outcome::Exact { .. })
            }
        }
    }
}

/// Looks for one solution with this algorithm, or with the fastest.
pub fn search(
    problem: &Problem,
    asked: Option<Choice>,
    limits: &Limits,
) -> Result<Solved, SearchError> {
    let (choice, why) = match asked {
        Some(choice) => (choice, "as asked"),
        None if has_none_on_torus(problem) => {
            return Ok(Solved::Theorem {
                by: "Polya 1918",
                says: "a torus has solutions only where gcd(n, 6) = 1",
            });
        }
        None => fastest(problem)?,
    };
    choice.algorithm.supports(problem, &choice.settings)?;
    let mut first = First(None);
    let limits = limits.clone().with_solutions(1);
    let result = choice.algorithm.run(problem, &choice.settings, &limits, &mut first);
    let solution = first.0.as_deref().map(|numbers| problem.placement(numbers));
    Ok(Solved::Run { choice, why, solution, result })
}

/// Keeps the first solution.
struct First(Option<Vec<u32>>);

impl StepProbe for First {
    fn solution(&mut self, numbers: &[u32]) -> ControlFlow<()> {
        self.0 = Some(numbers.to_vec());
        ControlFlow::Continue(())
    }
}

/// The fastest known method for one solution of this problem, and why it was chosen.
pub fn fastest(problem: &Problem) -> Result<(Choice, &'static str), SearchError> {
    // From about n = 25 on, lexicographic bit-mask search finds its first solution late; always
    // filling the row or column with the fewest squares left avoids this.
    let (id, why) = if !problem.is_flat() {
        ("backtracking", "it supports every board")
    } else if problem.size().columns() <= 24 {
        ("bitmask", "fastest on small boards")
    } else if problem.is_plain() && !problem.wraps() && problem.size().is_square() {
        ("bernhardsson", "it constructs a solution without search")
    } else if problem.is_plain() && problem.wraps() {
        ("magic-square", "it constructs a solution of the torus without search")
    } else {
        ("dancing-links", "it fills the row or column with the fewest squares first")
    };
    Ok((Choice::plain(algorithms::find(id)?), why))
}
