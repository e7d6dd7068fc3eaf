//! The total of a problem for those verbs that need one on their way.

use crate::{Error, ErrorKind};
use bezzel_board::{Problem, Stop};
use bezzel_engines::registry;
use bezzel_jobs::{Outcome, RunOptions, run};
use bezzel_search::{Limits, Settings, algorithms};

/// The total by the fastest engine, or by an algorithm where no engine takes the problem; nothing
/// where it was stopped.
pub(crate) fn total(problem: &Problem, stop: &Stop) -> Result<Option<u128>, Error> {
    let Ok(prepared) = registry::fastest(problem).prepare(problem, stop) else {
        return by_algorithm(problem, stop);
    };
    let options = RunOptions { abandon: stop.flag(), ..RunOptions::default() };
    let report = run(&prepared, None, &options, &mut |_| ())
        .map_err(|error| Error::new(ErrorKind::Failed, error.to_string()))?;
    match report.outcome {
        Outcome::Exact { total } => Ok(Some(total)),
        Outcome::AtLeast { .. } => Ok(None),
    }
}

fn by_algorithm(problem: &Problem, stop: &Stop) -> Result<Option<u128>, Error> {
    let bitmask = algorithms::find("bitmask")?;
    bitmask.supports(problem, &Settings::default())?;
    let limits = Limits::none().with_stop(stop);
    match bitmask.run(problem, &Settings::default(), &limits, &mut ()).outcome {
        bezzel_search::Outcome::Exact { total } => Ok(Some(total)),
        bezzel_search::Outcome::AtLeast { .. } => Ok(None),
    }
}
