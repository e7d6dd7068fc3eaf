//! A stream of work on a card that counts units of a board by colour.

use super::launch::Kernel;
use super::memory::Memory;
use super::self_test::{SMALL, Sample, SelfTest};
use super::unit::{Counter, Way, ways};
use crate::colour::stages::Stages;
use crate::gpu::{self, Found, Image};
use crate::{Device, DeviceKind, Subtotal, Unit, WorkError, Worker};
use bezzel_board::Stop;
use std::sync::Arc;

/// The kernels' source: one text, in the order in which the files need each other.
pub(super) const SOURCE: &str = concat!(
    include_str!("kernels/card.cu"),
    include_str!("kernels/words.cu"),
    include_str!("kernels/partners.cu"),
    include_str!("kernels/weights.cu"),
    include_str!("kernels/walk.cu"),
    include_str!("kernels/grow.cu"),
    include_str!("kernels/marks.cu"),
    include_str!("kernels/complete.cu"),
    include_str!("kernels/packs.cu"),
    include_str!("kernels/meet.cu"),
);

/// The largest side: a row of a block has at most fifteen squares, so that one bit is spare.
pub(in crate::colour) const LARGEST: usize = 30;

/// Workers for each card: while one prepares a unit, the others keep the card busy.
pub(super) const STREAMS: usize = 4;

/// Bytes that a stream can make use of.
const MOST_MEMORY: usize = 32 << 30;

/// Workers for every card of this machine.
pub(in crate::colour) fn workers(stages: &Arc<Stages>) -> Result<Vec<Box<dyn Worker>>, String> {
    let report = gpu::available();
    if let Some(missing) = report.missing {
        return Err(missing);
    }
    let mut images: Vec<Image> = Vec::new();
    let mut workers: Vec<Box<dyn Worker>> = Vec::new();
    let sample = Arc::new(Sample::standard());
    for card in &report.cards {
        if !images.iter().any(|image| image.fits(card)) {
            images.push(Image::new(SOURCE, card)?);
        }
        let image = images.iter().find(|image| image.fits(card)).expect("just compiled");
        let mut share = None;
        for stream in 0..STREAMS {
            let (opened, free) = gpu::open(card, image, &Kernel::ALL.map(Kernel::name))?;
            // A tenth is left to others.
            let bytes = *share.get_or_insert((free / 10 * 9 / STREAMS).min(MOST_MEMORY));
            workers.push(Box::new(OnCard {
                stages: Arc::clone(stages),
                counter: Counter::new(Memory::new(opened, bytes)?),
                device: device(card),
                number: card.number as usize,
                self_test: SelfTest::new(SMALL, (stream, STREAMS), &sample),
            }));
        }
    }
    Ok(workers)
}

fn device(card: &Found) -> Device {
    let (major, minor) = card.capability;
    Device {
        kind: DeviceKind::Gpu,
        name: card.name.clone(),
        instructions: format!("sm_{major}{minor}"),
    }
}

/// One stream of work on a card.
pub(super) struct OnCard {
    pub stages: Arc<Stages>,
    pub counter: Counter,
    pub device: Device,
    pub number: usize,
    pub self_test: SelfTest,
}

impl OnCard {
    /// Counts a unit, its halves in this way if there is one.
    fn count_by(
        &mut self,
        way: Option<Way>,
        unit: &Unit,
        stop: &Stop,
    ) -> Result<Subtotal, WorkError> {
        let (stage, slices) = self.stages.read(unit).ok_or_else(|| unit.unknown())?;
        let by_nodes = ways(stage, way).contains(&Way::Nodes);
        self.self_test.run(&mut self.counter, by_nodes, stop)?;
        self.counter.prefer = way;
        let a = slices.a(stage);
        self.counter.count(&self.stages.open, stage, slices.c, a, stop).map(Subtotal::Count)
    }
}

impl Worker for OnCard {
    fn device(&self) -> &Device {
        &self.device
    }

    fn number(&self) -> usize {
        self.number
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.count_by(None, unit, stop)
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.count_by(Some(Way::Walk), unit, stop)
    }

    fn recounts_by(&self) -> &'static str {
        "joint descent on a card"
    }

    fn can_check(&self, device: &str) -> bool {
        // Cards count most second halves by joint descent as well.
        !device.starts_with(DeviceKind::Gpu.name())
    }
}
