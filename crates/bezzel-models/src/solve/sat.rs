//! Propositional satisfiability by CaDiCaL: a variable for each open square, clauses for each line.
//!
//! "At most one" is said with a chain of new variables (Sinz 2005), which are free under the squares,
//! so that a solution is excluded by a clause over its queens alone, and all solutions are counted
//! by excluding each one found until nothing is left.

#[cfg(feature = "solvers")]
use super::cadical::{Answer, Solver};
use super::{Backend, Halt, Info, Watch};
use crate::Model;
#[cfg(feature = "solvers")]
use crate::{Cnf, Encoding, Variable};

/// See the [module](self).
pub struct Sat;

const INFO: Info = Info {
    id: "sat",
    title: "CaDiCaL on the clauses",
    formulation: "propositional satisfiability, at most one by sequential counters",
    proves: true,
    guarantee: "complete: a solution, or no solution with a proof that others can check; counts by \
                excluding each solution found",
    most_squares: 10_000_000,
    visit: None,
    available: cfg!(feature = "solvers"),
};

impl Backend for Sat {
    fn info(&self) -> &'static Info {
        &INFO
    }

    #[cfg(feature = "solvers")]
    fn search(&self, model: &Model, watch: &mut Watch<'_>) -> Result<(), Halt> {
        let mut solver = Solver::new(watch.clock());
        solver.add(&Cnf { model, encoding: Encoding::Sequential });
        loop {
            match solver.solve() {
                Answer::Unsatisfiable => return Ok(()),
                Answer::Stopped(reason) => return Err(Halt::Stop(reason)),
                Answer::Satisfiable => {}
            }
            let queens = report(model, &mut solver, watch)?;
            solver.clause(queens.iter().map(|queen| -i64::from(queen.number())));
        }
    }

    #[cfg(not(feature = "solvers"))]
    fn search(&self, _: &Model, _: &mut Watch<'_>) -> Result<(), Halt> {
        Err(Halt::Failed(super::SolveError::LeftOut { id: INFO.id }))
    }
}

/// Hands the assignment found to the watch; its queens are returned.
#[cfg(feature = "solvers")]
pub fn report(
    model: &Model,
    solver: &mut Solver,
    watch: &mut Watch<'_>,
) -> Result<Vec<Variable>, Halt> {
    let queens: Vec<Variable> = (0..model.variables())
        .map(Variable::from_index)
        .filter(|queen| solver.is_true(i64::from(queen.number())))
        .collect();
    watch.found(queens.iter().copied())?;
    Ok(queens)
}
