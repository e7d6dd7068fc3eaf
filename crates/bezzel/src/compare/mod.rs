//! `compare`: the work of several algorithms on the same problems, and experiments with randomised
//! algorithms.

mod exact;
mod experiment;
mod fit;
mod measure;
mod run;

pub use exact::ExactSuccess;
pub use experiment::{Best, CompareSample};
pub use fit::{Fit, Law};
pub use measure::{Distribution, Distributions, Measure, PerSolution};
pub use run::{CompareRun, Goal};

use crate::{Control, Decimal, Error, Instead, RunLimits, Schema, algorithm};
use bezzel_board::Problem;
use bezzel_search::{Choice, Limits, algorithms};
use experiment::Vary;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Visits after which a run ends if no limit is set: enough for every pruning algorithm at n = 12,
/// and about a second for the others.
pub(crate) const VISITS: u64 = 20_000_000;

/// Most runs of one algorithm on one problem.
const MOST_SEEDS: u64 = 1_000_000;

/// What to compare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CompareRequest {
    /// The problems.
    pub problems: Vec<Problem>,
    /// Algorithms, each optionally with values of its settings: `wirth`, `nilsson:index`; all by
    /// default.
    #[serde(default)]
    pub algorithms: Option<Vec<String>>,
    /// How far the runs go; both ways by default, to the first solution in an experiment.
    #[serde(default)]
    pub goal: Option<Goals>,
    /// Makes an experiment: each randomised algorithm runs with the seeds from 1 to this.
    #[serde(default)]
    pub seeds: Option<u64>,
    /// Makes an experiment: every value of a numeric setting is tried, as in `crossover=1..12`.
    #[serde(default)]
    pub vary: Option<String>,
    /// Whether to try every choice of randomised algorithms instead of running them: the exact
    /// probability that one start succeeds.
    #[serde(default)]
    pub exact: bool,
    /// Whether to fit the growth of visits, tests and time over n.
    #[serde(default)]
    pub fit: bool,
    /// When one run ends; after 20 million visits if neither time nor visits are limited.
    #[serde(default)]
    pub limits: RunLimits,
}

/// How far runs go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Goals {
    /// To all solutions.
    All,
    /// To the first solution.
    First,
    /// Both, one after the other.
    Both,
}

/// The results of all runs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CompareAnswer {
    /// `bezzel/compare/2`.
    pub schema: Schema,
    /// The runs, in order; those of an experiment are in its samples.
    pub runs: Vec<CompareRun>,
    /// In an experiment, all runs of one algorithm on one problem together.
    pub samples: Vec<CompareSample>,
    /// The exact success of randomised algorithms, if requested.
    pub exact: Vec<ExactSuccess>,
    /// How the work grows with n, if requested.
    pub fits: Vec<Fit>,
    /// For each problem the value of the varied setting with the fewest visits for each solution.
    pub best: Vec<Best>,
    /// Whether the comparison was stopped before all its runs.
    pub stopped: bool,
    /// Most visits of each run: those of the request, or 20 million if it limits neither visits
    /// nor time.
    pub most_visits: Option<u64>,
    /// Algorithms that were not named and certainly need more visits than that, so that they did not
    /// run.
    pub left_out: Vec<LeftOut>,
}

/// An algorithm that did not run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct LeftOut {
    /// The algorithm with its settings.
    pub algorithm: String,
    /// On what.
    pub problem: Problem,
    /// Visits that it needs at least.
    pub visits: Decimal,
}

impl CompareRequest {
    /// All algorithms on these problems.
    #[must_use]
    pub fn new(problems: Vec<Problem>) -> CompareRequest {
        CompareRequest {
            problems,
            algorithms: None,
            goal: None,
            seeds: None,
            vary: None,
            exact: false,
            fit: false,
            limits: RunLimits::default(),
        }
    }

    /// The maximum number of runs of this request.
    pub fn runs(&self) -> Result<u64, Error> {
        let plan = Plan::new(self)?;
        let values = plan.vary.as_ref().map_or(1, Vary::values);
        let seeds = |choice: &Choice| if choice.is_random() { plan.seeds.unwrap_or(1) } else { 1 };
        let choices = plan.choices.iter().map(seeds).fold(0, u64::saturating_add);
        let problems = (plan.problems.len() * plan.goals.len()) as u64;
        Ok(choices.saturating_mul(values).saturating_mul(problems))
    }
}

/// A validated request.
struct Plan<'r> {
    problems: &'r [Problem],
    choices: Vec<Choice>,
    goals: &'static [Goal],
    seeds: Option<u64>,
    vary: Option<Vary>,
    /// Whether the algorithms were named: an unsuitable one is then an error.
    named: bool,
    /// Visits beyond which an algorithm does not run.
    most: Option<u64>,
}

