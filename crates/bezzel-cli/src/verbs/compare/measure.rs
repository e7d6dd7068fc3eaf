//! What is measured of a run, and how it is spread over many runs.

use bezzel_search::Comparison;
use serde_json::{Value, json};

/// A number that every run has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    Visits,
    Tests,
    Restarts,
    Seconds,
}

impl Measure {
    /// All of them.
    pub const ALL: [Measure; 4] =
        [Measure::Visits, Measure::Tests, Measure::Restarts, Measure::Seconds];

    /// Those that grow with n in every search.
    pub const GROWING: [Measure; 3] = [Measure::Visits, Measure::Tests, Measure::Seconds];

    pub fn name(self) -> &'static str {
        match self {
            Measure::Visits => "visits",
            Measure::Tests => "tests",
            Measure::Restarts => "restarts",
            Measure::Seconds => "seconds",
        }
    }

    /// Of one run.
    pub fn of(self, run: &Comparison<'_>) -> f64 {
        let work = run.result.work;
        match self {
            Measure::Visits => work.visits as f64,
            Measure::Tests => work.tests as f64,
            Measure::Restarts => work.restarts as f64,
            Measure::Seconds => run.result.elapsed.as_secs_f64(),
        }
    }

    /// As it stands in a table: times to the microsecond, other means to a tenth.
    pub fn text(self, value: f64) -> String {
        match self {
            Measure::Seconds => format!("{value:.6}"),
            _ if value.fract() == 0.0 => format!("{value}"),
            _ => format!("{value:.1}"),
        }
    }
}

/// How the values of many runs are spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distribution {
    pub mean: f64,
    /// The smallest, the three quartiles and the largest. Each is the value of a run.
    pub five: [f64; 5],
}

impl Distribution {
    /// Of at least one value.
    pub fn of(mut values: Vec<f64>) -> Distribution {
        values.sort_unstable_by(f64::total_cmp);
        let count = values.len();
        // The smallest value that this many quarters of the runs do not exceed.
        let quartile = |quarters: usize| values[(quarters * count).div_ceil(4).max(1) - 1];
        Distribution {
            mean: values.iter().sum::<f64>() / count as f64,
            five: [0, 1, 2, 3, 4].map(quartile),
        }
    }

    pub fn document(&self) -> Value {
        let [min, lower_quartile, median, upper_quartile, max] = self.five;
        json!({
            "mean": self.mean,
            "min": min,
            "lower_quartile": lower_quartile,
            "median": median,
            "upper_quartile": upper_quartile,
            "max": max,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_values_of_runs() {
        let of = |values: &[f64]| Distribution::of(values.to_vec());
        assert_eq!(of(&[7.0]), Distribution { mean: 7.0, five: [7.0; 5] });
        let eight = of(&[8.0, 1.0, 7.0, 2.0, 6.0, 3.0, 5.0, 4.0]);
        assert_eq!(eight, Distribution { mean: 4.5, five: [1.0, 2.0, 4.0, 6.0, 8.0] });
        assert_eq!(of(&[3.0, 1.0, 2.0]).five, [1.0, 1.0, 2.0, 3.0, 3.0]);
    }
}
