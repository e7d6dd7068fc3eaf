//! A SAT solver in Rust: conflict-driven clause learning, with proofs.
//!
//! It decides a variable, propagates, and learns a clause from every conflict (the first unique
//! implication point), so that the same mistake is not made twice; the clause says how far to go
//! back. Each learned clause is a step of the proof.
//!
//! ```text
//!   decide ──► propagate ──► nothing left to decide: satisfiable
//!     ▲            │
//!     │            ▼ conflict
//!     └── go back ◄─ learn a clause; the empty one: unsatisfiable
//! ```
//!
//! Two watched literals for each clause (Moskewicz and others 2001), variables of recent conflicts
//! first, the last value of a variable again, restarts when learned clauses get worse than usual,
//! and half of the worse ones forgotten from time to time (Audemard and Simon 2009). There is no
//! simplification of the formula: CaDiCaL, which the program links, is faster on hard formulas, and
//! this one is there wherever Rust is.

mod clauses;
mod heap;
mod learn;
mod literal;
mod pace;
mod proof;
mod search;

use super::{Info, ProofFormat, Sat, SatAnswer, SatSolver};
use proof::Proof;
use search::Solver;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter};
use std::path::Path;

/// The back-end `cdcl`.
pub const CDCL: Sat = Sat {
    info: &Info {
        id: "cdcl",
        title: "Clause learning on the clauses",
        formulation: "propositional satisfiability, at most one by sequential counters",
        proves: true,
        guarantee: "complete: a solution, or no solution with a proof that others can check; \
                    counts by excluding each solution found",
        most_squares: 1_000_000,
        visit: None,
    },
    start: |clock| Box::new(Solver::new(clock.clone())),
};

impl SatSolver for Solver {
    fn write_proof(&mut self, path: &Path, format: ProofFormat) -> io::Result<()> {
        self.proof = Some(Proof::new(BufWriter::new(File::create(path)?), format));
        Ok(())
    }

    fn close_proof(&mut self) -> io::Result<()> {
        self.proof.take().map_or(Ok(()), Proof::close)
    }

    fn read(&mut self, path: &Path) -> io::Result<()> {
        let mut clause = Vec::new();
        for line in BufReader::new(File::open(path)?).lines() {
            let line = line?;
            if line.starts_with(['c', 'p']) {
                continue;
            }
            for word in line.split_whitespace() {
                match word.parse().map_err(io::Error::other)? {
                    0 => {
                        self.add(&clause);
                        clause.clear();
                    }
                    literal => clause.push(literal),
                }
            }
        }
        Ok(())
    }

    fn clause(&mut self, literals: &[i64]) {
        self.add(literals);
    }

    fn solve(&mut self) -> SatAnswer {
        self.run()
    }

    fn is_true(&mut self, literal: i64) -> bool {
        self.was_true(literal)
    }
}
