//! Counting by a model and a solver.

use super::answer::Answer;
use crate::failure::Failure;
use crate::output;
use bezzel_board::Problem;
use bezzel_models::solve::{self, Backend};
use bezzel_search::Limits;

/// Counts by this back-end: every solution is found and verified.
pub fn count(problem: &Problem, backend: &dyn Backend, limits: &Limits) -> Result<Answer, Failure> {
    let report = solve::run(backend, problem, limits, &mut |_| ())?;
    let seconds = report.elapsed.as_secs_f64();
    let info = backend.info();
    output::note(&format!("{problem}: computed now by back-end {}, {seconds:.3} s", info.id));
    Ok(Answer::of_backend(problem, info, &report))
}
