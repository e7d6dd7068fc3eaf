//! Plots: which numbers, on which axes.

use super::{Drawn, numbers, table};
use crate::{Control, Error, ErrorKind, RunLimits};
use bezzel_draw::{Plot, Scale, Series};
use bezzel_search::{Choice, StopReason};
use serde::{Deserialize, Serialize};

/// The largest side that is plotted.
const LARGEST: u32 = 150;
/// Runs for each point of a success rate.
const RUNS: u64 = 200;
const MOST_RUNS: u64 = 1_000_000;

/// Numbers against n.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PlotPicture {
    /// The numbers.
    pub numbers: PlotNumbers,
    /// Title above the plot, instead of its own.
    #[serde(default)]
    pub title: Option<String>,
    /// Whether the vertical axis is logarithmic; it always is for solutions, algorithms and search
    /// spaces.
    #[serde(default)]
    pub log: bool,
    /// When the computation of each number stops.
    #[serde(default)]
    pub limits: RunLimits,
}

/// The numbers of a plot: given, or computed now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "of", rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub enum PlotNumbers {
    /// All and fundamental solutions.
    Solutions {
        /// Sides of the boards.
        sides: Vec<u32>,
    },
    /// Ratio of each total to the previous one.
    Ratios {
        /// Sides of the boards.
        sides: Vec<u32>,
    },
    /// The sizes of the search spaces.
    Spaces {
        /// Sides of the boards.
        sides: Vec<u32>,
    },
    /// The work of algorithms.
    Algorithms {
        /// Sides of the boards.
        sides: Vec<u32>,
        /// The algorithms, such as `nilsson:heuristic=index`; some well-known ones if none is named.
        #[serde(default)]
        algorithms: Vec<String>,
        /// What is counted.
        #[serde(default)]
        measure: PlotMeasure,
        /// Whether runs end at the first solution.
        #[serde(default)]
        first: bool,
    },
    /// How often a randomised algorithm succeeds without restarting.
    Success {
        /// Sides of the boards.
        sides: Vec<u32>,
        /// The algorithms; some well-known ones if none is named.
        #[serde(default)]
        algorithms: Vec<String>,
        /// Runs for each point, with the seeds from 1.
        #[serde(default = "runs")]
        runs: u64,
    },
    /// Comma-separated values: x in the first column, a line in each other; or the data of a plot.
    Csv {
        /// The table.
        text: String,
    },
    /// Lines that are given.
    Series {
        /// A sentence under the title.
        #[serde(default)]
        subtitle: String,
        /// Label of the horizontal axis.
        x: String,
        /// Label of the vertical axis.
        y: String,
        /// The lines.
        series: Vec<PlotLine>,
    },
}

fn runs() -> u64 {
    RUNS
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PlotLine {
    /// Its name.
    pub name: String,
    /// Its points.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<[f64; 2]>))]
    pub points: Vec<(f64, f64)>,
    /// The spread of its values: x, smallest and largest value.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<[f64; 3]>))]
    pub spread: Vec<(f64, f64, f64)>,
}

/// Which measure of an algorithm's work is plotted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PlotMeasure {
    /// Queens placed.
    #[default]
    Visits,
    /// Safety tests.
    Tests,
    /// Candidates tried.
    Trials,
    /// Backtracks.
    Backtracks,
    /// Time.
    Seconds,
}

/// A plot, and why its numbers end early, if they do; `None` if nothing can be shown.
pub(super) type Plotted = Result<(Option<Plot>, Option<StopReason>), Error>;

impl PlotPicture {
    /// A plot of these numbers.
    #[must_use]
    pub fn new(numbers: PlotNumbers) -> PlotPicture {
        PlotPicture { numbers, title: None, log: false, limits: RunLimits::default() }
    }

    pub(super) fn drawn(&self, control: &Control) -> Result<Drawn, Error> {
        let (plot, stopped) = self.plot(control)?;
        let plot = plot.filter(|plot| {
            let has_points = plot.series.iter().any(|series| !series.points.is_empty());
            stopped.is_none() || has_points
        });
        let Some(mut plot) = plot else {
            return Ok(Drawn::nothing(stopped.unwrap_or(StopReason::Stopped)));
        };
        if let Some(title) = &self.title {
            plot.title.clone_from(title);
        }
        if self.log {
            plot.y_scale = Scale::Log;
        }
        Ok(Drawn { stopped, ..Drawn::still(plot) })
    }

    fn plot(&self, control: &Control) -> Plotted {
        match &self.numbers {
            PlotNumbers::Solutions { sides } => {
                numbers::solutions(small(sides)?, &self.limits, control)
            }
            PlotNumbers::Ratios { sides } => numbers::ratios(small(sides)?, &self.limits, control),
            PlotNumbers::Spaces { sides } => Ok((Some(numbers::spaces(small(sides)?)), None)),
            PlotNumbers::Algorithms { sides, algorithms, measure, first } => {
                let default = ["backtracking", "wirth", "rohl-2", "guldal", "nilsson", "bitmask"];
                let choices = choices(algorithms, &default)?;
                let limits = self.limits.with(control)?;
                numbers::algorithms(small(sides)?, &choices, *measure, *first, limits)
            }
            PlotNumbers::Success { sides, algorithms, runs } => {
                if !(1..=MOST_RUNS).contains(runs) {
                    let error = Error::bad(format!("runs is {runs}"));
                    return Err(error.advice(format!("choose from 1 to {MOST_RUNS}")));
                }
                let default = ["las-vegas", "las-vegas-backtracking", "qs1"];
                let choices = choices(algorithms, &default)?;
                numbers::success(small(sides)?, &choices, *runs, self.limits.with(control)?)
            }
            PlotNumbers::Csv { text } => Ok((Some(table::read(text)?), None)),
            PlotNumbers::Series { subtitle, x, y, series } => {
                let mut plot = Plot::new("", x, y);
                plot.subtitle.clone_from(subtitle);
                let line = |line: &PlotLine| Series {
                    spread: line.spread.clone(),
                    ..Series::new(&line.name, line.points.clone())
                };
                plot.series = series.iter().map(line).collect();
                Ok((Some(plot), None))
            }
        }
    }
}

fn small(sides: &[u32]) -> Result<&[u32], Error> {
    match sides.iter().find(|&&side| side > LARGEST) {
        Some(side) => {
            Err(Error::new(ErrorKind::TooLarge, format!("side {side} is too large to plot"))
                .advice(format!("the limit is {LARGEST}")))
        }
        None => Ok(sides),
    }
}

fn choices(named: &[String], default: &[&str]) -> Result<Vec<Choice>, Error> {
    let read = |name: &str| Ok(Choice::read(name.trim())?);
    match named.is_empty() {
        true => default.iter().copied().map(read).collect(),
        false => named.iter().map(String::as_str).map(read).collect(),
    }
}
