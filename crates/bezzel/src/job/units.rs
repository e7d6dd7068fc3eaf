//! The units of a job, one by one or in sections.

use crate::{Error, Schema};
use bezzel_jobs::{Ledger, Place};
use serde::Serialize;

/// Most units that are shown one by one; more are shown in sections.
const SINGLE: usize = 2_000;

/// The units of a job.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct JobUnitsAnswer {
    /// `bezzel/job-units/1`.
    pub schema: Schema,
    /// All units.
    pub total: usize,
    /// Finished units.
    pub done: usize,
    /// Every unit, if there are not too many.
    pub units: Vec<JobUnit>,
    /// Sections of equal length otherwise.
    pub stretches: Vec<JobStretch>,
}

/// A unit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct JobUnit {
    /// Its place in the plan.
    pub index: usize,
    /// Its label.
    pub label: String,
    /// `done` or `open`.
    pub state: &'static str,
    /// Seconds it took, with all its parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// What it counted, as a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtotal: Option<String>,
}

/// A section of the units.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct JobStretch {
    /// The first.
    pub from: usize,
    /// The last.
    pub to: usize,
    /// How many are finished.
    pub done: usize,
    /// Seconds those took.
    pub seconds: f64,
}

/// The units of a ledger.
pub fn job_units(ledger: impl Into<Place>) -> Result<JobUnitsAnswer, Error> {
    let ledger = Ledger::open(ledger)?;
    let units = ledger.units();
    let total = units.len();
    let done = units.iter().filter(|unit| unit.is_done).count();
    let schema = Schema::new("bezzel/job-units/1");
    let mut answer =
        JobUnitsAnswer { schema, total, done, units: Vec::new(), stretches: Vec::new() };
    if total <= SINGLE {
        answer.units = (units.into_iter().enumerate())
            .map(|(index, unit)| JobUnit {
                index,
                label: bezzel_jobs::printable(&unit.label),
                state: if unit.is_done { "done" } else { "open" },
                seconds: unit.is_done.then_some(unit.seconds),
                subtotal: unit.subtotal.map(|subtotal| subtotal.to_string()),
            })
            .collect();
        return Ok(answer);
    }
    let length = total.div_ceil(SINGLE / 2);
    answer.stretches = (units.chunks(length).enumerate())
        .map(|(place, part)| JobStretch {
            from: place * length,
            to: place * length + part.len() - 1,
            done: part.iter().filter(|unit| unit.is_done).count(),
            seconds: part.iter().map(|unit| unit.seconds).sum(),
        })
        .collect();
    Ok(answer)
}
