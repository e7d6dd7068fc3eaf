//! Experiments with chance: many seeds, success rates, distributions, and the best of a setting.

use super::measure::{Distribution, Measure};
use super::{Compare, fit};
use crate::failure::Failure;
use crate::output::{self, Grid, Out};
use bezzel_board::Problem;
use bezzel_search::{Choice, Comparison, Goal, Limits, Values, Work, algorithms};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::io::Write;

/// Most runs of one algorithm on one problem.
pub const MOST: u64 = 1_000_000;

/// All runs of one algorithm, with one value of the varied setting, on one problem.
struct Sample<'a> {
    problem: &'a Problem,
    algorithm: String,
    value: Option<u64>,
    lines: Vec<Comparison<'a>>,
}

pub fn run(
    asked: &Compare,
    problems: &[Problem],
    choices: &[Choice],
    limits: &Limits,
    out: &mut Out,
) -> Result<(), Failure> {
    let seeds = asked.seeds.unwrap_or(1);
    let vary = asked.vary.as_deref().map(range).transpose()?;
    let mut samples: Vec<Sample<'_>> = Vec::new();
    let mut interrupted = false;
    'runs: for problem in problems {
        for choice in choices.iter().filter(|choice| Goal::First.admits(choice, problem)) {
            for (value, choice) in varied(choice, vary.as_ref(), asked.algorithms.is_some())? {
                let mut sample = Sample { problem, algorithm: choice.name(), value, lines: vec![] };
                for seeded in choice.seeded(seeds)? {
                    let run = Comparison::measure(Goal::First, problem, &seeded, limits);
                    sample.lines.push(run);
                    interrupted = sample.lines.last().is_some_and(Comparison::is_interrupted);
                    if interrupted {
                        break;
                    }
                }
                samples.push(sample);
                if interrupted {
                    break 'runs;
                }
            }
        }
    }
    if samples.is_empty() {
        return Err(none_fits(vary.as_ref()));
    }
    print(asked, &samples, out)?;
    if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

fn print(asked: &Compare, samples: &[Sample<'_>], out: &mut Out) -> Result<(), Failure> {
    let solved = || samples.iter().filter(|sample| sample.solved() > 0);
    let fits = match asked.fit {
        true => fit::of_points(solved().flat_map(Sample::points)),
        false => Vec::new(),
    };
    let best = best(samples);
    if asked.json {
        let samples: Vec<_> = samples.iter().map(Sample::document).collect();
        let fits: Vec<_> = fits.iter().map(fit::Fit::document).collect();
        let best: Vec<_> = best.iter().map(|sample| sample.praise()).collect();
        return Ok(out.json(&json!({
            "schema": "bezzel/experiment/1", "samples": samples, "fits": fits, "best": best
        }))?);
    }
    let mut grid = Grid::new(&[
        "n",
        "algorithm",
        "runs",
        "solved",
        "success",
        "measure",
        "per solution",
        "mean",
        "min",
        "25 %",
        "median",
        "75 %",
        "max",
    ]);
    for (sample, measure) in samples.iter().flat_map(|s| Measure::ALL.map(|measure| (s, measure))) {
        grid.row(sample.cells(measure));
    }
    let best: Vec<String> = (best.iter())
        .map(|best| format!("best for n = {}: {}", best.problem.size(), best.algorithm))
        .collect();
    if asked.csv {
        grid.csv(out)?;
        fit::csv(&fits, out)?;
        best.iter().for_each(|line| output::note(line));
        return Ok(());
    }
    grid.table(out)?;
    fit::print(&fits, out)?;
    for line in best {
        writeln!(out, "{line}")?;
    }
    output::note(
        "to the first solution; what failed runs took counts too: per solution is the sum over all runs for each one solved",
    );
    Ok(())
}

/// For each problem the value of the varied setting with the fewest visits per solution.
fn best<'s, 'a>(samples: &'s [Sample<'a>]) -> Vec<&'s Sample<'a>> {
    let mut best: Vec<&Sample<'_>> = Vec::new();
    for sample in samples.iter().filter(|s| s.value.is_some() && s.solved() > 0) {
        match best.iter_mut().find(|b| b.problem.size() == sample.problem.size()) {
            Some(known)
                if known.per_solution(Measure::Visits) > sample.per_solution(Measure::Visits) =>
            {
                *known = sample;
            }
            Some(_) => {}
            None => best.push(sample),
        }
    }
    best
}

