//! The numbers behind the plots, computed now or read.

use super::plot::Measure;
use crate::args::{Telling, stdin_or};
use crate::failure::Failure;
use crate::output;
use crate::told;
use bezzel::{CountRequest, count};
use bezzel_board::Problem;
use bezzel_draw::{Plot, PlotPoint, Scale, Series};
use bezzel_engines::Classes;
use bezzel_search::{Choice, Event, Limits, Outcome, SearchResult, Step, StepProbe, StopReason};
use std::ops::ControlFlow;

/// A plot, and how its run ended.
type Plotted = Result<(Plot, Result<(), Failure>), Failure>;

/// Sides with their totals.
type Totals = Vec<(u32, u128)>;

/// Visits after which a run is given up, unless the user says otherwise, as in `compare`.
const VISITS: u64 = 20_000_000;

/// Totals of the sides, up to the first that a limit cuts off.
fn totals(sides: &[u32], limits: &Limits) -> Result<(Totals, Result<(), Failure>), Failure> {
    let mut request = CountRequest::all(sides.iter().map(|&side| Problem::queens(side)).collect());
    request.limits.time = limits.time.map(|time| time.as_secs_f64());
    let answer = count(&request, &told::control(Telling::Auto))?;
    let totals = (answer.totals.iter())
        .filter_map(|counted| Some((counted.problem.size().rows(), counted.exact()?)))
        .collect();
    if answer.stopped().is_some() {
        output::note("stopped, so that the plot ends before it");
    }
    Ok((totals, Failure::unless_finished(answer.stopped())))
}

/// All and fundamental solutions.
pub fn solutions(sides: &[u32], limits: &Limits) -> Plotted {
    let (totals, end) = totals(sides, limits)?;
    let fundamental = (totals.iter())
        .map(|&(side, total)| {
            let classes = Classes::of_total(side, total);
            classes.map(|classes| (side, classes.fundamental()))
        })
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| Failure::Io(error.to_string()))?;
    let mut plot = Plot::new("Solutions of the n-queens problem", "n", "solutions");
    plot.subtitle = "computed now; no point where there is none".to_owned();
    plot.y_scale = Scale::Log;
    plot.series = vec![Series::counts("all", totals), Series::counts("fundamental", fundamental)];
    Ok((plot, end))
}

/// How much larger each total is than the one before.
pub fn ratios(sides: &[u32], limits: &Limits) -> Plotted {
    let (totals, end) = totals(sides, limits)?;
    let points = totals.windows(2).filter(|pair| pair[0].1 > 0).map(|pair| {
        let ((_, before), (side, total)) = (pair[0], pair[1]);
        (f64::from(side), total as f64 / before as f64)
    });
    let mut plot = Plot::new("Growth of the number of solutions", "n", "Q(n) / Q(n - 1)");
    plot.subtitle = "each total over the one before; computed now".to_owned();
    plot.series = vec![Series::new("ratio", points)];
    Ok((plot, end))
}

/// The sizes of the search spaces, by their logarithms where they pass every float.
pub fn spaces(sides: &[u32]) -> Plot {
    let factorial = |n: u32| (1..=n).map(|k| f64::from(k).log10()).sum::<f64>();
    let choose = |n: u32| {
        let squares = n * n;
        (0..n).map(|k| f64::from(squares - k).log10() - f64::from(k + 1).log10()).sum::<f64>()
    };
    let series = |name: &str, log: &dyn Fn(u32) -> f64| {
        // A float ends at 10^308; larger spaces are left out.
        let points = sides.iter().map(|&n| (n, log(n))).filter(|&(_, log)| log < 300.0);
        Series::new(name, points.map(|(n, log)| (f64::from(n), 10_f64.powf(log))))
    };
    let mut plot = Plot::new("How large the search spaces are", "n", "candidates");
    plot.subtitle =
        "choices of squares, one queen a row, permutations, and 2^n to compare".to_owned();
    plot.y_scale = Scale::Log;
    plot.series = vec![
        series("C(n², n)", &choose),
        series("n^n", &|n| f64::from(n) * f64::from(n.max(1)).log10()),
        series("n!", &factorial),
        series("2^n", &|n| f64::from(n) * 2_f64.log10()),
    ];
    plot
}

/// The work of algorithms; runs cut short are drawn hollow and end their line.
pub fn algorithms(
    sides: &[u32],
    choices: &[Choice],
    measure: Measure,
    first: bool,
    limits: &Limits,
) -> Plotted {
    let mut limits = limits.clone();
    if limits.visits.is_none() && limits.time.is_none() {
        limits.visits = Some(VISITS);
    }
    if first {
        limits.solutions = Some(1);
    }
    let (word, what) = match measure {
        Measure::Visits => ("visits", "queens placed"),
        Measure::Tests => ("tests", "safety tests"),
        Measure::Trials => ("trials", "candidates tried"),
        Measure::Backtracks => ("backtracks", "steps back"),
        Measure::Seconds => ("seconds", "seconds"),
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
            let report = choice.algorithm.run(&problem, &choice.settings, &limits, &mut ());
            let (y, exact) = value(&report, measure);
            let (at_least, stopped) = match report.outcome {
                Outcome::Exact { .. } => (false, false),
                Outcome::AtLeast { because: StopReason::Solutions, .. } => (!first, false),
                Outcome::AtLeast { because, .. } => (true, because == StopReason::Stopped),
            };
            if stopped {
                return Err(Failure::Interrupted);
            }
            points.push(PlotPoint { x: f64::from(side), y, exact, at_least });
            // Larger sides would only meet the same limit.
            if at_least {
                break;
            }
        }
        plot.series.push(Series::of(choice.name(), points));
    }
    Ok((plot, Ok(())))
}

