//! `bezzel count --forecast` and `--squares`: how long a count takes, how often each square is used.

use super::Count;
use crate::args::within;
use crate::failure::Failure;
use crate::notes;
use crate::output::{self, Out};
use bezzel::{ForecastRequest, Outlook, Problem, SquaresRequest, forecast, squares};
use clap::Args;
use indicatif::HumanDuration;
use std::io::Write;
use std::time::Duration;

/// Questions about one board other than its total.
#[derive(Args)]
pub struct QuestionArgs {
    /// Estimate how long the count will take, and count nothing
    #[arg(long, conflicts_with_all = ["algorithm", "with", "divide", "ledger", "verify",
          "fundamental", "classes", "oeis"])]
    pub forecast: bool,
    /// Print how many solutions use each square: all solutions up to 18 rows, random ones beyond
    #[arg(long, conflicts_with_all = ["algorithm", "with", "divide", "ledger", "verify",
          "fundamental", "classes", "oeis", "forecast", "engine", "nontrivial", "exists", "linear",
          "closed_form", "table"])]
    pub squares: bool,
    /// With --squares: use this many random solutions [default: 2000 beyond 18 rows]
    #[arg(long, value_name = "K", requires = "squares",
          value_parser = within::<u64>(1..=1_000_000), allow_negative_numbers = true)]
    number: Option<u64>,
    /// With --squares: draw them from random walks, for hundreds of queens; approximately uniform
    #[arg(long, requires = "squares")]
    approximate: bool,
}

/// The estimate on one line.
pub fn forecasted(count: &Count, problem: Problem, out: &mut Out) -> Result<(), Failure> {
    let mut request = ForecastRequest::new(problem);
    request.engine = count.engine();
    request.workers = count.threads.workers()?;
    let answer = forecast(&request, &notes::control(count.threads.progress))?;
    if count.json {
        out.json(&answer)?;
        return Ok(());
    }
    if let Some(theorem) = answer.theorem {
        writeln!(out, "no time at all: {theorem}")?;
        return Ok(());
    }
    let time = HumanDuration(Duration::from_secs_f64(answer.seconds.clamp(0.0, 1e12)));
    let advice = match answer.outlook {
        Outlook::TooLong => "; too long for this machine",
        Outlook::Long => "; --ledger FILE keeps what is counted",
        _ => "",
    };
    writeln!(out, "about {time}{advice}")?;
    let (engine, units, threads) = (&answer.engine, answer.units, answer.threads);
    output::note(&format!(
        "{}: engine {engine}, {units} units, {threads} threads; this is not measured here and \
         may be wrong by a factor of ten",
        answer.problem
    ));
    Ok(())
}

/// A line for each row of the board.
pub fn used_squares(count: &Count, problem: Problem, out: &mut Out) -> Result<(), Failure> {
    let mut request = SquaresRequest::new(problem);
    (request.number, request.approximate) = (count.questions.number, count.questions.approximate);
    if let Some(seed) = count.algorithm.only_seed("--squares")? {
        request.seed = seed;
    }
    request.workers = count.threads.workers()?;
    request.limits = count.limits.typed()?;
    let answer = squares(&request, &notes::control(count.threads.progress))?;
    if count.json {
        out.json(&answer)?;
    } else {
        let largest = answer.squares.iter().flatten().max().copied().unwrap_or_default();
        let width = largest.to_string().len();
        for row in &answer.squares {
            let numbers: Vec<String> = row.iter().map(|used| format!("{used:>width$}")).collect();
            writeln!(out, "{}", numbers.join(" "))?;
        }
        let (problem, looked_at) = (&answer.problem, answer.looked_at);
        let which = match answer.seed {
            None if answer.stopped.is_some() => "not counted to the end".to_owned(),
            Some(seed) if answer.walks.is_some() => {
                format!("{looked_at} solutions from random walks, seed {seed}")
            }
            Some(seed) => format!("{looked_at} random solutions, seed {seed}"),
            None if looked_at == 1 => "its only solution".to_owned(),
            None => format!("all {looked_at} solutions"),
        };
        let why = answer.stopped.map_or_else(String::new, |why| format!(", because {why}"));
        output::note(&format!("{problem}: {which}{why}"));
    }
    Failure::unless_finished(answer.stopped)
}
