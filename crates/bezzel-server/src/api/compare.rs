//! Comparisons: every run as a line of JSON as soon as it ends.

use super::ask::{self, GoalName, ProblemForm};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Input;
use crate::lane::StopGuard;
use crate::stream::{Answering, send};
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bezzel_board::{Problem, Size};
use bezzel_search::{Choice, Comparison, Goal, Limits, algorithms};
use serde::Deserialize;
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

/// Visits after which a run is given up, as on the command line.
const VISITS: u64 = 20_000_000;

/// What to compare.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompareRequest {
    /// Sides of plain boards.
    #[serde(default)]
    sizes: Vec<u32>,
    /// Problems besides, or instead.
    #[serde(default)]
    #[schema(value_type = Vec<ProblemForm>)]
    problems: Vec<Problem>,
    /// Algorithms as on the command line: `wirth`, `nilsson:index`; all if nothing is said.
    algorithms: Option<Vec<String>>,
    /// How far the runs go.
    #[serde(default)]
    goal: GoalName,
    /// Most seconds of one run.
    seconds: Option<f64>,
    /// Most queens placed in one run.
    visits: Option<u64>,
    /// Run each randomised algorithm with the seeds from 1 to this.
    seeds: Option<u64>,
}

/// One run after the other.
struct Runs {
    goal: Goal,
    problems: Vec<Problem>,
    /// Each algorithm once for each of its seeds.
    choices: Vec<Vec<Choice>>,
    limits: Limits,
    /// Whether there are several seeds, which the lines then name.
    seeded: bool,
}

/// Compare algorithms
///
/// Each line is one run, with its `seed` where there are several; the last line is `{"end": true}`.
/// Closing the connection stops the work.
#[utoipa::path(
    post, path = "/compare", request_body = CompareRequest,
    responses(
        (status = 200, description = "a run per line", content_type = "application/x-ndjson"),
        (status = "4XX", body = ErrorBody), (status = 503, description = "busy", body = ErrorBody)
    )
)]
pub async fn compare(
    State(app): State<Arc<App>>,
    Input(asked): Input<CompareRequest>,
) -> Result<Response, ApiError> {
    let runs = asked.runs(&app)?;
    let (sender, lines) = mpsc::channel(64);
    let guard = StopGuard(Arc::default());
    app.long.start(Arc::clone(&guard.0), move |stop| runs.carry_out(stop, &sender)).await?;
    let body = Answering::new(&app, ReceiverStream::new(lines), guard, |_| false);
    let kind = (header::CONTENT_TYPE, "application/x-ndjson");
    Ok(([kind], Body::from_stream(body.map(Ok::<_, Infallible>))).into_response())
}

impl CompareRequest {
    fn runs(self, app: &App) -> Result<Runs, ApiError> {
        let limits = &app.limits;
        let mut problems = Vec::new();
        for &side in &self.sizes {
            if side > limits.compare_rows {
                return Err(ApiError::too_large("a size", side, limits.compare_rows));
            }
            problems.push(Problem::new(Size::square(side)?));
        }
        for problem in self.problems {
            ask::within(&problem, limits.compare_rows)?;
            problems.push(problem);
        }
        let choices: Vec<Choice> = match &self.algorithms {
            Some(names) => names.iter().map(|name| Choice::read(name)).collect::<Result<_, _>>()?,
            None => algorithms::ALL.iter().flat_map(|one| Choice::variants(*one)).collect(),
        };
        let seeds = self.seeds.unwrap_or(1);
        let runs = (problems.len() * choices.len()).saturating_mul(seeds as usize);
        if runs == 0 {
            let hint = "name a size, an algorithm and one seed at the least";
            return Err(ApiError::bad_value("there is nothing to compare", hint));
        }
        if runs > limits.compare_runs {
            return Err(ApiError::too_large("the number of runs", runs, limits.compare_runs));
        }
        let time = ask::seconds(self.seconds.or(Some(10.0)), limits.compare_seconds)?;
        let visits = self.visits.unwrap_or(VISITS).max(1);
        let limits = Limits { time: Some(time), visits: Some(visits), ..Limits::none() };
        let seeded = seeds > 1;
        let choices = choices.into_iter().map(|one| match seeded {
            true => one.seeded(seeds),
            false => Ok(vec![one]),
        });
        let choices = choices.collect::<Result<_, _>>()?;
        Ok(Runs { goal: self.goal.into(), problems, choices, limits, seeded })
    }
}

impl Runs {
    fn carry_out(mut self, stop: &Arc<AtomicBool>, lines: &mpsc::Sender<String>) {
        self.limits.stop = Arc::clone(stop).into();
        for problem in &self.problems {
            for choices in &self.choices {
                let admitted = choices.iter().filter(|choice| self.goal.admits(choice, problem));
                for (seed, choice) in (1_u64..).zip(admitted) {
                    let run = Comparison::measure(self.goal, problem, choice, &self.limits);
                    let mut line = json!(run);
                    if self.seeded && choice.is_random() {
                        line["seed"] = json!(seed);
                    }
                    if !send(lines, format!("{line}\n"), stop) {
                        return;
                    }
                }
            }
        }
        send(lines, "{\"end\":true}\n".to_owned(), stop);
    }
}
