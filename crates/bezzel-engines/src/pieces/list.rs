//! The solutions themselves, in lexicographic order of their squares.

use super::{Ready, Set, WORDS, and, size};
use crate::EngineError;
use bezzel_board::{Problem, Stop};
use std::ops::ControlFlow;

/// Pieces placed between two calls of `look`.
const PATIENCE: u32 = 1 << 14;

/// A problem ready to be listed, in units by the first two pieces.
pub(crate) struct PieceList {
    ready: Ready,
    starts: Vec<Vec<usize>>,
    given: Vec<u8>,
}

impl PieceList {
    pub fn new(problem: &Problem) -> Result<PieceList, EngineError> {
        let ready = Ready::new(problem, &Stop::new())?;
        let read = |unit| ready.read(unit).expect("a unit of the plan");
        let units = ready.plan.units.iter().flat_map(|unit| ready.next(&read(unit)));
        let starts = units.map(|unit| ready.read(&unit).expect("a unit of the plan")).collect();
        let position = |&square| problem.size().position(square) as u8;
        let given = problem.given().squares().iter().map(position).collect();
        Ok(PieceList { ready, starts, given })
    }

    /// Pieces of a solution.
    pub fn pieces(&self) -> usize {
        self.ready.missing as usize + self.given.len()
    }

    pub fn units(&self) -> usize {
        self.starts.len()
    }

    /// Passes on the solutions of a unit, as the squares of their pieces numbered row by row.
    pub fn list(
        &self,
        unit: usize,
        look: impl FnMut() -> ControlFlow<()>,
        found: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let start = &self.starts[unit];
        let placed = start.iter().map(|&square| square as u8).collect();
        let mut walk = Walk { list: self, placed, solution: Vec::new(), patience: 0, look, found };
        match self.ready.missing - start.len() as u32 {
            0 => walk.report(),
            missing => walk.place(self.ready.left(start), missing),
        }
    }
}

struct Walk<'a, Look, Found> {
    list: &'a PieceList,
    placed: Vec<u8>,
    solution: Vec<u8>,
    patience: u32,
    look: Look,
    found: Found,
}

impl<Look, Found> Walk<'_, Look, Found>
where
    Look: FnMut() -> ControlFlow<()>,
    Found: FnMut(&[u8]) -> ControlFlow<()>,
{
    /// Places this many pieces, at least one, on free squares.
    fn place(&mut self, mut free: Set, missing: u32) -> ControlFlow<()> {
        self.patience += 1;
        if self.patience == PATIENCE {
            self.patience = 0;
            (self.look)()?;
        }
        let Ready { most, after, .. } = &self.list.ready;
        let mut left = size(&free);
        for word in 0..WORDS {
            while free[word] != 0 && left >= missing {
                let square = 64 * word + free[word].trailing_zeros() as usize;
                if most[square] < missing {
                    return ControlFlow::Continue(());
                }
                free[word] &= free[word] - 1;
                left -= 1;
                self.placed.push(square as u8);
                match missing {
                    1 => self.report()?,
                    _ => self.place(and(&free, &after[square]), missing - 1)?,
                }
                self.placed.pop();
            }
        }
        ControlFlow::Continue(())
    }

    fn report(&mut self) -> ControlFlow<()> {
        self.solution.clear();
        self.solution.extend(&self.placed);
        self.solution.extend(&self.list.given);
        self.solution.sort_unstable();
        (self.found)(&self.solution)
    }
}
