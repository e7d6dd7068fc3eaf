//! `bezzel estimate`: how large the search is and how many solutions there are, without counting.

use crate::args::{ProblemArgs, or_range, seconds, within};
use crate::failure::Failure;
use crate::output::{self, Grid, Out};
use crate::signals;
use bezzel::{
    EstimateAnswer, EstimateMethod, EstimateRequest, Estimated, EstimatedMean, StopReason,
};
use clap::{Args, ValueEnum};
use std::io::Write;

/// Estimate the work and the number of solutions, without counting
///
/// Random descents after Knuth (1975): queens are placed row by row on random free squares, and the
/// numbers of free squares met on the way give the size of the tree. The mean over all descents is an
/// unbiased estimate; its standard error is printed beside it. Boards too large for descents, up to
/// 2000 queens, are estimated by random walks on permutations, which give the number of solutions and
/// the constant a of Q(n) = (n e^-a)^n.
#[derive(Args)]
#[command(mut_arg("n", or_range))]
pub struct EstimateVerb {
    #[command(flatten)]
    problem: ProblemArgs,
    /// How to estimate; by default descents up to side 90, walks on larger boards
    #[arg(long, value_enum)]
    method: Option<Method>,
    /// Number of descents
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000,
          value_parser = within::<u64>(2..=1_000_000_000), allow_negative_numbers = true)]
    descents: u64,
    /// Sweeps of a walk at each temperature; a sweep tries one swap for each queen
    #[arg(long, value_name = "NUMBER", default_value_t = 500,
          value_parser = within::<u32>(10..=1_000_000), allow_negative_numbers = true)]
    sweeps: u32,
    /// Seed of the random numbers; the same seed gives the same estimate
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
          value_parser = within::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Stop after this time, for each size: 90 (seconds), 25min, 2h, 1d
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    time: Option<String>,
    /// Print one JSON document
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Random descents (Knuth 1975)
    Descents,
    /// Random walks on permutations at rising inverse temperature
    Walks,
}

impl EstimateVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut request = EstimateRequest::new(self.problem.problems()?);
        (request.descents, request.seed) = (self.descents, self.seed);
        request.sweeps = self.sweeps;
        request.method = self.method.map(|method| match method {
            Method::Descents => EstimateMethod::Descents,
            Method::Walks => EstimateMethod::Walks,
        });
        let time = self.time.as_deref().map(|text| seconds("--time", text)).transpose()?;
        request.time = time.map(|time| time.as_secs_f64());
        let answer = bezzel::estimate(&request, &signals::control())?;
        if self.json {
            out.json(&answer)?;
        } else {
            self.print(&answer.estimates, out)?;
        }
        tell(&answer);
        if let (Some(StopReason::Time), [estimate]) = (answer.stopped, &answer.estimates[..])
            && let Some(descents) = estimate.descents
        {
            output::note(&format!("the time ended after {descents} of {} descents", self.descents));
        }
        Failure::unless_finished(answer.stopped)
    }

    fn print(&self, estimates: &[Estimated], out: &mut Out) -> Result<(), Failure> {
        if let ([estimate], false) = (estimates, self.csv) {
            if let Some(visits) = estimate.visits {
                writeln!(out, "visits     about {}", text(visits))?;
            }
            match (estimate.solutions, estimate.logarithm) {
                (Some(solutions), _) => writeln!(out, "solutions  about {}", text(solutions))?,
                (None, Some(log)) => writeln!(out, "solutions  about {}", power_of_ten(log))?,
                (None, None) => writeln!(out, "solutions  unknown")?,
            }
            if let (EstimateMethod::Walks, Some(constant)) = (estimate.method, estimate.constant) {
                writeln!(out, "constant   about {}", digits(constant))?;
            }
            return Ok(());
        }
        let headings = [
            "n",
            "method",
            "visits",
            "+- visits",
            "solutions",
            "log10",
            "+- log10",
            "constant",
            "+- constant",
        ];
        let mut grid = Grid::new(&headings);
        for one in estimates {
            let pair = |mean: Option<EstimatedMean>, write: fn(f64) -> String| match mean {
                Some(mean) => [write(mean.about), write(mean.standard_error)],
                None => ["-".to_owned(), "-".to_owned()],
            };
            let [visits, visits_error] = pair(one.visits, short);
            let [solutions, _] = pair(one.solutions, short);
            let [log, log_error] =
                pair(one.logarithm, |log| format!("{:.4}", log / std::f64::consts::LN_10));
            let [constant, constant_error] = pair(one.constant, |number| format!("{number:.5}"));
            let method = match one.method {
                EstimateMethod::Walks => "walks",
                _ => "descents",
            };
            grid.row([
                one.problem.size().to_string(),
                method.to_owned(),
                visits,
                visits_error,
                solutions,
                log,
                log_error,
                constant,
                constant_error,
            ]);
        }
        if self.csv {
            grid.csv(out)?;
        } else {
            grid.table(out)?;
        }
        Ok(())
    }
}

