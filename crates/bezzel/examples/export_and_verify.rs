//! Writes a problem for a SAT solver, and verifies what the solver answered.

use bezzel::{Control, Error, ExportRequest, ImportRequest, Problem, export, import};

pub(crate) fn main() -> Result<(), Error> {
    let (problem, control) = (Problem::queens(4), Control::new());
    let mut formula = Vec::new();
    export(&ExportRequest::new(problem.clone(), "cnf"), &control, &mut formula)?;
    println!("{}", String::from_utf8_lossy(&formula).lines().next().unwrap_or_default());
    // What a solver prints for this formula.
    let said = "s SATISFIABLE\nv -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 0\n";
    let answer = import(&ImportRequest::new(problem, "cnf", said), &control)?;
    println!("{:?}: {}", answer.imported, answer.answer.unwrap_or_default());
    Ok(())
}
