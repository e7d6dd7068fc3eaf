//! `bezzel check PROOF --refutes FORMULA`: an LRAT proof against the formula it belongs to.

use crate::failure::Failure;
use crate::output::Out;
use bezzel_models::lrat::{self, Checked, LratError};
use serde_json::json;
use std::fs::File;
use std::io::{BufRead, BufReader, Write, stdin};
use std::path::Path;

pub fn run(proof: &str, formula: &Path, as_json: bool, out: &mut Out) -> Result<(), Failure> {
    let open = |path: &Path| match File::open(path) {
        Ok(file) => Ok(BufReader::new(file)),
        Err(error) => Err(Failure::Io(format!("{}: {error}", path.display()))),
    };
    let formula_file = open(formula)?;
    let proof_file: Box<dyn BufRead> = match proof {
        "-" => Box::new(stdin().lock()),
        path => Box::new(open(Path::new(path))?),
    };
    let (checked, fault) = match lrat::check(formula_file, proof_file) {
        Ok(checked) => (Some(checked), None),
        Err(LratError::Read(error)) => return Err(Failure::Io(error.to_string())),
        Err(fault) => (None, Some(fault.to_string())),
    };
    if as_json {
        out.json(&json!({
            "schema": "bezzel/check-proof/1",
            "proof": checked.is_some(),
            "fault": fault,
            "clauses": checked.map(|checked| checked.clauses),
            "steps": checked.map(|checked| checked.steps),
        }))?;
    } else if let Some(Checked { clauses, steps }) = checked {
        writeln!(out, "a proof in {steps} steps that {clauses} clauses cannot all hold")?;
    } else if let Some(fault) = &fault {
        writeln!(out, "not a proof\n  {fault}")?;
    }
    if fault.is_none() { Ok(()) } else { Err(Failure::Negative) }
}