/// What the numbers are, and where they are unreliable.
fn tell(answer: &EstimateAnswer) {
    for Estimated { problem, arrived, solutions, walks, logarithm, .. } in &answer.estimates {
        match (arrived, walks) {
            (Some(0), _) => output::note(&format!(
                "{problem}: no descent filled the board, so the number of solutions is unknown; \
                 increase --descents"
            )),
            (Some(arrived), _) if solutions.is_some_and(|mean| mean.low.is_none()) => {
                output::note(&format!(
                    "{problem}: only {arrived} descents filled the board, so the standard error of \
                     the solutions is unreliable; increase --descents"
                ));
            }
            (_, Some(walks)) if logarithm.is_none() => output::note(&format!(
                "{problem}: not every climb of {} met a solution, or there were fewer than two, so the number \
                 of solutions is unknown; increase --sweeps or --time",
                walks.climbs
            )),
            (_, Some(walks)) => output::note(&format!(
                "{problem}: {} climbs to inverse temperature {:.2} in {:.0} steps of {} sweeps, {:.1} % of \
                 swaps kept",
                walks.climbs,
                walks.beta,
                walks.steps,
                walks.sweeps,
                100.0 * walks.kept
            )),
            _ => {}
        }
    }
    if let Some(limit) = answer.limit {
        output::note(&format!(
            "these {} sides imply a constant of {:.5} +- {:.5} for very large boards; in the \
             literature it is {:.6} (Nobel, Agrawal and Boyd 2021)",
            limit.sides, limit.about, limit.standard_error, limit.published
        ));
    }
    let by = |method| answer.estimates.iter().any(|one| one.method == method);
    let how = match (by(EstimateMethod::Descents), by(EstimateMethod::Walks)) {
        (true, true) => "means of random descents (Knuth 1975) or of random walks",
        (false, true) => "means of random walks (Metropolis 1953)",
        _ => "means of random descents (Knuth 1975)",
    };
    output::note(&format!(
        "an estimate, not a count: {how}, +- standard error, seed {}, {:.3} s",
        answer.seed, answer.seconds
    ));
}

/// `10^(285.31 +- 0.02)` from a natural logarithm.
fn power_of_ten(log: EstimatedMean) -> String {
    let ten = |log: f64| log / std::f64::consts::LN_10;
    let about = format!("10^({:.3} +- {:.3})", ten(log.about), ten(log.standard_error));
    match (log.low, log.high) {
        (Some(low), Some(high)) => {
            format!("{about}, 95 % from 10^{:.3} to 10^{:.3}", ten(low), ten(high))
        }
        _ => about,
    }
}

/// A number near 2 with its error.
fn digits(mean: EstimatedMean) -> String {
    let about = format!("{:.5} +- {:.5}", mean.about, mean.standard_error);
    match (mean.low, mean.high) {
        (Some(low), Some(high)) => format!("{about}, 95 % from {low:.5} to {high:.5}"),
        _ => about,
    }
}

/// `2.34e12 +- 5.6e10, 95 % from 2.24e12 to 2.47e12`.
fn text(mean: EstimatedMean) -> String {
    let about = format!("{} +- {}", short(mean.about), short(mean.standard_error));
    match (mean.low, mean.high) {
        (Some(low), Some(high)) => format!("{about}, 95 % from {} to {}", short(low), short(high)),
        _ => about,
    }
}

/// Only as many digits as an estimate justifies.
fn short(number: f64) -> String {
    if number < 1e5 { format!("{number:.1}") } else { format!("{number:.3e}") }
}
