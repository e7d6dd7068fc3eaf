//! Workers that verify by listing solutions one by one: the third count, for small boards.

use crate::JobError;
use bezzel_board::Stop;
use bezzel_engines::{Device, Elsewhere, Subtotal, Unit, WorkError, Worker};

/// The same workers, which now list where they would recount. Those that refuse stay as they are: the run says why.
pub(crate) fn listers(
    workers: Vec<Box<dyn Worker>>,
    engine: &'static str,
) -> Result<Vec<Box<dyn Worker>>, JobError> {
    let lister = |worker: Box<dyn Worker>| match worker.lists_by() {
        _ if worker.refuses().is_some() => Ok(worker),
        Some(by) => Ok(Box::new(Lister { worker, by }) as Box<dyn Worker>),
        None => Err(JobError::NoThirdCount { engine }),
    };
    workers.into_iter().map(lister).collect()
}

struct Lister {
    worker: Box<dyn Worker>,
    by: &'static str,
}

/// No device counts by listing, so it can check every one of them.
impl Worker for Lister {
    fn device(&self) -> &Device {
        self.worker.device()
    }

    fn number(&self) -> usize {
        self.worker.number()
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.worker.count(unit, stop)
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.worker.list(unit, stop)
    }

    fn recounts_by(&self) -> &'static str {
        self.by
    }

    fn elsewhere(&self) -> Option<&Elsewhere> {
        self.worker.elsewhere()
    }
}
