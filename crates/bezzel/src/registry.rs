//! The registries and the fastest engine, for fronts that list names in their help and completions before anything is asked.
//!
//! [`catalogue`](crate::catalogue) and [`algorithms`](crate::algorithms) answer with the same as data;
//! they also look for solvers on this machine, which takes too long for every start of a program.

use bezzel_board::Problem;
use bezzel_engines::{BarrRao, Colour, Engine, Enumerate, Pieces, Torus};
pub use bezzel_engines::{Counted, registry as engines};
pub use bezzel_models::solve::Info as BackendInfo;
pub use bezzel_models::{DEFINITIONS, Encoding, FORMATS, FormatOption, GraphKind};
pub use bezzel_search::{Category, Info, Setting, Values, algorithms, stacks};

/// The side from which counting by colour beats enumeration: at 15 enumeration takes half the
/// time of colour, at 16 it takes longer (`bench/engines`). Given queens prune enumeration more.
fn crossover(problem: &Problem) -> u32 {
    if problem.is_plain() { 16 } else { 17 }
}

/// The engine that counts this problem fastest.
#[must_use]
pub fn fastest(problem: &Problem) -> &'static dyn Engine {
    let size = problem.size();
    match problem.wraps() {
        _ if !problem.has_one_per_row() => &Pieces,
        _ if !problem.has_straight_lines() => &BarrRao,
        // A rectangle that is too wide for words may still have few rows.
        true if !size.is_square() && size.columns() > Torus::LARGEST => &BarrRao,
        true => &Torus,
        false if size.is_square() && size.rows() >= crossover(problem) => &Colour,
        false => &Enumerate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Square;

    #[test]
    fn the_fastest_engine_counts_the_problem() {
        for (text, id) in [
            ("8", "enumerate"),
            ("16", "colour"),
            ("5x8", "enumerate"),
            ("7 torus", "torus"),
            ("8 amazon", "barr-rao"),
            ("4^3", "barr-rao"),
            ("8 queens=5", "pieces"),
            ("6 cylinder", "torus"),
            ("5x8 cylinder", "torus"),
            ("3x40 cylinder", "barr-rao"),
            ("6 cylinder king", "pieces"),
        ] {
            let problem: Problem = text.parse().unwrap();
            let engine = fastest(&problem);
            assert_eq!(engine.info().id, id, "{text}");
            assert!(engine.prepare(&problem, &crate::Stop::new()).is_ok(), "{text}");
        }
    }

    #[test]
    fn given_queens_and_blocked_squares_are_counted_by_engines_too() {
        let square = [Square::new(0, 3)];
        for (text, id) in
            [("16", "enumerate"), ("17", "colour"), ("7x9", "enumerate"), ("13 torus", "torus")]
        {
            let problem: Problem = text.parse().unwrap();
            for changed in [problem.clone().with_given(square), problem.with_blocked(square)] {
                let changed = changed.unwrap();
                let engine = fastest(&changed);
                assert_eq!(engine.info().id, id, "{changed}");
                assert!(engine.prepare(&changed, &crate::Stop::new()).is_ok(), "{changed}");
            }
        }
    }
}
