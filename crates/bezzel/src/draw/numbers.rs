//! The numbers behind the plots, computed now.

use super::plot::{PlotMeasure, Plotted};
use crate::{Control, CountRequest, Error, ErrorKind, RunLimits, count};
use bezzel_board::Problem;
use bezzel_draw::{Plot, PlotPoint, Scale, Series};
use bezzel_engines::Classes;
use bezzel_search::{Choice, Event, Limits, Outcome, SearchResult, Step, StepProbe, StopReason};
use std::ops::ControlFlow;

/// Sides with their totals.
type Totals = Vec<(u32, u128)>;

/// Visits after which a run stops, unless the request says otherwise, as in `compare`.
const VISITS: u64 = 20_000_000;

/// Totals of the sides, up to the first that a limit stops.
fn totals(
    sides: &[u32],
    limits: &RunLimits,
    control: &Control,
) -> Result<(Totals, Option<StopReason>), Error> {
    let mut request = CountRequest::all(sides.iter().map(|&side| Problem::queens(side)).collect());
    request.limits.time = limits.time;
    let answer = count(&request, control)?;
    let totals = (answer.totals.iter())
        .filter_map(|counted| Some((counted.problem.size().rows(), counted.exact()?)))
        .collect();
    Ok((totals, answer.stopped()))
}

