//! One run of one algorithm on one problem, measured to be compared with others.

use crate::{Choice, Limits, Outcome, SearchResult, StopReason};
use bezzel_board::Problem;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

/// How far a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// To all solutions.
    All,
    /// To the first solution.
    First,
}

impl Goal {
    /// The goal's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Goal::All => "all",
            Goal::First => "first",
        }
    }

    /// Whether the algorithm works on the problem and looks for what is searched.
    #[must_use]
    pub fn admits(self, choice: &Choice, problem: &Problem) -> bool {
        self.looks_for(choice) && choice.algorithm.supports(problem, &choice.settings).is_ok()
    }

    /// Whether the algorithm looks for what is searched.
    #[must_use]
    pub fn looks_for(self, choice: &Choice) -> bool {
        self == Goal::First || choice.algorithm.info().category.is_complete()
    }
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    /// How far it went.
    pub goal: Goal,
    /// On what.
    pub problem: &'a Problem,
    /// The algorithm with its settings.
    pub algorithm: String,
    /// The end of the run.
    pub result: SearchResult,
}

impl<'a> Comparison<'a> {
    /// Runs one algorithm to its goal, within limits.
    #[must_use]
    pub fn measure(
        goal: Goal,
        problem: &'a Problem,
        choice: &Choice,
        limits: &Limits,
    ) -> Comparison<'a> {
        let mut limits = limits.clone();
        if goal == Goal::First {
            limits.solutions = Some(1);
        }
        let result = choice.algorithm.run(problem, &choice.settings, &limits, &mut ());
        Comparison { goal, problem, algorithm: choice.name(), result }
    }

    /// Whether the run was cut short of its goal: its numbers are lower bounds then.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        match self.result.outcome {
            Outcome::Exact { .. } => false,
            Outcome::AtLeast { because: StopReason::Solutions, .. } => self.goal != Goal::First,
            Outcome::AtLeast { because: StopReason::Incomplete, total } => total == 0,
            Outcome::AtLeast { .. } => true,
        }
    }

    /// Whether somebody stopped the run.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        matches!(self.result.outcome, Outcome::AtLeast { because: StopReason::Stopped, .. })
    }

    /// Solutions found.
    #[must_use]
    pub fn solutions(&self) -> u128 {
        match self.result.outcome {
            Outcome::Exact { total } | Outcome::AtLeast { total, .. } => total,
        }
    }
}

impl Serialize for Comparison<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Comparison", 7)?;
        fields.serialize_field("goal", &self.goal)?;
        fields.serialize_field("problem", self.problem)?;
        fields.serialize_field("algorithm", &self.algorithm)?;
        fields.serialize_field("complete", &!self.is_cut())?;
        fields.serialize_field("solutions", &self.solutions().to_string())?;
        fields.serialize_field("work", &self.result.work)?;
        fields.serialize_field("seconds", &self.result.elapsed.as_secs_f64())?;
        fields.end()
    }
}
