//! Plots: lines over n, distinguished by colour, dashes and markers, with the numbers behind them.

mod axis;
mod draw;

pub use axis::Scale;

/// Lines in one pair of axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// A sentence under the title.
    pub subtitle: String,
    /// The horizontal axis.
    pub x_label: String,
    /// The vertical axis.
    pub y_label: String,
    /// The scale of the vertical axis.
    pub y_scale: Scale,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<PlotPoint>,
    /// Spreads of values: horizontal position, least and greatest value, drawn as a vertical line.
    pub spread: Vec<(f64, f64, f64)>,
}

/// A point of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotPoint {
    /// Horizontal position.
    pub x: f64,
    /// Vertical position.
    pub y: f64,
    /// The value with all its digits, for the table of numbers.
    pub exact: String,
    /// Whether it is only a lower bound: drawn hollow, and marked in the table.
    pub at_least: bool,
}

impl Series {
    /// A line through known values.
    #[must_use]
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        let point = |(x, y): (f64, f64)| PlotPoint { x, y, exact: y.to_string(), at_least: false };
        Series::of(name, points.into_iter().map(point).collect())
    }

    /// A line through points.
    #[must_use]
    pub fn of(name: impl Into<String>, points: Vec<PlotPoint>) -> Series {
        Series { name: name.into(), points, spread: Vec::new() }
    }

    /// A line through integers, which the table shows to the last digit.
    #[must_use]
    pub fn counts(
        name: impl Into<String>,
        points: impl IntoIterator<Item = (u32, u128)>,
    ) -> Series {
        let point = |(x, y): (u32, u128)| PlotPoint {
            x: f64::from(x),
            y: y as f64,
            exact: y.to_string(),
            at_least: false,
        };
        Series::of(name, points.into_iter().map(point).collect())
    }
}

impl Plot {
    /// The first line of the table of numbers behind a plot.
    pub const COLUMNS: [&str; 4] = ["series", "x", "y", "at_least"];

    /// An empty plot.
    #[must_use]
    pub fn new(
        title: impl Into<String>,
        x_label: impl Into<String>,
        y_label: impl Into<String>,
    ) -> Plot {
        Plot {
            title: title.into(),
            subtitle: String::new(),
            x_label: x_label.into(),
            y_label: y_label.into(),
            y_scale: Scale::Linear,
            series: Vec::new(),
        }
    }
}
