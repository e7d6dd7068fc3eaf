//! `check` of an LRAT proof against the formula it refutes.

use crate::stoppable::StoppableReader;
use crate::{Control, Error, ErrorKind, Schema};
use bezzel_models::lrat::{self, LratError};
use serde::Serialize;
use std::io::BufRead;

/// What is checked; both are read once, from the beginning.
#[non_exhaustive]
pub struct CheckProofRequest<'a> {
    /// The formula in DIMACS form.
    pub formula: &'a mut dyn BufRead,
    /// The proof in LRAT form.
    pub proof: &'a mut dyn BufRead,
}

impl<'a> CheckProofRequest<'a> {
    /// A proof that should refute a formula.
    pub fn new(formula: &'a mut dyn BufRead, proof: &'a mut dyn BufRead) -> CheckProofRequest<'a> {
        CheckProofRequest { formula, proof }
    }
}

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
/// use bezzel::{CheckProofRequest, Control, check_proof};
///
/// let mut formula = "p cnf 1 2\n1 0\n-1 0\n".as_bytes();
/// let mut proof = "3 0 1 2 0\n".as_bytes();
/// let request = CheckProofRequest::new(&mut formula, &mut proof);
/// assert!(check_proof(request, &Control::new())?.proof);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn check_proof(
    request: CheckProofRequest<'_>,
    control: &Control,
) -> Result<CheckProofAnswer, Error> {
    let formula = StoppableReader::new(request.formula, control);
    let proof = StoppableReader::new(request.proof, control);
    let (checked, fault) = match lrat::check(formula, proof) {
        Err(LratError::Read(_)) if control.stop().is_asked() => return Err(Error::stopped()),
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
