//! `bezzel estimate`: how large the search is and how many solutions there are, by random descents.

use crate::args::{ProblemArgs, or_range, seconds, within};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Grid, Out};
use bezzel_board::Problem;
use bezzel_search::{Descents, Estimate, Mean};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Estimate the work and the number of solutions, without counting
///
/// Random descents after Knuth (1975): queens are placed row by row on random free squares, and the
/// numbers of free squares met on the way tell how large the tree is. The mean over all descents is
/// right, how far a single estimate is off its standard error says.
#[derive(Args)]
#[command(mut_arg("n", or_range))]
pub struct EstimateVerb {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Descents to make
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000,
          value_parser = within::<u64>(2..=1_000_000_000), allow_negative_numbers = true)]
    descents: u64,
    /// Where the random numbers start; the same seed gives the same estimate
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

/// Logarithm of the largest search space: the squares of such numbers still fit a float.
const LARGEST: f64 = 140.0;

/// Most columns: every descent looks at all of them in each row.
const MOST_COLUMNS: u32 = 10_000;

/// Descents between two looks at the clock.
const STRETCH: u64 = 64;

impl EstimateVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let problems = self.problem.problems()?;
        problems.iter().try_for_each(fits)?;
        let time = self.time.as_deref().map(|text| seconds("--time", text)).transpose()?;
        let interrupted = interrupt::flag();
        let (started, mut end) = (Instant::now(), Ok(()));
        let mut estimates = Vec::new();
        for problem in &problems {
            let estimate;
            (estimate, end) = self.estimate(problem, time, &interrupted)?;
            if estimate.arrived == 0 {
                output::note(&format!(
                    "{problem}: no descent filled the board, so nothing is known of its solutions; \
                     make more --descents"
                ));
            }
            estimates.push((problem, estimate));
            if end.is_err() {
                break;
            }
        }
        self.print(&estimates, out)?;
        output::note(&format!(
            "an estimate, not a count: means of random descents (Knuth 1975), +- standard error, \
             seed {}, {:.3} s",
            self.seed,
            started.elapsed().as_secs_f64()
        ));
        end
    }

    /// The estimate, and what has cut it short.
    fn estimate(
        &self,
        problem: &Problem,
        time: Option<Duration>,
        interrupted: &AtomicBool,
    ) -> Result<(Estimate, Result<(), Failure>), Failure> {
        let started = Instant::now();
        let mut descents = Descents::new(problem, self.seed).ok_or_else(|| not_flat(problem))?;
        for number in 0..self.descents {
            if number % STRETCH == 0 && number > 0 {
                if interrupted.load(Ordering::Relaxed) {
                    return Ok((descents.estimate(), Err(Failure::Interrupted)));
                }
                if time.is_some_and(|time| started.elapsed() >= time) {
                    return Ok((descents.estimate(), Err(Failure::Limit)));
                }
            }
            descents.descend();
        }
        Ok((descents.estimate(), Ok(())))
    }

    fn print(&self, estimates: &[(&Problem, Estimate)], out: &mut Out) -> Result<(), Failure> {
        if self.json {
            let documents: Vec<Value> =
                estimates.iter().map(|(problem, estimate)| document(problem, estimate)).collect();
            let schema = "bezzel/estimate/1";
            return Ok(
                out.json(&json!({ "schema": schema, "seed": self.seed, "estimates": documents }))?
            );
        }
        if let ([(_, estimate)], false) = (estimates, self.csv) {
            writeln!(out, "visits     about {}", text(estimate.visits))?;
            match estimate.arrived {
                0 => writeln!(out, "solutions  unknown")?,
                _ => writeln!(out, "solutions  about {}", text(estimate.solutions))?,
            }
            return Ok(());
        }
        let headings =
            ["n", "descents", "arrived", "visits", "+- visits", "solutions", "+- solutions"];
        let mut grid = Grid::new(&headings);
        for (problem, Estimate { descents, arrived, visits, solutions }) in estimates {
            let known = |number: f64| if *arrived > 0 { short(number) } else { "-".to_owned() };
            grid.row([
                problem.size().to_string(),
                descents.to_string(),
                arrived.to_string(),
                short(visits.value),
                short(visits.error),
                known(solutions.value),
                known(solutions.error),
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

/// Refuses what descents cannot be made on, or what floats cannot hold.
fn fits(problem: &Problem) -> Result<(), Failure> {
    if !problem.is_flat() {
        return Err(not_flat(problem));
    }
    let size = problem.size();
    let space =
        |rows: u32| -> f64 { (0..rows).map(|row| f64::from(size.columns() - row).log10()).sum() };
    // A logarithm of the factorial this large needs no more rows to be told too large.
    if size.columns() > MOST_COLUMNS || space(size.rows().min(200)) > LARGEST {
        return Err(Failure::Usage(format!(
            "{problem}: estimates go up to 10^{LARGEST:.0} candidates, which is side 90, and to \
             {MOST_COLUMNS} columns"
        )));
    }
    Ok(())
}

fn not_flat(problem: &Problem) -> Failure {
    Failure::Usage(format!(
        "estimates are for two-dimensional boards with ordinary lines, not for {problem}; \
         'bezzel count' counts it"
    ))
}

fn document(problem: &Problem, estimate: &Estimate) -> Value {
    let mean = |mean: Mean| json!({ "about": mean.value, "standard_error": mean.error });
    json!({
        "problem": problem,
        "descents": estimate.descents,
        "arrived": estimate.arrived,
        "visits": mean(estimate.visits),
        "solutions": (estimate.arrived > 0).then(|| mean(estimate.solutions)),
    })
}

/// `2.34e12 +- 5.6e10`.
fn text(mean: Mean) -> String {
    format!("{} +- {}", short(mean.value), short(mean.error))
}

/// No more digits than an estimate deserves.
fn short(number: f64) -> String {
    if number < 1e5 { format!("{number:.1}") } else { format!("{number:.3e}") }
}
