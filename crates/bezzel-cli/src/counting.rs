//! The total of a board, for verbs that need one.

use bezzel::{Control, CountRequest, Problem, Stop};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The total, counted by the fastest engine.
pub fn total(problem: &Problem, stop: &Arc<AtomicBool>) -> Result<u128, String> {
    let control = Control::new().with_stop(Stop::from(Arc::clone(stop)));
    let answer = bezzel::count(&CountRequest::new(problem.clone()), &control);
    let answer = answer.map_err(|error| error.to_string())?;
    answer.totals[0].exact().ok_or_else(|| "the count was stopped".to_owned())
}
