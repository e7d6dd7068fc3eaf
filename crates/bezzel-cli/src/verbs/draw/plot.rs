//! `bezzel draw plot`: numbers against n.

use super::numbers;
use super::target::TargetArgs;
use crate::args::{LimitArgs, sizes, within};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Out;
use bezzel_draw::{Picture, Plot, Scale};
use bezzel_search::Choice;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Numbers against n
#[derive(Args)]
pub struct PlotVerb {
    /// What is plotted
    #[arg(value_enum)]
    kind: Kind,
    /// A range of sizes, for example 4..14; for csv a file, or "-" for standard input
    #[arg(value_name = "RANGE")]
    range: String,
    /// Algorithms to plot, comma-separated, as for 'bezzel compare'
    #[arg(long, value_name = "IDS")]
    algorithms: Option<String>,
    /// Runs for each point of a success rate, with the seeds from 1
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = within::<u64>(1..=1_000_000), allow_negative_numbers = true)]
    runs: u64,
    /// What is counted of an algorithm's work
    #[arg(long, value_enum, default_value_t = Measure::Visits)]
    measure: Measure,
    /// Plot the work to the first solution, not to all
    #[arg(long)]
    first: bool,
    /// Divide the vertical axis by equal factors (always so for solutions, algorithms and spaces)
    #[arg(long)]
    log: bool,
    /// Words above the plot
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Write the numbers behind the plot to this file as well
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    target: TargetArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// All and fundamental solutions
    Solutions,
    /// How much larger each total is than the one before
    Ratios,
    /// The work of algorithms
    Algorithms,
    /// How often a randomised algorithm succeeds without starting again
    Success,
    /// The sizes of the search spaces
    Spaces,
    /// Comma-separated values: x in the first column, a line in each other; or what --data writes
    Csv,
}

/// What is counted of an algorithm's work.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Measure {
    /// Queens placed
    Visits,
    /// Safety tests
    Tests,
    /// Candidates tried
    Trials,
    /// Times the search went back
    Backtracks,
    /// Time
    Seconds,
}

impl PlotVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        self.target.check(out, false)?;
        if let Some(file) = &self.data {
            self.target.check_file(file)?;
        }
        let (mut plot, end) = self.plot()?;
        if let Some(title) = &self.title {
            plot.title = title.clone();
        }
        if self.log {
            plot.y_scale = Scale::Log;
        }
        if end.is_err() && plot.series.iter().all(|series| series.points.is_empty()) {
            return end;
        }
        self.target.draw(&plot, out)?;
        if let (Some(file), Some(text)) = (&self.data, plot.csv()) {
            self.target.replace(file, text.as_bytes())?;
        }
        end
    }

    fn plot(&self) -> Result<(Plot, Result<(), Failure>), Failure> {
        if self.kind == Kind::Csv {
            return Ok((numbers::from_csv(&self.range)?, Ok(())));
        }
        let sides = self.sides()?;
        let limits = self.limits.limits(interrupt::flag())?;
        match self.kind {
            Kind::Solutions => numbers::solutions(&sides, &limits),
            Kind::Ratios => numbers::ratios(&sides, &limits),
            Kind::Spaces => Ok((numbers::spaces(&sides), Ok(()))),
            Kind::Algorithms => {
                let choices = self.choices("backtracking,wirth,rohl-2,guldal,nilsson,bitmask")?;
                numbers::algorithms(&sides, &choices, self.measure, self.first, &limits)
            }
            Kind::Success => {
                let choices = self.choices("las-vegas,las-vegas-backtracking,qs1")?;
                numbers::success(&sides, &choices, self.runs, &limits)
            }
            Kind::Csv => unreachable!("read above"),
        }
    }

    fn choices(&self, default: &str) -> Result<Vec<Choice>, Failure> {
        let list = self.algorithms.as_deref().unwrap_or(default);
        let choices = list.split(',').map(|name| Choice::read(name.trim()));
        Ok(choices.collect::<Result<_, _>>()?)
    }

    fn sides(&self) -> Result<Vec<u32>, Failure> {
        let sizes = sizes(&self.range, None)?;
        if sizes.iter().any(|size| !size.is_square() || size.dimension() > 2) {
            return Err(Failure::Usage(format!(
                "'{}' is not a range of sides; write for example 4..14",
                self.range
            )));
        }
        let sides: Vec<u32> = sizes.iter().map(|size| size.rows()).collect();
        match sides.iter().find(|&&side| side > 150) {
            Some(side) => {
                Err(Failure::Usage(format!("side {side} is too large to plot; the limit is 150")))
            }
            None => Ok(sides),
        }
    }
}
