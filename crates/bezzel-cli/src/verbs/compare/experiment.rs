//! Experiments with chance: many seeds, success rates, distributions, and the best of a setting.

use super::{Compare, fit};
use crate::failure::Failure;
use crate::output::{self, Grid, Out};
use bezzel_board::Problem;
use bezzel_search::{Choice, Comparison, Goal, Limits, Values, algorithms};
use serde_json::{Value, json};
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
    let fits = match asked.fit {
        true => fit::of_points(samples.iter().filter(|s| s.solved() > 0).map(Sample::point)),
        false => Vec::new(),
    };
    if asked.json {
        let samples: Vec<_> = samples.iter().map(Sample::document).collect();
        let fits: Vec<_> = fits.iter().map(fit::Fit::document).collect();
        return Ok(out.json(&json!({
            "schema": "bezzel/experiment/1", "samples": samples, "fits": fits
        }))?);
    }
    let mut grid = Grid::new(&[
        "n",
        "algorithm",
        "runs",
        "solved",
        "success",
        "visits/solution",
        "median",
        "90 %",
        "max",
        "restarts",
        "seconds",
    ]);
    for sample in samples {
        grid.row(sample.cells());
    }
    if asked.csv {
        return Ok(grid.csv(out)?);
    }
    grid.table(out)?;
    fit::print(&fits, out)?;
    for best in best(samples) {
        writeln!(out, "best for n = {}: {}", best.problem.size(), best.algorithm)?;
    }
    output::note("visits to the first solution; restarts and seconds are means over the runs");
    Ok(())
}

/// For each problem the value of the varied setting with the fewest visits per solution.
fn best<'s, 'a>(samples: &'s [Sample<'a>]) -> Vec<&'s Sample<'a>> {
    let mut best: Vec<&Sample<'_>> = Vec::new();
    for sample in samples.iter().filter(|s| s.value.is_some() && s.solved() > 0) {
        match best.iter_mut().find(|b| b.problem.size() == sample.problem.size()) {
            Some(known) if known.visits_per_solution() > sample.visits_per_solution() => {
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

    fn mean(&self, of: impl Fn(&Comparison<'_>) -> f64) -> f64 {
        self.lines.iter().map(of).sum::<f64>() / self.lines.len() as f64
    }

    /// All visits, those of failed runs too, for each solution found.
    fn visits_per_solution(&self) -> f64 {
        let visits: u64 = self.lines.iter().map(|line| line.report.work.visits).sum();
        visits as f64 / self.solved() as f64
    }

    /// The visits below which this share of the runs lies.
    fn quantile(&self, share: f64) -> u64 {
        let mut visits: Vec<u64> = self.lines.iter().map(|line| line.report.work.visits).collect();
        visits.sort_unstable();
        let place = (share * visits.len() as f64).ceil() as usize;
        visits.get(place.saturating_sub(1)).copied().unwrap_or(0)
    }

    fn point(&self) -> (&'static str, &str, f64, f64) {
        let n = f64::from(self.problem.size().rows());
        ("first", &self.algorithm, n, self.visits_per_solution())
    }

    fn cells(&self) -> Vec<String> {
        let (runs, solved) = (self.lines.len(), self.solved());
        let per_solution = match solved {
            0 => "-".to_owned(),
            _ => format!("{:.1}", self.visits_per_solution()),
        };
        vec![
            self.problem.size().to_string(),
            self.algorithm.clone(),
            runs.to_string(),
            solved.to_string(),
            format!("{:.1} %", 100.0 * solved as f64 / runs as f64),
            per_solution,
            self.quantile(0.5).to_string(),
            self.quantile(0.9).to_string(),
            self.quantile(1.0).to_string(),
            format!("{:.2}", self.mean(|line| line.report.work.restarts as f64)),
            format!("{:.5}", self.mean(|line| line.report.elapsed.as_secs_f64())),
        ]
    }

    fn document(&self) -> Value {
        let numbers = |of: &dyn Fn(&Comparison<'_>) -> u64| -> Vec<u64> {
            self.lines.iter().map(of).collect()
        };
        json!({
            "problem": self.problem,
            "algorithm": self.algorithm,
            "value": self.value,
            "runs": self.lines.len(),
            "solved": self.solved(),
            "visits": numbers(&|line| line.report.work.visits),
            "restarts": numbers(&|line| line.report.work.restarts),
            "seconds": self.lines.iter().map(|l| l.report.elapsed.as_secs_f64()).collect::<Vec<_>>(),
        })
    }
}
