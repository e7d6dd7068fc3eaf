//! CaDiCaL, as much of it as is needed here: clauses in, an answer out, a proof beside it.

use super::proof::ProofFormat;
use super::watch::Clock;
use crate::Clauses;
use bezzel_search::StopReason;
use cadical_sys::{CaDiCal, Status, Terminator};
use std::convert::Infallible;
use std::io;
use std::path::Path;

/// What the solver says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a satisfying assignment, which can be asked for.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// It was stopped before it knew.
    Stopped(StopReason),
}

/// A solver with its clauses.
pub struct Solver {
    cadical: CaDiCal,
    clock: Clock,
}

impl Terminator for Clock {
    fn terminated(&mut self) -> bool {
        self.stop().is_some()
    }
}

impl Solver {
    /// A solver without clauses that stops when the clock says so.
    pub fn new(clock: &Clock) -> Solver {
        let mut cadical = CaDiCal::new();
        cadical.connect_terminator(clock.clone());
        Solver { cadical, clock: clock.clone() }
    }

    /// Writes a proof to this file from now on; to be called before any clause is added.
    pub fn write_proof(&mut self, path: &Path, format: ProofFormat) -> io::Result<()> {
        self.cadical.set("binary", 0);
        self.cadical.set("lrat", i32::from(format == ProofFormat::Lrat));
        if self.cadical.trace_proof2(text(path)?) {
            return Ok(());
        }
        Err(io::Error::other("the file cannot be written"))
    }

    /// Ends the proof: the file is complete after that.
    pub fn close_proof(&mut self) {
        self.cadical.close_proof_trace(false);
    }

    /// Adds every clause of a formula.
    pub fn add(&mut self, clauses: &impl Clauses) {
        let added: Result<u64, Infallible> = clauses.each_clause(|clause| {
            self.clause(clause.iter().copied());
            Ok(())
        });
        let Ok(_) = added;
    }

    /// Reads the clauses of a DIMACS file. A proof then numbers them as the file does; clauses that
    /// are added one by one may be simplified on the way in, and lose their places.
    pub fn read(&mut self, path: &Path) -> io::Result<()> {
        self.cadical.read_dimacs2(text(path)?, &mut 0, 1).map_err(io::Error::other)
    }

    /// Adds a clause.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = i64>) {
        for literal in literals {
            self.cadical.add(i32::try_from(literal).expect("models stay below 2^31 variables"));
        }
        self.cadical.add(0);
    }

    /// Looks for a satisfying assignment.
    pub fn solve(&mut self) -> Answer {
        match self.cadical.solve() {
            Status::SATISFIABLE => Answer::Satisfiable,
            Status::UNSATISFIABLE => Answer::Unsatisfiable,
            // The clock is the only reason the solver has to give up.
            Status::UNKNOWN => Answer::Stopped(self.clock.stop().unwrap_or(StopReason::Time)),
        }
    }

    /// Whether a literal is true in the assignment found.
    pub fn is_true(&mut self, literal: i64) -> bool {
        self.cadical.val(i32::try_from(literal).expect("models stay below 2^31 variables")) > 0
    }
}

/// The path as the solver takes it.
fn text(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or_else(|| io::Error::other("the path is not text"))
}
