//! Running algorithms and engines, which every item does to get its numbers.

use crate::report::Stopped;
use crate::work::ItemRun;
use bezzel::{
    CheckRequest, CompareRequest, CompareRun, CompareSample, Control, CountRequest, Counted,
    ExactSuccess, Frame, Goal, Goals, ListRequest, Placement, Problem, Spectrum, Step, TraceEnd,
    TraceItem, TraceRequest, check, compare, count, list, spectrum, trace,
};
use std::ops::ControlFlow;

/// A step of an algorithm, and the state after it.
pub(crate) struct Traced {
    pub(crate) step: Step<'static>,
    pub(crate) frame: Frame,
}

impl ItemRun<'_> {
    /// Runs an algorithm, named as the command line does: `id` or `id:setting=value`.
    fn measured(&self, name: &str, problem: &Problem, goal: Goal) -> Result<CompareRun, Stopped> {
        let mut request = CompareRequest::new(vec![problem.clone()]);
        request.algorithms = Some(vec![name.to_owned()]);
        request.goal = Some(match goal {
            Goal::All => Goals::All,
            Goal::First => Goals::First,
        });
        // A comparison ends long runs; an item waits for them.
        request.limits.visits = Some(u64::MAX);
        let answer = compare(&request, self.control, &mut |_| ControlFlow::Continue(()));
        let answer = answer.expect("the items name algorithms and boards that fit");
        if answer.stopped {
            return Err(Stopped);
        }
        Ok(answer.runs.into_iter().next().expect("one algorithm makes one run"))
    }

    /// Runs an algorithm on n queens.
    pub(crate) fn run(&self, name: &str, n: u32, goal: Goal) -> Result<CompareRun, Stopped> {
        self.measured(name, &Problem::queens(n), goal)
    }

    /// The exact probability that one start of an algorithm succeeds.
    pub(crate) fn success(&self, name: &str, n: u32) -> Result<ExactSuccess, Stopped> {
        let mut request = CompareRequest::new(vec![Problem::queens(n)]);
        request.algorithms = Some(vec![name.to_owned()]);
        request.exact = true;
        let answer = compare(&request, self.control, &mut |_| ControlFlow::Continue(()));
        let answer = answer.expect("the items name algorithms and boards that fit");
        answer.exact.into_iter().next().ok_or(Stopped)
    }

    /// Restarts that an algorithm needs for a solution, the mean over the seeds from 1 to this.
    pub(crate) fn mean_restarts(&self, name: &str, n: u32, seeds: u64) -> Result<f64, Stopped> {
        let restarts: u64 = self.sampled(name, n, seeds)?.restarts.iter().sum();
        Ok(restarts as f64 / seeds as f64)
    }

    /// An algorithm run to its first solution with the seeds from 1 to this.
    fn sampled(&self, name: &str, n: u32, seeds: u64) -> Result<CompareSample, Stopped> {
        let mut request = CompareRequest::new(vec![Problem::queens(n)]);
        request.algorithms = Some(vec![name.to_owned()]);
        request.seeds = Some(seeds);
        let answer = compare(&request, self.control, &mut |_| ControlFlow::Continue(()));
        let answer = answer.expect("the items name algorithms and boards that fit");
        let is_whole = !answer.stopped;
        answer.samples.into_iter().next().filter(|_| is_whole).ok_or(Stopped)
    }

    /// Queens that an algorithm places until it has a solution, the mean over the seeds from 1 to this.
    pub(crate) fn mean_visits(&self, name: &str, n: u32, seeds: u64) -> Result<f64, Stopped> {
        let visits: u64 = self.sampled(name, n, seeds)?.visits.iter().sum();
        Ok(visits as f64 / seeds as f64)
    }

    /// How many solutions an algorithm finds.
    pub(crate) fn found(&self, name: &str, problem: &Problem) -> Result<u128, Stopped> {
        Ok(self.measured(name, problem, Goal::All)?.solutions.0)
    }

    fn listed(&self, request: &ListRequest) -> Result<Vec<Placement>, Stopped> {
        let mut solutions = Vec::new();
        let answer = list(request, self.control, &mut |found| {
            solutions.push(found.placement.clone());
            ControlFlow::Continue(())
        });
        let answer = answer.expect("the boards of the papers can be listed");
        if answer.total.is_some() { Ok(solutions) } else { Err(Stopped) }
    }

    /// All solutions in the order in which an algorithm finds them.
    pub(crate) fn solutions(
        &self,
        name: &str,
        problem: &Problem,
    ) -> Result<Vec<Vec<u32>>, Stopped> {
        let mut request = ListRequest::new(problem.clone());
        request.algorithm = Some(name.to_owned());
        let columns = |one: &Placement| one.squares().iter().map(|queen| queen.column).collect();
        Ok(self.listed(&request)?.iter().map(columns).collect())
    }

    /// The smallest solution of every class, in lexicographic order.
    pub(crate) fn fundamental(&self, n: u32) -> Result<Vec<Placement>, Stopped> {
        let mut request = ListRequest::new(Problem::queens(n));
        request.fundamental = true;
        self.listed(&request)
    }

    /// Every step of an algorithm on n queens.
    pub(crate) fn steps(&self, name: &str, n: u32, goal: Goal) -> Result<Vec<Traced>, Stopped> {
        let mut request = TraceRequest::new(Problem::queens(n), name);
        request.all = goal == Goal::All;
        let mut steps = Vec::new();
        let answer = trace(&request, self.control, &mut |item| {
            if let TraceItem::Step(step) = item {
                steps.push(Traced { step: step.event.step, frame: step.frame.clone() });
            }
            ControlFlow::Continue(())
        });
        let answer = answer.expect("the items name algorithms and boards that fit");
        if answer.stopped == Some(TraceEnd::Stopped) { Err(Stopped) } else { Ok(steps) }
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
        self.count(request)?.exact().ok_or(Stopped)
    }

    /// What the library counts for the one board of a request.
    fn count(&self, request: &CountRequest) -> Result<Counted, Stopped> {
        let answer = count(request, self.control);
        let answer = answer.expect("the boards of the papers can be counted");
        answer.totals.into_iter().next().ok_or(Stopped)
    }

    /// All solutions of side n, and those up to symmetry.
    pub(crate) fn queens_by_symmetry(&self, n: u32) -> Result<(u128, u128), Stopped> {
        let mut request = CountRequest::new(Problem::queens(n));
        request.fundamental = true;
        let counted = self.count(&request)?;
        let fundamental = counted.fundamental.ok_or(Stopped)?;
        Ok((counted.exact().ok_or(Stopped)?, fundamental.0))
    }

    /// The solutions of side n that a half turn leaves unchanged, and a quarter turn.
    pub(crate) fn symmetric(&self, n: u32) -> Result<(u128, u128), Stopped> {
        let mut request = CountRequest::new(Problem::queens(n));
        request.classes = true;
        let classes = self.count(&request)?.classes.ok_or(Stopped)?;
        let quarter_turn = 2 * classes.quarter_turn.0;
        Ok((4 * classes.half_turn.0 + quarter_turn, quarter_turn))
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

/// Whether these columns, row by row, are a solution.
pub(crate) fn solves(problem: &Problem, columns: &[u32]) -> bool {
    let placement = Placement::from_columns(columns);
    let request = CheckRequest::of(placement, problem.clone());
    check(&request, &Control::new()).is_ok_and(|answer| answer.solution)
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
