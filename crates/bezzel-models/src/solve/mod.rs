//! Built-in solving: back-ends, each with one formulation of the problem and a solver for it.
//!
//! The back-ends of this crate are written in Rust. Others come from programs that link their
//! solvers, in one list with these ([`Backends`]); a SAT solver is one that implements
//! [`SatSolver`], and the first of the list answers the questions that need one.
//!
//! A back-end enumerates solutions of a [`Model`] and passes each to a [`SolutionProbe`], which verifies it
//! by the rules of bezzel-board before reporting it, counts it, and says when to stop. A back-end
//! that finishes has proved that there are no more solutions; one that was stopped has proved
//! nothing, and its [`Outcome`] says so.
//!
//! ```
//! use bezzel_board::Problem;
//! use bezzel_models::solve::{self, Backends};
//! use bezzel_search::{Limits, Outcome};
//!
//! let backend = Backends::own().find("exact-cover").unwrap();
//! let report = solve::run(backend, &Problem::queens(8), &Limits::none(), &mut |_| ()).unwrap();
//! assert_eq!(report.outcome, Outcome::Exact { total: 92 });
//! ```

mod backends;
mod bits;
mod cdcl;
mod clique;
mod colours;
mod cp;
mod error;
mod exact_cover;
mod extremes;
mod graph;
mod ip;
mod proof;
mod sat;
mod solution_probe;
mod stable_set;

pub use backends::Backends;
pub use colours::{Chromatic, Coloured, chromatic, colour};
pub use error::SolveError;
pub use extremes::{Extremum, extreme};
pub use proof::{ProofFiles, ProofFormat};
pub use sat::{Sat, SatAnswer, SatSolver};
pub use solution_probe::{Clock, SearchEnd, SolutionProbe};

use crate::{Model, ModelError};
use bezzel_board::{Placement, Problem};
use bezzel_search::{Limits, Outcome, SearchResult, Work};
use std::time::Instant;

/// The card of a back-end.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The formulation it solves.
    pub formulation: &'static str,
    /// How reliable its answers are.
    pub guarantee: &'static str,
    /// Whether its "no solution" is a proof; otherwise it depends on floating-point arithmetic.
    pub proves: bool,
    /// Maximum number of open squares; every flat board up to this size is supported, plane or
    /// torus, with given queens and blocked squares.
    pub most_squares: u32,
    /// What a visit is, or `None` if visits are not counted and cannot be limited.
    pub visit: Option<&'static str>,
}

/// A formulation of the problem with a solver for it.
pub trait Backend: Sync {
    /// Its card.
    fn info(&self) -> &'static Info;

    /// Passes every solution to the probe, once each. `Ok` means that there are no others.
    fn search(&self, model: &Model, probe: &mut SolutionProbe<'_>) -> Result<(), SearchEnd>;

    /// Whether it places any number of pieces; otherwise each row must have one.
    fn takes_any_number(&self) -> bool {
        true
    }

    /// Whether its solver is available; one that is loaded at run time may be missing.
    fn ready(&self) -> Result<(), SolveError> {
        Ok(())
    }

    /// The library it was loaded from at run time, with its version.
    fn library(&self) -> Option<String> {
        None
    }

    /// Its SAT solver, if it has one.
    fn sat(&self) -> Option<&Sat> {
        None
    }
}

/// The back-ends of this crate.
pub const OWN: &[&dyn Backend] = &[
    &ip::Ip,
    &cp::Cp { level: cp::Level::ArcConsistency, info: &cp::INFO },
    &cp::Cp { level: cp::Level::ForwardChecking, info: &cp::FORWARD_CHECKING },
    &cp::Cp { level: cp::Level::AllDifferent, info: &cp::ALL_DIFFERENT },
    &exact_cover::Cover,
    &cdcl::CDCL,
    &clique::Clique,
    &stable_set::StableSet,
];

/// Runs a back-end on a problem; `hear` gets every solution after it has been verified.
pub fn run(
    backend: &dyn Backend,
    problem: &Problem,
    limits: &Limits,
    hear: &mut dyn FnMut(&Placement),
) -> Result<SearchResult, SolveError> {
    let info = backend.info();
    backend.ready()?;
    if limits.visits.is_some() && info.visit.is_none() {
        return Err(SolveError::NoVisits { id: info.id });
    }
    let start = Instant::now();
    let report = |outcome, visits| SearchResult {
        outcome,
        work: Work { visits, ..Work::default() },
        elapsed: start.elapsed(),
    };
    let model = match Model::new(problem.clone()) {
        Ok(model) => model,
        // Nothing is open: what is given is a solution or there is none.
        Err(ModelError::NothingOpen) => {
            let given = problem.given();
            let total = u128::from(problem.is_solution(given));
            (0..total).for_each(|_| hear(given));
            return Ok(report(Outcome::Exact { total }, 0));
        }
        Err(error) => return Err(error.into()),
    };
    if model.total().is_some() && !backend.takes_any_number() {
        let what = problem.variant().unwrap_or("several pieces in a row");
        return Err(SolveError::Unsupported { id: info.id, what });
    }
    if model.variables() > info.most_squares {
        return Err(SolveError::TooLarge {
            id: info.id,
            squares: model.variables(),
            most: info.most_squares,
        });
    }
    let mut probe = SolutionProbe::new(&model, info.id, limits, hear);
    let ended = probe.check().and_then(|()| backend.search(&model, &mut probe));
    Ok(report(outcome(ended, &probe)?, probe.visits()))
}

/// The outcome of a search, from the way it ended.
fn outcome(ended: Result<(), SearchEnd>, probe: &SolutionProbe<'_>) -> Result<Outcome, SolveError> {
    let total = probe.total();
    match ended {
        Ok(()) => Ok(Outcome::Exact { total }),
        Err(SearchEnd::Stop(because)) => Ok(Outcome::AtLeast { total, because }),
        Err(SearchEnd::Failed(error)) => Err(error),
    }
}
