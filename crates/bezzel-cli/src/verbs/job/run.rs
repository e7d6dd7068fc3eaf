//! Starting, running and verifying a job: the actions that need an engine.

use crate::args::{LimitArgs, Names, ProblemArgs, ThreadArgs, engine, prepare, within};
use crate::counting::{self, Bounds};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Out};
use bezzel_engines::{Prepared, registry};
use bezzel_jobs::{Ledger, Outcome, Part, VerifyOptions, verify};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[derive(Args)]
pub struct Start {
    #[command(flatten)]
    problem: ProblemArgs,
    /// The ledger to make
    #[arg(long, value_name = "FILE")]
    ledger: PathBuf,
    /// Engine: auto takes the fastest for the size
    #[arg(long, value_name = "NAME", default_value = "auto",
          value_parser = Names::engines(), hide_possible_values = true)]
    engine: String,
}

impl Start {
    pub fn run(&self) -> Result<(), Failure> {
        let problem = self.problem.one()?;
        let engine = engine(&self.engine, &problem)?;
        let prepared = prepare(engine, &problem)?;
        let ledger = Ledger::create(&self.ledger, prepared.plan(), None)?;
        output::note(&format!(
            "{problem}: {} units for engine {} planned; 'bezzel job run {}' counts them",
            ledger.header().units,
            engine.info().id,
            self.ledger.display(),
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
    /// Count only part r of m
    #[arg(long, value_name = "R/M")]
    part: Option<Part>,
    /// Stop after this many units
    #[arg(long, value_name = "NUMBER", value_parser = within::<usize>(1..=u64::MAX), allow_negative_numbers = true)]
    units: Option<usize>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Run {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let mut ledger = Ledger::open(&self.file)?;
        self.threads.simd()?;
        let prepared = prepared(&ledger)?;
        let limits = self.limits.limits(interrupt::flag())?;
        if limits.visits.is_some() || limits.solutions.is_some() {
            return Err(Failure::Usage(
                "a job is limited by --time and --units, not by visits or solutions".to_owned(),
            ));
        }
        let bounds = Bounds {
            interrupted: limits.stop.flag().clone(),
            time: limits.time,
            part: self.part,
            units: self.units,
        };
        let report = counting::count(&prepared, Some(&mut ledger), &self.threads, &bounds)?;
        if self.json {
            out.json(&json!({
                "schema": "bezzel/job/1",
                "problem": ledger.header().problem,
                "outcome": report.outcome,
                "provenance": report.provenance,
            }))?;
        } else {
            match report.outcome {
                Outcome::Exact { total } => writeln!(out, "{total}")?,
                Outcome::AtLeast { total, .. } => writeln!(out, "at least {total}")?,
            }
        }
        counting::tell(&ledger.header().problem.to_string(), &report);
        counting::ending(&report.outcome, &bounds)
    }

    pub fn resume(&self, out: &mut Out) -> Result<(), Failure> {
        Ledger::open(&self.file)?.resume()?;
        self.run(out)
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
    #[command(flatten)]
    threads: ThreadArgs,
}

impl Verify {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        if self.sample == 0 {
            return Err(Failure::Usage("--sample 0 verifies nothing; give 1 or more".to_owned()));
        }
        let mut ledger = Ledger::open(&self.file)?;
        if ledger.rows()?.is_empty() {
            let file = self.file.display();
            return Err(Failure::Usage(format!(
                "{file} has no counted unit to verify; 'bezzel job run {file}' counts"
            )));
        }
        self.threads.simd()?;
        let prepared = prepared(&ledger)?;
        let stop = interrupt::flag();
        let options = VerifyOptions {
            sample: self.sample,
            seed: self.seed,
            threads: self.threads.threads()?,
            stop: &stop,
        };
        let found = verify(&prepared, &mut ledger, &options, &mut |_| {})?;
        for mismatch in &found.mismatches {
            writeln!(
                out,
                "unit {} ({}): recorded {}, recounted {}",
                mismatch.unit, mismatch.label, mismatch.recorded, mismatch.recount
            )?;
        }
        let (recounted, wrong) = (found.checks.len(), found.mismatches.len());
        writeln!(
            out,
            "{recounted} of {} units recounted by {}, {wrong} wrong, seed {}",
            found.sample, found.by, found.seed
        )?;
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        if found.confirms() { Ok(()) } else { Err(Failure::Negative) }
    }
}

/// The engine a ledger was made with, ready to count its plan.
fn prepared(ledger: &Ledger) -> Result<Arc<dyn Prepared>, Failure> {
    let header = ledger.header();
    let prepared = prepare(registry::find(&header.engine)?, &header.problem)?;
    ledger.belongs_to(prepared.plan())?;
    Ok(prepared)
}
