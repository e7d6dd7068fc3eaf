//! How many stacks there are, three ways of counting, and all of them.

use super::engine::PreparedStacks;
use super::symmetric::{self, Stopped};
use crate::{EngineError, Prepared};
use bezzel_board::{Problem, Stack, Symmetry};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

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
    pub fn counts(&self, unordered: u128, stop: &AtomicBool) -> Result<StackCount, Stopped> {
        let n = self.plan().problem.size().rows();
        let fundamental = symmetric::classes(n, self.floors(), unordered, stop);
        let fundamental = fundamental.ok_or(Stopped)?;
        Ok(StackCount { n, unordered, fundamental })
    }

    /// Every stack, smallest first. `Err` if stopped.
    pub fn all(&self, stop: &AtomicBool) -> Result<Vec<Stack>, Stopped> {
        let mut found = BTreeSet::new();
        for unit in 0..self.plan().units.len() {
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            let _ = self.each(unit, &mut |chosen, _| {
                let stack = self.stack(chosen);
                found.extend(Symmetry::ALL.iter().map(|&symmetry| stack.image(symmetry)));
                ControlFlow::Continue(())
            });
        }
        Ok(found.into_iter().collect())
    }

    /// The first stack the search meets; `None` proves that there is none. `Err` if stopped.
    pub fn first(&self, stop: &AtomicBool) -> Result<Option<Stack>, Stopped> {
        let mut found = None;
        for unit in 0..self.plan().units.len() {
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            let _ = self.each(unit, &mut |chosen, _| {
                found = Some(self.stack(chosen));
                ControlFlow::Break(())
            });
            if found.is_some() {
                break;
            }
        }
        Ok(found)
    }
}

/// Counts all stacks of side n on this thread.
pub fn count(n: u32) -> Result<StackCount, EngineError> {
    let prepared = PreparedStacks::new(&Problem::queens(n))?;
    let sum = (0..prepared.plan().units.len()).map(|unit| prepared.count(unit)).sum();
    let unordered = prepared.plan().total(sum).expect("subtotals divide");
    let never = AtomicBool::new(false);
    Ok(prepared.counts(unordered, &never).expect("nobody stops it"))
}

/// Every stack of side n, smallest first.
pub fn all(n: u32) -> Result<Vec<Stack>, EngineError> {
    let prepared = PreparedStacks::new(&Problem::queens(n))?;
    let never = AtomicBool::new(false);
    Ok(prepared.all(&never).expect("nobody stops it"))
}
