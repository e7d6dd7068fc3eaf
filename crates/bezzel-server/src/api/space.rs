//! Stacks, and boards of more than two dimensions.

use super::ask::{self, ProblemForm};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::Asked;
use axum::Json;
use axum::extract::State;
use bezzel_board::{Notation, Problem, Rule, Size, Stack, Stop};
use bezzel_engines::stacks::{StackError, one};
use bezzel_engines::transform::LARGEST;
use bezzel_engines::{Engine, SimdLevel, Transform};
use bezzel_search::{Limits, Outcome, Solved, solve};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use utoipa::{IntoParams, ToSchema};

/// The largest side whose total is computed while somebody waits: milliseconds.
const QUICK: u32 = 6;

/// Longest time for one answer, unless the server's limit is shorter.
const TIME: Duration = Duration::from_secs(15);

/// Which stack.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct StackQuery {
    /// Its side.
    n: u32,
}

/// A stack, or why there is none.
#[derive(Serialize, ToSchema)]
pub struct StackView {
    /// Its side.
    n: u32,
    /// The floor of each square, from 0.
    levels: Option<Vec<Vec<u32>>>,
    /// The floors, lowest first, in one-line notation.
    floors: Option<Vec<String>>,
    /// Whether every floor is a solution of the torus too.
    toroidal: bool,
    /// The slope of its lines, where it is made of lines.
    slope: Option<u32>,
    /// Whether the answer is certain.
    proven: bool,
    /// How it was found, or why there is none.
    way: String,
    /// Pairs of queens joined by a queen's move in space.
    attacking_pairs: Option<String>,
    /// Seconds it took.
    seconds: f64,
}

/// A stack: n solutions that cover the board
#[utoipa::path(
    get, path = "/stack", params(StackQuery),
    responses((status = 200, body = StackView), (status = "4XX", body = ErrorBody))
)]
pub async fn stack(
    State(app): State<Arc<App>>,
    Asked(StackQuery { n }): Asked<StackQuery>,
) -> Result<Json<StackView>, ApiError> {
    if n == 0 || n > app.limits.stack_side {
        return Err(ApiError::too_large("n", n, app.limits.stack_side));
    }
    let (started, time) = (Instant::now(), time(&app));
    let found = app
        .quick
        .run(move |stop| within_time(time, stop, |stop| one(n, &stop.clone().into())))
        .await?;
    let seconds = started.elapsed().as_secs_f64();
    Ok(Json(match found {
        Ok(found) => StackView {
            n,
            levels: Some(found.stack.rows().map(<[u32]>::to_vec).collect()),
            floors: Some(found.stack.floors().iter().map(|floor| line(floor)).collect()),
            toroidal: found.stack.is_toroidal(),
            slope: found.stack.slope(),
            proven: true,
            way: found.way.to_string(),
            attacking_pairs: Some(attacking_pairs(&found.stack).to_string()),
            seconds,
        },
        Err(error) => StackView {
            n,
            levels: None,
            floors: None,
            toroidal: false,
            slope: None,
            proven: matches!(error, StackError::None { .. }),
            way: error.to_string(),
            attacking_pairs: None,
            seconds,
        },
    }))
}

fn time(app: &App) -> Duration {
    TIME.min(Duration::from_secs(app.limits.solve_seconds))
}

/// Raises the flag of a computation when its time is up.
fn within_time<T>(
    time: Duration,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T,
) -> T {
    let ended = Arc::new(AtomicBool::new(false));
    let (flag, over) = (Arc::clone(stop), Arc::clone(&ended));
    let started = Instant::now();
    // Looks up often, so that it ends soon after the work.
    std::thread::spawn(move || {
        while started.elapsed() < time && !over.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
        }
        flag.store(true, Ordering::Relaxed);
    });
    let result = work(stop);
    ended.store(true, Ordering::Relaxed);
    result
}

fn line(columns: &[u32]) -> String {
    columns.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Pairs of queens of different floors that a queen of space attacks: on each of the lines through
/// both, so that only queens with equal differences count.
fn attacking_pairs(stack: &Stack) -> u64 {
    let n = i64::from(stack.side());
    let levels: Vec<&[u32]> = stack.rows().collect();
    let level = |row: i64, column: i64| i64::from(levels[row as usize][column as usize]);
    let mut pairs = 0;
    for row in 0..n {
        for column in 0..n {
            // Half of the directions, so that every pair is met once.
            for (down, right) in [(0, 1), (1, -1), (1, 0), (1, 1)] {
                for far in 1..n {
                    let (there, beside) = (row + down * far, column + right * far);
                    if there >= n || !(0..n).contains(&beside) {
                        break;
                    }
                    let rise = (level(there, beside) - level(row, column)).abs();
                    pairs += u64::from(rise == far);
                }
            }
        }
    }
    pairs
}

/// Which board.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct SpaceQuery {
    /// Its side.
    n: u32,
    /// Its dimension.
    d: u32,
    /// queen, two-axis or hyperplane.
    #[serde(default)]
    rule: String,
}

