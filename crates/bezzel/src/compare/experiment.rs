//! Experiments with randomised algorithms: many seeds, success rates, distributions, and the best
//! value of a setting.

use super::fit::{self, Point};
use super::measure::{Distribution, Distributions, Measure, PerSolution};
use super::{CompareAnswer, CompareRun, Goal, Plan};
use crate::{Error, ErrorKind, Instead};
use bezzel_board::Problem;
use bezzel_search::{Choice, Limits, Values, algorithms};
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Most values of a setting that are tried.
const MOST_VALUES: u64 = 10_000;

/// All runs of one algorithm, with one value of the varied setting, on one problem.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CompareSample {
    /// How far the runs went.
    pub goal: Goal,
    /// On what.
    pub problem: Problem,
    /// The algorithm with its settings, but no seed.
    pub algorithm: String,
    /// The value of the varied setting.
    pub value: Option<u64>,
    /// Number of runs.
    pub runs: usize,
    /// Runs that found a solution.
    pub solved: usize,
    /// Their fraction.
    pub success: f64,
    /// Runs that a limit ended.
    pub limited: usize,
    /// The work per solution; `None` if none was found.
    pub per_solution: Option<PerSolution>,
    /// The distributions over the runs.
    pub distributions: Distributions,
    /// Queens placed by each run.
    pub visits: Vec<u64>,
    /// Safety tests of each run.
    pub tests: Vec<u64>,
    /// Starts from the beginning in each run.
    pub restarts: Vec<u64>,
    /// Seconds of each run.
    pub seconds: Vec<f64>,
}

/// The best value of a setting on one problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Best {
    /// How far the runs went.
    pub goal: Goal,
    /// The problem.
    pub problem: Problem,
    /// The algorithm with its settings.
    pub algorithm: String,
    /// The value.
    pub value: u64,
    /// Queens placed for each solution.
    pub visits_per_solution: f64,
}

/// A numeric setting and its values.
pub(super) struct Vary {
    name: String,
    from: u64,
    to: u64,
}

impl Vary {
    /// `crossover=1..12`.
    pub fn read(text: &str) -> Result<Vary, Error> {
        let parts = text.split_once('=').and_then(|(name, values)| {
            let (from, to) = values.split_once("..")?;
            let (from, to) = (from.parse().ok()?, to.parse().ok()?);
            Some(Vary { name: name.to_owned(), from, to })
        });
        let right = |vary: &Vary| vary.from <= vary.to && vary.to - vary.from < MOST_VALUES;
        parts.filter(right).ok_or_else(|| {
            let what = format!("'{text}' is not a range of a setting");
            Error::bad(what).set("vary", "crossover=1..12")
        })
    }

    /// How many there are.
    pub fn values(&self) -> u64 {
        self.to - self.from + 1
    }

    /// The choice once for each value. An algorithm without the setting is left out, unless it was
    /// named: then it is an error.
    fn choices(&self, choice: &Choice, named: bool) -> Result<Vec<(u64, Choice)>, Error> {
        let info = choice.algorithm.info();
        if !info.settings.iter().any(|setting| setting.name == self.name) && !named {
            return Ok(Vec::new());
        }
        let with = |value: u64| {
            let settings = choice.settings.clone().choose(info, &self.name, &value.to_string())?;
            Ok((value, Choice { algorithm: choice.algorithm, settings }))
        };
        (self.from..=self.to).map(with).collect()
    }
}

pub(super) fn carry_out(
    plan: &Plan<'_>,
    fit: bool,
    limits: &Limits,
    each: &mut dyn FnMut(&CompareRun) -> ControlFlow<()>,
) -> Result<CompareAnswer, Error> {
    let (mut samples, mut stopped) = (Vec::new(), false);
    'runs: for (goal, problem, choice) in plan.admitted() {
        let varied = match &plan.vary {
            None => vec![(None, choice.clone())],
            Some(vary) => {
                let choices = vary.choices(choice, plan.named)?.into_iter();
                choices.map(|(value, choice)| (Some(value), choice)).collect()
            }
        };
        for (value, choice) in varied {
            let mut runs = Vec::new();
            for seeded in choice.seeded(plan.seeds.unwrap_or(1))? {
                let run = CompareRun::measure(goal, problem, &seeded, limits).with_seed(&seeded);
                stopped = run.is_stopped() || each(&run).is_break();
                runs.push(run);
                if stopped {
                    break;
                }
            }
            samples.push(CompareSample::of(goal, problem, &choice, value, &runs));
            if stopped {
                break 'runs;
            }
        }
    }
    if samples.is_empty() {
        return Err(none_fits(plan.vary.as_ref()));
    }
    let fits = match fit {
        true => fit::of_points(samples.iter().flat_map(CompareSample::points)),
        false => Vec::new(),
    };
    let best = best(&samples);
    Ok(CompareAnswer { samples, fits, best, stopped, ..CompareAnswer::empty() })
}

