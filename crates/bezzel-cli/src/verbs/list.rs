//! `bezzel list`: the solutions themselves, one by one as they are found.

use crate::args::{AlgorithmArgs, LimitArgs, ProblemArgs};
use crate::failure::Failure;
use crate::output::{self, Out, Written};
use crate::signals;
use bezzel::{ListAnswer, ListRequest, Note, Progress};
use clap::Args;

/// List solutions
#[derive(Args)]
pub struct List {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Only one solution of each symmetry class: the smallest
    #[arg(long)]
    fundamental: bool,
    /// One JSON object per line
    #[arg(long)]
    jsonl: bool,
}

impl List {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut request = ListRequest::new(self.problem.one()?);
        request.notation = self.problem.notation.chosen()?;
        (request.algorithm, request.settings) = self.algorithm.typed();
        request.limits = self.limits.typed()?;
        request.fundamental = self.fundamental;
        let control = signals::control().with_progress(|progress| {
            if let Progress::Note(Note::RowByRow { problem }) = progress {
                output::note(&format!(
                    "{problem}: the search goes row by row and may never reach a first solution; \
                     --time TIME stops, 'bezzel solve' finds one"
                ));
            }
        });
        let (mut written, notation) = (Written::default(), request.notation);
        let answer = bezzel::list(&request, &control, &mut |found| {
            let line = self.jsonl.then_some(&found);
            written.item(output::solution(out, line, found.solution, notation))
        })?;
        written.end()?;
        if self.jsonl {
            out.json_line(&answer)?;
        }
        summary(&answer);
        Failure::unless_finished(answer.stopped)
    }
}

fn summary(answer: &ListAnswer) {
    let ListAnswer { problem, listed, by, seconds, .. } = answer;
    let kind = if answer.fundamental { "fundamental of " } else { "" };
    let met = match (answer.total, answer.at_least) {
        (Some(total), _) => total.to_string(),
        (None, at_least) => format!("at least {}", at_least.unwrap_or_default()),
    };
    output::note(&format!("{problem}: {listed} listed, {kind}{met} found by {by}, {seconds:.3} s"));
}
