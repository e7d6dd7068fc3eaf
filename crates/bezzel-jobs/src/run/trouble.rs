//! What went wrong with a worker, and where.

use bezzel_engines::{Elsewhere, WorkError};
use serde::Serialize;

/// A worker that returned without a result, or not at all, or that can count nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trouble {
    /// The unit, if it had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What failed: what the worker runs on, or what it passed the unit on to.
    pub device: String,
    /// The machine that the unit was passed on to, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Its error.
    pub why: String,
}

impl Trouble {
    /// What failed, with its machine if that is another one.
    pub(super) fn place(&self) -> String {
        match &self.host {
            Some(host) => format!("{} on {host}", self.device),
            None => self.device.clone(),
        }
    }
}

/// Why a unit came back without a result.
pub(super) struct Failure {
    why: String,
    /// What the worker had passed it on to, and the machine if that is known.
    at: Option<(String, Option<String>)>,
}

impl Failure {
    /// An impossible subtotal.
    pub(super) fn impossible(why: String, at: Option<&Elsewhere>) -> Failure {
        Failure { why, at: at.map(|at| (at.device.clone(), Some(at.host.clone()))) }
    }

    /// Whether the worker had only passed the unit on.
    pub(super) fn is_elsewhere(&self) -> bool {
        self.at.is_some()
    }

    /// As a trouble of a worker on this device.
    pub(super) fn of(self, unit: &str, own: &str) -> Trouble {
        let (device, host) = self.at.unwrap_or_else(|| (own.to_owned(), None));
        Trouble { unit: Some(unit.to_owned()), device, host, why: self.why }
    }
}

impl From<WorkError> for Failure {
    fn from(error: WorkError) -> Failure {
        match error {
            WorkError::FailedElsewhere { why, device, host } => {
                Failure { why, at: Some((device, host)) }
            }
            other => other.to_string().as_str().into(),
        }
    }
}

impl From<&str> for Failure {
    fn from(why: &str) -> Failure {
        Failure { why: why.to_owned(), at: None }
    }
}
