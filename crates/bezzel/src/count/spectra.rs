//! Totals in more than two dimensions by the transform: one sum for all dimensions of a side.

use super::{Counted, Provenance, Units, engine_run};
use crate::{Control, Decimal, Error, RunLimits, Workers};
use bezzel_board::{Instead, Problem, Rule, Topology};
use bezzel_engines::transform::LARGEST;
use bezzel_engines::{Engine, EngineError, Spectrum, Transform};
use bezzel_jobs::Ledger;
use bezzel_search::StopReason;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::path::Path;

/// A spectrum and how it was obtained; if there is none, the sum was stopped and has no meaning
/// yet.
#[derive(Clone)]
pub(crate) struct Summed {
    pub(crate) spectrum: Option<Spectrum>,
    pub(crate) because: Option<StopReason>,
    pub(crate) provenance: Provenance,
}

/// The spectra of sides, each summed once.
pub(crate) struct Spectra<'a> {
    workers: &'a Workers,
    limits: &'a RunLimits,
    ledger: Option<&'a Path>,
    verify: bool,
    known: BTreeMap<u32, Summed>,
}

/// Whether the transform counts this kind of board.
pub(crate) fn supports(problem: &Problem) -> Result<(), Error> {
    let fits = problem.rule() == Rule::Queen
        && problem.topology() == Topology::Plane
        && problem.is_plain()
        && problem.size().is_square();
    if fits {
        return Ok(());
    }
    let other = if problem.has_one_per_row() { "barr-rao" } else { "pieces" };
    Err(EngineError::Unsupported {
        engine: Transform::ID,
        what: problem
            .variant()
            .unwrap_or("other rules, the torus, given queens or blocked squares"),
        instead: vec![
            Instead::set("engine", other),
            Instead::advice("count a full board by the rule queen"),
        ],
    }
    .into())
}

/// Whether the transform counts this board faster than any other engine.
pub(crate) fn transform_is_fastest(problem: &Problem) -> bool {
    let size = problem.size();
    size.dimension() > 2 && size.rows() <= LARGEST && supports(problem).is_ok()
}

impl<'a> Spectra<'a> {
    pub(crate) fn new(
        workers: &'a Workers,
        limits: &'a RunLimits,
        ledger: Option<&'a Path>,
    ) -> Spectra<'a> {
        Spectra { workers, limits, ledger, verify: false, known: BTreeMap::new() }
    }

    /// The same, with every unit counted a second time by the other method.
    pub(crate) fn verifying(self, verify: bool) -> Spectra<'a> {
        Spectra { verify, ..self }
    }

    /// The total of a board, or its nontrivial solutions.
    pub(crate) fn total(
        &mut self,
        problem: &Problem,
        nontrivial: bool,
        control: &Control,
    ) -> Result<Counted, Error> {
        let size = problem.size();
        let summed = self.side(size.rows(), control)?;
        let mut counted = Counted::new(problem, 0, summed.because, summed.provenance);
        if let Some(spectrum) = summed.spectrum {
            let d = size.dimension();
            let number = if nontrivial { spectrum.nontrivial(d) } else { spectrum.total(d) };
            (counted.total, counted.nontrivial) = match nontrivial {
                true => (None, Some(whole(&number))),
                false => (Some(whole(&number)), None),
            };
        } else {
            counted.at_least = Some(Decimal(0));
        }
        Ok(counted)
    }

    /// The spectrum of a side, on all threads, in the ledger if one is named.
    pub(crate) fn side(&mut self, n: u32, control: &Control) -> Result<Summed, Error> {
        if let Some(summed) = self.known.get(&n) {
            return Ok(summed.clone());
        }
        let summed = self.sum(n, control)?;
        self.known.insert(n, summed.clone());
        Ok(summed)
    }

    fn sum(&self, n: u32, control: &Control) -> Result<Summed, Error> {
        self.limits.only_time()?;
        let prepared = Transform::default().prepare(&Problem::queens(n), control.stop())?;
        let mut ledger = match self.ledger {
            Some(file) => Some(Ledger::open_or_create(file, prepared.plan(), control.stop())?),
            None => None,
        };
        let (workers, limits, verify) = (self.workers, self.limits, self.verify);
        let units = Units { workers, limits, verify, control };
        let result = units.count(&prepared, ledger.as_mut())?;
        Ok(Summed {
            spectrum: result.outcome.spectrum().cloned(),
            because: result.outcome.because(),
            provenance: Provenance::Engine(engine_run(&result)),
        })
    }
}

/// The spectrum of a side, its totals in every dimension, on all threads; `None` if it was stopped.
pub fn spectrum(n: u32, control: &Control) -> Result<Option<Spectrum>, Error> {
    let (workers, limits) = (Workers::default(), RunLimits::default());
    Ok(Spectra::new(&workers, &limits, None).sum(n, control)?.spectrum)
}

/// A number of solutions: never negative.
pub(crate) fn whole(number: &BigInt) -> crate::Whole {
    crate::Whole(number.magnitude().clone())
}