/// A board of many dimensions.
#[derive(Serialize, ToSchema)]
pub struct SpaceView {
    /// The problem.
    #[schema(value_type = ProblemForm)]
    problem: Problem,
    /// One solution: the position inside each layer.
    solution: Option<String>,
    /// The same by coordinates, the layer last.
    queens: Option<Vec<Vec<u32>>>,
    /// Whether it is certain that there is none, if there is none.
    proven: bool,
    /// How it was found.
    how: String,
    /// All solutions, where that is quick to compute.
    total: Option<String>,
    /// Where the total comes from.
    provenance: Option<String>,
    /// Seconds it took.
    seconds: f64,
}

/// A solution in many dimensions, and how many there are where that is quick
#[utoipa::path(
    get, path = "/space", params(SpaceQuery),
    responses((status = 200, body = SpaceView), (status = "4XX", body = ErrorBody))
)]
pub async fn space(
    State(app): State<Arc<App>>,
    Asked(SpaceQuery { n, d, rule }): Asked<SpaceQuery>,
) -> Result<Json<SpaceView>, ApiError> {
    let rule: Rule = if rule.is_empty() { Rule::Queen } else { rule.parse()? };
    let problem = Problem::new(Size::cube(n, d)?).with_rule(rule)?;
    ask::within(&problem, app.limits.trace_rows)?;
    let time = time(&app);
    let view = app.quick.run(move |stop| look(problem, time, stop)).await??;
    Ok(Json(view))
}

fn look(problem: Problem, time: Duration, stop: &Arc<AtomicBool>) -> Result<SpaceView, ApiError> {
    let started = Instant::now();
    let limits = Limits { time: Some(time), stop: Arc::clone(stop).into(), ..Limits::none() };
    let solved = solve(&problem, None, &limits)?;
    let proven = solved.is_proven();
    let (solution, how) = match solved {
        Solved::Theorem { by, says } => (None, format!("{says} ({by})")),
        Solved::Run { choice, solution, result, .. } => {
            let end = match result.outcome {
                Outcome::AtLeast { because, .. } if solution.is_none() => format!(", {because}"),
                _ => String::new(),
            };
            (solution, format!("{}{end}", choice.name()))
        }
    };
    let size = problem.size();
    let queens = solution
        .as_ref()
        .map(|solution| solution.squares().iter().map(|&queen| size.coordinates(queen)).collect());
    let solution = solution.map(|it| Notation::OneLine.write(&it, size)).transpose()?;
    let (total, provenance) = total(&problem, &Arc::clone(stop).into()).unzip();
    let seconds = started.elapsed().as_secs_f64();
    Ok(SpaceView { problem, solution, queens, proven, how, total, provenance, seconds })
}

/// The total by the transform, where it takes milliseconds.
fn total(problem: &Problem, stop: &Stop) -> Option<(String, String)> {
    let (n, d) = (problem.size().rows(), problem.size().dimension());
    if problem.rule() != Rule::Queen || n > QUICK.min(LARGEST) {
        return None;
    }
    let prepared = Transform::default().prepare(problem, stop).ok()?;
    let sum = prepared.count_all(SimdLevel::best(), stop).ok()?;
    let spectrum = sum.spectrum()?;
    let how = format!("computed now by engine {}", Transform::ID);
    Some((spectrum.total(d).to_string(), how))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quick count against every pair by the rule of space.
    #[test]
    fn attacking_pairs_are_those_of_the_rule_in_space() {
        for n in [5, 7, 12] {
            let stack = one(n, &bezzel_board::Stop::new()).unwrap().stack;
            let queens: Vec<[i64; 3]> = (0..n)
                .flat_map(|row| (0..n).map(move |column| (row, column)))
                .map(|(row, column)| {
                    let level = stack.level(bezzel_board::Square::new(row, column));
                    [i64::from(row), i64::from(column), i64::from(level)]
                })
                .collect();
            let attack = |a: &[i64; 3], b: &[i64; 3]| {
                let steps: Vec<i64> =
                    a.iter().zip(b).map(|(x, y)| (x - y).abs()).filter(|&step| step > 0).collect();
                steps.iter().all(|step| *step == steps[0])
            };
            let mut expected = 0;
            for (place, a) in queens.iter().enumerate() {
                expected += queens[place + 1..].iter().filter(|b| attack(a, b)).count() as u64;
            }
            assert_eq!(attacking_pairs(&stack), expected, "side {n}");
        }
    }
}
