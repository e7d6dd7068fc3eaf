//! `list`: the solutions themselves, one by one as they are found.

use crate::algorithm::{self, SettingValues};
use crate::{Control, Decimal, Error, Note, RunLimits, Schema};
use bezzel_board::{Motion, Notation, Placement, Problem};
use bezzel_engines::Listing;
use bezzel_search::{Category, Choice, Limits, Outcome, StepProbe, StopReason, algorithms};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::Instant;

/// Rows from which row-by-row search rarely finds a first solution.
const SLOW_ROWS: u32 = 30;

/// What to list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ListRequest {
    /// The problem.
    pub problem: Problem,
    /// The algorithm; the fastest way by default.
    #[serde(default)]
    pub algorithm: Option<String>,
    /// Values of its settings.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, crate::SettingValue>))]
    pub settings: SettingValues,
    /// When it stops; solutions are those that are listed.
    #[serde(default)]
    pub limits: RunLimits,
    /// Only one solution of each symmetry class: the smallest.
    #[serde(default)]
    pub fundamental: bool,
    /// How solutions are written; by default in one-line notation, or as squares if a row may hold several
    /// queens.
    #[serde(default)]
    pub notation: Option<Notation>,
}

impl ListRequest {
    /// All solutions of a problem.
    #[must_use]
    pub fn new(problem: Problem) -> ListRequest {
        ListRequest {
            problem,
            algorithm: None,
            settings: SettingValues::new(),
            limits: RunLimits::default(),
            fundamental: false,
            notation: None,
        }
    }
}

/// A solution of the list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ListedSolution<'a> {
    /// Its place in the list, from 1.
    pub number: u64,
    /// The solution in the notation asked for.
    pub solution: &'a str,
    /// The solution itself.
    #[serde(skip)]
    pub placement: &'a Placement,
}

/// How a list ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ListAnswer {
    /// `bezzel/list/1`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// Whether one solution of each symmetry class was listed.
    pub fundamental: bool,
    /// How solutions are written.
    pub notation: Notation,
    /// Solutions listed.
    pub listed: u64,
    /// All solutions; missing if the list was stopped.
    pub total: Option<Decimal>,
    /// Solutions found, if the list was stopped.
    pub at_least: Option<Decimal>,
    /// Why the list was stopped.
    pub stopped: Option<StopReason>,
    /// The engine, or the algorithm with its settings.
    pub by: String,
    /// Seconds it took.
    pub seconds: f64,
}

