//! `bezzel count`: how many solutions there are, by the fastest engine or the one chosen.

mod questions;
mod space;
mod text;

use crate::args::{
    AlgorithmArgs, BackendArgs, LimitArgs, Names, ProblemArgs, ThreadArgs, or_range,
};
use crate::failure::Failure;
use crate::notes;
use crate::output::{self, Out};
use bezzel::{CountRequest, DivideRequest, Problem, count, divide};
use clap::Args;
use std::path::PathBuf;

/// Count all solutions
#[derive(Args)]
#[command(mut_arg("n", or_range))]
pub struct Count {
    #[command(flatten)]
    problem: ProblemArgs,
    #[arg(long, value_name = "NAME", default_value = "auto", conflicts_with = "algorithm",
          help = Names::counters().help("Engine; auto chooses the fastest"),
          value_parser = Names::counters(), hide_possible_values = true)]
    engine: String,
    #[command(flatten)]
    space: space::SpaceArgs,
    #[command(flatten)]
    questions: questions::QuestionArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Keep every finished unit in this file; if it exists, resume it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["algorithm", "divide"])]
    ledger: Option<PathBuf>,
    /// Count solutions up to symmetry instead
    #[arg(long, conflicts_with = "divide")]
    fundamental: bool,
    /// Count solutions by their symmetry
    #[arg(long, conflicts_with_all = ["divide", "fundamental", "oeis"])]
    classes: bool,
    /// Count everything twice, the second time by another method, and compare
    #[arg(long, conflicts_with_all = ["algorithm", "divide", "with"])]
    verify: bool,
    /// Count the solutions for each square of the first row
    #[arg(long, conflicts_with_all = ["oeis", "with"])]
    divide: bool,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    backend: BackendArgs,
    /// Print one JSON document
    #[arg(long, conflicts_with = "oeis")]
    json: bool,
    /// Print comma-separated values, one line for each size
    #[arg(long, conflicts_with_all = ["json", "oeis", "closed_form", "forecast", "squares",
          "exists", "linear", "maximum"])]
    csv: bool,
    /// Print a b-file: one line "n total" for each size
    #[arg(long)]
    oeis: bool,
}

impl Count {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        if let Some(end) = space::of_sides(self, out) {
            return end;
        }
        let problems = self.problem.problems()?;
        if self.space.is_modular() {
            return space::modular(self, problems, out);
        }
        if self.questions.forecast {
            return questions::forecasted(self, self.problem.only(&problems)?.clone(), out);
        }
        if self.questions.squares {
            return questions::used_squares(self, self.problem.only(&problems)?.clone(), out);
        }
        if self.divide {
            return self.divide(self.problem.only(&problems)?.clone(), out);
        }
        let in_range = problems.len() > 1;
        let answer = count(&self.request(problems)?, &notes::control(self.threads.progress))?;
        match () {
            () if self.json => out.json(&answer)?,
            () if self.csv => text::csv(&answer).csv(out)?,
            () => text::print(&answer, in_range, self.oeis, out)?,
        }
        if let (Some(file), Some(_)) = (&self.ledger, answer.stopped()) {
            let file = file.display();
            output::note(&format!("finished units are kept; 'bezzel job run {file}' resumes"));
        }
        Failure::unless_finished(answer.stopped())
    }

    /// The request that was typed.
    fn request(&self, problems: Vec<Problem>) -> Result<CountRequest, Failure> {
        let mut request = CountRequest::all(problems);
        request.engine = self.engine();
        (request.algorithm, request.settings) = self.algorithm.typed();
        request.with = self.backend.name();
        request.fundamental = self.fundamental;
        request.classes = self.classes;
        request.nontrivial = self.space.nontrivial;
        request.verify = self.verify;
        request.workers = self.threads.workers()?;
        request.limits = self.limits.typed()?;
        request.ledger.clone_from(&self.ledger);
        Ok(request)
    }

    fn engine(&self) -> Option<String> {
        (self.engine != "auto").then(|| self.engine.clone())
    }

    fn divide(&self, problem: Problem, out: &mut Out) -> Result<(), Failure> {
        let mut request = DivideRequest::new(problem);
        request.engine = self.engine();
        (request.algorithm, request.settings) = self.algorithm.typed();
        request.workers = self.threads.workers()?;
        request.limits = self.limits.typed()?;
        let answer = divide(&request, &notes::control(self.threads.progress))?;
        match () {
            () if self.json => out.json(&answer)?,
            () if self.csv => text::divided_csv(&answer).csv(out)?,
            () => text::print_divided(&answer, out)?,
        }
        if let Some(why) = answer.stopped {
            output::note(&format!("{}: not counted to the end, because {why}", answer.problem));
        }
        Failure::unless_finished(answer.stopped)
    }
}
