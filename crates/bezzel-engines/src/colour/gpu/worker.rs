//! A stream of work on a card that counts units of a board by colour.

use super::fitness::{Fitness, SMALL};
use super::launch::Kernel;
use super::memory::Memory;
use super::self_test::{Sample, SelfTest};
use super::unit::{Counter, Way, ways};
use crate::colour::stages::Stages;
use crate::gpu::{self, Available, Found, Image, Silent};
use crate::{Device, DeviceKind, Subtotal, Unit, WorkError, Worker};
use bezzel_board::Stop;
use std::sync::{Arc, LazyLock};

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

/// How a card counts a unit again.
const RECOUNTS_BY: &str = "joint descent on a card";

/// Bytes that a stream can make use of.
const MOST_MEMORY: usize = 32 << 30;

/// Workers for every card of this machine.
pub(in crate::colour) fn workers(stages: &Arc<Stages>) -> Result<Vec<Box<dyn Worker>>, String> {
    let mut images: Vec<Image> = Vec::new();
    let sample = Arc::new(LazyLock::new(Sample::standard as fn() -> Sample));
    workers_of(&gpu::available(), |card| streams(card, &mut images, stages, &sample))
}

/// Workers for every card of this report, whose streams `open` gives. A card that cannot be looked at or opened leaves
/// the work to the others.
pub(super) fn workers_of(
    report: &Available,
    mut open: impl FnMut(&Found) -> Result<Vec<OnCard>, String>,
) -> Result<Vec<Box<dyn Worker>>, String> {
    if let Some(missing) = &report.missing {
        return Err(missing.clone());
    }
    let opened = report.cards.iter().map(|card| {
        open(card).map_err(|why| Closed {
            device: device(card),
            number: card.number as usize,
            // Several cards may have the same name.
            why: format!("card {} ({}) cannot be used: {why}", card.number, card.name),
        })
    });
    let silent = report.silent.iter().map(|card| Err(Closed::silent(card)));
    team(opened.chain(silent).collect())
}

/// The streams of a card.
fn streams(
    card: &Found,
    images: &mut Vec<Image>,
    stages: &Arc<Stages>,
    sample: &Arc<LazyLock<Sample>>,
) -> Result<Vec<OnCard>, String> {
    if !images.iter().any(|image| image.fits(card)) {
        images.push(Image::new(SOURCE, card)?);
    }
    let image = images.iter().find(|image| image.fits(card)).expect("just compiled");
    let fitness = Arc::new(Fitness::new(SMALL, STREAMS));
    let mut bytes_each = None;
    let mut open = |stream| {
        let (opened, free) = gpu::open(card, image, &Kernel::ALL.map(Kernel::name))?;
        // A tenth is left to others.
        let bytes = *bytes_each.get_or_insert((free / 10 * 9 / STREAMS).min(MOST_MEMORY));
        Ok(OnCard {
            stages: Arc::clone(stages),
            counter: Counter::new(Memory::new(opened, bytes)?),
            device: device(card),
            number: card.number as usize,
            self_test: SelfTest::new(&fitness, stream, sample),
        })
    };
    (0..STREAMS).map(&mut open).collect()
}

/// The streams of all cards, and a worker that says why for each card that has none; an error if no card has any.
pub(super) fn team(
    cards: Vec<Result<Vec<OnCard>, Closed>>,
) -> Result<Vec<Box<dyn Worker>>, String> {
    let (mut workers, mut closed): (Vec<Box<dyn Worker>>, Vec<Closed>) = (Vec::new(), Vec::new());
    for card in cards {
        match card {
            Ok(streams) => {
                workers.extend(streams.into_iter().map(|one| Box::new(one) as Box<dyn Worker>));
            }
            Err(card) => closed.push(card),
        }
    }
    match closed.first() {
        Some(card) if workers.is_empty() => return Err(card.why.clone()),
        _ => {}
    }
    workers.extend(closed.into_iter().map(|card| Box::new(card) as Box<dyn Worker>));
    Ok(workers)
}

/// A card that could not be looked at or opened, as a worker that is given no units: the run says why.
pub(super) struct Closed {
    pub device: Device,
    pub number: usize,
    pub why: String,
}

impl Closed {
    /// A card of which only the number is known.
    fn silent(Silent { number, why }: &Silent) -> Closed {
        let (name, instructions) = (format!("card {number}"), "unknown".to_owned());
        Closed {
            device: Device { kind: DeviceKind::Gpu, name, instructions },
            number: *number as usize,
            why: format!("card {number} cannot be looked at: {why}"),
        }
    }
}

impl Worker for Closed {
    fn device(&self) -> &Device {
        &self.device
    }

    fn number(&self) -> usize {
        self.number
    }

    fn refuses(&self) -> Option<&str> {
        Some(&self.why)
    }

    fn count(&mut self, _unit: &Unit, _stop: &Stop) -> Result<Subtotal, WorkError> {
        Err(WorkError::Failed { why: self.why.clone() })
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.count(unit, stop)
    }

    fn recounts_by(&self) -> &'static str {
        RECOUNTS_BY
    }

    fn can_check(&self, _device: &str) -> bool {
        false
    }
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
    /// Counts a unit, its halves in this way if there is one. An error names the card: several may have the same name.
    fn count_by(
        &mut self,
        way: Option<Way>,
        unit: &Unit,
        stop: &Stop,
    ) -> Result<Subtotal, WorkError> {
        self.try_count(way, unit, stop).map_err(|error| match error {
            WorkError::Failed { why } => {
                WorkError::Failed { why: format!("card {}: {why}", self.number) }
            }
            other => other,
        })
    }

    fn try_count(
        &mut self,
        way: Option<Way>,
        unit: &Unit,
        stop: &Stop,
    ) -> Result<Subtotal, WorkError> {
        let (stage, slices) = self.stages.read(unit).ok_or_else(|| unit.unknown())?;
        let by_nodes = ways(stage, way).contains(&Way::Nodes);
        self.self_test.before(&mut self.counter, by_nodes, stop)?;
        self.counter.prefer = way;
        let a = slices.a(stage);
        let count = self.counter.count(&self.stages.open, stage, slices.c, a, stop)?;
        self.self_test.after(&mut self.counter, stop)?;
        Ok(Subtotal::Count(count))
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
        RECOUNTS_BY
    }

    fn can_check(&self, device: &str) -> bool {
        // Cards count most second halves by joint descent as well.
        !device.starts_with(DeviceKind::Gpu.name())
    }
}
