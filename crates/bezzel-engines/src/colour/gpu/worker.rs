//! A stream of work on a card that counts units of a board by colour.

use super::launch::Kernel;
use super::unit::Counter;
use crate::colour::simd;
use crate::colour::stages::Stages;
use crate::colour::symmetry::Standing;
use crate::colour::worker::Core;
use crate::gpu::{self, Found, Image};
use crate::{Device, DeviceKind, SimdLevel, Subtotal, Unit, WorkError, Worker};
use bezzel_board::Stop;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The kernels' source: one text, in the order in which the files need each other.
const SOURCE: &str = concat!(
    include_str!("kernels/card.cu"),
    include_str!("kernels/words.cu"),
    include_str!("kernels/partners.cu"),
    include_str!("kernels/weights.cu"),
    include_str!("kernels/walk.cu"),
    include_str!("kernels/packs.cu"),
    include_str!("kernels/meet.cu"),
);

/// The largest side: a row of a block has at most fifteen squares, so that one bit is spare.
pub(in crate::colour) const LARGEST: usize = 30;

/// Workers for each card: while one prepares a unit, the others keep the card busy.
const STREAMS: usize = 4;

/// Bytes that a stream can make use of.
const MOST_MEMORY: usize = 24 << 30;

/// How long a self-test holds.
const TRUSTED_FOR: Duration = Duration::from_secs(3600);

/// Workers for every card of this machine.
pub(in crate::colour) fn workers(stages: &Arc<Stages>) -> Result<Vec<Box<dyn Worker>>, String> {
    let report = gpu::available();
    if let Some(missing) = report.missing {
        return Err(missing);
    }
    let mut images: Vec<Image> = Vec::new();
    let mut workers: Vec<Box<dyn Worker>> = Vec::new();
    for card in &report.cards {
        if !images.iter().any(|image| image.fits(card)) {
            images.push(Image::new(SOURCE, card)?);
        }
        let image = images.iter().find(|image| image.fits(card)).expect("just compiled");
        let mut share = None;
        for _ in 0..STREAMS {
            let (opened, free) = gpu::open(card, image, &Kernel::ALL.map(Kernel::name))?;
            // A tenth is left to others.
            let bytes = *share.get_or_insert((free / 10 * 9 / STREAMS).min(MOST_MEMORY));
            workers.push(Box::new(OnCard {
                stages: Arc::clone(stages),
                counter: Counter::new(opened, bytes)?,
                second: Core::new(stages, simd::usable(SimdLevel::best())),
                device: device(card),
                tested: None,
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
struct OnCard {
    stages: Arc<Stages>,
    counter: Counter,
    /// Recounts on the processor.
    second: Core,
    device: Device,
    tested: Option<Instant>,
}

impl OnCard {
    /// Counts a small board whose total is known, unless that was done within the hour.
    fn test(&mut self, stop: &Stop) -> Result<(), WorkError> {
        const TOTAL_16: u128 = 14_772_512;
        if self.tested.is_some_and(|when| when.elapsed() < TRUSTED_FOR) {
            return Ok(());
        }
        let stages = Stages::new(&[0xffff; 16]);
        let mut sum = 0;
        for stage in &stages.stages {
            for &c in stage.c_sets.iter().filter(|&&c| stage.symmetry.of_c(c) != Standing::Outside)
            {
                sum += self.counter.count(&stages.open, stage, c, 0..stage.a_sets.len(), stop)?;
            }
        }
        if sum != TOTAL_16 {
            let why =
                format!("its self-test counted {sum} solutions for 16 queens, not {TOTAL_16}");
            return Err(WorkError::Failed { why });
        }
        self.tested = Some(Instant::now());
        Ok(())
    }
}

impl Worker for OnCard {
    fn device(&self) -> &Device {
        &self.device
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.test(stop)?;
        let (stage, slices) = self.stages.read(unit).ok_or_else(|| unit.unknown())?;
        let a = slices.a(stage);
        self.counter.count(&self.stages.open, stage, slices.c, a, stop).map(Subtotal::Count)
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.second.recount(unit, stop)
    }

    fn recounts_by(&self) -> &'static str {
        crate::colour::INFO.recounts_by
    }
}
