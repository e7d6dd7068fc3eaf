//! `extreme`: questions about the attacks of a board that are not placements of n pieces.

use crate::solve::{WrittenProof, proof_files};
use crate::{Control, Error, ErrorKind, RunLimits, Schema};
use bezzel_board::{Notation, Placement, Problem, Symmetry};
use bezzel_models::solve::{self, Backend};
use bezzel_models::{Extreme, Model};
use bezzel_search::{Limits, Outcome, Settings, StepProbe, StopReason, algorithms};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

/// Most squares of a board: every square has a clause with all squares that attack it.
const MOST_SQUARES: u64 = 1024;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Question {
    /// The fewest pieces that attack or occupy every square.
    Domination,
    /// The same with pieces that do not attack each other.
    IndependentDomination,
    /// The largest two armies of one size in which no piece attacks one of the other army.
    Armies,
    /// The completion threshold: the most pieces that can always be completed to a solution,
    /// wherever they stand without attacking each other.
    Completion,
}

impl Question {
    /// Every question with its name.
    pub const ALL: [(Question, &'static str); 4] = [
        (Question::Domination, "domination"),
        (Question::IndependentDomination, "independent-domination"),
        (Question::Armies, "armies"),
        (Question::Completion, "completion"),
    ];
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = Question::ALL.iter().find(|(question, _)| question == self);
        f.write_str(found.expect("ALL lists every question").1)
    }
}

impl FromStr for Question {
    type Err = Error;

    fn from_str(text: &str) -> Result<Question, Error> {
        let found = Question::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(question, _)| *question).ok_or_else(|| {
            let known = Question::ALL.map(|(_, name)| name);
            let error = Error::unknown(format!("'{text}' is not a question"));
            match bezzel_search::nearest(text, known) {
                Some(name) => error.advice(format!("did you mean {name}?")),
                None => error.advice(format!("there are {}", known.join(", "))),
            }
        })
    }
}

/// A question about a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ExtremeRequest {
    /// The board and its piece; given queens are refused.
    pub problem: Problem,
    /// The question.
    pub question: Question,
    /// When it stops: only the time can be limited.
    #[serde(default)]
    pub limits: RunLimits,
    /// Where the proof of the other bound is written, as `.drat` or `.lrat`; the formula goes beside
    /// it as `.cnf`. Not part of the JSON form.
    #[serde(skip)]
    pub proof: Option<PathBuf>,
    /// Whether an existing proof is overwritten.
    #[serde(skip)]
    pub force: bool,
}

impl ExtremeRequest {
    /// A question without limits.
    #[must_use]
    pub fn new(problem: Problem, question: Question) -> ExtremeRequest {
        let limits = RunLimits::default();
        ExtremeRequest { problem, question, limits, proof: None, force: false }
    }
}

/// The extreme number and what shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ExtremeAnswer {
    /// `bezzel/extreme/1`.
    pub schema: Schema,
    /// The board.
    pub problem: Problem,
    /// The question.
    pub question: Question,
    /// The number; missing if the search was stopped.
    pub number: Option<u32>,
    /// What is known of it otherwise: it is at least this.
    pub at_least: Option<u32>,
    /// What shows the number, as squares: the pieces that attack every square, the two armies, or the
    /// pieces that cannot be completed.
    pub sets: Vec<String>,
    /// The number that a solver has refuted, which proves the other bound.
    pub refuted: Option<u32>,
    /// Why it was stopped, if it was.
    pub stopped: Option<StopReason>,
    /// The solver.
    pub by: String,
    /// Seconds it took.
    pub seconds: f64,
    /// The sets themselves.
    #[serde(skip)]
    pub placements: Vec<Placement>,
    /// The proof and the formula it refutes, where they were written.
    #[serde(skip)]
    pub proof: Option<WrittenProof>,
}

