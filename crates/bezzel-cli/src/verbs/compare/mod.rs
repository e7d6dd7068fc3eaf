//! `bezzel compare`: the work of several algorithms on the same problems, side by side.

mod table;

use crate::args::{LimitArgs, ProblemArgs, or_range, within};
use crate::failure::Failure;
use crate::output::{self, Out, Written};
use crate::signals;
use bezzel::{CompareAnswer, CompareRequest, CompareRun, Goal, Goals, LeftOut, compare};
use clap::{Args, ValueEnum};
use std::io::Write;

/// Compare the work of several algorithms
#[derive(Args)]
#[command(mut_arg("n", or_range))]
pub struct Compare {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Algorithms, comma-separated, each optionally with a value of its setting:
    /// wirth,nilsson:index,state-space:off (default: all)
    #[arg(long, value_name = "IDS")]
    algorithms: Option<String>,
    /// What to search for (default: both; in an experiment: first)
    #[arg(long, value_enum)]
    goal: Option<GoalArg>,
    /// Run each randomised algorithm with this many seeds: success rates, and how visits, tests,
    /// restarts and time are distributed
    #[arg(long, value_name = "NUMBER", value_parser = within::<u64>(1..=1_000_000), allow_negative_numbers = true)]
    seeds: Option<u64>,
    /// Try every value of a numeric setting and name the best: crossover=1..12
    #[arg(long, value_name = "NAME=A..B")]
    vary: Option<String>,
    /// Try every choice of las-vegas or qs1 instead of running it: the exact probability that one
    /// start succeeds
    #[arg(long, conflicts_with_all = ["seeds", "vary", "fit", "goal"])]
    exact: bool,
    /// Fit the growth of visits, tests and time over n
    #[arg(long)]
    fit: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print one JSON document
    #[arg(long, conflicts_with_all = ["csv", "jsonl"])]
    json: bool,
    /// One JSON object per line: each run as it ends, then the document
    #[arg(long, conflicts_with = "csv")]
    jsonl: bool,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GoalArg {
    /// All solutions
    All,
    /// The first solution
    First,
    /// All solutions, then the first
    Both,
}

impl Compare {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let request = self.request()?;
        let control = signals::control();
        let mut written = Written::default();
        let answer = compare(&request, &control, &mut |run| {
            written.item(match self.jsonl {
                true => out.json_line(run).and_then(|()| out.flush()),
                false => Ok(()),
            })
        })?;
        written.end()?;
        match () {
            () if self.json => out.json(&answer)?,
            () if self.jsonl => out.json_line(&answer)?,
            () if self.csv => csv(&answer, out)?,
            () => print(&answer, out)?,
        }
        if answer.stopped {
            return Err(Failure::Stopped);
        }
        self.explain(&answer)
    }

    /// Says which algorithms did not run and which runs a limit ended, and why. Such a run is a
    /// failure, even if the limit is the default one.
    fn explain(&self, answer: &CompareAnswer) -> Result<(), Failure> {
        let default = self.limits.time.is_none() && self.limits.visits.is_none();
        for LeftOut { algorithm, problem, visits, .. } in &answer.left_out {
            output::note(&format!(
                "{algorithm} is left out: for {problem} it needs at least {visits} visits; name it \
                 with --algorithms to run it"
            ));
        }
        let limit = match answer.most_visits {
            Some(visits) if default => {
                format!(" ({visits} visits unless --visits or --time sets another)")
            }
            Some(visits) => format!(" ({visits} visits)"),
            None => String::new(),
        };
        for run in answer.runs.iter().filter(|run| run.is_limited()) {
            let because = run.stopped.map(|reason| reason.to_string()).unwrap_or_default();
            let goal = if run.goal == Goal::All { "all solutions" } else { "the first solution" };
            let (algorithm, problem) = (&run.algorithm, &run.problem);
            output::note(&format!("{algorithm}, {problem}, {goal}: stopped, {because}{limit}"));
        }
        for sample in answer.samples.iter().filter(|sample| sample.limited > 0) {
            let (algorithm, problem) = (&sample.algorithm, &sample.problem);
            let (limited, runs) = (sample.limited, sample.runs);
            output::note(&format!(
                "{algorithm}, {problem}: {limited} of {runs} runs ended at the limit{limit}"
            ));
        }
        let is_limited = answer.runs.iter().any(CompareRun::is_limited)
            || answer.samples.iter().any(|sample| sample.limited > 0);
        if is_limited { Err(Failure::Limit) } else { Ok(()) }
    }

    fn request(&self) -> Result<CompareRequest, Failure> {
        let mut request = CompareRequest::new(self.problem.problems()?);
        let names = |list: &String| list.split(',').map(|name| name.trim().to_owned()).collect();
        request.algorithms = self.algorithms.as_ref().map(names);
        request.goal = self.goal.map(|goal| match goal {
            GoalArg::All => Goals::All,
            GoalArg::First => Goals::First,
            GoalArg::Both => Goals::Both,
        });
        request.seeds = self.seeds;
        request.vary.clone_from(&self.vary);
        (request.fit, request.exact) = (self.fit, self.exact);
        request.limits = self.limits.typed()?;
        Ok(request)
    }
}

fn best(answer: &CompareAnswer) -> impl Iterator<Item = String> {
    let words =
        |best: &bezzel::Best| format!("best for n = {}: {}", best.problem.size(), best.algorithm);
    answer.best.iter().map(words)
}

fn csv(answer: &CompareAnswer, out: &mut Out) -> Result<(), Failure> {
    match answer.samples.is_empty() {
        true if !answer.exact.is_empty() => table::exact(&answer.exact).csv(out)?,
        true => table::exact_runs(&answer.runs).csv(out)?,
        false => table::samples(&answer.samples).csv(out)?,
    }
    if !answer.fits.is_empty() {
        writeln!(out)?;
        table::fits(&answer.fits).csv(out)?;
    }
    best(answer).for_each(|line| output::note(&line));
    Ok(())
}

fn print(answer: &CompareAnswer, out: &mut Out) -> Result<(), Failure> {
    if !answer.exact.is_empty() {
        table::exact(&answer.exact).table(out)?;
        return Ok(());
    }
    if answer.samples.is_empty() {
        for (goal, what) in [(Goal::All, "All solutions"), (Goal::First, "The first solution")] {
            let mut runs = answer.runs.iter().filter(|run| run.goal == goal).peekable();
            if runs.peek().is_some() {
                writeln!(out, "{what}")?;
                table::runs(runs).table(out)?;
                writeln!(out)?;
            }
        }
        writeln!(out, "A search tree has one more node than the run has visits: its root.")?;
    } else {
        table::samples(&answer.samples).table(out)?;
        output::note(
            "failed runs count too: per solution is the sum over all runs divided by the number of solved ones",
        );
    }
    if !answer.fits.is_empty() {
        writeln!(out, "\nGrowth")?;
        table::fits(&answer.fits).table(out)?;
    }
    for line in best(answer) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
