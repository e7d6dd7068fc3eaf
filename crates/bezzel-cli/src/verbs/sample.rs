//! `bezzel sample`: random solutions, each exactly as likely as any other, or nearly so.

use crate::args::{ProblemArgs, ProgressMode, within};
use crate::failure::Failure;
use crate::notes;
use crate::output::{self, Out, Written};
use bezzel::{SampleAnswer, SampleRequest, SampleWalks};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Draw random solutions, all equally likely
///
/// Solutions are numbered, a random number is drawn, and its solution is found from exact counts: up
/// to 18 columns, how many solutions begin with each square; with --ledger, how many belong to each
/// unit of engine colour. Draws are independent, so a solution may be drawn twice. With --approximate
/// solutions of large boards come from random walks and are only approximately uniform.
#[derive(Args)]
pub struct SampleVerb {
    #[command(flatten)]
    problem: ProblemArgs,
    /// How many solutions to draw
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = within::<u64>(1..=1_000_000), allow_negative_numbers = true)]
    number: u64,
    /// Seed of the random numbers; the same seed gives the same solutions
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
          value_parser = within::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Keep the counts in this file, and resume from it: for exact samples of larger boards
    #[arg(long, value_name = "FILE", conflicts_with = "approximate")]
    ledger: Option<PathBuf>,
    /// Draw from random walks: for hundreds of queens, approximately uniform
    #[arg(long)]
    approximate: bool,
    /// One JSON object per line
    #[arg(long)]
    jsonl: bool,
    /// How progress of the counts is shown on standard error
    #[arg(long, value_enum, default_value_t = ProgressMode::Auto)]
    progress: ProgressMode,
}

impl SampleVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut request = SampleRequest::new(self.problem.one()?);
        request.notation = self.problem.notation.chosen()?;
        (request.number, request.seed) = (self.number, self.seed);
        (request.approximate, request.ledger) = (self.approximate, self.ledger.clone());
        let (mut written, notation) = (Written::default(), request.notation);
        let answer = bezzel::sample(&request, &notes::control(self.progress), &mut |drawn| {
            let line = self.jsonl.then_some(&drawn);
            written.item(output::solution(out, line, &drawn.solution, notation))
        })?;
        written.end()?;
        if self.jsonl {
            out.json_line(&answer)?;
        }
        let SampleAnswer { problem, seed, drawn, seconds, .. } = &answer;
        if let Some(walks) = &answer.walks {
            output::note(&format!(
                "{problem}: {drawn} drawn from random walks, so only approximately uniform; seed \
                 {seed}, {seconds:.3} s"
            ));
            output::note(&mixing(walks));
            return Failure::unless_finished(answer.stopped);
        }
        let Some(total) = answer.total else { return Failure::unless_finished(answer.stopped) };
        if total.0 == 0 {
            if !self.jsonl {
                writeln!(out, "no solution")?;
            }
            output::note(&format!("{problem}: counted now, there is none"));
            return Err(Failure::Negative);
        }
        let counted = if self.ledger.is_some() { "from the ledger" } else { "counted now" };
        output::note(&format!(
            "{problem}: {drawn} drawn, each of the {total} solutions ({counted}) equally likely, \
             seed {seed}, {seconds:.3} s"
        ));
        Failure::unless_finished(answer.stopped)
    }
}

/// How well the walks mixed.
fn mixing(walks: &SampleWalks) -> String {
    let ratio = match walks.ratio {
        Some(ratio) => format!("{ratio:.3} (1 if they agree)"),
        None => "unknown, too few samples".to_owned(),
    };
    format!(
        "{} walks at inverse temperature {}, a sample every {} sweeps after a burn-in of {}: \
         {:.0} % of {} samples are solutions, {:.1} % of swaps were kept; queens on the same \
         square in the next sample {:.2} %, in another walk {:.2} %; Gelman-Rubin ratio {ratio}",
        walks.walks,
        walks.beta,
        walks.apart,
        walks.burn_in,
        100.0 * walks.at_solutions,
        walks.samples,
        100.0 * walks.kept,
        100.0 * walks.unmoved,
        100.0 * walks.unmoved_apart,
    )
}
