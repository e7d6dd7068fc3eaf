//! Runs that wait where their trace was cut, so that the next part is computed from there. The
//! oldest are dropped first; the next part of a dropped run is computed from the first step.

use bezzel::PausedRun;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Most runs that wait: each has a thread, which does nothing, and the memory of its algorithm.
const MOST: usize = 16;

/// The runs that wait, oldest first, each under the digest of its request without numbers of steps.
#[derive(Default)]
pub struct PausedRuns(Mutex<VecDeque<(String, PausedRun)>>);

impl PausedRuns {
    fn runs(&self) -> MutexGuard<'_, VecDeque<(String, PausedRun)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the run that has come nearest to this step without passing it.
    pub fn take(&self, id: &str, after: u64) -> Option<PausedRun> {
        let mut runs = self.runs();
        let fits = |(other, run): &&(String, PausedRun)| other == id && run.steps() <= after;
        let steps = runs.iter().filter(fits).map(|(_, run)| run.steps()).max()?;
        let place = runs.iter().position(|(other, run)| other == id && run.steps() == steps)?;
        runs.remove(place).map(|(_, run)| run)
    }

    pub fn keep(&self, id: String, run: PausedRun) {
        let mut runs = self.runs();
        runs.push_back((id, run));
        if runs.len() > MOST {
            runs.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel::{Control, Problem, TraceRequest, record_part};

    fn paused(steps: u64) -> PausedRun {
        let mut request = TraceRequest::new(Problem::queens(20), "backtracking");
        request.steps = Some(steps);
        record_part(&request, usize::MAX, &Control::new()).unwrap().rest.unwrap()
    }

    #[test]
    fn the_nearest_run_is_taken_and_only_so_many_are_kept() {
        let runs = PausedRuns::default();
        for steps in [10, 30, 20] {
            runs.keep("a".to_owned(), paused(steps));
        }
        let taken = |id, after| runs.take(id, after).map(|run| run.steps());
        assert_eq!(taken("b", 100), None);
        assert_eq!(taken("a", 9), None);
        assert_eq!(taken("a", 29), Some(20));
        assert_eq!(taken("a", 29), Some(10));
        for _ in 0..MOST {
            runs.keep("b".to_owned(), paused(5));
        }
        assert_eq!(taken("a", 100), None, "the oldest is dropped");
        assert_eq!(runs.runs().len(), MOST);
    }
}