/// Answers a question about a board, by the SAT solver or, for completions, by exact cover.
pub fn extreme(request: &ExtremeRequest, control: &Control) -> Result<ExtremeAnswer, Error> {
    request.limits.only_time()?;
    let squares = request.problem.size().squares();
    if squares > MOST_SQUARES {
        let what = format!("{} has {squares} squares", request.problem);
        return Err(Error::new(ErrorKind::TooLarge, what)
            .advice(format!("ask about boards of up to {MOST_SQUARES} squares")));
    }
    let started = Instant::now();
    let mut answer = ExtremeAnswer {
        schema: Schema::new("bezzel/extreme/1"),
        problem: request.problem.clone(),
        question: request.question,
        number: None,
        at_least: None,
        sets: Vec::new(),
        refuted: None,
        stopped: None,
        by: String::new(),
        seconds: 0.0,
        placements: Vec::new(),
        proof: None,
    };
    let extreme = match request.question {
        Question::Domination => Extreme::Domination,
        Question::IndependentDomination => Extreme::IndependentDomination,
        Question::Armies => Extreme::Armies,
        Question::Completion => {
            completion(request, control, &mut answer)?;
            return answer.told(started);
        }
    };
    let files = proof_files(request.proof.as_deref(), request.force)?;
    let sat = control.backends().sat()?;
    answer.by = sat.info.id.to_owned();
    let model = Model::new(request.problem.clone())?;
    let limits = request.limits.with(control)?;
    let found = solve::extreme(sat, &model, extreme, &limits, files.as_ref())?;
    match found.stopped {
        None => answer.number = Some(found.number),
        Some(_) => answer.at_least = Some(found.number),
    }
    (answer.stopped, answer.refuted) = (found.stopped, found.refuted);
    answer.placements = found.sets;
    if answer.number.is_some() && answer.refuted.is_some() {
        answer.proof = files.map(WrittenProof::from);
    }
    answer.told(started)
}

impl ExtremeAnswer {
    /// The answer with its sets as text and its time.
    fn told(mut self, started: Instant) -> Result<ExtremeAnswer, Error> {
        let size = self.problem.size();
        let write = |set: &Placement| Notation::Squares.write(set, size);
        self.sets = self.placements.iter().map(write).collect::<Result<_, _>>()?;
        self.seconds = started.elapsed().as_secs_f64();
        Ok(self)
    }
}

/// Tries every placement of one, two, … pieces, one of each symmetry class, until one cannot be
/// completed.
fn completion(
    request: &ExtremeRequest,
    control: &Control,
    answer: &mut ExtremeAnswer,
) -> Result<(), Error> {
    let problem = &request.problem;
    if request.proof.is_some() {
        return Err(Error::bad("the threshold is found without a SAT solver").leave_out("proof"));
    }
    if !problem.is_plain() || !problem.has_one_per_row() || !problem.has_lines() {
        let what = format!(
            "the completion threshold is for plain boards with one piece in each row, not for {problem}"
        );
        return Err(Error::new(ErrorKind::Unsupported, what)
            .ask("solve", "says whether given pieces can be completed"));
    }
    let limits = request.limits.with(control)?;
    let cover = control.backends().find("exact-cover")?;
    answer.by = cover.info().id.to_owned();
    let all = algorithms::find("backtracking")?;
    let started = Instant::now();
    for pieces in 0..=problem.size().rows() {
        let partial = problem.clone().with_pieces(pieces)?;
        let mut looks =
            Completions { problem, partial: &partial, cover, limits: &limits, started, end: None };
        all.run(
            &partial,
            &Settings::default(),
            &Limits::none().with_stop(control.stop()),
            &mut looks,
        );
        match looks.end {
            None if control.stop().is_asked() => {
                (answer.at_least, answer.stopped) =
                    (Some(pieces.saturating_sub(1)), Some(StopReason::Stopped));
                return Ok(());
            }
            None => {}
            Some(Ok(Err(because))) => {
                (answer.at_least, answer.stopped) = (Some(pieces.saturating_sub(1)), Some(because));
                return Ok(());
            }
            Some(Ok(Ok(stuck))) => {
                // If there is no solution at all, not even the empty board can be completed.
                answer.number = Some(pieces.saturating_sub(1));
                answer.placements = vec![stuck];
                return Ok(());
            }
            Some(Err(error)) => return Err(error),
        }
    }
    answer.number = Some(problem.size().rows());
    Ok(())
}

