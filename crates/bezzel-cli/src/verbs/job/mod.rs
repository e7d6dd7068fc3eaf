//! `bezzel job`: counts that outlive the program, one ledger file each.

mod manage;
mod run;
mod text;

use crate::failure::{Failure, message};
use crate::output::Out;
use bezzel::Share;
use clap::{Args, Subcommand};

/// Count in units kept in a ledger file: resumes after a crash, splits over machines, can be
/// verified
#[derive(Args)]
#[command(subcommand_value_name = "ACTION")]
pub struct JobVerb {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Plan a count and create its ledger
    Start(run::Start),
    /// Count what is missing
    Run(run::Run),
    /// Show the progress of a job
    Status(manage::File),
    /// Stop running counts of this ledger
    Pause(manage::File),
    /// End a pause and count what is missing
    Resume(run::Run),
    /// Create a ledger for one share of the units, to be counted elsewhere
    Split(manage::Split),
    /// Merge the results of several ledgers of the same job
    Merge(manage::Merge),
    /// Recount finished units with a second method, sampled in proportion to their cost
    Verify(run::Verify),
    /// Discard the result of one unit, so that it is counted again
    Discard(manage::Discard),
    /// Recover the valid rows of a damaged ledger
    Salvage(manage::Salvage),
    /// Print the ledger as lines of JSON that other programs can check
    Export(manage::Export),
    /// Create a ledger from exported lines on standard input
    Import(manage::File),
}

impl JobVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        match &self.action {
            Action::Start(start) => start.run(out),
            Action::Run(run) => run.run(false, out),
            Action::Status(file) => file.status(out),
            Action::Pause(file) => file.pause(out),
            Action::Resume(run) => run.run(true, out),
            Action::Split(split) => split.run(out),
            Action::Merge(merge) => merge.run(out),
            Action::Verify(verify) => verify.run(out),
            Action::Discard(discard) => discard.run(out),
            Action::Salvage(salvage) => salvage.run(out),
            Action::Export(export) => export.run(out),
            Action::Import(file) => file.import(out),
        }
    }
}

/// Reads a share such as 2/7.
fn share(text: &str) -> Result<Share, String> {
    text.parse::<Share>().map_err(|error| message(&error.into()))
}
