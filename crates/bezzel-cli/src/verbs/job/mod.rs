//! `bezzel job`: counts that outlive the program, one ledger file each.

mod manage;
mod run;
mod status;

use crate::failure::Failure;
use crate::output::Out;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Count in units kept in a ledger file: survives a kill, splits over machines, can be verified
#[derive(Args)]
#[command(subcommand_value_name = "ACTION")]
pub struct Job {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Plan a count and make its ledger
    Start(run::Start),
    /// Count what is missing
    Run(run::Run),
    /// Show how far a job is
    Status(status::StatusVerb),
    /// Make running counts of this ledger stop after the units they are at
    Pause(File),
    /// Take back a pause and count on
    Resume(run::Run),
    /// Make a ledger for one part of the units, to be counted elsewhere
    Split(manage::Split),
    /// Put the results of several ledgers of the same job together
    Merge(manage::Merge),
    /// Recount random finished units by the other method
    Verify(run::Verify),
    /// Forget the result of one unit, so that it is counted again
    Discard(manage::Discard),
    /// Save the sound rows of a damaged ledger
    Salvage(manage::Salvage),
    /// Print the ledger as lines of JSON
    Export(manage::Export),
    /// Make a ledger from exported lines on standard input
    Import(File),
}

/// A ledger.
#[derive(Args)]
pub struct File {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
}

impl Job {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        match &self.action {
            Action::Start(start) => start.run(),
            Action::Run(run) => run.run(out),
            Action::Status(status) => status.run(out),
            Action::Pause(file) => manage::pause(file),
            Action::Resume(run) => run.resume(out),
            Action::Split(split) => split.run(),
            Action::Merge(merge) => merge.run(out),
            Action::Verify(verify) => verify.run(out),
            Action::Discard(discard) => discard.run(),
            Action::Salvage(salvage) => salvage.run(),
            Action::Export(export) => export.run(out),
            Action::Import(file) => manage::import(file),
        }
    }
}
