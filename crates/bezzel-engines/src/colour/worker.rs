//! A core that counts units of a board by colour, and recounts them.

use super::recount;
use super::slice::Scratch;
use super::stages::Stages;
use super::symmetry::Symmetry;
use crate::{Device, Enumerate, SimdLevel, Subtotal, Unit, WorkError, Worker};
use bezzel_board::Stop;
use std::sync::Arc;

/// One thread's worker.
pub(super) struct Core {
    stages: Arc<Stages>,
    scratch: Scratch,
    device: Device,
}

impl Core {
    /// A worker with these instructions, which must be available.
    pub fn new(stages: &Arc<Stages>, level: SimdLevel) -> Core {
        Core {
            stages: Arc::clone(stages),
            scratch: Scratch::new(stages.open.len(), level),
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
        let symmetric = stage.symmetry != Symmetry::None;
        let a_sets = &stage.a_sets[slices.a(stage)];
        let open = &self.stages.open;
        let counted = recount::unit(open, a_sets, &[slices.c], stage.lead, symmetric, stop);
        counted.map(Subtotal::Count).ok_or(WorkError::Stopped)
    }

    fn recounts_by(&self) -> &'static str {
        Enumerate::ID
    }
}