impl Plan<'_> {
    fn new(request: &CompareRequest) -> Result<Plan<'_>, Error> {
        let choices: Vec<Choice> = match &request.algorithms {
            Some(names) => {
                let named = |name: &String| algorithm::named(name.trim());
                names.iter().map(named).collect::<Result<Vec<_>, _>>()?
            }
            None => algorithms::ALL.iter().flat_map(|one| Choice::variants(*one)).collect(),
        };
        if request.problems.is_empty() {
            let error = Error::bad("there is no problem to compare algorithms on");
            return Err(error.or(Instead::choose("problems")));
        }
        if choices.is_empty() {
            let error = Error::bad("there is no algorithm to compare");
            return Err(error.leave_out("algorithms"));
        }
        if request.seeds.is_some_and(|seeds| !(1..=MOST_SEEDS).contains(&seeds)) {
            let seeds = request.seeds.unwrap_or_default();
            let error = Error::bad(format!("an experiment cannot have {seeds} seeds"));
            return Err(error.advice(format!("ask for 1 to {MOST_SEEDS}")));
        }
        let vary = request.vary.as_deref().map(Vary::read).transpose()?;
        let goals: &[Goal] = match request.goal {
            Some(Goals::All) => &[Goal::All],
            Some(Goals::First) => &[Goal::First],
            None if request.seeds.is_some() || vary.is_some() => &[Goal::First],
            Some(Goals::Both) | None => &[Goal::All, Goal::First],
        };
        let named = request.algorithms.is_some();
        let is_limited = request.limits.visits.is_some() || request.limits.time.is_some();
        let plan = Plan {
            problems: &request.problems,
            choices,
            goals,
            seeds: request.seeds,
            vary,
            named,
            most: (!named && !is_limited).then_some(VISITS),
        };
        if named {
            plan.choices.iter().try_for_each(|choice| plan.takes_part(choice))?;
        }
        Ok(plan)
    }

    /// Refuses an algorithm that was named and would take part in no run.
    fn takes_part(&self, choice: &Choice) -> Result<(), Error> {
        let admitted = |problem| self.goals.iter().any(|goal| goal.admits(choice, problem));
        if self.problems.iter().any(admitted) {
            return Ok(());
        }
        if !self.goals.iter().any(|goal| goal.looks_for(choice)) {
            let what = format!("{} does not look for all solutions", choice.name());
            return Err(Error::bad(what).set("goal", "first"));
        }
        for problem in self.problems {
            choice.algorithm.supports(problem, &choice.settings)?;
        }
        Ok(())
    }

    /// The visits of an algorithm that needs too many.
    fn beyond(&self, choice: &Choice, problem: &Problem) -> Option<u128> {
        let visits = choice.algorithm.least_visits(problem)?;
        self.most.filter(|&most| visits > u128::from(most)).map(|_| visits)
    }

    /// What is not run because it needs too many visits.
    fn left_out(&self) -> Vec<LeftOut> {
        let mut all = Vec::new();
        for problem in self.problems {
            for choice in &self.choices {
                let admits = self.goals.iter().any(|goal| goal.admits(choice, problem));
                if let Some(visits) = self.beyond(choice, problem).filter(|_| admits) {
                    let (algorithm, problem) = (choice.name(), problem.clone());
                    all.push(LeftOut { algorithm, problem, visits: Decimal(visits) });
                }
            }
        }
        all
    }

    /// What can be run, in order.
    fn admitted(&self) -> impl Iterator<Item = (Goal, &Problem, &Choice)> {
        self.goals.iter().flat_map(move |&goal| {
            self.problems.iter().flat_map(move |problem| {
                let choices = self.choices.iter().filter(move |one| {
                    goal.admits(one, problem) && self.beyond(one, problem).is_none()
                });
                choices.map(move |choice| (goal, problem, choice))
            })
        })
    }
}

/// Runs the algorithms one by one. Each run is handed over as it ends; breaking ends the
/// comparison.
///
/// ```
/// use bezzel::{CompareRequest, Control, Problem, compare};
/// use std::ops::ControlFlow;
///
/// let mut request = CompareRequest::new(vec![Problem::queens(8)]);
/// request.algorithms = Some(vec!["wirth".to_owned()]);
/// let answer = compare(&request, &Control::new(), &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(answer.runs[0].work.tests, 15_720);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn compare(
    request: &CompareRequest,
    control: &Control,
    each: &mut dyn FnMut(&CompareRun) -> ControlFlow<()>,
) -> Result<CompareAnswer, Error> {
    let plan = Plan::new(request)?;
    let mut limits = request.limits.with(control)?;
    if limits.visits.is_none() && limits.time.is_none() {
        limits.visits = Some(VISITS);
    }
    if request.exact {
        let (found, stopped) = exact::exhaust(request, &plan, control)?;
        return Ok(CompareAnswer { exact: found, stopped, ..CompareAnswer::empty() });
    }
    let mut answer = match plan.seeds.is_some() || plan.vary.is_some() {
        true => experiment::carry_out(&plan, request.fit, &limits, each)?,
        false => side_by_side(&plan, request.fit, &limits, each),
    };
    (answer.most_visits, answer.left_out) = (limits.visits, plan.left_out());
    Ok(answer)
}

/// Every algorithm once on every problem.
fn side_by_side(
    plan: &Plan<'_>,
    fit: bool,
    limits: &Limits,
    each: &mut dyn FnMut(&CompareRun) -> ControlFlow<()>,
) -> CompareAnswer {
    let (mut runs, mut stopped) = (Vec::new(), false);
    for (goal, problem, choice) in plan.admitted() {
        let run = CompareRun::measure(goal, problem, choice, limits);
        stopped = run.is_stopped() || each(&run).is_break();
        runs.push(run);
        if stopped {
            break;
        }
    }
    let fits = if fit { fit::of_runs(&runs) } else { Vec::new() };
    CompareAnswer { runs, fits, stopped, ..CompareAnswer::empty() }
}

impl CompareAnswer {
    fn empty() -> CompareAnswer {
        CompareAnswer {
            schema: Schema::new("bezzel/compare/2"),
            runs: Vec::new(),
            samples: Vec::new(),
            exact: Vec::new(),
            fits: Vec::new(),
            best: Vec::new(),
            stopped: false,
            most_visits: None,
            left_out: Vec::new(),
        }
    }
}
