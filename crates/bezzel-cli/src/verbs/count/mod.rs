//! `bezzel count`: how many solutions there are, by the fastest engine or a readable algorithm.

mod answer;
mod divide;
mod readable;
mod space;
mod with;

use crate::args::{
    AlgorithmArgs, BackendArgs, LimitArgs, Names, ProblemArgs, ThreadArgs, engine, or_range,
    prepare,
};
use crate::counting::{self, Bounds};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use answer::Answer;
use bezzel_board::{Problem, Stop};
use bezzel_jobs::{JobError, Ledger};
use bezzel_models::solve::Backend;
use bezzel_search::{Category, Limits};
use clap::Args;
use std::path::PathBuf;

/// Count all solutions
#[derive(Args)]
#[command(mut_arg("n", or_range))]
pub struct Count {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Engine: auto, enumerate, colour, torus, barr-rao or transform; auto takes the fastest
    #[arg(long, value_name = "NAME", default_value = "auto", conflicts_with = "algorithm",
          value_parser = Names::counters(), hide_possible_values = true)]
    engine: String,
    #[command(flatten)]
    space: space::SpaceArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Keep every finished unit in this file; if it is there already, go on where it stopped
    #[arg(long, value_name = "FILE", conflicts_with_all = ["algorithm", "divide"])]
    ledger: Option<PathBuf>,
    /// Count solutions up to symmetry instead
    #[arg(long, conflicts_with = "divide")]
    fundamental: bool,
    /// Count solutions by the symmetry they have
    #[arg(long, conflicts_with_all = ["divide", "fundamental", "oeis"])]
    classes: bool,
    /// Count the solutions with each square of the first row
    #[arg(long, conflicts_with = "oeis")]
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
        if let Some(end) = space::run(self, &problems, out) {
            return end;
        }
        let asked = self.algorithm.choice()?;
        let backend = self.backend()?;
        let limits = self.limits.limits(interrupt::flag())?;
        if self.ledger.is_some() && problems.len() > 1 {
            return Err(Failure::Usage("a ledger keeps one count; give one size".to_owned()));
        }
        let finds_fundamental = asked
            .as_ref()
            .is_some_and(|choice| choice.algorithm.info().category == Category::Fundamental);
        if (self.fundamental && !finds_fundamental) || self.classes {
            problems.iter().try_for_each(answer::has_classes)?;
        }
        if self.divide {
            return divide::run(self, self.problem.only(&problems)?, &limits, out);
        }
        let mut answers = Vec::new();
        let mut end = Ok(());
        for problem in &problems {
            let answer = match (&asked, backend) {
                (Some(choice), _) => readable::count(problem, choice, &limits, self.fundamental)?,
                (None, Some(backend)) => with::count(problem, backend, &limits)?,
                (None, None) => self.fastest(problem, &limits)?,
            };
            end = answer.ending();
            if !self.json {
                answer.print(self, problems.len() > 1, out)?;
            }
            answers.push(answer);
            if end.is_err() {
                break;
            }
        }
        if self.json {
            out.json(&answer::document(&answers, self)?)?;
        }
        end
    }

    /// The back-end asked for; what belongs to engines and algorithms does not go with it.
    fn backend(&self) -> Result<Option<&'static dyn Backend>, Failure> {
        let backend = self.backend.backend()?;
        let foreign = [
            ("--engine", self.engine != "auto"),
            ("--ledger", self.ledger.is_some()),
            ("--divide", self.divide),
        ];
        match (backend, foreign.into_iter().find(|(_, given)| *given)) {
            (Some(_), Some((option, _))) => {
                Err(Failure::Usage(format!("{option} does not go with --with; leave one out")))
            }
            _ => Ok(backend),
        }
    }

    /// By an engine, or by a readable algorithm where no engine knows the board or its limits.
    fn fastest(&self, problem: &Problem, limits: &Limits) -> Result<Answer, Failure> {
        // A ledger that is there already knows its engine.
        let begun = self.ledger.as_deref().filter(|_| self.engine == "auto");
        let engine = match begun.and_then(|file| counting::engine_of(file, problem)) {
            Some(engine) => engine,
            None => engine(&self.engine, problem)?,
        };
        self.threads.simd()?;
        if self.engine == "auto" && self.ledger.is_none() {
            let needs_visits = limits.visits.is_some() || limits.solutions.is_some();
            let refused = engine.prepare(problem, &Stop::new()).err();
            if needs_visits || refused.is_some() {
                let choice = readable::fastest(problem)?;
                if let Some(error) = refused.filter(|_| !needs_visits) {
                    readable::warn(problem, &choice, &error);
                }
                return readable::count(problem, &choice, limits, false);
            }
        }
        let prepared = prepare(engine, problem)?;
        let bounds = self.bounds(limits)?;
        let mut ledger = match &self.ledger {
            Some(file) => {
                let opened = Ledger::open_or_create(file, prepared.plan());
                Some(opened.map_err(|error| match error {
                    JobError::OtherPlan { .. } => Failure::Usage(format!(
                        "{error}; 'bezzel job run {}' counts on what is in it",
                        file.display()
                    )),
                    error => error.into(),
                })?)
            }
            None => None,
        };
        let report = counting::count(&prepared, ledger.as_mut(), &self.threads, &bounds)?;
        counting::tell(&problem.to_string(), &report);
        if let (Some(file), None) = (&self.ledger, report.outcome.exact()) {
            output::note(&format!(
                "what is counted is kept; 'bezzel job run {}' goes on",
                file.display()
            ));
        }
        Answer::of_report(problem, &report, &bounds)
    }

    fn bounds(&self, limits: &Limits) -> Result<Bounds, Failure> {
        if limits.visits.is_some() || limits.solutions.is_some() {
            return Err(Failure::Usage(
                "engines know no --visits or --solutions; use --time, or an --algorithm".to_owned(),
            ));
        }
        let interrupted = limits.stop.flag().clone();
        Ok(Bounds { interrupted, time: limits.time, part: None, units: None })
    }
}
