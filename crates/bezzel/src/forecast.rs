//! `forecast`: how long a count will take, before it starts; and a note once a count turns out to be
//! long.

use crate::count::{NONE_ON_TORUS, transform_is_fastest};
use crate::registry::fastest;
use crate::{Control, Error, Note, Schema, Workers};
use bezzel_board::Problem;
use bezzel_engines::{Plan, Transform, registry};
use bezzel_jobs::Progress;
use bezzel_search::has_none_on_torus;
use serde::{Deserialize, Serialize};

/// What would be counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ForecastRequest {
    /// The problem.
    pub problem: Problem,
    /// The engine; the fastest by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// What would count.
    #[serde(default)]
    pub workers: Workers,
}

impl ForecastRequest {
    /// A count by the fastest engine on all threads.
    #[must_use]
    pub fn new(problem: Problem) -> ForecastRequest {
        ForecastRequest { problem, engine: None, workers: Workers::default() }
    }
}

/// How long a count will take. The seconds may be wrong by a factor of ten: they come from the plan
/// of the engine, not from a measurement on this machine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ForecastAnswer {
    /// `bezzel/forecast/1`.
    pub schema: Schema,
    /// The problem.
    pub problem: Problem,
    /// The engine that would count it.
    pub engine: String,
    /// Its units of work.
    pub units: usize,
    /// Threads that would count.
    pub threads: usize,
    /// About how many seconds it takes on them.
    pub seconds: f64,
    /// What that means.
    pub outlook: Outlook,
    /// The theorem that gives the total, if no count is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<&'static str>,
}

/// What to expect of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Outlook {
    /// Less than a minute.
    Short,
    /// Minutes to days: worth a job that survives a restart.
    Long,
    /// More than a year: not on this machine, even if the estimate is ten times too large.
    TooLong,
}

impl Outlook {
    /// Ten years in seconds.
    const YEARS: f64 = 10.0 * 365.25 * 86_400.0;

    fn of(seconds: f64) -> Outlook {
        match seconds {
            _ if seconds < Forecast::SHORT => Outlook::Short,
            _ if seconds < Outlook::YEARS => Outlook::Long,
            _ => Outlook::TooLong,
        }
    }
}

/// Plans a count without counting anything, and says how long it would take.
///
/// ```
/// use bezzel::{Control, ForecastRequest, Outlook, Problem, forecast};
///
/// let answer = forecast(&ForecastRequest::new(Problem::queens(12)), &Control::new())?;
/// assert_eq!(answer.outlook, Outlook::Short);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn forecast(request: &ForecastRequest, control: &Control) -> Result<ForecastAnswer, Error> {
    let problem = &request.problem;
    let engine = match &request.engine {
        Some(id) => registry::find(id)?,
        None if transform_is_fastest(problem) => registry::find(Transform::ID)?,
        None => fastest(problem),
    };
    let threads = request.workers.threads()?;
    let answer = |units: usize, seconds: f64, theorem: Option<&'static str>| ForecastAnswer {
        schema: Schema::new("bezzel/forecast/1"),
        problem: problem.clone(),
        engine: engine.info().id.to_owned(),
        units,
        threads,
        seconds,
        outlook: Outlook::of(seconds),
        theorem,
    };
    if request.engine.is_none() && has_none_on_torus(problem) {
        return Ok(answer(0, 0.0, Some(NONE_ON_TORUS)));
    }
    // The transform makes one sum for all dimensions of a side.
    let is_summed = engine.info().id == Transform::ID && transform_is_fastest(problem);
    let side = is_summed.then(|| Problem::queens(problem.size().rows()));
    let prepared = engine.prepare(side.as_ref().unwrap_or(problem), control.stop())?;
    let plan = prepared.plan();
    let cost: f64 = plan.units.iter().map(|unit| prepared.cost(unit)).sum();
    Ok(answer(plan.units.len(), cost / threads as f64, None))
}

/// Says once that a count will take a long time.
#[derive(Default)]
pub(crate) struct Forecast {
    is_said: bool,
}

