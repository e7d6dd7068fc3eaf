//! Propositional satisfiability: a variable for each open square, clauses for each line.
//!
//! "At most one" is encoded with a chain of auxiliary variables (Sinz 2005), which do not restrict
//! the squares, so that a solution is excluded by a clause over its queens alone, and all solutions
//! are counted by excluding each one found until nothing is left. The solver itself comes from
//! outside this crate: anything that implements [`SatSolver`].

use super::proof::ProofFormat;
use super::{Backend, Clock, Info, SearchEnd, SolutionProbe};
use crate::{Clauses, Cnf, Encoding, Model, Variable};
use bezzel_search::StopReason;
use std::convert::Infallible;
use std::io;
use std::path::Path;

/// The answer of a SAT solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatAnswer {
    /// There is a satisfying assignment, which can be queried.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// It was stopped before it had an answer.
    Stopped(StopReason),
}

/// A solver with its clauses; literals are numbers as in DIMACS.
pub trait SatSolver {
    /// Writes a proof to this file from now on; to be called before any clause is added.
    fn write_proof(&mut self, path: &Path, format: ProofFormat) -> io::Result<()>;

    /// Ends the proof: the file is complete after that, unless something could not be written.
    fn close_proof(&mut self) -> io::Result<()>;

    /// Reads the clauses of a DIMACS file. A proof then numbers them as the file does; clauses that
    /// are added one by one may be simplified when added and lose their numbers.
    fn read(&mut self, path: &Path) -> io::Result<()>;

    /// Adds a clause.
    fn clause(&mut self, literals: &[i64]);

    /// Looks for a satisfying assignment.
    fn solve(&mut self) -> SatAnswer;

    /// Whether a literal is true in the assignment found.
    fn is_true(&mut self, literal: i64) -> bool;
}

/// The back-end of a SAT solver.
pub struct Sat {
    /// Its card.
    pub info: &'static Info,
    /// A solver without clauses that stops when the clock requires it.
    pub start: fn(&Clock) -> Box<dyn SatSolver>,
}

impl Sat {
    /// A solver with the clauses of a formula.
    pub(super) fn with(&self, clauses: &impl Clauses, clock: &Clock) -> Box<dyn SatSolver> {
        let mut solver = (self.start)(clock);
        let added: Result<u64, Infallible> = clauses.each_clause(|clause| {
            solver.clause(clause);
            Ok(())
        });
        let Ok(_) = added;
        solver
    }
}

impl Backend for Sat {
    fn info(&self) -> &'static Info {
        self.info
    }

    fn search(&self, model: &Model, probe: &mut SolutionProbe<'_>) -> Result<(), SearchEnd> {
        let cnf = Cnf { model, encoding: Encoding::Sequential };
        let mut solver = self.with(&cnf, probe.clock());
        loop {
            match solver.solve() {
                SatAnswer::Unsatisfiable => return Ok(()),
                SatAnswer::Stopped(reason) => return Err(SearchEnd::Stop(reason)),
                SatAnswer::Satisfiable => {}
            }
            let queens = report(model, solver.as_mut(), probe)?;
            let excluded: Vec<i64> =
                queens.iter().map(|queen| -i64::from(queen.number())).collect();
            solver.clause(&excluded);
        }
    }

    fn sat(&self) -> Option<&Sat> {
        Some(self)
    }
}

/// Passes the assignment found to the probe; returns its queens.
pub(super) fn report(
    model: &Model,
    solver: &mut dyn SatSolver,
    probe: &mut SolutionProbe<'_>,
) -> Result<Vec<Variable>, SearchEnd> {
    let queens: Vec<Variable> = (0..model.variables())
        .map(Variable::from_index)
        .filter(|queen| solver.is_true(i64::from(queen.number())))
        .collect();
    probe.found(queens.iter().copied())?;
    Ok(queens)
}
