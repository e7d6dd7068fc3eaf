//! Proofs that there is no solution: a formula and a refutation that any checker can verify.
//!
//! The formula is written to a DIMACS file, the refutation beside it: the clauses that the solver
//! has learned, ending with the empty clause. DRAT lists only the clauses; LRAT also lists the
//! clauses that each one follows from, which makes checking simple. Files are written only if there
//! is a proof: if a solution is found or time runs out, nothing is written, and existing files of
//! these names stay unchanged.

use super::{Clock, Sat, SatAnswer, SatSolver, SolutionProbe, SolveError};
use crate::{Asked, Colouring, Format, Model, Options};
use bezzel_board::{Placement, Problem};
use bezzel_search::{Limits, Outcome, SearchResult, Work};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tempfile::{NamedTempFile, TempPath};

/// The format of a proof, both as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFormat {
    /// Clauses learned and deleted.
    Drat,
    /// The same, with the clauses each one follows from.
    Lrat,
}

/// The files of a proof and of the formula it belongs to.
#[derive(Clone, Debug)]
pub struct ProofFiles {
    /// The refutation.
    pub proof: PathBuf,
    /// The formula.
    pub formula: PathBuf,
    /// The format of the refutation.
    pub format: ProofFormat,
}

/// The solver's answer, and the solver, which has the assignment if there is one.
type Refuted = (SatAnswer, Box<dyn SatSolver>);

impl ProofFiles {
    /// The file ending in `.lrat` or `.drat`, and the formula beside it ending in `.cnf`.
    pub fn new(proof: &Path) -> Result<ProofFiles, SolveError> {
        let format = match proof.extension().and_then(|ending| ending.to_str()) {
            Some("drat") => ProofFormat::Drat,
            Some("lrat") => ProofFormat::Lrat,
            _ => return Err(SolveError::ProofName { name: proof.display().to_string() }),
        };
        Ok(ProofFiles { proof: proof.to_owned(), formula: proof.with_extension("cnf"), format })
    }

    /// Runs the solver on a formula that `write` writes; the files are kept only if it is refuted.
    fn refute(
        &self,
        sat: &Sat,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        clock: &Clock,
    ) -> Result<Refuted, SolveError> {
        // Without a proof they disappear.
        let [formula, proof] = [draft(&self.formula)?, draft(&self.proof)?];
        let answered = self.refute_in(sat, [&formula, &proof], write, clock)?;
        if let (SatAnswer::Unsatisfiable, _) = answered {
            for (draft, file) in [(formula, &self.formula), (proof, &self.proof)] {
                draft.persist(file).map_err(|error| failed(file, &error.error))?;
            }
        }
        Ok(answered)
    }

    /// Writes the formula to the first file, solves it, and writes the refutation to the second.
    fn refute_in(
        &self,
        sat: &Sat,
        [formula, proof]: [&Path; 2],
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        clock: &Clock,
    ) -> Result<Refuted, SolveError> {
        let written = File::create(formula).and_then(|file| {
            let mut file = BufWriter::new(file);
            write(&mut file)?;
            file.flush()
        });
        written.map_err(|error| failed(&self.formula, &error))?;
        let mut solver = (sat.start)(clock);
        solver.write_proof(proof, self.format).map_err(|error| failed(&self.proof, &error))?;
        // The solver reads what a checker will read.
        if let Err(error) = solver.read(formula) {
            // Time may run out while it reads.
            let reason = clock.stop().ok_or_else(|| failed(&self.formula, &error))?;
            return Ok((SatAnswer::Stopped(reason), solver));
        }
        let answer = solver.solve();
        solver.close_proof().map_err(|error| failed(&self.proof, &error))?;
        Ok((answer, solver))
    }

    /// Solves a problem by SAT; if it has no solution, the proof is written to the files.
    pub fn solve(
        &self,
        sat: &Sat,
        problem: &Problem,
        limits: &Limits,
        hear: &mut dyn FnMut(&Placement),
    ) -> Result<SearchResult, SolveError> {
        let start = Instant::now();
        let model = Model::new(problem.clone())?;
        let limits = limits.clone().with_solutions(1);
        let mut probe = SolutionProbe::new(&model, sat.info.id, &limits, hear);
        let format = Format::find("cnf")?;
        let write = |out: &mut dyn Write| format.write(&model, Options::default(), out);
        let (answer, mut solver) = self.refute(sat, write, probe.clock())?;
        let outcome = match answer {
            SatAnswer::Unsatisfiable => Outcome::Exact { total: 0 },
            SatAnswer::Stopped(because) => Outcome::AtLeast { total: 0, because },
            SatAnswer::Satisfiable => {
                let ended = super::sat::report(&model, solver.as_mut(), &mut probe);
                super::outcome(ended.map(|_| ()), &probe)?
            }
        };
        Ok(SearchResult { outcome, work: Work::default(), elapsed: start.elapsed() })
    }

    /// The answer to a colouring question, with the proof in the files if there is no colouring.
    pub(super) fn colour(
        &self,
        sat: &Sat,
        colouring: &Colouring<'_>,
        clock: &Clock,
    ) -> Result<Refuted, SolveError> {
        self.refute(sat, |out| Format::write_colouring(colouring, out), clock)
    }

    /// The same for a question about an extreme.
    pub(super) fn extreme(
        &self,
        sat: &Sat,
        asked: &Asked<'_>,
        clock: &Clock,
    ) -> Result<Refuted, SolveError> {
        self.refute(sat, |out| Format::write_question(asked, out), clock)
    }
}

/// A file beside this one until the proof is complete, so that no existing file is lost.
fn draft(file: &Path) -> Result<TempPath, SolveError> {
    let mut prefix = file.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let part = tempfile::Builder::new()
        .prefix(&prefix)
        .suffix(".part")
        .make_in(folder.unwrap_or(Path::new(".")), |path| File::create_new(path));
    part.map(NamedTempFile::into_temp_path).map_err(|error| failed(file, &error))
}

fn failed(path: &Path, error: &io::Error) -> SolveError {
    SolveError::File { path: path.display().to_string(), why: error.to_string() }
}
