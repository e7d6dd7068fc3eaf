//! One measured run of one algorithm on one problem.

use crate::Decimal;
use bezzel_board::Problem;
use bezzel_search::{Choice, Limits, Outcome, SEED, StopReason, Work};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How far a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// To all solutions.
    All,
    /// To the first solution.
    First,
}

impl Goal {
    /// Whether the algorithm supports the problem and the goal.
    pub(crate) fn admits(self, choice: &Choice, problem: &Problem) -> bool {
        self.looks_for(choice) && choice.algorithm.supports(problem, &choice.settings).is_ok()
    }

    /// Whether the algorithm supports the goal.
    pub(crate) fn looks_for(self, choice: &Choice) -> bool {
        self == Goal::First || choice.algorithm.info().category.is_complete()
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Goal::All => "all",
            Goal::First => "first",
        })
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CompareRun {
    /// How far it went.
    pub goal: Goal,
    /// On what.
    pub problem: Problem,
    /// The algorithm with its settings.
    pub algorithm: String,
    /// In an experiment, the seed of a randomised algorithm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Whether it reached its goal; otherwise its numbers are lower bounds.
    pub complete: bool,
    /// Solutions found.
    pub solutions: Decimal,
    /// Why it ended before everything was searched.
    pub stopped: Option<StopReason>,
    /// Work done.
    pub work: Work,
    /// Seconds it took.
    pub seconds: f64,
}

impl CompareRun {
    /// Runs one algorithm to its goal, within limits.
    pub(crate) fn measure(
        goal: Goal,
        problem: &Problem,
        choice: &Choice,
        limits: &Limits,
    ) -> CompareRun {
        let mut limits = limits.clone();
        if goal == Goal::First {
            limits.solutions = Some(1);
        }
        let result = choice.algorithm.run(problem, &choice.settings, &limits, &mut ());
        let (total, stopped) = match result.outcome {
            Outcome::Exact { total } => (total, None),
            Outcome::AtLeast { total, because } => (total, Some(because)),
        };
        CompareRun {
            goal,
            problem: problem.clone(),
            algorithm: choice.name(),
            seed: None,
            complete: match stopped {
                None => true,
                Some(StopReason::Solutions) => goal == Goal::First,
                Some(StopReason::Incomplete) => total > 0,
                Some(_) => false,
            },
            solutions: total.into(),
            stopped,
            work: result.work,
            seconds: result.elapsed.as_secs_f64(),
        }
    }

    /// The same run, with the seed it was given.
    pub(crate) fn with_seed(mut self, choice: &Choice) -> CompareRun {
        self.seed = choice.is_random().then(|| choice.settings.number(&SEED));
        self
    }

    /// Whether a limit on visits, time or memory ended it before its goal.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        use StopReason::{Memory, Time, Visits};
        !self.complete && matches!(self.stopped, Some(Visits | Time | Memory))
    }

    /// Whether it was asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped == Some(StopReason::Stopped)
    }
}
