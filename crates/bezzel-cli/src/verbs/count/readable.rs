//! Counting by a readable algorithm.

use super::answer::Answer;
use crate::args::Choice;
use crate::failure::Failure;
use crate::output;
use bezzel_board::Problem;
use bezzel_search::{Category, Limits, algorithms};

/// Counts by this algorithm, which must be one that finds all solutions.
pub fn count(problem: &Problem, choice: &Choice, limits: &Limits) -> Result<Answer, Failure> {
    let info = choice.algorithm.info();
    info.supports(problem)?;
    if info.category != Category::AllSolutions {
        return Err(Failure::Usage(format!(
            "{} finds {}, so it cannot count them all; use for example bitmask",
            info.id,
            info.category.name()
        )));
    }
    let report = choice.algorithm.run(problem, &choice.settings, limits, &mut ());
    let seconds = report.elapsed.as_secs_f64();
    output::note(&format!(
        "{problem}: computed now by algorithm {}, {seconds:.3} s",
        choice.name()
    ));
    Ok(Answer::of_algorithm(problem, &choice.name(), &report))
}

/// The fastest readable algorithm for a problem.
pub fn fastest(problem: &Problem) -> Result<Choice, Failure> {
    let bits = algorithms::find("bitmask")?;
    let algorithm = match bits.info().supports(problem) {
        Ok(()) => bits,
        Err(_) => algorithms::find("backtracking")?,
    };
    Ok(Choice::plain(algorithm))
}
