//! Totals in more than two dimensions by the transform: one sum for all dimensions of a side.

use super::{Counted, EngineRun, How, Provenance};
use crate::{Control, Decimal, Error, Progress, RunLimits, Workers};
use bezzel_board::{Problem, Rule, Topology};
use bezzel_engines::transform::LARGEST;
use bezzel_engines::{Engine, EngineError, Spectrum, Transform};
use bezzel_jobs::{SpectrumLedger, run_transform};
use bezzel_search::StopReason;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A spectrum and how it was obtained; without one the sum was stopped, and has no meaning yet.
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
    Err(EngineError::Unsupported {
        engine: Transform::ID,
        what: "other rules, the torus, given queens or blocked squares",
        instead: "engine barr-rao, or rule queen on a full board",
    }
    .into())
}

/// Whether the transform counts this board faster than any other engine.
pub(crate) fn is_fastest(problem: &Problem) -> bool {
    let size = problem.size();
    size.dimension() > 2 && size.rows() <= LARGEST && supports(problem).is_ok()
}

impl<'a> Spectra<'a> {
    pub(crate) fn new(
        workers: &'a Workers,
        limits: &'a RunLimits,
        ledger: Option<&'a Path>,
    ) -> Spectra<'a> {
        Spectra { workers, limits, ledger, known: BTreeMap::new() }
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

    /// The spectrum of a side, on all threads, in the ledger where one is named.
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
        let start = Instant::now();
        let (threads, simd) = (self.workers.threads()?, self.workers.simd()?);
        let time = self.limits.duration()?;
        let prepared = Transform::default().prepare(&Problem::queens(n), control.stop())?;
        let plan = prepared.plan();
        let mut ledger = match self.ledger {
            Some(file) => Some(SpectrumLedger::open_or_create(file, plan)?),
            None => None,
        };
        let resumed = ledger.as_ref().map_or(0, SpectrumLedger::units_done);
        let stop = AtomicBool::new(false);
        let spectrum =
            run_transform(&prepared, ledger.as_mut(), threads, &stop, &mut |progress| {
                let late = time.is_some_and(|time| progress.elapsed >= time.as_secs_f64());
                if late || control.stop().is_asked() {
                    stop.store(true, Ordering::Relaxed);
                }
                control.report(&Progress::Units(progress.clone()));
            })?;
        let because = spectrum.is_none().then(|| match control.stop().is_asked() {
            true => StopReason::Stopped,
            false => StopReason::Time,
        });
        let units_total = plan.units.len();
        let provenance = Provenance::Engine(EngineRun {
            how: if resumed > 0 { How::Resumed } else { How::Computed },
            engine: Transform::ID.to_owned(),
            simd: vec![simd.to_string()],
            threads,
            units_now: units_total - resumed,
            units_resumed: resumed,
            units_elsewhere: 0,
            units_recounted: 0,
            units_total,
            seconds: start.elapsed().as_secs_f64(),
        });
        Ok(Summed { spectrum, because, provenance })
    }
}

/// The spectrum of a side, its totals in every dimension, on all threads; nothing where it was
/// stopped.
pub fn spectrum(n: u32, control: &Control) -> Result<Option<Spectrum>, Error> {
    let (workers, limits) = (Workers::default(), RunLimits::default());
    Ok(Spectra::new(&workers, &limits, None).sum(n, control)?.spectrum)
}

/// A number of solutions: never negative.
pub(crate) fn whole(number: &BigInt) -> crate::Whole {
    crate::Whole(number.magnitude().clone())
}