impl Forecast {
    /// Seconds before the measured speed is trusted, or before a lack of progress counts.
    const SOON: f64 = 2.0;
    const LATE: f64 = 5.0;
    /// Counts shorter than this need no warning.
    const SHORT: f64 = 60.0;

    /// The note on a count that its plan expects to be long, before it starts.
    pub(crate) fn before(&mut self, plan: &Plan, seconds: f64) -> Option<Note> {
        self.is_said = seconds >= Forecast::SHORT;
        self.is_said.then(|| long(plan, Some(seconds)))
    }

    /// The note on a running count, when it is due.
    pub(crate) fn note(&mut self, plan: &Plan, progress: &Progress) -> Option<Note> {
        let seconds = match progress.eta {
            Some(eta) if progress.elapsed >= Forecast::SOON && eta >= Forecast::SHORT => Some(eta),
            None if progress.elapsed >= Forecast::LATE => None,
            _ => return None,
        };
        let is_new = !std::mem::replace(&mut self.is_said, true);
        is_new.then(|| long(plan, seconds))
    }
}

fn long(plan: &Plan, seconds: Option<f64>) -> Note {
    Note::Long { problem: plan.problem.to_string(), seconds, units: plan.units.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_engines::Engine;

    #[test]
    fn larger_boards_take_longer_and_some_take_too_long() {
        let of = |side| {
            let request = ForecastRequest::new(Problem::queens(side));
            forecast(&request, &Control::new()).unwrap()
        };
        let (small, large) = (of(16), of(22));
        assert!(small.seconds < large.seconds, "{} and {}", small.seconds, large.seconds);
        assert_eq!(large.engine, "colour");
        assert!(large.units > 1);
        assert_eq!(Outlook::of(59.0), Outlook::Short);
        assert_eq!(Outlook::of(3600.0), Outlook::Long);
        assert_eq!(Outlook::of(1e12), Outlook::TooLong);
    }

    /// A count of 24 queens and more, or of nine in space, is known to be long before it starts;
    /// one of 18 queens needs no note.
    #[test]
    fn long_counts_are_announced_before_they_start() {
        let announced = |problem: Problem, engine: &dyn Engine| {
            let prepared = engine.prepare(&problem, &bezzel_board::Stop::new()).unwrap();
            let plan = prepared.plan();
            let cost: f64 = plan.units.iter().map(|unit| prepared.cost(unit)).sum();
            Forecast::default().before(plan, cost / 2.0).is_some()
        };
        let colour = registry::find("colour").unwrap();
        assert!(announced(Problem::queens(24), colour));
        assert!(!announced(Problem::queens(18), colour));
        assert!(announced(Problem::queens(9), &Transform::default()));
        assert!(!announced(Problem::queens(7), &Transform::default()));
    }

    /// The forecast is that of the engine that will count, in seconds.
    #[test]
    fn boards_in_space_and_other_pieces_are_forecast_by_what_counts_them() {
        for (text, engine, is_short) in [
            ("8^3", "transform", true),
            ("9^3", "transform", false),
            ("8 rook", "barr-rao", true),
            ("17 rook", "barr-rao", false),
            ("5^3 two-axis", "barr-rao", true),
            ("8 king", "pieces", true),
        ] {
            let request = ForecastRequest::new(text.parse().unwrap());
            let answer = forecast(&request, &Control::new()).unwrap();
            assert_eq!(answer.engine, engine, "{text}");
            assert_eq!(answer.outlook == Outlook::Short, is_short, "{text}: {}", answer.seconds);
        }
    }

    #[test]
    fn an_engine_can_be_named_and_unknown_ones_are_refused() {
        let mut request = ForecastRequest::new(Problem::queens(14));
        request.engine = Some("enumerate".to_owned());
        assert_eq!(forecast(&request, &Control::new()).unwrap().engine, "enumerate");
        request.engine = Some("nobody".to_owned());
        assert!(forecast(&request, &Control::new()).is_err());
    }
}