fn value(report: &SearchResult, measure: Measure) -> (f64, String) {
    let work = report.work;
    let number = match measure {
        Measure::Visits => work.visits,
        Measure::Tests => work.tests,
        Measure::Trials => work.trials,
        Measure::Backtracks => work.backtracks,
        Measure::Seconds => {
            let seconds = report.elapsed.as_secs_f64();
            return (seconds, seconds.to_string());
        }
    };
    (number as f64, number.to_string())
}

/// How often a randomised algorithm finds a solution without starting again.
pub fn success(sides: &[u32], choices: &[Choice], runs: u64, limits: &Limits) -> Plotted {
    let mut limits = limits.clone().with_solutions(1);
    limits.visits = limits.visits.or(Some(VISITS));
    let mut plot = Plot::new("Success without starting again", "n", "share of runs");
    plot.subtitle = format!("{runs} runs for each point, seeds 1 to {runs}");
    for choice in choices {
        let info = choice.algorithm.info();
        if !info.settings.iter().any(|setting| setting.name == "seed") {
            return Err(Failure::Usage(format!(
                "{} is not randomised, so it has no success rate; try for example las-vegas",
                info.id
            )));
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
                let report = choice.algorithm.run(&problem, &settings, &limits, &mut OneTry);
                match report.outcome {
                    Outcome::Exact { total } | Outcome::AtLeast { total, .. } if total > 0 => {
                        found += 1;
                    }
                    Outcome::AtLeast { because: StopReason::Stopped, .. } => {
                        return Err(Failure::Interrupted);
                    }
                    _ => {}
                }
            }
            points.push((f64::from(side), found as f64 / runs as f64));
        }
        plot.series.push(Series::new(choice.name(), points));
    }
    Ok((plot, Ok(())))
}

/// Ends a run that starts again.
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

/// A plot from a table: names in the first line, x in the first column; or one that a plot wrote.
pub fn from_csv(file: &str) -> Result<Plot, Failure> {
    let text = match file {
        "-" => stdin_or(file, "the table")?,
        file => std::fs::read_to_string(file)
            .map_err(|error| Failure::Io(format!("{file}: {error}")))?,
    };
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let names: Vec<&str> = match lines.next() {
        Some((_, line)) if line.trim() == Plot::COLUMNS => return from_data(lines),
        Some((_, line)) => line.split(',').map(str::trim).collect(),
        None => {
            return Err(Failure::Usage(
                "the table is empty; write for example 'n,rate'".to_owned(),
            ));
        }
    };
    if names.len() < 2 {
        return Err(Failure::Usage("the table needs two columns: x and a line".to_owned()));
    }
    let mut plot = Plot::new(names[1..].join(", "), names[0], names[1]);
    plot.series = names[1..].iter().map(|name| Series::new(*name, [])).collect();
    if names.len() > 2 {
        plot.y_label = "value".to_owned();
    }
    for (number, line) in lines {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if cells.len() != names.len() {
            return Err(Failure::Usage(format!(
                "line {number} of the table has {} columns, the first has {}",
                cells.len(),
                names.len()
            )));
        }
        let x = value_in(number, cells[0])?;
        for (series, cell) in plot.series.iter_mut().zip(&cells[1..]) {
            // An empty cell is a value nobody has.
            if !cell.is_empty() {
                let (y, exact) = (value_in(number, cell)?, (*cell).to_owned());
                series.points.push(PlotPoint { x, y, exact, at_least: false });
            }
        }
    }
    Ok(plot)
}

/// The table that `--data` writes: a line for each point, with the name of its series first.
fn from_data<'t>(lines: impl Iterator<Item = (usize, &'t str)>) -> Result<Plot, Failure> {
    let mut plot = Plot::new("", "x", "y");
    for (number, line) in lines {
        // From the end, because a name may hold commas.
        let cells: Vec<&str> = line.trim().rsplitn(4, ',').collect();
        let [bound, y, x, name] = cells[..] else {
            return Err(Failure::Usage(format!(
                "line {number} of the table is not {}, as its first line says",
                Plot::COLUMNS
            )));
        };
        let name = match name.strip_prefix('"').and_then(|name| name.strip_suffix('"')) {
            Some(quoted) => quoted.replace("\"\"", "\""),
            None => name.to_owned(),
        };
        let point = PlotPoint {
            x: value_in(number, x)?,
            y: value_in(number, y)?,
            exact: y.to_owned(),
            at_least: bound == "yes",
        };
        match plot.series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => plot.series.push(Series::of(name, vec![point])),
        }
    }
    let names: Vec<&str> = plot.series.iter().map(|series| series.name.as_str()).collect();
    plot.title = names.join(", ");
    Ok(plot)
}

/// The number in a cell of this line of a table.
fn value_in(line: usize, cell: &str) -> Result<f64, Failure> {
    cell.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(|| {
        Failure::Usage(format!("'{cell}' in line {line} of the table is not a number"))
    })
}
