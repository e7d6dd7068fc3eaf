//! The number of stacks (unordered, up to symmetry, ordered), and a list of all of them.

use super::engine::PreparedStacks;
use super::symmetric::{self, Stopped};
use crate::{EngineError, Prepared, SimdLevel};
use bezzel_board::{Problem, Stack, Stop, Symmetry};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The number of stacks of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackCount {
    /// The side.
    pub n: u32,
    /// Sets of floors.
    pub unordered: u128,
    /// Up to the symmetries of the square.
    pub fundamental: u128,
}

impl StackCount {
    /// With the floors in every order: n! times as many. `None` beyond 128 bits.
    #[must_use]
    pub fn ordered(&self) -> Option<u128> {
        (1..=u128::from(self.n)).try_fold(self.unordered, u128::checked_mul)
    }
}

impl PreparedStacks {
    /// All counts from the unordered one, however it was obtained. `Err` if stopped.
    pub fn counts(&self, unordered: u128, stop: &Stop) -> Result<StackCount, Stopped> {
        let n = self.plan().problem.size().rows();
        let fundamental = symmetric::classes(n, self.floors(), unordered, stop);
        let fundamental = fundamental.ok_or(Stopped)?;
        Ok(StackCount { n, unordered, fundamental })
    }

    /// Every stack, smallest first. `Err` if stopped.
    pub fn all(&self, stop: &Stop) -> Result<Vec<Stack>, Stopped> {
        let mut found = BTreeSet::new();
        for unit in &self.plan().units {
            let end = self.each(unit, stop, &mut |chosen, _| {
                let stack = self.stack(chosen);
                found.extend(Symmetry::ALL.iter().map(|&symmetry| stack.image(symmetry)));
                ControlFlow::Continue(())
            });
            let _ = end.map_err(|_| Stopped)?;
        }
        Ok(found.into_iter().collect())
    }

    /// The first stack that the search finds; `None` proves that there is none. `Err` if stopped.
    pub fn first(&self, stop: &Stop) -> Result<Option<Stack>, Stopped> {
        let mut found = None;
        for unit in &self.plan().units {
            let end = self.each(unit, stop, &mut |chosen, _| {
                found = Some(self.stack(chosen));
                ControlFlow::Break(())
            });
            let _ = end.map_err(|_| Stopped)?;
            if found.is_some() {
                break;
            }
        }
        Ok(found)
    }
}

/// Counts all stacks of side n on this thread.
pub fn count(n: u32) -> Result<StackCount, EngineError> {
    let never = Stop::new();
    let prepared = PreparedStacks::new(&Problem::queens(n), &never)?;
    let total = prepared.count_all(SimdLevel::Scalar, &never).expect("it is not stopped");
    let unordered = total.count().expect("stacks are numbers");
    Ok(prepared.counts(unordered, &never).expect("it is not stopped"))
}

/// Every stack of side n, smallest first.
pub fn all(n: u32) -> Result<Vec<Stack>, EngineError> {
    let never = Stop::new();
    let prepared = PreparedStacks::new(&Problem::queens(n), &never)?;
    Ok(prepared.all(&never).expect("it is not stopped"))
}