/// Hands every solution to `each` as soon as it is found, until it breaks.
///
/// ```
/// use bezzel::{Control, ListRequest, Problem, list};
/// use std::ops::ControlFlow;
///
/// let mut first = Vec::new();
/// let request = ListRequest::new(Problem::queens(8));
/// list(&request, &Control::new(), &mut |found| {
///     first.push(found.solution.to_owned());
///     if first.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(first, ["0,4,7,5,2,6,1,3", "0,5,7,2,6,3,1,4"]);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn list(
    request: &ListRequest,
    control: &Control,
    each: &mut dyn FnMut(ListedSolution<'_>) -> ControlFlow<()>,
) -> Result<ListAnswer, Error> {
    let problem = &request.problem;
    let notation = request.notation.unwrap_or_else(|| problem.usual_notation());
    // A notation that cannot show the board is refused before anything runs.
    notation.admits(problem.size())?;
    let choice = algorithm::choice(request.algorithm.as_deref(), &request.settings)?;
    let mut limits = request.limits.with(control)?;
    let mut lister = Lister {
        problem,
        is_by_columns: problem.has_one_per_row(),
        notation,
        sift: request.fundamental.then(|| Sift::new(problem, choice.as_ref())),
        most: limits.solutions.take(),
        listed: 0,
        placement: Placement::default(),
        text: String::new(),
        each,
        failed: None,
    };
    let started = Instant::now();
    let (outcome, by) = match (choice, Listing::new(problem)) {
        (Some(choice), _) => by_algorithm(problem, &choice, &limits, &mut lister)?,
        // Only an algorithm counts the queens it places.
        (None, Ok(listing)) if limits.visits.is_none() => {
            (by_engine(&listing, &limits, &mut lister), listing.engine().to_owned())
        }
        (None, _) => {
            if limits.visits.is_none() && problem.size().rows() >= SLOW_ROWS {
                control.note(Note::RowByRow { problem: problem.to_string() });
            }
            let choice = Choice::plain(algorithms::find("backtracking")?);
            by_algorithm(problem, &choice, &limits, &mut lister)?
        }
    };
    if let Some(error) = lister.failed {
        return Err(error);
    }
    let (total, at_least, mut stopped) = match outcome {
        Outcome::Exact { total } => (Some(Decimal(total)), None, None),
        Outcome::AtLeast { total, because } => (None, Some(Decimal(total)), Some(because)),
    };
    if stopped == Some(StopReason::Enough) && lister.most.is_some_and(|most| lister.listed >= most)
    {
        stopped = Some(StopReason::Solutions);
    }
    Ok(ListAnswer {
        schema: Schema::new("bezzel/list/1"),
        problem: problem.clone(),
        fundamental: request.fundamental,
        notation,
        listed: lister.listed,
        total,
        at_least,
        stopped,
        by,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// Lists with an algorithm; also its name.
fn by_algorithm(
    problem: &Problem,
    choice: &Choice,
    limits: &Limits,
    lister: &mut Lister<'_>,
) -> Result<(Outcome, String), Error> {
    choice.algorithm.supports(problem, &choice.settings)?;
    let result = choice.algorithm.run(problem, &choice.settings, limits, lister);
    Ok((result.outcome, choice.name_with_seed()))
}

/// Lists on all cores.
fn by_engine(listing: &Listing, limits: &Limits, lister: &mut Lister<'_>) -> Outcome {
    let started = Instant::now();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut total, mut because) = (0, StopReason::Enough);
    let mut numbers = Vec::new();
    let look = || {
        if limits.stop.is_asked() {
            because = StopReason::Stopped;
        } else if limits.time.is_some_and(|time| started.elapsed() >= time) {
            because = StopReason::Time;
        } else {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    };
    let end = bezzel_jobs::list(listing, threads, look, |solution| {
        total += 1;
        numbers.clear();
        numbers.extend(solution.iter().map(|&number| u32::from(number)));
        lister.solution(&numbers)
    });
    match end {
        ControlFlow::Continue(()) => Outcome::Exact { total },
        ControlFlow::Break(()) => Outcome::AtLeast { total, because },
    }
}

/// Turns a list of solutions into a list of symmetry classes.
struct Sift {
    /// The motions under which solutions count as one.
    group: Vec<Motion>,
    /// Whether the algorithm finds every member of a class; otherwise the one it finds represents
    /// its class.
    meets_all: bool,
}

impl Sift {
    fn new(problem: &Problem, choice: Option<&Choice>) -> Sift {
        let category = choice.map(|choice| choice.algorithm.info().category);
        Sift {
            group: Motion::of_problem(problem),
            meets_all: category.is_none_or(|category| category == Category::AllSolutions),
        }
    }

    /// The smallest of the solution's class, unless the algorithm finds it itself.
    fn representative(&self, solution: &Placement, problem: &Problem) -> Option<Placement> {
        let mut images = self.group.iter().map(|motion| motion.image(solution, problem));
        match self.meets_all {
            true => images.all(|image| image >= *solution).then(|| solution.clone()),
            false => images.min(),
        }
    }
}

/// Passes on solutions.
struct Lister<'a> {
    problem: &'a Problem,
    /// Whether a solution has one queen in each row, which is read without a new placement.
    is_by_columns: bool,
    notation: Notation,
    sift: Option<Sift>,
    most: Option<u64>,
    listed: u64,
    /// The last solution and its text, in memory that all solutions share.
    placement: Placement,
    text: String,
    each: &'a mut dyn FnMut(ListedSolution<'_>) -> ControlFlow<()>,
    failed: Option<Error>,
}

impl StepProbe for Lister<'_> {
    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        let size = self.problem.size();
        match self.is_by_columns {
            true => self.placement.set_columns(columns),
            false => self.placement = self.problem.placement(columns),
        }
        if let Some(sift) = &self.sift {
            match sift.representative(&self.placement, self.problem) {
                Some(representative) => self.placement = representative,
                None => return ControlFlow::Continue(()),
            }
        }
        self.text.clear();
        if let Err(error) = self.notation.append(&self.placement, size, &mut self.text) {
            self.failed = Some(error.into());
            return ControlFlow::Break(());
        }
        self.listed += 1;
        let (solution, placement) = (&*self.text, &self.placement);
        (self.each)(ListedSolution { number: self.listed, solution, placement })?;
        match self.most {
            Some(most) if self.listed >= most => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(request: &ListRequest) -> (Vec<String>, ListAnswer) {
        let mut found = Vec::new();
        let answer = list(request, &Control::new(), &mut |one| {
            found.push(one.solution.to_owned());
            ControlFlow::Continue(())
        });
        (found, answer.unwrap())
    }

    /// Nothing is allocated for a board that is too large for memory.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_board_too_large_for_memory_is_not_started() {
        let mut request = ListRequest::new(Problem::queens(300_000_000));
        request.limits.memory = Some(1 << 30);
        let answer = list(&request, &Control::new(), &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((answer.stopped, answer.listed), (Some(StopReason::Memory), 0));
    }

    #[test]
    fn a_list_says_whether_it_is_complete() {
        let mut request = ListRequest::new(Problem::queens(6));
        let (found, answer) = all(&request);
        assert_eq!((found.len(), answer.total, answer.stopped), (4, Some(Decimal(4)), None));
        request.limits.solutions = Some(2);
        for algorithm in [None, Some("wirth".to_owned())] {
            request.algorithm = algorithm;
            let (found, answer) = all(&request);
            assert_eq!((found.len(), answer.total), (2, None));
            assert_eq!(answer.stopped, Some(StopReason::Solutions));
        }
        (request.limits.solutions, request.fundamental) = (None, true);
        let (found, answer) = all(&request);
        assert_eq!((found.len(), answer.listed, answer.total), (1, 1, Some(Decimal(4))));
    }

    #[test]
    fn breaking_ends_the_list() {
        let request = ListRequest::new(Problem::queens(8));
        let answer = list(&request, &Control::new(), &mut |_| ControlFlow::Break(())).unwrap();
        assert_eq!((answer.listed, answer.stopped), (1, Some(StopReason::Enough)));
    }
}