/// All and fundamental solutions.
pub(super) fn solutions(sides: &[u32], limits: &RunLimits, control: &Control) -> Plotted {
    let (totals, stopped) = totals(sides, limits, control)?;
    let fundamental = (totals.iter())
        .map(|&(side, total)| {
            let classes = Classes::of_total(side, total);
            classes.map(|classes| (side, classes.fundamental()))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let mut plot = Plot::new("Solutions of the n-queens problem", "n", "solutions");
    plot.subtitle = "computed now; no point where there is none".to_owned();
    plot.y_scale = Scale::Log;
    plot.series = vec![Series::counts("all", totals), Series::counts("fundamental", fundamental)];
    Ok((Some(plot), stopped))
}

/// Ratio of each total to the previous one.
pub(super) fn ratios(sides: &[u32], limits: &RunLimits, control: &Control) -> Plotted {
    let (totals, stopped) = totals(sides, limits, control)?;
    let points = totals.windows(2).filter(|pair| pair[0].1 > 0).map(|pair| {
        let ((_, before), (side, total)) = (pair[0], pair[1]);
        (f64::from(side), total as f64 / before as f64)
    });
    let mut plot = Plot::new("Growth of the number of solutions", "n", "Q(n) / Q(n - 1)");
    plot.subtitle = "each total over the one before; computed now".to_owned();
    plot.series = vec![Series::new("ratio", points)];
    Ok((Some(plot), stopped))
}

/// The sizes of the search spaces: exact where they fit into 128 bits, otherwise by their logarithms.
pub(super) fn spaces(sides: &[u32]) -> Plot {
    let power = |base: u32, n: u32| u128::from(base).checked_pow(n);
    let factorial = |n: u32| (1..=u128::from(n)).try_fold(1_u128, u128::checked_mul);
    let log_factorial = |n: u32| (1..=n).map(|k| f64::from(k).log10()).sum::<f64>();
    let choose = |n: u32| {
        let squares = u128::from(n) * u128::from(n);
        (0..u128::from(n))
            .try_fold(1_u128, |chosen, k| Some(chosen.checked_mul(squares - k)? / (k + 1)))
    };
    let log_choose = |n: u32| {
        let squares = n * n;
        (0..n).map(|k| f64::from(squares - k).log10() - f64::from(k + 1).log10()).sum::<f64>()
    };
    let log_power = |base: u32, n: u32| f64::from(n) * f64::from(base.max(1)).log10();
    let series = |name: &str, exact: &dyn Fn(u32) -> Option<u128>, log: &dyn Fn(u32) -> f64| {
        // A float ends at 10^308; larger spaces are left out.
        let points = sides.iter().filter(|&&n| log(n) < 300.0);
        let size = |n: u32| exact(n).map_or_else(|| 10_f64.powf(log(n)), |size| size as f64);
        Series::new(name, points.map(|&n| (f64::from(n), size(n))))
    };
    let mut plot = Plot::new("How large the search spaces are", "n", "candidates");
    plot.subtitle =
        "choices of squares, one queen a row, permutations, and 2^n to compare".to_owned();
    plot.y_scale = Scale::Log;
    plot.series = vec![
        series("C(n², n)", &choose, &log_choose),
        series("n^n", &|n| power(n, n), &|n| log_power(n, n)),
        series("n!", &factorial, &log_factorial),
        series("2^n", &|n| power(2, n), &|n| log_power(2, n)),
    ];
    plot
}

/// The work of algorithms; stopped runs are drawn hollow and end their line.
pub(super) fn algorithms(
    sides: &[u32],
    choices: &[Choice],
    measure: PlotMeasure,
    first: bool,
    mut limits: Limits,
) -> Plotted {
    if limits.visits.is_none() && limits.time.is_none() {
        limits.visits = Some(VISITS);
    }
    if first {
        limits.solutions = Some(1);
    }
    let (word, what) = match measure {
        PlotMeasure::Visits => ("visits", "queens placed"),
        PlotMeasure::Tests => ("tests", "safety tests"),
        PlotMeasure::Trials => ("trials", "candidates tried"),
        PlotMeasure::Backtracks => ("backtracks", "steps back"),
        PlotMeasure::Seconds => ("seconds", "seconds"),
    };
    let goal = if first { "the first solution" } else { "all solutions" };
    let mut plot = Plot::new(format!("Work to {goal}"), "n", what);
    plot.subtitle = format!("{word} of each algorithm; a hollow mark is a lower bound");
    plot.y_scale = Scale::Log;
    for choice in choices {
        let mut points = Vec::new();
        for &side in sides {
            let problem = Problem::queens(side);
            if choice.algorithm.info().supports(&problem).is_err() {
                continue;
            }
            let result = choice.algorithm.run(&problem, &choice.settings, &limits, &mut ());
            let (y, exact) = value(&result, measure);
            let at_least = match result.outcome {
                Outcome::Exact { .. } => false,
                Outcome::AtLeast { because: StopReason::Solutions, .. } => !first,
                Outcome::AtLeast { because: StopReason::Stopped, .. } => {
                    return Ok((None, Some(StopReason::Stopped)));
                }
                Outcome::AtLeast { .. } => true,
            };
            points.push(PlotPoint { x: f64::from(side), y, exact, at_least });
            // Larger sides would only meet the same limit.
            if at_least {
                break;
            }
        }
        plot.series.push(Series::of(choice.name(), points));
    }
    Ok((Some(plot), None))
}

fn value(result: &SearchResult, measure: PlotMeasure) -> (f64, String) {
    let work = result.work;
    let number = match measure {
        PlotMeasure::Visits => work.visits,
        PlotMeasure::Tests => work.tests,
        PlotMeasure::Trials => work.trials,
        PlotMeasure::Backtracks => work.backtracks,
        PlotMeasure::Seconds => {
            let seconds = result.elapsed.as_secs_f64();
            return (seconds, seconds.to_string());
        }
    };
    (number as f64, number.to_string())
}

/// How often a randomised algorithm finds a solution without restarting.
pub(super) fn success(sides: &[u32], choices: &[Choice], runs: u64, mut limits: Limits) -> Plotted {
    limits.solutions = Some(1);
    limits.visits = limits.visits.or(Some(VISITS));
    let mut plot = Plot::new("Success without starting again", "n", "share of runs");
    plot.subtitle = format!("{runs} runs for each point, seeds 1 to {runs}");
    for choice in choices {
        let info = choice.algorithm.info();
        if !info.settings.iter().any(|setting| setting.name == "seed") {
            return Err(Error::new(
                ErrorKind::Unsupported,
                format!("{} is not randomised, so it has no success rate", info.id),
            )
            .set("algorithms", "las-vegas"));
        }
        let mut points = Vec::new();
        for &side in sides {
            let problem = Problem::queens(side);
            if info.supports(&problem).is_err() {
                continue;
            }
            let mut found = 0;
            for seed in 1..=runs {
                let settings = choice.settings.clone().choose(info, "seed", &seed.to_string())?;
                let result = choice.algorithm.run(&problem, &settings, &limits, &mut OneTry);
                match result.outcome {
                    Outcome::Exact { total } | Outcome::AtLeast { total, .. } if total > 0 => {
                        found += 1;
                    }
                    Outcome::AtLeast { because: StopReason::Stopped, .. } => {
                        return Ok((None, Some(StopReason::Stopped)));
                    }
                    _ => {}
                }
            }
            points.push((f64::from(side), found as f64 / runs as f64));
        }
        plot.series.push(Series::new(choice.name(), points));
    }
    Ok((Some(plot), None))
}

/// Ends a run that restarts.
struct OneTry;

impl StepProbe for OneTry {
    fn step(&mut self, event: &Event) -> ControlFlow<()> {
        match event.step {
            Step::Restart(_) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn wants_steps(&self) -> bool {
        true
    }
}
