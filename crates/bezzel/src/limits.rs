//! When a run gives up, as a request says it.

use crate::{Control, Error};
use bezzel_search::Limits;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Bounds on a run; without any, it runs to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct RunLimits {
    /// Most seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Most queens placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// Most solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
}

impl RunLimits {
    /// The limits of a search that this control can stop.
    pub(crate) fn with(&self, control: &Control) -> Result<Limits, Error> {
        Ok(Limits {
            time: self.time.map(seconds).transpose()?,
            visits: self.visits,
            solutions: self.solutions,
            stop: control.stop().clone(),
        })
    }
}

/// A time from 0 on; a time too long for the clock is none.
pub(crate) fn seconds(number: f64) -> Result<Duration, Error> {
    if number.is_nan() || number < 0.0 {
        return Err(Error::bad(format!("time is {number}")).advice("write seconds from 0"));
    }
    Ok(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX))
}
