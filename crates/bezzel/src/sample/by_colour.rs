//! Finds solutions by their numbers in the order of engine `colour`, from the subtotals of a ledger.

use super::numbered::Unfinished;
use crate::count::Units;
use crate::{Control, Error, ErrorKind, RunLimits, Workers};
use bezzel_board::Problem;
use bezzel_engines::{Colour, Engine, EngineError, Prepared, Subtotal, Unit, WorkError};
use bezzel_jobs::Ledger;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

/// The units of a board and how many solutions each of them stands for.
pub(super) struct ByColour<'a> {
    prepared: Arc<dyn Prepared>,
    units: Vec<(Unit, u128)>,
    total: u128,
    control: &'a Control,
}

/// What is wanted of one unit: numbers within it, each with its place among all that are wanted.
struct Wanted<'a> {
    unit: &'a Unit,
    numbers: Vec<(u128, usize)>,
}

impl<'a> ByColour<'a> {
    /// Counts the units that the ledger does not have yet, and keeps them there.
    pub(super) fn new(
        problem: &Problem,
        file: &Path,
        control: &'a Control,
    ) -> Result<ByColour<'a>, Unfinished> {
        let prepared = match Colour.prepare(problem, control.stop()) {
            Err(EngineError::Stopped) => return Err(Unfinished::Stopped),
            prepared => prepared.map_err(Error::from)?,
        };
        let plan = prepared.plan();
        let mut ledger = Ledger::open_or_create(file, plan, control.stop()).map_err(Error::from)?;
        let (workers, limits) = (&Workers::default(), &RunLimits::default());
        let counted = Units { workers, limits, verify: false, control };
        let result = counted.count(&prepared, Some(&mut ledger))?;
        let total = result.outcome.total().ok_or(Unfinished::Stopped)?;
        let mut units = Vec::with_capacity(plan.units.len());
        for unit in &plan.units {
            let subtotal = ledger.subtotal(unit.label());
            let number = subtotal.as_ref().and_then(Subtotal::count);
            units.push((unit.clone(), number.ok_or_else(|| wrong("a unit has no subtotal"))?));
        }
        Ok(ByColour { prepared, units, total, control })
    }

    pub(super) fn total(&self) -> u128 {
        self.total
    }

    /// The columns of the solutions with these numbers, which are below the total.
    pub(super) fn find(&self, numbers: &[u128]) -> Result<Vec<Vec<u32>>, Unfinished> {
        let wanted = self.wanted(numbers);
        let next = AtomicUsize::new(0);
        let threads = Workers::default().threads()?.min(wanted.len());
        let draw = || -> Result<Vec<(usize, Vec<u32>)>, Unfinished> {
            let mut found = Vec::new();
            let level = Workers::default().simd()?;
            let mut worker = self.prepared.worker(level).map_err(Error::from)?;
            while let Some(Wanted { unit, numbers }) =
                wanted.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let within: Vec<u128> = numbers.iter().map(|one| one.0).collect();
                let drawn = worker.draw(unit, &within, self.control.stop());
                let drawn = drawn.map_err(|error| match error {
                    WorkError::Stopped => Unfinished::Stopped,
                    other => wrong(&other.to_string()),
                })?;
                found.extend(numbers.iter().map(|one| one.1).zip(drawn));
            }
            Ok(found)
        };
        let parts = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(draw)).collect();
            let joined = threads.into_iter().map(ScopedJoinHandle::join);
            joined
                .map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect::<Result<Vec<_>, _>>()
        })?;
        let mut found = vec![Vec::new(); numbers.len()];
        for (place, columns) in parts.into_iter().flatten() {
            found[place] = columns;
        }
        Ok(found)
    }

    /// The numbers by unit, those of a unit sorted.
    fn wanted(&self, numbers: &[u128]) -> Vec<Wanted<'_>> {
        let mut sorted: Vec<(u128, usize)> = numbers.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        let (mut before, mut rest) = (0, &sorted[..]);
        let mut wanted = Vec::new();
        for (unit, count) in &self.units {
            let (here, later) = rest.split_at(rest.partition_point(|one| one.0 < before + count));
            if !here.is_empty() {
                let numbers = here.iter().map(|&(n, place)| (n - before, place)).collect();
                wanted.push(Wanted { unit, numbers });
            }
            (before, rest) = (before + count, later);
        }
        wanted
    }
}

fn wrong(what: &str) -> Unfinished {
    Error::new(ErrorKind::Failed, what).advice("please report this").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::{Placement, Square};
    use std::collections::BTreeSet;

    /// Every number is a solution, and no two are the same one.
    #[test]
    fn numbers_and_solutions_correspond() {
        let problems = [
            Problem::queens(1),
            Problem::queens(4),
            Problem::queens(5),
            Problem::queens(6),
            Problem::queens(7),
            Problem::queens(8),
            Problem::queens(9),
            Problem::queens(8).with_given([Square::new(3, 1)]).unwrap(),
            Problem::queens(7).with_blocked([Square::new(0, 0), Square::new(2, 4)]).unwrap(),
        ];
        let folder = tempfile::tempdir().unwrap();
        for (place, problem) in problems.iter().enumerate() {
            let (file, control) = (folder.path().join(place.to_string()), Control::new());
            let by_colour = ByColour::new(problem, &file, &control).unwrap();
            let numbers: Vec<u128> = (0..by_colour.total()).rev().collect();
            let found = by_colour.find(&numbers).unwrap();
            for columns in &found {
                assert!(problem.is_solution(&Placement::from_columns(columns)), "{problem}");
            }
            let different: BTreeSet<&Vec<u32>> = found.iter().collect();
            assert_eq!(different.len() as u128, by_colour.total(), "{problem}");
            // The ledger is complete now: the same numbers are found again from it.
            let again = ByColour::new(problem, &file, &control).unwrap();
            assert_eq!(again.find(&numbers).unwrap(), found);
        }
    }
}
