//! The fundamental solutions of a board with their stabilisers, by filtering all solutions.

use crate::{Limits, SearchResult, Settings, StepProbe, algorithms};
use bezzel_board::{Placement, Problem, Size, Symmetry};
use std::ops::ControlFlow;

/// A solution that is the smallest of its orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fundamental {
    /// The solution.
    pub solution: Placement,
    /// The symmetries that leave it unchanged.
    pub stabiliser: Vec<Symmetry>,
    /// The number of its different images.
    pub orbit: usize,
}

/// One solution of each class of a flat board, in lexicographic order, and the result of the run.
///
/// ```
/// # use bezzel_board::Size;
/// # use bezzel_search::{fundamental, Limits};
/// let (found, _) = fundamental(Size::square(8).unwrap(), &Limits::none());
/// assert_eq!(found.len(), 12);
/// assert_eq!(found.iter().map(|one| one.orbit).sum::<usize>(), 92);
/// ```
#[must_use]
pub fn fundamental(size: Size, limits: &Limits) -> (Vec<Fundamental>, SearchResult) {
    let mut collector = Collector { size, found: Vec::new() };
    let bits = algorithms::find("bitmask").expect("bit masks are in the registry");
    let result = bits.run(&Problem::new(size), &Settings::default(), limits, &mut collector);
    (collector.found, result)
}

struct Collector {
    size: Size,
    found: Vec<Fundamental>,
}

impl StepProbe for Collector {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        let solution = Placement::from_columns(columns);
        if Symmetry::canonical(&solution, self.size) == solution {
            let stabiliser = Symmetry::stabiliser(&solution, self.size);
            let orbit = Symmetry::of_size(self.size).len() / stabiliser.len();
            self.found.push(Fundamental { solution, stabiliser, orbit });
        }
        ControlFlow::Continue(())
    }
}
