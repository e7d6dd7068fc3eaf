//! `bezzel estimate`: how large the search is and how many solutions there are, by random descents.

use super::stopped;
use crate::args::{ProblemArgs, or_range, seconds, within};
use crate::failure::Failure;
use crate::output::{self, Grid, Out};
use crate::signals;
use bezzel::{EstimateRequest, Estimated, EstimatedMean};
use clap::Args;
use std::io::Write;

/// Estimate the work and the number of solutions, without counting
///
/// Random descents after Knuth (1975): queens are placed row by row on random free squares, and the
/// numbers of free squares met on the way give the size of the tree. The mean over all descents is an
/// unbiased estimate; its standard error is printed beside it.
#[derive(Args)]
#[command(mut_arg("n", or_range))]
pub struct EstimateVerb {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Number of descents
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000,
          value_parser = within::<u64>(2..=1_000_000_000), allow_negative_numbers = true)]
    descents: u64,
    /// Seed of the random numbers; the same seed gives the same estimate
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
          value_parser = within::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Stop after this many seconds, for each size
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    time: Option<String>,
    /// Print one JSON document
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
}

impl EstimateVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut request = EstimateRequest::new(self.problem.problems()?);
        (request.descents, request.seed) = (self.descents, self.seed);
        let time = self.time.as_deref().map(|text| seconds("--time", text)).transpose()?;
        request.time = time.map(|time| time.as_secs_f64());
        let answer = bezzel::estimate(&request, &signals::control())?;
        if self.json {
            out.json(&answer)?;
        } else {
            self.print(&answer.estimates, out)?;
        }
        for Estimated { problem, .. } in answer.estimates.iter().filter(|one| one.arrived == 0) {
            output::note(&format!(
                "{problem}: no descent filled the board, so the number of solutions is unknown; \
                 make more --descents"
            ));
        }
        let is_thin = |one: &&Estimated| one.solutions.is_some_and(|mean| mean.low.is_none());
        for Estimated { problem, arrived, .. } in answer.estimates.iter().filter(is_thin) {
            output::note(&format!(
                "{problem}: only {arrived} descents filled the board, so the standard error of the \
                 solutions says little; make more --descents"
            ));
        }
        output::note(&format!(
            "an estimate, not a count: means of random descents (Knuth 1975), +- standard error, \
             seed {}, {:.3} s",
            answer.seed, answer.seconds
        ));
        stopped(answer.stopped)
    }

    fn print(&self, estimates: &[Estimated], out: &mut Out) -> Result<(), Failure> {
        if let ([estimate], false) = (estimates, self.csv) {
            writeln!(out, "visits     about {}", text(estimate.visits))?;
            match estimate.solutions {
                None => writeln!(out, "solutions  unknown")?,
                Some(solutions) => writeln!(out, "solutions  about {}", text(solutions))?,
            }
            return Ok(());
        }
        let headings =
            ["n", "descents", "arrived", "visits", "+- visits", "solutions", "+- solutions"];
        let mut grid = Grid::new(&headings);
        for Estimated { problem, descents, arrived, visits, solutions, .. } in estimates {
            let known = |of: fn(EstimatedMean) -> f64| {
                solutions.map_or("-".to_owned(), |mean| short(of(mean)))
            };
            grid.row([
                problem.size().to_string(),
                descents.to_string(),
                arrived.to_string(),
                short(visits.about),
                short(visits.standard_error),
                known(|mean| mean.about),
                known(|mean| mean.standard_error),
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
