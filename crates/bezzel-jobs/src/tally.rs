//! The subtotals known so far and what they add up to.

use crate::Row;
use bezzel_board::{Problem, Rule};
use std::collections::BTreeSet;

/// Subtotals by unit, in memory; the same for runs with and without a ledger.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    done: Vec<Option<Done>>,
    units: usize,
    sum: u128,
    ceiling: u128,
    micros: u64,
    simd: BTreeSet<String>,
    hosts: BTreeSet<String>,
    last_finished: Option<u64>,
}

/// What is needed of a finished unit while a job runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done {
    pub(crate) subtotal: u128,
    pub(crate) micros: u64,
    pub(crate) attempt: u32,
}

impl Tally {
    pub(crate) fn new(units: usize, problem: &Problem, divisor: u128) -> Tally {
        Tally {
            done: vec![None; units],
            units: 0,
            sum: 0,
            ceiling: placements(problem).saturating_mul(divisor),
            micros: 0,
            simd: BTreeSet::new(),
            hosts: BTreeSet::new(),
            last_finished: None,
        }
    }

    /// Adds a unit that was not there; says why not if the sum would pass what is possible.
    pub(crate) fn add(&mut self, row: &Row) -> Result<(), String> {
        debug_assert!(self.done[row.unit].is_none());
        self.sum = self.sum_with(row.subtotal)?;
        self.done[row.unit] =
            Some(Done { subtotal: row.subtotal, micros: row.micros, attempt: row.attempt });
        self.units += 1;
        self.micros = self.micros.saturating_add(row.micros);
        if !self.simd.contains(&row.simd) {
            self.simd.insert(row.simd.clone());
        }
        if !self.hosts.contains(&row.host) {
            self.hosts.insert(row.host.clone());
        }
        self.last_finished = self.last_finished.max(Some(row.finished));
        Ok(())
    }

    /// The sum with one more subtotal, if it is possible.
    pub(crate) fn sum_with(&self, subtotal: u128) -> Result<u128, String> {
        (self.sum.checked_add(subtotal))
            .filter(|&sum| sum <= self.ceiling)
            .ok_or_else(|| format!("{subtotal} is not a possible subtotal on this board"))
    }

    pub(crate) fn done(&self, unit: usize) -> Option<Done> {
        self.done[unit]
    }

    pub(crate) fn len(&self) -> usize {
        self.done.len()
    }

    pub(crate) fn units_done(&self) -> usize {
        self.units
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.units == self.done.len()
    }

    pub(crate) fn sum(&self) -> u128 {
        self.sum
    }

    /// Thread-seconds of all units.
    pub(crate) fn seconds(&self) -> f64 {
        self.micros as f64 / 1e6
    }

    pub(crate) fn simd(&self) -> Vec<String> {
        self.simd.iter().cloned().collect()
    }

    pub(crate) fn hosts(&self) -> Vec<String> {
        self.hosts.iter().cloned().collect()
    }

    pub(crate) fn last_finished(&self) -> Option<u64> {
        self.last_finished
    }
}

/// How many ways there are to put one queen in each row, without asking about diagonals: no
/// total can be larger. Saturates where it passes 128 bits.
fn placements(problem: &Problem) -> u128 {
    let size = problem.size();
    let width = u128::from(size.width());
    // On a flat board queens share no column, so each row has one choice fewer; n = 28 then
    // stays at 98 bits, where width^rows would pass 128 and check nothing.
    let columns_attack = size.dimension() == 2 && problem.rule() == Rule::Queen;
    (0..u128::from(size.rows())).fold(1, |ways: u128, row| {
        let choices = if columns_attack { width.saturating_sub(row) } else { width };
        ways.saturating_mul(choices)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(unit: usize, subtotal: u128) -> Row {
        Row {
            unit,
            label: String::new(),
            subtotal,
            engine: "fake".into(),
            simd: "scalar".into(),
            micros: 1,
            host: "here".into(),
            attempt: 1,
            finished: 0,
        }
    }

    #[test]
    fn sums_pass_32_and_64_bits() {
        let mut tally = Tally::new(3, &Problem::queens(27), 8);
        for unit in 0..3 {
            tally.add(&row(unit, u128::from(u64::MAX) - 1)).unwrap();
        }
        assert_eq!(tally.sum(), 3 * (u128::from(u64::MAX) - 1));
        assert!(tally.is_complete());
    }

    #[test]
    fn sums_no_board_can_have_are_refused() {
        let mut tally = Tally::new(2, &Problem::queens(4), 2);
        tally.add(&row(0, 48)).unwrap();
        assert!(tally.add(&row(1, 1)).unwrap_err().contains("not a possible"));
        let mut large = Tally::new(2, &Problem::queens(60), 8);
        large.add(&row(0, u128::MAX)).unwrap();
        assert!(large.add(&row(1, 1)).is_err());
    }
}
