//! `check` of an LRAT proof against the formula it refutes.

use crate::{Error, ErrorKind, Schema};
use bezzel_models::lrat::{self, LratError};
use serde::Serialize;
use std::io::BufRead;

/// Whether a proof refutes a formula.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CheckProofAnswer {
    /// `bezzel/check-proof/2`.
    pub schema: Schema,
    /// Whether it is a proof that the formula cannot be satisfied.
    pub proof: bool,
    /// The first fault.
    pub fault: Option<String>,
    /// Clauses of the formula, where the proof holds.
    pub clauses: Option<usize>,
    /// Steps of the proof, where it holds.
    pub steps: Option<usize>,
}

/// Checks an LRAT proof against a formula in DIMACS form.
///
/// ```
/// use bezzel::check_proof;
///
/// let formula = "p cnf 1 2\n1 0\n-1 0\n";
/// assert!(check_proof(formula.as_bytes(), "3 0 1 2 0\n".as_bytes())?.proof);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn check_proof(formula: impl BufRead, proof: impl BufRead) -> Result<CheckProofAnswer, Error> {
    let (checked, fault) = match lrat::check(formula, proof) {
        Ok(checked) => (Some(checked), None),
        Err(LratError::Read(error)) => return Err(Error::new(ErrorKind::Io, error.to_string())),
        Err(fault) => (None, Some(fault.to_string())),
    };
    Ok(CheckProofAnswer {
        schema: Schema::new("bezzel/check-proof/2"),
        proof: checked.is_some(),
        fault,
        clauses: checked.map(|checked| checked.clauses),
        steps: checked.map(|checked| checked.steps),
    })
}
