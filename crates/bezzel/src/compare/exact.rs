//! Exact success: every choice of a randomised algorithm tried, instead of a sample of its runs.

use super::{CompareRequest, Plan};
use crate::deadline::Deadline;
use crate::{Control, Decimal, Error, ErrorKind};
use bezzel_board::Problem;
use bezzel_search::{Chance, Choice, NoChance, algorithms};
use serde::Serialize;

/// The exact probability that one start of an algorithm succeeds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ExactSuccess {
    /// On what.
    pub problem: Problem,
    /// The algorithm with its settings, but no seed.
    pub algorithm: String,
    /// The probability is this number ...
    pub over: Decimal,
    /// ... divided by this one.
    pub under: Decimal,
    /// The same as a number.
    pub probability: f64,
}

/// The shares of all algorithms and problems, and whether they were stopped before the end.
pub(super) fn exhaust(
    request: &CompareRequest,
    plan: &Plan<'_>,
    control: &Control,
) -> Result<(Vec<ExactSuccess>, bool), Error> {
    if plan.seeds.is_some() || plan.vary.is_some() {
        let error = Error::bad("exact success tries every choice, so it has no seeds to vary");
        return Err(error.leave_out(if plan.seeds.is_some() { "seeds" } else { "vary" }));
    }
    let deadline = Deadline::new(&request.limits, control)?;
    let mut found = Vec::new();
    for problem in plan.problems {
        for choice in &plan.choices {
            let share = choice.algorithm.success(problem, &choice.settings, deadline.stop());
            match share {
                Ok(share) => found.push(ExactSuccess::new(problem, choice, share)),
                Err(NoChance::Stopped) => return Ok((found, true)),
                // Algorithms that were not named take part only where they can.
                Err(_) if !plan.named => {}
                Err(error) => return Err(refused(choice, problem, error)),
            }
        }
    }
    match found.is_empty() {
        true => Err(Error::new(ErrorKind::Unsupported, "no algorithm has an exact success here")
            .advice(format!("name one of {}, and a board of up to 8 rows", known()))),
        false => Ok((found, false)),
    }
}

fn refused(choice: &Choice, problem: &Problem, error: NoChance) -> Error {
    let name = choice.name();
    match error {
        NoChance::TooLarge { rows } => {
            let what = format!("{name} has too many choices on {problem}");
            let advice = format!("choose a full board of up to {rows} rows");
            Error::new(ErrorKind::TooLarge, what).advice(advice)
        }
        _ => Error::new(ErrorKind::Unsupported, format!("the choices of {name} are not exhausted"))
            .set("algorithms", known()),
    }
}

/// The algorithms whose choices are exhausted.
fn known() -> String {
    let stop = bezzel_board::Stop::new();
    let one = Problem::queens(1);
    let has = |algorithm: &&&'static dyn bezzel_search::Algorithm| {
        algorithm.success(&one, &bezzel_search::Settings::default(), &stop).is_ok()
    };
    let ids: Vec<&str> = algorithms::ALL.iter().filter(has).map(|one| one.info().id).collect();
    ids.join(",")
}

impl ExactSuccess {
    fn new(problem: &Problem, choice: &Choice, share: Chance) -> ExactSuccess {
        ExactSuccess {
            problem: problem.clone(),
            algorithm: choice.name(),
            over: Decimal(share.over),
            under: Decimal(share.under),
            probability: share.probability(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{CompareRequest, Control, ErrorKind, compare};
    use bezzel_board::Problem;
    use std::ops::ControlFlow;

    #[test]
    fn only_small_boards_of_some_algorithms_are_exhausted() {
        let asked = |names: &[&str], n: u32| {
            let mut request = CompareRequest::new(vec![Problem::queens(n)]);
            request.algorithms = Some(names.iter().map(|&name| name.to_owned()).collect());
            request.exact = true;
            compare(&request, &Control::new(), &mut |_| ControlFlow::Continue(()))
        };
        let found = asked(&["las-vegas", "qs1"], 6).unwrap().exact;
        let shares: Vec<(u128, u128)> = found.iter().map(|one| (one.over.0, one.under.0)).collect();
        assert_eq!(shares, [(5, 72), (1, 12)], "60 of 720 starts of qs1");
        assert_eq!(asked(&["wirth"], 6).unwrap_err().kind, ErrorKind::Unsupported);
        assert_eq!(asked(&["qs1"], 20).unwrap_err().kind, ErrorKind::TooLarge);
    }
}