/// Why the search with one number of pieces ended early: a placement that cannot be completed, or why
/// it was stopped.
type Ended = Result<Result<Placement, StopReason>, Error>;

/// Looks for a completion of every placement.
struct Completions<'a> {
    problem: &'a Problem,
    partial: &'a Problem,
    cover: &'static dyn Backend,
    limits: &'a Limits,
    started: Instant,
    end: Option<Ended>,
}

impl Completions<'_> {
    /// Whether a placement can be completed; otherwise why the search ends.
    fn try_one(&self, placement: &Placement) -> Option<Ended> {
        if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            return Some(Ok(Err(StopReason::Time)));
        }
        let given = self.problem.clone().with_given(placement.squares().iter().copied());
        let outcome = given.map_err(Error::from).and_then(|given| {
            let limits = self.limits.clone().with_solutions(1);
            Ok(solve::run(self.cover, &given, &limits, &mut |_| ())?.outcome)
        });
        match outcome {
            Err(error) => Some(Err(error)),
            Ok(Outcome::Exact { total: 0 }) => Some(Ok(Ok(placement.clone()))),
            Ok(Outcome::AtLeast { total: 0, because }) => Some(Ok(Err(because))),
            Ok(_) => None,
        }
    }
}

impl StepProbe for Completions<'_> {
    fn solution(&mut self, numbers: &[u32]) -> ControlFlow<()> {
        let placement = self.partial.placement(numbers);
        let size = self.problem.size();
        let mut images = Symmetry::of_problem(self.problem)
            .into_iter()
            .map(|symmetry| symmetry.image(&placement, size));
        if images.any(|image| image < placement) {
            return ControlFlow::Continue(());
        }
        self.end = self.try_one(&placement);
        if self.end.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completion_thresholds_are_those_of_the_literature() {
        // 16 takes 20 s.
        let last = if std::env::var_os("BEZZEL_DEEP").is_some() { 16 } else { 10 };
        for n in 4..=last {
            let request = ExtremeRequest::new(Problem::queens(n), Question::Completion);
            let answer = extreme(&request, &Control::new()).unwrap();
            let known = bezzel_data::sequence("A374013", n);
            assert_eq!(answer.number.map(u128::from), Some(known), "{n}");
            let stuck = &answer.placements[0];
            assert_eq!(stuck.len() as u128, known + 1);
            let given = Problem::queens(n).with_given(stuck.squares().iter().copied()).unwrap();
            let solved = crate::solve(&crate::SolveRequest::new(given), &Control::new()).unwrap();
            assert_eq!(solved.conclusion, crate::Conclusion::None, "{n}");
        }
    }

    #[test]
    fn questions_have_names_and_limits() {
        for (question, name) in Question::ALL {
            assert_eq!(name.parse::<Question>().unwrap(), question);
        }
        assert!("peace".parse::<Question>().is_err());
        let large = ExtremeRequest::new(Problem::queens(33), Question::Armies);
        assert_eq!(extreme(&large, &Control::new()).unwrap_err().kind, ErrorKind::TooLarge);
        let kings = ExtremeRequest::new("6 king".parse().unwrap(), Question::Completion);
        assert_eq!(extreme(&kings, &Control::new()).unwrap_err().kind, ErrorKind::Unsupported);
        let mut hasty = ExtremeRequest::new(Problem::queens(9), Question::Completion);
        hasty.limits.time = Some(0.0);
        let answer = extreme(&hasty, &Control::new()).unwrap();
        assert_eq!((answer.number, answer.stopped), (None, Some(StopReason::Time)));
    }
}
