//! CaDiCaL, as far as it is needed here: clauses in, an answer out, and a proof.

use bezzel_models::solve::{Clock, Info, ProofFormat, Sat, SatAnswer, SatSolver};
use bezzel_search::StopReason;
use cadical_sys::{CaDiCal, Status, Terminator};
use std::io;
use std::path::Path;

/// The back-end `sat`.
pub const SAT: Sat = Sat {
    info: &Info {
        id: "sat",
        title: "CaDiCaL on the clauses",
        formulation: "propositional satisfiability, at most one by sequential counters",
        proves: true,
        guarantee: "complete: a solution, or no solution with a proof that others can check; \
                    counts by excluding each solution found",
        most_squares: 10_000_000,
        visit: None,
    },
    start: |clock| Box::new(Solver::new(clock)),
};

struct Solver {
    cadical: CaDiCal,
    clock: Clock,
}

/// What the solver calls from time to time.
struct Ask(Clock);

impl Terminator for Ask {
    fn terminated(&mut self) -> bool {
        self.0.stop().is_some()
    }
}

impl Solver {
    fn new(clock: &Clock) -> Solver {
        let mut cadical = CaDiCal::new();
        cadical.connect_terminator(Ask(clock.clone()));
        Solver { cadical, clock: clock.clone() }
    }
}

impl SatSolver for Solver {
    fn write_proof(&mut self, path: &Path, format: ProofFormat) -> io::Result<()> {
        self.cadical.set("binary", 0);
        self.cadical.set("lrat", i32::from(format == ProofFormat::Lrat));
        if self.cadical.trace_proof2(text(path)?) {
            return Ok(());
        }
        Err(io::Error::other("the file cannot be written"))
    }

    fn close_proof(&mut self) -> io::Result<()> {
        self.cadical.close_proof_trace(false);
        Ok(())
    }

    fn read(&mut self, path: &Path) -> io::Result<()> {
        self.cadical.read_dimacs2(text(path)?, &mut 0, 1).map_err(io::Error::other)
    }

    fn clause(&mut self, literals: &[i64]) {
        for &literal in literals {
            self.cadical.add(number(literal));
        }
        self.cadical.add(0);
    }

    fn solve(&mut self) -> SatAnswer {
        match self.cadical.solve() {
            Status::SATISFIABLE => SatAnswer::Satisfiable,
            Status::UNSATISFIABLE => SatAnswer::Unsatisfiable,
            // The solver gives up only when the clock says so.
            Status::UNKNOWN => SatAnswer::Stopped(self.clock.stop().unwrap_or(StopReason::Time)),
        }
    }

    fn is_true(&mut self, literal: i64) -> bool {
        self.cadical.val(number(literal)) > 0
    }
}

/// The literal in the solver's type.
fn number(literal: i64) -> i32 {
    i32::try_from(literal).expect("models stay below 2^31 variables")
}

/// The path in the solver's type.
fn text(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or_else(|| io::Error::other("the path is not text"))
}
