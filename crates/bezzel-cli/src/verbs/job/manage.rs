//! What can be done with ledgers without counting.

use super::File;
use crate::args::within;
use crate::failure::Failure;
use crate::output::{self, Out};
use bezzel_jobs::{Ledger, Part, merge, salvage};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

pub fn pause(file: &File) -> Result<(), Failure> {
    Ledger::open(&file.file)?.pause()?;
    output::note("paused; running counts stop after the units they are at");
    Ok(())
}

pub fn import(file: &File) -> Result<(), Failure> {
    let ledger = Ledger::import(&file.file, &mut std::io::stdin().lock())?;
    output::note(&format!("made {} of {} units", file.file.display(), ledger.header().units));
    Ok(())
}

#[derive(Args)]
pub struct Split {
    /// The ledger of the whole job
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    /// Which part: r of m
    #[arg(value_name = "R/M")]
    part: Part,
    /// The ledger to make
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

impl Split {
    pub fn run(&self) -> Result<(), Failure> {
        Ledger::open(&self.file)?.split(self.part, &self.to)?;
        let (part, to) = (self.part, self.to.display());
        output::note(&format!("{to} is part {part}; merge it back when it is done"));
        Ok(())
    }
}

#[derive(Args)]
pub struct Merge {
    /// The ledger to put the results into; it is made if it is not there
    #[arg(value_name = "TARGET")]
    target: PathBuf,
    /// The ledgers to take them from
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<PathBuf>,
}

impl Merge {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let merged = merge(&self.target, &self.sources)?;
        writeln!(
            out,
            "{} of {} units done, {} added, {} in several ledgers",
            merged.units_done, merged.units_total, merged.units_added, merged.units_repeated
        )?;
        Ok(())
    }
}

#[derive(Args)]
pub struct Discard {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    /// The unit's number
    #[arg(value_name = "UNIT", value_parser = within::<usize>(0..=u64::MAX), allow_negative_numbers = true)]
    unit: usize,
}

impl Discard {
    pub fn run(&self) -> Result<(), Failure> {
        Ok(Ledger::open(&self.file)?.discard(self.unit)?)
    }
}

#[derive(Args)]
pub struct Salvage {
    /// The damaged ledger; it is not changed
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    /// The ledger to make
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

impl Salvage {
    pub fn run(&self) -> Result<(), Failure> {
        let saved = salvage(&self.file, &self.to)?;
        for lost in &saved.lost {
            output::note(&format!("lost: {lost}"));
        }
        output::note(&format!(
            "saved {} of {} units to {}",
            saved.units_done,
            saved.units_total,
            self.to.display()
        ));
        Ok(())
    }
}

#[derive(Args)]
pub struct Export {
    /// The ledger
    #[arg(value_name = "LEDGER")]
    file: PathBuf,
    /// Only part r of m
    #[arg(long, value_name = "R/M")]
    part: Option<Part>,
}

impl Export {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        Ok(Ledger::open(&self.file)?.export(self.part, out)?)
    }
}
