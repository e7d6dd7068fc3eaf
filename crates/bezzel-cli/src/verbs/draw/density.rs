//! `bezzel draw density`.

use super::target::TargetArgs;
use crate::args::{ProblemArgs, within};
use crate::failure::Failure;
use crate::output::{self, Out};
use bezzel::{DensityPicture, PictureRequest};
use clap::Args;
use std::path::PathBuf;

/// Where queens stand in random solutions, beside Simkin's limit
///
/// The board is cut into cells; each shows its queens over those of an even board, 1 on average.
/// Below, the share of diagonals that hold a queen.
#[derive(Args)]
pub struct DensityVerb {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Use this many random solutions [default: all up to 18 rows, 2000 beyond]
    #[arg(long, value_name = "K",
          value_parser = within::<u64>(1..=1_000_000), allow_negative_numbers = true)]
    number: Option<u64>,
    /// Seed of the random numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
          value_parser = within::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    /// Draw them from random walks: for hundreds of queens, approximately uniform
    #[arg(long)]
    approximate: bool,
    /// Also write the numbers to this file
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    #[command(flatten)]
    target: TargetArgs,
}

impl DensityVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        if let Some(file) = &self.data {
            self.target.check_file(file)?;
        }
        let mut density = DensityPicture::new(self.problem.one()?);
        (density.number, density.seed) = (self.number, self.seed);
        density.approximate = self.approximate;
        let answer = self.target.draw(PictureRequest::Density(density), out)?;
        if answer.stopped.is_some() {
            output::note("stopped; nothing was drawn");
        }
        if let (Some(file), Some(text)) = (&self.data, &answer.data) {
            self.target.replace(file, text.as_bytes())?;
        }
        Failure::unless_finished(answer.stopped)
    }
}
