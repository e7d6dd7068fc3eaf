//! Running algorithms and engines, which every item does to get its numbers.

use crate::report::Stopped;
use crate::work::Work;
use bezzel::{CountRequest, Counted, Spectrum, count, spectrum};
use bezzel_board::{Placement, Problem};
use bezzel_search::{
    Algorithm, Event, Limits, Outcome, SearchResult, Settings, StepProbe, StopReason, algorithms,
};
use std::ops::ControlFlow;

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
    /// Runs an algorithm with a probe.
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
            stop: self.control.stop().clone(),
            solutions: (goal == Goal::First).then_some(1),
            ..Limits::none()
        };
        let report = algorithm.run(problem, settings, &limits, probe);
        match report.outcome {
            Outcome::AtLeast { because: StopReason::Stopped, .. } => Err(Stopped),
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
            Outcome::Exact { total } | Outcome::AtLeast { total, .. } => Ok(total),
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

    /// All solutions of a problem, by the method that the library chooses.
    pub(crate) fn total(&self, problem: &Problem) -> Result<u128, Stopped> {
        self.counted(&CountRequest::new(problem.clone()))
    }

    /// All solutions of a problem, by this engine.
    pub(crate) fn total_by(&self, engine: &str, problem: &Problem) -> Result<u128, Stopped> {
        let mut request = CountRequest::new(problem.clone());
        request.engine = Some(engine.to_owned());
        self.counted(&request)
    }

    fn counted(&self, request: &CountRequest) -> Result<u128, Stopped> {
        let answer = count(request, self.control);
        let answer = answer.expect("the boards of the papers can be counted");
        answer.totals.first().and_then(Counted::exact).ok_or(Stopped)
    }

    /// All solutions on the plain board of side n.
    pub(crate) fn queens(&self, n: u32) -> Result<u128, Stopped> {
        self.total(&Problem::queens(n))
    }

    /// The spectra of these sides: their totals in every dimension.
    pub(crate) fn spectra(
        &self,
        sides: impl Iterator<Item = u32>,
    ) -> Result<Vec<Spectrum>, Stopped> {
        let one = |n: u32| {
            self.go_on()?;
            let found = spectrum(n, self.control);
            found.expect("the sides of the paper are small").ok_or(Stopped)
        };
        sides.map(one).collect()
    }
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

/// Values with a separator.
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

/// C(n, k), exact as long as it fits.
pub(crate) fn choose(n: u128, k: u128) -> u128 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}
