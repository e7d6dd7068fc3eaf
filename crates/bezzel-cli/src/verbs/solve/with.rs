//! `bezzel solve N --with BACK-END`: one solution from a model and a solver.

use super::Solve;
use crate::failure::Failure;
use crate::output::{self, Out};
use bezzel_board::{Notation, Placement, Problem};
use bezzel_models::solve::{self, Backend, ProofFiles};
use bezzel_search::{Limits, Outcome};
use serde_json::json;

pub fn run(
    asked: &Solve,
    problem: &Problem,
    backend: &dyn Backend,
    limits: &Limits,
    out: &mut Out,
) -> Result<(), Failure> {
    let notation = asked.problem.notation.or(Notation::OneLine)?;
    // A notation that cannot show the board is refused before anything runs.
    notation.write(&Placement::default(), problem.size())?;
    let info = backend.info();
    let mut solution = None;
    let mut hear = |placement: &Placement| solution = Some(placement.clone());
    let limits = limits.clone().with_solutions(1);
    let report = match &asked.proof {
        None => solve::run(backend, problem, &limits, &mut hear)?,
        Some(file) => {
            let sat = backend.sat().ok_or_else(|| {
                Failure::Usage(format!("{} writes no proofs; --proof goes with --with sat", info.id))
            })?;
            ProofFiles::new(file)?.solve(sat, problem, &limits, &mut hear)?
        }
    };
    if asked.json {
        let text = solution.as_ref().map(|s| notation.write(s, problem.size())).transpose()?;
        out.json(&json!({
            "schema": "bezzel/solve/1",
            "problem": problem,
            "solution": text,
            "notation": notation.name(),
            // A solution is its own proof.
            "proven": solution.is_some()
                || (info.proves && matches!(report.outcome, Outcome::Exact { .. })),
            "backend": info.id,
            "guarantee": info.guarantee,
            "proof": asked.proof.as_ref().filter(|file| file.exists()),
            "visits": info.visit.map(|_| report.work.visits),
            "seconds": report.elapsed.as_secs_f64(),
        }))?;
    }
    let visits = match info.visit {
        Some(_) => format!(", {} visits", report.work.visits),
        None => String::new(),
    };
    let took = format!("{}{visits}, {:.3} s", info.id, report.elapsed.as_secs_f64());
    if matches!(report.outcome, Outcome::Exact { total: 0 }) {
        output::note(&format!("what {} says is {}", info.id, info.guarantee));
        if let Some(file) = &asked.proof {
            let formula = file.with_extension("cnf");
            output::note(&format!("{} refutes {}", file.display(), formula.display()));
        }
    }
    if let (Some(file), true) = (&asked.proof, solution.is_some()) {
        output::note(&format!("there is a solution, so {} was not written", file.display()));
    }
    asked.tell(problem, notation, solution.as_ref(), report.outcome, &took, out)
}
