//! Integer programming by HiGHS: a 0/1 column for each open square, a row for each line.
//!
//! There is nothing to optimise; the first feasible point is an answer. Each solution found is cut
//! off by a row that forbids all its queens together, until the program is infeasible.

use super::{Backend, Halt, Info, Watch};
use crate::Model;

/// See the [module](self).
pub struct Ip;

const INFO: Info = Info {
    id: "ip",
    title: "HiGHS on the integer program",
    formulation: "0/1 integer programming without objective",
    proves: false,
    guarantee: "complete up to the solver's tolerance of 1e-6 on 0/1 numbers: a verified solution, \
                or no solution; counts by cutting off each solution found",
    most_squares: 1_000_000,
    visit: None,
    available: cfg!(feature = "solvers"),
};

impl Backend for Ip {
    fn info(&self) -> &'static Info {
        &INFO
    }

    #[cfg(feature = "solvers")]
    fn search(&self, model: &Model, watch: &mut Watch<'_>) -> Result<(), Halt> {
        super::highs::search(model, watch)
    }

    #[cfg(not(feature = "solvers"))]
    fn search(&self, _: &Model, _: &mut Watch<'_>) -> Result<(), Halt> {
        Err(Halt::Failed(super::SolveError::LeftOut { id: INFO.id }))
    }
}
