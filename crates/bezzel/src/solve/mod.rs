//! `solve`: one solution, by the fastest method unless another is chosen.

mod existence;
mod one;
mod with;

pub(crate) use existence::existence;
use one::{Solved, search};
pub(crate) use with::proof_files;

use crate::algorithm::{self, SettingValues};
use crate::{Control, Error, RunLimits, Schema};
use bezzel_board::{Notation, Placement, Problem};
use bezzel_search::{Outcome, SearchError, StopReason, Work};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What to solve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SolveRequest {
    /// The problem.
    pub problem: Problem,
    /// The algorithm; the fastest by default.
    #[serde(default)]
    pub algorithm: Option<String>,
    /// Values of its settings.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, crate::SettingValue>))]
    pub settings: SettingValues,
    /// A back-end instead of an algorithm: a model and a solver for it.
    #[serde(default)]
    pub with: Option<String>,
    /// When it stops.
    #[serde(default)]
    pub limits: RunLimits,
    /// How the solution is written; by default in one-line notation, or as squares if a row may hold several
    /// queens.
    #[serde(default)]
    pub notation: Option<Notation>,
    /// Where the SAT solver writes its proof that there is no solution, as `.drat` or `.lrat`; the
    /// formula goes beside it as `.cnf`. Not part of the JSON form: a remote request names no
    /// files.
    #[serde(skip)]
    pub proof: Option<PathBuf>,
    /// Whether an existing proof is overwritten.
    #[serde(skip)]
    pub force: bool,
}

/// What is known after the search for one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    /// There is a solution.
    Solution,
    /// There is no solution.
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
    /// Whether that is certain. A solution always is; "no solution" is not if the solver uses
    /// floating-point numbers.
    pub proven: bool,
    /// The solution in the notation asked for.
    pub solution: Option<String>,
    /// That notation.
    pub notation: Notation,
    /// The algorithm with its settings, the back-end, or the theorem that needs neither.
    pub by: String,
    /// Why it was chosen; for a back-end, how reliable its answers are.
    pub why: String,
    /// Why it was stopped, if it was.
    pub stopped: Option<StopReason>,
    /// Work done, if it is counted.
    pub work: Option<Work>,
    /// Seconds it took.
    pub seconds: f64,
    /// The solution itself.
    #[serde(skip)]
    pub placement: Option<Placement>,
    /// The proof and the formula it refutes, where they were written.
    #[serde(skip)]
    pub proof: Option<WrittenProof>,
    #[serde(skip)]
    is_theorem: bool,
}

/// A proof that there is no solution or colouring, and the formula it refutes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenProof {
    /// The refutation.
    pub proof: PathBuf,
    /// The formula.
    pub formula: PathBuf,
}

impl SolveRequest {
    /// A request with every choice left to the library.
    #[must_use]
    pub fn new(problem: Problem) -> SolveRequest {
        SolveRequest {
            problem,
            algorithm: None,
            settings: SettingValues::new(),
            with: None,
            limits: RunLimits::default(),
            notation: None,
            proof: None,
            force: false,
        }
    }

    /// The notation of the answer.
    fn notation(&self) -> Notation {
        self.notation.unwrap_or_else(|| self.problem.usual_notation())
    }
}

/// Searches for one solution.
///
/// ```
/// use bezzel::{Conclusion, Control, Problem, SolveRequest, solve};
///
/// let mut request = SolveRequest::new(Problem::queens(3));
/// request.with = Some("exact-cover".to_owned());
/// let answer = solve(&request, &Control::new())?;
/// assert_eq!((answer.conclusion, answer.proven), (Conclusion::None, true));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn solve(request: &SolveRequest, control: &Control) -> Result<SolveAnswer, Error> {
    let problem = &request.problem;
    let asked = algorithm::choice(request.algorithm.as_deref(), &request.settings)?;
    // A notation that cannot show the board is refused before anything runs.
    request.notation().admits(problem.size())?;
    if request.with.is_some() || request.proof.is_some() {
        if asked.is_some() {
            let other = if request.with.is_some() { "with" } else { "proof" };
            return Err(Error::bad("both an algorithm and a back-end are named")
                .leave_out("algorithm")
                .leave_out(other));
        }
        return with::solve(request, control);
    }
    let solved = match search(problem, asked, &request.limits.with(control)?) {
        // A construction knows that there is none, without a search.
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
            let mut answer = SolveAnswer::found(request, solution, result.outcome)?;
            (answer.by, answer.why) = (choice.name_with_seed(), why.to_owned());
            answer.work = Some(result.work);
            answer.seconds = result.elapsed.as_secs_f64();
            Ok(answer)
        }
    }
}

impl SolveAnswer {
    /// Whether a theorem says that there is no solution, so that nothing was run.
    #[must_use]
    pub fn is_theorem(&self) -> bool {
        self.is_theorem
    }

    /// The answer before the search.
    fn new(request: &SolveRequest) -> SolveAnswer {
        SolveAnswer {
            schema: Schema::new("bezzel/solve/2"),
            problem: request.problem.clone(),
            conclusion: Conclusion::Unknown,
            proven: false,
            solution: None,
            notation: request.notation(),
            by: String::new(),
            why: String::new(),
            stopped: None,
            work: None,
            seconds: 0.0,
            placement: None,
            proof: None,
            is_theorem: false,
        }
    }

    /// What follows from a run with this result.
    fn found(
        request: &SolveRequest,
        placement: Option<Placement>,
        outcome: Outcome,
    ) -> Result<SolveAnswer, Error> {
        let (conclusion, stopped) = match (&placement, outcome) {
            (Some(_), _) => (Conclusion::Solution, None),
            (None, Outcome::Exact { .. }) => (Conclusion::None, None),
            (None, Outcome::AtLeast { because, .. }) => (Conclusion::Unknown, Some(because)),
        };
        let write = |it: &Placement| request.notation().write(it, request.problem.size());
        Ok(SolveAnswer {
            conclusion,
            proven: conclusion != Conclusion::Unknown,
            solution: placement.as_ref().map(write).transpose()?,
            stopped,
            placement,
            ..SolveAnswer::new(request)
        })
    }

    fn theorem(request: &SolveRequest, by: &str, says: &str) -> SolveAnswer {
        SolveAnswer {
            conclusion: Conclusion::None,
            proven: true,
            by: by.to_owned(),
            why: says.to_owned(),
            is_theorem: true,
            ..SolveAnswer::new(request)
        }
    }
}
