//! `solve`: one solution, by the fastest way unless told otherwise.

use crate::algorithm::{self, SettingValues};
use crate::{Control, Error, RunLimits, Schema};
use bezzel_board::{Notation, Placement, Problem};
use bezzel_search::{Outcome, SearchError, Solved, StopReason, Work};
use serde::{Deserialize, Serialize};

/// What to solve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SolveRequest {
    /// The problem.
    pub problem: Problem,
    /// The algorithm; the fastest if nothing is said.
    #[serde(default)]
    pub algorithm: Option<String>,
    /// Values of its settings.
    #[serde(default)]
    pub settings: SettingValues,
    /// When it gives up.
    #[serde(default)]
    pub limits: RunLimits,
    /// How the solution is written.
    #[serde(default)]
    pub notation: Notation,
}

/// What is known after looking for one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    /// Here is one.
    Solution,
    /// There is none, proven.
    None,
    /// None was found, which proves nothing.
    Unknown,
}

/// A solution, or that there is none, or that none was found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SolveAnswer {
    /// `bezzel/solve/2`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// What is known now.
    pub conclusion: Conclusion,
    /// The solution in the notation asked for.
    pub solution: Option<String>,
    /// That notation.
    pub notation: Notation,
    /// The algorithm with its settings, or the theorem that needs none.
    pub by: String,
    /// Why it was that one.
    pub why: String,
    /// Why it was stopped, where it was.
    pub stopped: Option<StopReason>,
    /// Work done.
    pub work: Work,
    /// Seconds it took.
    pub seconds: f64,
    /// The solution itself.
    #[serde(skip)]
    pub placement: Option<Placement>,
}

impl SolveRequest {
    /// A request with every choice left to the library.
    #[must_use]
    pub fn new(problem: Problem) -> SolveRequest {
        SolveRequest {
            problem,
            algorithm: None,
            settings: SettingValues::new(),
            limits: RunLimits::default(),
            notation: Notation::default(),
        }
    }
}

/// Looks for one solution.
pub fn solve(request: &SolveRequest, control: &Control) -> Result<SolveAnswer, Error> {
    let SolveRequest { problem, notation, .. } = request;
    let asked = algorithm::choice(request.algorithm.as_deref(), &request.settings)?;
    // A notation that cannot show the board is refused before anything runs.
    notation.write(&Placement::default(), problem.size())?;
    let solved = match bezzel_search::solve(problem, asked, &request.limits.with(control)?) {
        // A construction knows that there is none, as a search would find out.
        Err(says @ SearchError::NoSolution { .. }) => {
            return Ok(SolveAnswer::theorem(request, "Pauls 1874", &says.to_string()));
        }
        Err(says @ SearchError::NoneOnTorus { .. }) => {
            return Ok(SolveAnswer::theorem(request, "Polya 1918", &says.to_string()));
        }
        solved => solved?,
    };
    match solved {
        Solved::Theorem { by, says } => Ok(SolveAnswer::theorem(request, by, says)),
        Solved::Run { choice, why, solution, result } => {
            let size = problem.size();
            let (conclusion, stopped) = match (&solution, result.outcome) {
                (Some(_), _) => (Conclusion::Solution, None),
                (None, Outcome::Exact { .. }) => (Conclusion::None, None),
                (None, Outcome::AtLeast { because, .. }) => (Conclusion::Unknown, Some(because)),
            };
            Ok(SolveAnswer {
                schema: SolveAnswer::SCHEMA,
                problem: problem.clone(),
                conclusion,
                solution: solution.as_ref().map(|it| notation.write(it, size)).transpose()?,
                notation: *notation,
                by: choice.name_with_seed(),
                why: why.to_owned(),
                stopped,
                work: result.work,
                seconds: result.elapsed.as_secs_f64(),
                placement: solution,
            })
        }
    }
}

impl SolveAnswer {
    const SCHEMA: Schema = Schema::new("bezzel/solve/2");

    fn theorem(request: &SolveRequest, by: &str, says: &str) -> SolveAnswer {
        SolveAnswer {
            schema: SolveAnswer::SCHEMA,
            problem: request.problem.clone(),
            conclusion: Conclusion::None,
            solution: None,
            notation: request.notation,
            by: by.to_owned(),
            why: says.to_owned(),
            stopped: None,
            work: Work::default(),
            seconds: 0.0,
            placement: None,
        }
    }
}