/// For each problem the value of the varied setting with the fewest visits for each solution.
fn best(samples: &[CompareSample]) -> Vec<Best> {
    let mut all: Vec<Best> = Vec::new();
    for sample in samples {
        let (Some(value), Some(per)) = (sample.value, sample.per_solution) else { continue };
        let one = Best {
            goal: sample.goal,
            problem: sample.problem.clone(),
            algorithm: sample.algorithm.clone(),
            value,
            visits_per_solution: per.visits,
        };
        let same = |known: &&mut Best| known.goal == one.goal && known.problem == one.problem;
        match all.iter_mut().find(same) {
            Some(known) if known.visits_per_solution > one.visits_per_solution => *known = one,
            Some(_) => {}
            None => all.push(one),
        }
    }
    all
}

/// Why nothing ran: no algorithm has the setting, or none supports the problem.
fn none_fits(vary: Option<&Vary>) -> Error {
    let settings = algorithms::ALL.iter().flat_map(|algorithm| algorithm.info().settings);
    let numbers: BTreeSet<&str> = settings
        .filter(|setting| matches!(setting.values, Values::Number { .. }))
        .map(|setting| setting.name)
        .collect();
    match vary {
        Some(Vary { name, .. }) if !numbers.contains(name.as_str()) => {
            let known = numbers.into_iter().collect::<Vec<_>>().join(", ");
            let what = format!("no algorithm has a number setting '{name}'");
            Error::new(ErrorKind::UnknownName, what).advice(format!("there are {known}"))
        }
        _ => Error::new(ErrorKind::Unsupported, "no algorithm supports this problem")
            .or(Instead::choose("algorithms")),
    }
}

impl CompareSample {
    /// Of at least one run.
    fn of(
        goal: Goal,
        problem: &Problem,
        choice: &Choice,
        value: Option<u64>,
        runs: &[CompareRun],
    ) -> CompareSample {
        let values = |measure: Measure| runs.iter().map(|run| measure.of(run)).collect::<Vec<_>>();
        let solved = runs.iter().filter(|run| run.solutions.0 > 0).count();
        let per = |measure: Measure| values(measure).iter().sum::<f64>() / solved as f64;
        let spread = |measure: Measure| Distribution::of(values(measure));
        CompareSample {
            goal,
            problem: problem.clone(),
            algorithm: choice.name(),
            value,
            runs: runs.len(),
            solved,
            success: solved as f64 / runs.len() as f64,
            limited: runs.iter().filter(|run| run.is_limited()).count(),
            per_solution: (solved > 0).then(|| PerSolution {
                visits: per(Measure::Visits),
                tests: per(Measure::Tests),
                restarts: per(Measure::Restarts),
                seconds: per(Measure::Seconds),
            }),
            distributions: Distributions {
                visits: spread(Measure::Visits),
                tests: spread(Measure::Tests),
                restarts: spread(Measure::Restarts),
                seconds: spread(Measure::Seconds),
            },
            visits: runs.iter().map(|run| run.work.visits).collect(),
            tests: runs.iter().map(|run| run.work.tests).collect(),
            restarts: runs.iter().map(|run| run.work.restarts).collect(),
            seconds: values(Measure::Seconds),
        }
    }

    /// The work per solution, as points of a curve over n.
    fn points(&self) -> impl Iterator<Item = Point<'_>> {
        let n = f64::from(self.problem.size().rows());
        let values = self.per_solution.iter().flat_map(|per| {
            Measure::GROWING.into_iter().filter_map(|measure| Some((measure, per.of(measure)?)))
        });
        values.map(move |(measure, value)| Point {
            goal: self.goal,
            algorithm: &self.algorithm,
            measure,
            n,
            value,
        })
    }
}
