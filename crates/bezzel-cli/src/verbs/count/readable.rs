//! Counting by a readable algorithm.

use super::answer::Answer;
use crate::failure::Failure;
use crate::output;
use bezzel_board::Problem;
use bezzel_engines::EngineError;
use bezzel_search::{Category, Choice, Limits, algorithms};

/// Counts by this algorithm, which must be one that finds all solutions, or all fundamental ones
/// where those are wanted.
pub fn count(
    problem: &Problem,
    choice: &Choice,
    limits: &Limits,
    fundamental: bool,
) -> Result<Answer, Failure> {
    let info = choice.algorithm.info();
    choice.algorithm.supports(problem, &choice.settings)?;
    let fits = info.category == Category::AllSolutions
        || (fundamental && info.category == Category::Fundamental);
    if !fits {
        return Err(Failure::Usage(format!(
            "{} finds {}; to count them all use for example bitmask",
            info.id,
            match info.category {
                Category::Constructive => "one solution, without search",
                category => category.name(),
            }
        )));
    }
    let report = choice.algorithm.run(problem, &choice.settings, limits, &mut ());
    let seconds = report.elapsed.as_secs_f64();
    output::note(&format!(
        "{problem}: computed now by algorithm {}, {seconds:.3} s",
        choice.name_with_seed()
    ));
    Ok(Answer::of_algorithm(problem, choice, &report))
}

/// Rows from which no algorithm that looks at every solution ends in a day.
const HOPELESS: u32 = 20;

/// Says before the count that no engine makes it, and what to do if it will not end.
pub fn warn(problem: &Problem, choice: &Choice, why: &EngineError) {
    let advice = match problem.size().rows() >= HOPELESS {
        true => format!(
            "; that will hardly end: --time SECONDS stops it, 'bezzel solve {}' finds one solution",
            problem.size()
        ),
        false => String::new(),
    };
    let name = choice.name();
    output::note(&format!("{problem}: {why}; {name} counts one solution after the other{advice}"));
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
