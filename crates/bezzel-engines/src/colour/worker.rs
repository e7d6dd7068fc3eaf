//! A core that counts units of a board by colour, and recounts them.

use super::INFO;
use super::drawn;
use super::listed;
use super::recount::Recount;
use super::slice::Scratch;
use super::stages::Stages;
use super::symmetry::Symmetry;
use crate::{Device, SimdLevel, Subtotal, Unit, WorkError, Worker};
use bezzel_board::Stop;
use std::sync::Arc;

/// One thread's worker.
pub(super) struct Core {
    stages: Arc<Stages>,
    scratch: Scratch,
    recount: Recount,
    device: Device,
}

impl Core {
    /// A worker with these instructions, which must be available.
    pub fn new(stages: &Arc<Stages>, level: SimdLevel) -> Core {
        Core {
            stages: Arc::clone(stages),
            scratch: Scratch::new(stages.open.len(), level),
            recount: Recount::new(level),
            device: Device::cpu(level),
        }
    }
}

impl Worker for Core {
    fn device(&self) -> &Device {
        &self.device
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let (stage, slices) = self.stages.read(unit).ok_or_else(|| unit.unknown())?;
        let counted = self.scratch.count(stage, slices.c, slices.a(stage), stop);
        counted.map(Subtotal::Count).ok_or(WorkError::Stopped)
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let (stage, slices) = self.stages.read(unit).ok_or_else(|| unit.unknown())?;
        let counted = self.recount.count(&self.stages.open, &slices.rows(stage), stop);
        counted.map(Subtotal::Count).ok_or(WorkError::Stopped)
    }

    fn recounts_by(&self) -> &'static str {
        INFO.recounts_by
    }

    fn list(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let (stage, slices) = self.stages.read(unit).ok_or_else(|| unit.unknown())?;
        let symmetric = stage.symmetry != Symmetry::None;
        let a_sets = &stage.a_sets[slices.a(stage)];
        let open = &self.stages.open;
        let counted = listed::unit(open, a_sets, &[slices.c], stage.lead, symmetric, stop);
        counted.map(Subtotal::Count).ok_or(WorkError::Stopped)
    }

    fn lists_by(&self) -> Option<&'static str> {
        Some("listing")
    }

    fn draw(
        &mut self,
        unit: &Unit,
        numbers: &[u128],
        stop: &Stop,
    ) -> Result<Vec<Vec<u32>>, WorkError> {
        let (stage, slices) = self.stages.read(unit).ok_or_else(|| unit.unknown())?;
        drawn::solutions(&self.stages.open, stage, &slices, numbers, &mut self.scratch, stop)
    }
}
