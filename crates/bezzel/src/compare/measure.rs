//! The measures of a run, and their distributions over many runs.

use super::CompareRun;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A number that every run has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Measure {
    /// Queens placed.
    Visits,
    /// Safety tests.
    Tests,
    /// Candidates tried.
    Trials,
    /// Backtracks.
    Backtracks,
    /// Starts from the beginning.
    Restarts,
    /// Time.
    Seconds,
}

impl Measure {
    /// Those whose distribution an experiment gives.
    pub const SPREAD: [Measure; 4] =
        [Measure::Visits, Measure::Tests, Measure::Restarts, Measure::Seconds];

    /// Those that grow with n in every search.
    pub(super) const GROWING: [Measure; 3] = [Measure::Visits, Measure::Tests, Measure::Seconds];

    /// Of one run.
    #[must_use]
    pub fn of(self, run: &CompareRun) -> f64 {
        let work = run.work;
        match self {
            Measure::Visits => work.visits as f64,
            Measure::Tests => work.tests as f64,
            Measure::Trials => work.trials as f64,
            Measure::Backtracks => work.backtracks as f64,
            Measure::Restarts => work.restarts as f64,
            Measure::Seconds => run.seconds,
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::Visits => "visits",
            Measure::Tests => "tests",
            Measure::Trials => "trials",
            Measure::Backtracks => "backtracks",
            Measure::Restarts => "restarts",
            Measure::Seconds => "seconds",
        })
    }
}

/// The distribution of a measure over many runs. All fields but the mean are values of runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Distribution {
    /// The mean.
    pub mean: f64,
    /// The smallest.
    pub min: f64,
    /// A quarter of the runs do not exceed it.
    pub lower_quartile: f64,
    /// Half of the runs do not exceed it.
    pub median: f64,
    /// Three quarters of the runs do not exceed it.
    pub upper_quartile: f64,
    /// Nine of ten runs do not exceed it.
    pub ninth_decile: f64,
    /// The largest.
    pub max: f64,
}

/// The distribution of each measure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Distributions {
    /// Of the queens placed.
    pub visits: Distribution,
    /// Of the safety tests.
    pub tests: Distribution,
    /// Of the starts from the beginning.
    pub restarts: Distribution,
    /// Of the time.
    pub seconds: Distribution,
}

/// The sum over all runs, including failed ones, per solution found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PerSolution {
    /// Queens placed.
    pub visits: f64,
    /// Safety tests.
    pub tests: f64,
    /// Starts from the beginning.
    pub restarts: f64,
    /// Time.
    pub seconds: f64,
}

impl Distribution {
    /// Of at least one value.
    pub(super) fn of(mut values: Vec<f64>) -> Distribution {
        values.sort_unstable_by(f64::total_cmp);
        let count = values.len();
        // The smallest value that this share of the runs does not exceed.
        let quantile = |part: usize, of: usize| values[(part * count).div_ceil(of).max(1) - 1];
        Distribution {
            mean: values.iter().sum::<f64>() / count as f64,
            min: values[0],
            lower_quartile: quantile(1, 4),
            median: quantile(1, 2),
            upper_quartile: quantile(3, 4),
            ninth_decile: quantile(9, 10),
            max: values[count - 1],
        }
    }
}

macro_rules! by_measure {
    ($($group:ty => $value:ty),*) => {$(
        impl $group {
            /// The number of this measure; none for measures without a distribution.
            #[must_use]
            pub fn of(&self, measure: Measure) -> Option<$value> {
                match measure {
                    Measure::Visits => Some(self.visits),
                    Measure::Tests => Some(self.tests),
                    Measure::Restarts => Some(self.restarts),
                    Measure::Seconds => Some(self.seconds),
                    Measure::Trials | Measure::Backtracks => None,
                }
            }
        }
    )*};
}

by_measure!(Distributions => Distribution, PerSolution => f64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_of_runs() {
        let of = |values: &[f64]| {
            let spread = Distribution::of(values.to_vec());
            let quarters = [spread.lower_quartile, spread.median, spread.upper_quartile];
            (spread.mean, spread.min, quarters, spread.ninth_decile, spread.max)
        };
        assert_eq!(of(&[7.0]), (7.0, 7.0, [7.0; 3], 7.0, 7.0));
        let eight = of(&[8.0, 1.0, 7.0, 2.0, 6.0, 3.0, 5.0, 4.0]);
        assert_eq!(eight, (4.5, 1.0, [2.0, 4.0, 6.0], 8.0, 8.0));
        assert_eq!(of(&[3.0, 1.0, 2.0]), (2.0, 1.0, [1.0, 2.0, 3.0], 3.0, 3.0));
        let ten: Vec<f64> = (1..=10).map(f64::from).collect();
        assert_eq!(of(&ten).3, 9.0);
    }
}
