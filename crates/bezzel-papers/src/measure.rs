//! Running algorithms and engines: what every item does to get its numbers.

use crate::report::Stopped;
use crate::work::Work;
use bezzel_board::{Placement, Problem, Stop};
use bezzel_engines::{Engine, Prepared, SimdLevel, Spectrum, Transform, registry};
use bezzel_jobs::{JobOutcome, RunOptions, processors, run};
use bezzel_search::{
    Algorithm, Event, Limits, SearchResult, Settings, StepProbe, StopReason, algorithms,
};
use std::ops::ControlFlow;
use std::sync::Arc;

/// How far an algorithm runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    First,
    All,
}

/// An algorithm as the command line names it: `id` or `id:setting=value`.
pub(crate) fn choice(name: &str) -> (&'static dyn Algorithm, Settings) {
    let (id, choice) = name.split_once(':').unwrap_or((name, ""));
    let algorithm = algorithms::find(id).expect("the items name algorithms that exist");
    let settings = choice.split_once('=').map(|(setting, value)| {
        let settings = Settings::default().choose(algorithm.info(), setting, value);
        settings.expect("the items name settings that exist")
    });
    (algorithm, settings.unwrap_or_default())
}

impl Work<'_> {
    /// Runs an algorithm and tells a probe what happens.
    pub(crate) fn watch(
        &self,
        name: &str,
        problem: &Problem,
        goal: Goal,
        probe: &mut dyn StepProbe,
    ) -> Result<SearchResult, Stopped> {
        let (algorithm, settings) = choice(name);
        self.watch_algorithm(algorithm, &settings, problem, goal, probe)
    }

    pub(crate) fn watch_algorithm(
        &self,
        algorithm: &dyn Algorithm,
        settings: &Settings,
        problem: &Problem,
        goal: Goal,
        probe: &mut dyn StepProbe,
    ) -> Result<SearchResult, Stopped> {
        let limits = Limits {
            stop: Stop::from(self.stop.clone()),
            solutions: (goal == Goal::First).then_some(1),
            ..Limits::none()
        };
        let report = algorithm.run(problem, settings, &limits, probe);
        match report.outcome {
            bezzel_search::Outcome::AtLeast { because: StopReason::Stopped, .. } => Err(Stopped),
            _ => Ok(report),
        }
    }

    /// Runs an algorithm on n queens.
    pub(crate) fn run(&self, name: &str, n: u32, goal: Goal) -> Result<SearchResult, Stopped> {
        self.watch(name, &Problem::queens(n), goal, &mut ())
    }

    /// How many solutions an algorithm finds.
    pub(crate) fn found(&self, name: &str, problem: &Problem) -> Result<u128, Stopped> {
        match self.watch(name, problem, Goal::All, &mut ())?.outcome {
            bezzel_search::Outcome::Exact { total }
            | bezzel_search::Outcome::AtLeast { total, .. } => Ok(total),
        }
    }

    /// All solutions in the order in which an algorithm finds them.
    pub(crate) fn solutions(
        &self,
        name: &str,
        problem: &Problem,
    ) -> Result<Vec<Vec<u32>>, Stopped> {
        let mut list = List(Vec::new());
        self.watch(name, problem, Goal::All, &mut list)?;
        Ok(list.0)
    }

    /// The smallest solution of every class, in lexicographic order.
    pub(crate) fn fundamental(&self, n: u32) -> Result<Vec<Placement>, Stopped> {
        let problem = Problem::queens(n);
        let all = self.solutions("bitmask", &problem)?;
        let all = all.iter().map(|columns| Placement::from_columns(columns));
        Ok(all
            .filter(|one| bezzel_board::Symmetry::canonical(one, problem.size()) == *one)
            .collect())
    }

    /// Every step of an algorithm on n queens.
    pub(crate) fn events(&self, name: &str, n: u32, goal: Goal) -> Result<Vec<Event>, Stopped> {
        let mut steps = Steps(Vec::new());
        self.watch(name, &Problem::queens(n), goal, &mut steps)?;
        Ok(steps.0)
    }

    /// All solutions of a problem by its fastest engine, on all threads.
    pub(crate) fn total(&self, problem: &Problem) -> Result<u128, Stopped> {
        let prepared = registry::fastest(problem).prepare(problem, &Stop::new());
        self.count(&prepared.expect("an engine counts the boards of the papers"))
    }

    /// All solutions on the plain board of side n.
    pub(crate) fn queens(&self, n: u32) -> Result<u128, Stopped> {
        self.total(&Problem::queens(n))
    }

    /// The sum of all units, on all threads.
    pub(crate) fn count(&self, prepared: &Arc<dyn Prepared>) -> Result<u128, Stopped> {
        self.outcome(prepared)?.total().ok_or(Stopped)
    }

    fn outcome(&self, prepared: &Arc<dyn Prepared>) -> Result<JobOutcome, Stopped> {
        self.go_on()?;
        let options = RunOptions { stop: self.stop.clone().into(), ..RunOptions::default() };
        let hire = || processors(prepared, threads(), SimdLevel::best());
        let result = run(prepared, &hire, None, &options, &mut |_| {});
        Ok(result.expect("the engines do not contradict the literature").outcome)
    }

    /// The spectra of these sides: their totals in every dimension.
    pub(crate) fn spectra(
        &self,
        sides: impl Iterator<Item = u32>,
    ) -> Result<Vec<Spectrum>, Stopped> {
        let one = |n: u32| {
            let prepared = Transform::default().prepare(&Problem::queens(n), &Stop::new());
            let prepared = prepared.expect("the sides of the paper are small");
            self.outcome(&prepared)?.spectrum().cloned().ok_or(Stopped)
        };
        sides.map(one).collect()
    }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

struct List(Vec<Vec<u32>>);

impl StepProbe for List {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        self.0.push(columns.to_vec());
        ControlFlow::Continue(())
    }
}

struct Steps(Vec<Event>);

impl StepProbe for Steps {
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        self.0.push(event.clone());
        ControlFlow::Continue(())
    }

    fn wants_steps(&self) -> bool {
        true
    }
}

/// `0,2,4,1,3`.
pub(crate) fn line(numbers: &[u32]) -> String {
    listed(numbers, ",")
}

/// Anything, with something in between.
pub(crate) fn listed<T: ToString>(things: impl IntoIterator<Item = T>, between: &str) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(between)
}

/// Whether a side has a solution on the torus: gcd(n, 6) = 1.
pub(crate) fn is_coprime_to_6(n: u64) -> bool {
    !n.is_multiple_of(2) && !n.is_multiple_of(3)
}

/// n!, exactly.
pub(crate) fn factorial(n: u32) -> u128 {
    (1..=u128::from(n)).product()
}

/// C(n, k), exactly while it fits.
pub(crate) fn choose(n: u128, k: u128) -> u128 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}
