//! Says once that a count will take long.

use crate::Note;
use bezzel_engines::Plan;
use bezzel_jobs::Progress;

/// Says once that a count will take long.
#[derive(Default)]
pub(crate) struct Forecast {
    is_said: bool,
}

impl Forecast {
    /// Seconds before the measured speed is trusted, or the lack of any progress counts.
    const SOON: f64 = 2.0;
    const LATE: f64 = 5.0;
    /// Counts shorter than this need no warning.
    const SHORT: f64 = 60.0;

    /// Seconds from which a count is long even if its estimate is wrong by a factor of ten.
    const CLEARLY_LONG: f64 = 36_000.0;

    /// The note on a count that is known to be long before it starts.
    pub(crate) fn before(&mut self, plan: &Plan, seconds: f64) -> Option<Note> {
        self.is_said = seconds >= Forecast::CLEARLY_LONG;
        self.is_said.then(|| long(plan, Some(seconds)))
    }

    /// The note on a running count, when it is due.
    pub(crate) fn note(&mut self, plan: &Plan, progress: &Progress) -> Option<Note> {
        let seconds = match progress.eta {
            Some(eta) if progress.elapsed >= Forecast::SOON && eta >= Forecast::SHORT => Some(eta),
            None if progress.elapsed >= Forecast::LATE => None,
            _ => return None,
        };
        let is_new = !std::mem::replace(&mut self.is_said, true);
        is_new.then(|| long(plan, seconds))
    }
}

fn long(plan: &Plan, seconds: Option<f64>) -> Note {
    Note::Long { problem: plan.problem.to_string(), seconds, units: plan.units.len() }
}