/// Why nothing ran: no algorithm has the setting, or none takes the problem.
fn none_fits(vary: Option<&(String, u64, u64)>) -> Failure {
    let settings = algorithms::ALL.iter().flat_map(|algorithm| algorithm.info().settings);
    let numbers: BTreeSet<&str> = settings
        .filter(|setting| matches!(setting.values, Values::Number { .. }))
        .map(|setting| setting.name)
        .collect();
    Failure::Usage(match vary {
        Some((name, ..)) if !numbers.contains(name.as_str()) => {
            let known = numbers.into_iter().collect::<Vec<_>>().join(", ");
            format!("no algorithm has a number setting '{name}'; there are {known}")
        }
        _ => "no algorithm takes this problem; name one with --algorithms".to_owned(),
    })
}

/// `crossover=1..12`.
fn range(text: &str) -> Result<(String, u64, u64), Failure> {
    let parts = text.split_once('=').and_then(|(name, values)| {
        let (from, to) = values.split_once("..")?;
        Some((name.to_owned(), from.parse().ok()?, to.parse().ok()?))
    });
    parts.filter(|(_, from, to)| from <= to && to - from < 10_000).ok_or_else(|| {
        Failure::Usage(format!("--vary '{text}' is not a range; write for example crossover=1..12"))
    })
}

/// The choice once for each value of the varied setting. An algorithm without that setting runs as
/// it is, unless it was named: then it is a mistake.
fn varied(
    choice: &Choice,
    vary: Option<&(String, u64, u64)>,
    is_named: bool,
) -> Result<Vec<(Option<u64>, Choice)>, Failure> {
    let info = choice.algorithm.info();
    let Some((name, from, to)) = vary else { return Ok(vec![(None, choice.clone())]) };
    if !info.settings.iter().any(|setting| setting.name == *name) && !is_named {
        return Ok(Vec::new());
    }
    (*from..=*to)
        .map(|value| {
            let settings = choice.settings.clone().choose(info, name, &value.to_string())?;
            Ok((Some(value), Choice { algorithm: choice.algorithm, settings }))
        })
        .collect()
}

impl Sample<'_> {
    fn solved(&self) -> usize {
        self.lines.iter().filter(|line| line.solutions() > 0).count()
    }

    fn success(&self) -> f64 {
        self.solved() as f64 / self.lines.len() as f64
    }

    fn values(&self, measure: Measure) -> Vec<f64> {
        self.lines.iter().map(|line| measure.of(line)).collect()
    }

    /// The sum over all runs, failed ones too, for each solution found.
    fn per_solution(&self, measure: Measure) -> f64 {
        self.values(measure).iter().sum::<f64>() / self.solved() as f64
    }

    fn points(&self) -> [fit::Point<'_>; 3] {
        let n = f64::from(self.problem.size().rows());
        Measure::GROWING.map(|measure| fit::Point {
            goal: "first",
            algorithm: &self.algorithm,
            measure,
            n,
            value: self.per_solution(measure),
        })
    }

    fn cells(&self, measure: Measure) -> Vec<String> {
        let per_solution = match self.solved() {
            0 => "-".to_owned(),
            _ => measure.text(self.per_solution(measure)),
        };
        let spread = Distribution::of(self.values(measure));
        let mut cells = vec![
            self.problem.size().to_string(),
            self.algorithm.clone(),
            self.lines.len().to_string(),
            self.solved().to_string(),
            format!("{:.1} %", 100.0 * self.success()),
            measure.name().to_owned(),
            per_solution,
            measure.text(spread.mean),
        ];
        cells.extend(spread.five.map(|value| measure.text(value)));
        cells
    }

    fn document(&self) -> Value {
        let numbers = |of: &dyn Fn(&Work) -> u64| -> Vec<u64> {
            self.lines.iter().map(|line| of(&line.result.work)).collect()
        };
        let spread = |measure: Measure| {
            let document = Distribution::of(self.values(measure)).document();
            (measure.name().to_owned(), document)
        };
        json!({
            "problem": self.problem,
            "algorithm": self.algorithm,
            "value": self.value,
            "runs": self.lines.len(),
            "solved": self.solved(),
            "success": self.success(),
            "distributions": Measure::ALL.map(spread).into_iter().collect::<Map<_, _>>(),
            "visits": numbers(&|work| work.visits),
            "tests": numbers(&|work| work.tests),
            "restarts": numbers(&|work| work.restarts),
            "seconds": self.values(Measure::Seconds),
        })
    }

    /// What it is the best of.
    fn praise(&self) -> Value {
        json!({
            "problem": self.problem,
            "algorithm": self.algorithm,
            "value": self.value,
            "visits_per_solution": self.per_solution(Measure::Visits),
        })
    }
}
