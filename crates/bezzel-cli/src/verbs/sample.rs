//! `bezzel sample`: random solutions, each one exactly as likely as any other.

use super::stopped;
use crate::args::{ProblemArgs, within};
use crate::failure::Failure;
use crate::output::{self, Out, Written};
use crate::signals;
use bezzel::{Notation, SampleAnswer, SampleRequest};
use clap::Args;
use std::io::Write;

/// Draw random solutions, all equally likely
///
/// Solutions are numbered in lexicographic order. A random number is drawn, and its solution is
/// found from exact counts of how many solutions begin with each square. Draws are independent, so
/// a solution may be drawn twice.
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
    /// One JSON object per line
    #[arg(long)]
    jsonl: bool,
}

impl SampleVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut request = SampleRequest::new(self.problem.one()?);
        request.notation = self.problem.notation.or(Notation::OneLine)?;
        (request.number, request.seed) = (self.number, self.seed);
        let (mut written, notation) = (Written::default(), request.notation);
        let answer = bezzel::sample(&request, &signals::control(), &mut |drawn| {
            let line = self.jsonl.then_some(&drawn);
            written.item(output::solution(out, line, &drawn.solution, notation))
        })?;
        written.end()?;
        if self.jsonl {
            out.json_line(&answer)?;
        }
        let SampleAnswer { problem, seed, drawn, seconds, .. } = &answer;
        let Some(total) = answer.total else { return stopped(answer.stopped) };
        if total.0 == 0 {
            if !self.jsonl {
                writeln!(out, "no solution")?;
            }
            output::note(&format!("{problem}: counted now, there is none"));
            return Err(Failure::Negative);
        }
        output::note(&format!(
            "{problem}: {drawn} drawn, each of the {total} solutions (counted now) equally likely, \
             seed {seed}, {seconds:.3} s"
        ));
        stopped(answer.stopped)
    }
}
