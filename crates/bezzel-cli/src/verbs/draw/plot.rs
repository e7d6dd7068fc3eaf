//! `bezzel draw plot`: numbers against n.

use super::target::TargetArgs;
use crate::args::{LimitArgs, sizes, stdin_or, within};
use crate::failure::Failure;
use crate::output::{self, Out};
use bezzel::{PictureRequest, PlotMeasure, PlotNumbers, PlotPicture};
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
    /// Which measure of an algorithm's work to plot
    #[arg(long, value_enum, default_value_t = Measure::Visits)]
    measure: Measure,
    /// Plot the work to the first solution, not to all
    #[arg(long)]
    first: bool,
    /// Use a logarithmic vertical axis (always on for solutions, algorithms and spaces)
    #[arg(long)]
    log: bool,
    /// Title above the plot
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Also write the plotted numbers to this file
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
    /// Ratio of each total to the previous one
    Ratios,
    /// The work of algorithms
    Algorithms,
    /// How often a randomised algorithm succeeds without restarting
    Success,
    /// The sizes of the search spaces
    Spaces,
    /// Comma-separated values: x in the first column, a line in each other; or what --data writes
    Csv,
}

/// Which measure of an algorithm's work to plot.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Measure {
    /// Queens placed
    Visits,
    /// Safety tests
    Tests,
    /// Candidates tried
    Trials,
    /// Backtracks
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
        let mut plot = PlotPicture::new(self.numbers()?);
        plot.title.clone_from(&self.title);
        (plot.log, plot.limits) = (self.log, self.limits.typed()?);
        let answer = self.target.draw(PictureRequest::Plot(plot), out)?;
        if answer.stopped.is_some() {
            output::note("stopped; the plot ends early");
        }
        if let (Some(file), Some(text)) = (&self.data, &answer.data) {
            self.target.replace(file, text.as_bytes())?;
        }
        Failure::unless_finished(answer.stopped)
    }

    fn numbers(&self) -> Result<PlotNumbers, Failure> {
        let sides = match self.kind {
            Kind::Csv => return Ok(PlotNumbers::Csv { text: read(&self.range)? }),
            _ => self.sides()?,
        };
        let named = self.algorithms.as_deref().unwrap_or_default().split(',');
        let algorithms = named.filter(|name| !name.is_empty()).map(str::to_owned).collect();
        Ok(match self.kind {
            Kind::Solutions => PlotNumbers::Solutions { sides },
            Kind::Ratios => PlotNumbers::Ratios { sides },
            Kind::Spaces => PlotNumbers::Spaces { sides },
            Kind::Success => PlotNumbers::Success { sides, algorithms, runs: self.runs },
            Kind::Algorithms | Kind::Csv => {
                let measure = match self.measure {
                    Measure::Visits => PlotMeasure::Visits,
                    Measure::Tests => PlotMeasure::Tests,
                    Measure::Trials => PlotMeasure::Trials,
                    Measure::Backtracks => PlotMeasure::Backtracks,
                    Measure::Seconds => PlotMeasure::Seconds,
                };
                PlotNumbers::Algorithms { sides, algorithms, measure, first: self.first }
            }
        })
    }

    fn sides(&self) -> Result<Vec<u32>, Failure> {
        let sizes = sizes(&self.range, None)?;
        if sizes.iter().any(|size| !size.is_square() || size.dimension() > 2) {
            return Err(Failure::Usage(format!(
                "'{}' is not a range of sides; write for example 4..14",
                self.range
            )));
        }
        Ok(sizes.iter().map(|size| size.rows()).collect())
    }
}

/// A table from a file, or from standard input.
fn read(file: &str) -> Result<String, Failure> {
    match file {
        "-" => stdin_or(file, "the table"),
        file => {
            std::fs::read_to_string(file).map_err(|error| Failure::Io(format!("{file}: {error}")))
        }
    }
}
