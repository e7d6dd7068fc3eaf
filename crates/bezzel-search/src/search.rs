//! The two interfaces of an algorithm: a generic one for its author, a plain one for its user.

use crate::construct::Runs;
use crate::probe::Limited;
use crate::torus::has_none_on_torus;
use crate::{
    Category, Chance, Counting, Info, Limits, NoChance, Probe, SearchError, SearchResult, Settings,
    StepProbe, StopReason,
};
use bezzel_board::{Problem, Stop};
use std::ops::ControlFlow;

/// An algorithm, written once for every probe.
pub trait Search: Sync {
    /// Its card.
    const INFO: Info;

    /// Runs on a problem that [`Info::supports`] accepts, until the end or until the probe stops it.
    fn search<P: Probe>(
        &self,
        problem: &Problem,
        settings: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop>;

    /// Whether a complete run without a solution proves that there is none.
    fn exhausts(&self, problem: &Problem, settings: &Settings) -> bool {
        let _ = (problem, settings);
        Self::INFO.category.is_complete()
    }

    /// The fewest visits a complete run can take, where a formula gives them: for algorithms that
    /// leave nothing out.
    fn least_visits(&self, problem: &Problem) -> Option<u128> {
        let _ = problem;
        None
    }

    /// The exact probability that one start succeeds, by trying every choice it can make.
    fn success(
        &self,
        problem: &Problem,
        settings: &Settings,
        stop: &Stop,
    ) -> Result<Chance, NoChance> {
        let _ = (problem, settings, stop);
        Err(NoChance::Unknown)
    }

    /// The solution it constructs without search; `None` for an algorithm that searches.
    /// Constructions get this from [`Construction`](crate::construct::Construction).
    fn construct(&self, n: u64, settings: &Settings) -> Option<Result<Runs, SearchError>> {
        let _ = (n, settings);
        None
    }
}

/// Any algorithm of the registry.
pub trait Algorithm: Sync {
    /// Its card.
    fn info(&self) -> &'static Info;

    /// Whether it works on this problem with these settings; if not, the error names one that does.
    /// This is [`Info::supports`] and, for a construction, whether it covers this n.
    fn supports(&self, problem: &Problem, settings: &Settings) -> Result<(), SearchError> {
        self.info().supports(problem)?;
        let n = u64::from(problem.size().rows());
        if self.info().category == Category::Constructive && has_none_on_torus(problem) {
            return Err(SearchError::NoneOnTorus { n });
        }
        self.construct(n, settings).map_or(Ok(()), |runs| runs.map(|_| ()))
    }

    /// The solution it constructs without search; `None` for an algorithm that searches.
    fn construct(&self, n: u64, settings: &Settings) -> Option<Result<Runs, SearchError>>;

    /// The fewest visits a complete run can take, where a formula gives them.
    fn least_visits(&self, problem: &Problem) -> Option<u128>;

    /// The exact probability that one start succeeds, by trying every choice it can make.
    fn success(
        &self,
        problem: &Problem,
        settings: &Settings,
        stop: &Stop,
    ) -> Result<Chance, NoChance>;

    /// Counts the solutions it finds with a probe that costs nothing and cannot stop.
    fn count(&self, problem: &Problem, settings: &Settings) -> u64;

    /// Runs within limits and reports to a probe.
    ///
    /// The problem must be one that [`supports`](Algorithm::supports) accepts.
    fn run(
        &self,
        problem: &Problem,
        settings: &Settings,
        limits: &Limits,
        probe: &mut dyn StepProbe,
    ) -> SearchResult;
}

impl<S: Search> Algorithm for S {
    fn info(&self) -> &'static Info {
        const { &S::INFO }
    }

    fn construct(&self, n: u64, settings: &Settings) -> Option<Result<Runs, SearchError>> {
        Search::construct(self, n, settings)
    }

    fn least_visits(&self, problem: &Problem) -> Option<u128> {
        Search::least_visits(self, problem)
    }

    fn success(
        &self,
        problem: &Problem,
        settings: &Settings,
        stop: &Stop,
    ) -> Result<Chance, NoChance> {
        Search::success(self, problem, settings, stop)
    }

    fn count(&self, problem: &Problem, settings: &Settings) -> u64 {
        let mut probe = Counting::default();
        let ControlFlow::Continue(()) = self.search(problem, settings, &mut probe);
        probe.solutions
    }

    fn run(
        &self,
        problem: &Problem,
        settings: &Settings,
        limits: &Limits,
        probe: &mut dyn StepProbe,
    ) -> SearchResult {
        let mut limited = Limited::new(limits, probe);
        let bytes = needed(problem);
        if bytes >= WORTH_A_LOOK && !limits.memory.admits(bytes) {
            return limited.result(ControlFlow::Break(StopReason::Memory));
        }
        let mut end = self.search(problem, settings, &mut limited);
        let is_proof = !limited.found_some() && self.exhausts(problem, settings);
        if end.is_continue() && !S::INFO.category.is_complete() && !is_proof {
            end = ControlFlow::Break(StopReason::Incomplete);
        }
        limited.result(end)
    }
}

/// The memory of a run per row and column of a board, including its solution and the text of it: 70
/// bytes for each of a million queens by QS4, 30 by backtracking.
const BYTES_A_LINE: u64 = 35;

/// Boards that need less than this are not worth a memory check before each run.
const WORTH_A_LOOK: u64 = 16 << 20;

/// The approximate memory of a run. Memory that grows with the square of the side is bounded by the
/// largest board that the algorithm accepts.
fn needed(problem: &Problem) -> u64 {
    let size = problem.size();
    (u64::from(size.rows()) + u64::from(size.width())) * BYTES_A_LINE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Memory, Outcome, algorithms};

    /// A run that would need too much memory does not start, and one that grows too large stops.
    #[test]
    #[cfg(target_os = "linux")]
    fn the_memory_limit_is_respected() {
        let settings = Settings::default();
        let stopped = Outcome::AtLeast { total: 0, because: StopReason::Memory };
        let little = Limits { memory: Memory::bytes(1 << 30), ..Limits::none() };
        for (id, n) in [("qs4", 1_000_000_000), ("backtracking", 300_000_000)] {
            let algorithm = algorithms::find(id).unwrap();
            let result = algorithm.run(&Problem::queens(n), &settings, &little, &mut ());
            assert_eq!(result.outcome, stopped, "{id}");
            assert_eq!(result.work.visits, 0, "{id}");
        }
        // Less than the process already uses: detected at the first check.
        let less = Limits { memory: Memory::bytes(1), ..Limits::none() };
        let algorithm = algorithms::find("backtracking").unwrap();
        let result = algorithm.run(&Problem::queens(40), &settings, &less, &mut ());
        assert_eq!(result.outcome, stopped);
        // Sufficient memory does not stop the run.
        let result = algorithm.run(&Problem::queens(6), &settings, &little, &mut ());
        assert_eq!(result.outcome, Outcome::Exact { total: 4 });
    }
}
