//! Counting by an algorithm that visits every solution, or by a model and a solver.

use super::{Counted, Counter, Provenance};
use crate::{Error, ErrorKind};
use bezzel_board::Problem;
use bezzel_models::solve::{self, Backend};
use bezzel_search::{Category, Choice, Outcome, SearchResult, StopReason, algorithms};

/// Rows from which no algorithm that visits every solution ends in a day.
pub(super) const ENDLESS: u32 = 20;

/// The fastest algorithm for a problem.
pub(super) fn fastest(problem: &Problem) -> Result<Choice, Error> {
    let bits = algorithms::find("bitmask")?;
    let algorithm = match bits.info().supports(problem) {
        Ok(()) => bits,
        Err(_) => algorithms::find("backtracking")?,
    };
    Ok(Choice::plain(algorithm))
}

impl Counter<'_> {
    /// By this algorithm, which must find all solutions, or all fundamental ones if those are
    /// requested.
    pub(super) fn by_algorithm(
        &self,
        problem: &Problem,
        choice: &Choice,
    ) -> Result<Counted, Error> {
        let info = choice.algorithm.info();
        choice.algorithm.supports(problem, &choice.settings)?;
        let is_fundamental = info.category == Category::Fundamental;
        if info.category != Category::AllSolutions && !(is_fundamental && self.request.fundamental)
        {
            let finds = match info.category {
                Category::Constructive => "one solution, without search",
                category => category.name(),
            };
            let error = Error::new(ErrorKind::Unsupported, format!("{} finds {finds}", info.id));
            return Err(match is_fundamental {
                true => error.set("fundamental", "true"),
                false => error.set("algorithm", "bitmask"),
            });
        }
        let limits = self.request.limits.with(self.control)?;
        let report = choice.algorithm.run(problem, &choice.settings, &limits, &mut ());
        let (number, because) = ending(&report);
        let provenance = Provenance::Algorithm {
            algorithm: choice.name_with_seed(),
            work: report.work,
            seconds: report.elapsed.as_secs_f64(),
        };
        let counted = Counted::new(problem, number, because, provenance);
        Ok(if is_fundamental { counted.up_to_symmetry() } else { counted })
    }

    /// By this back-end: every solution is found and verified.
    pub(super) fn by_backend(
        &self,
        problem: &Problem,
        backend: &dyn Backend,
    ) -> Result<Counted, Error> {
        let limits = self.request.limits.with(self.control)?;
        let report = solve::run(backend, problem, &limits, &mut |_| ())?;
        let info = backend.info();
        let (number, because) = ending(&report);
        let provenance = Provenance::BackEnd {
            back_end: info.id,
            guarantee: info.guarantee,
            visits: info.visit.map(|_| report.work.visits),
            seconds: report.elapsed.as_secs_f64(),
        };
        Ok(Counted::new(problem, number, because, provenance))
    }
}

fn ending(report: &SearchResult) -> (u128, Option<StopReason>) {
    match report.outcome {
        Outcome::Exact { total } => (total, None),
        Outcome::AtLeast { total, because } => (total, Some(because)),
    }
}
