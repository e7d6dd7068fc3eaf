//! `solve` by a back-end: a model and a solver for it, with a proof where there is no solution.

use super::{Conclusion, SolveAnswer, SolveRequest, WrittenProof};
use crate::{Control, Error, ErrorKind};
use bezzel_board::Placement;
use bezzel_models::solve::{self, Backend, ProofFiles};
use std::path::Path;

/// Searches for one solution with the back-end of the request.
pub(super) fn solve(request: &SolveRequest, control: &Control) -> Result<SolveAnswer, Error> {
    let files = proof_files(request.proof.as_deref(), request.force)?;
    let backend: &dyn Backend = match &request.with {
        Some(id) => control.backends().find(id)?,
        None => control.backends().sat()?,
    };
    let info = backend.info();
    let limits = request.limits.with(control)?.with_solutions(1);
    let mut solution = None;
    let mut hear = |placement: &Placement| solution = Some(placement.clone());
    let result = match &files {
        None => solve::run(backend, &request.problem, &limits, &mut hear)?,
        Some(files) => {
            let sat = backend.sat().ok_or_else(|| {
                let refused = format!("{} writes no proofs", info.id);
                let other = control.backends().sat().map_or("sat", |sat| sat.info.id);
                Error::new(ErrorKind::Unsupported, refused).set("with", other)
            })?;
            files.solve(sat, &request.problem, &limits, &mut hear)?
        }
    };
    let mut answer = SolveAnswer::found(request, solution, result.outcome)?;
    if answer.conclusion == Conclusion::None {
        answer.proven = info.proves;
        answer.proof = files.map(WrittenProof::from);
    }
    (answer.by, answer.why) = (info.id.to_owned(), info.guarantee.to_owned());
    answer.work = info.visit.map(|_| result.work);
    answer.seconds = result.elapsed.as_secs_f64();
    Ok(answer)
}

/// The files of a proof; existing ones are refused before anything runs.
pub(crate) fn proof_files(proof: Option<&Path>, force: bool) -> Result<Option<ProofFiles>, Error> {
    let Some(proof) = proof else { return Ok(None) };
    let files = ProofFiles::new(proof)?;
    let taken = [&files.proof, &files.formula].into_iter().find(|file| file.exists());
    match taken {
        Some(file) if !force => {
            let what = format!("{} already exists", file.display());
            Err(Error::new(ErrorKind::Exists, what).set("force", "true"))
        }
        _ => Ok(Some(files)),
    }
}

impl From<ProofFiles> for WrittenProof {
    fn from(files: ProofFiles) -> WrittenProof {
        WrittenProof { proof: files.proof, formula: files.formula }
    }
}
