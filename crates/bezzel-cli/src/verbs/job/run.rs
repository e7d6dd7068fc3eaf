//! Starting, running and verifying a job: the actions that need an engine.

use super::{share, text};
use crate::args::{Names, ProblemArgs, ThreadArgs, span, within};
use crate::failure::Failure;
use crate::output::{self, Out};
use crate::{notes, signals};
use bezzel::{
    JobRunRequest, JobStartRequest, JobState, JobVerifyRequest, Share, StopReason, job_run,
    job_start, job_verify, shown,
};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Start {
    #[command(flatten)]
    problem: ProblemArgs,
    /// The ledger to make
    #[arg(long, value_name = "FILE")]
    ledger: PathBuf,
    #[arg(long, value_name = "NAME", default_value = "auto",
          help = Names::engines().help("Engine; auto chooses the fastest for the size"),
          value_parser = Names::engines(), hide_possible_values = true)]
    engine: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Start {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut request = JobStartRequest::new(self.problem.one()?);
        request.engine = (self.engine != "auto").then(|| self.engine.clone());
        let job = job_start(&request, &self.ledger, &signals::control())?;
        if self.json {
            out.json(&job)?;
        }
        output::note(&format!(
            "{}: {} units for engine {} planned; 'bezzel job run {}' counts them",
            job.problem,
            job.units.total,
            job.engine,
            shown(&self.ledger),
        ));
        Ok(())
    }
}

#[derive(Args)]
pub struct Run {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Count only share k of m of the units, such as 1/4
    #[arg(long, value_name = "K/M", value_parser = share)]
    share: Option<Share>,
    /// Stop after this many units
    #[arg(long, value_name = "NUMBER", value_parser = within::<usize>(1..=u64::MAX), allow_negative_numbers = true)]
    units: Option<usize>,
    /// Stop after this time: 90s, 25min, 2h, 1d
    #[arg(long = "for", value_name = "TIME", allow_hyphen_values = true)]
    time: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Run {
    pub fn run(&self, resume: bool, out: &mut Out) -> Result<(), Failure> {
        let mut request = JobRunRequest::default();
        request.workers = self.threads.workers()?;
        request.share = self.share;
        request.units = self.units;
        let time = self.time.as_deref().map(|text| span("--for", text)).transpose()?;
        request.limits.time = time.map(|time| time.as_secs_f64());
        request.resume = resume;
        let job = job_run(&request, &self.file, &notes::control(self.threads.progress))?;
        if self.json {
            out.json(&job)?;
        } else {
            text::number(&job, out)?;
        }
        text::tell(&job);
        match job.because {
            // A finished share is all that was asked for.
            None | Some(StopReason::ShareDone) => Ok(()),
            Some(StopReason::Stopped) => Err(Failure::Stopped),
            Some(_) => Err(Failure::Limit),
        }
    }
}

#[derive(Args)]
pub struct Verify {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    /// How many units to recount
    #[arg(long, value_name = "K", default_value_t = 10,
          value_parser = within::<usize>(0..=1_000_000_000), allow_negative_numbers = true)]
    sample: usize,
    /// Which sample (default: a random one, printed)
    #[arg(long, value_parser = within::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// List the solutions one by one instead: a third count, for small boards
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut request = JobVerifyRequest::default();
        (request.sample, request.seed, request.list) = (self.sample, self.seed, self.list);
        request.workers = self.threads.workers()?;
        let found = job_verify(&request, &self.file, &signals::control())?;
        if self.json {
            out.json(&found)?;
        } else {
            text::verified(&found, out)?;
        }
        if found.stopped {
            return Err(Failure::Stopped);
        }
        if found.confirms() { Ok(()) } else { Err(Failure::Negative) }
    }
}

/// Whether the state of a job is an answer, or a reason for exit code 1.
pub fn ending(state: JobState) -> Result<(), Failure> {
    if state == JobState::Failed { Err(Failure::Negative) } else { Ok(()) }
}
