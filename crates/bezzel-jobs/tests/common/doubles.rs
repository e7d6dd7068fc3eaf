//! Workers that give wrong results, fail, panic and hang.

use super::{Tiny, TinyWorker, pause};
use bezzel_board::Stop;
use bezzel_engines::{Device, DeviceKind, Subtotal, Unit, WorkError, Worker};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// What a worker does instead of its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Adds this much to the count of every unit with this label.
    Lies(&'static str, u128),
    /// Reports an impossible number.
    Exaggerates,
    /// Returns an error on every unit.
    Fails,
    /// Panics on its first unit.
    Dies,
    /// Never comes back from its first unit, whatever it is asked.
    Hangs,
    /// Takes this long for each unit.
    Slow(Duration),
    /// Counts this many units, then always fails, like a lost card.
    Lost(usize),
    /// Could not be opened.
    Closed,
    /// Counts like a card: recounts by itself say nothing about its counts.
    Card,
}

/// A worker that misbehaves in one way.
pub struct Double {
    inner: TinyWorker,
    manner: Manner,
    device: Device,
    number: usize,
    counted: usize,
}

impl Double {
    pub fn boxed(tiny: &Tiny, manner: Manner) -> Box<dyn Worker> {
        let name =
            format!("{manner:?}").split(['(', ' ']).next().unwrap_or_default().to_lowercase();
        Box::new(Double::new(tiny, manner, name, 0))
    }

    /// A stream of one of several cards, which have the same name.
    pub fn stream(tiny: &Tiny, manner: Manner, number: usize) -> Box<dyn Worker> {
        Box::new(Double::new(tiny, manner, "card".to_owned(), number))
    }

    fn new(tiny: &Tiny, manner: Manner, name: String, number: usize) -> Double {
        let device = Device { kind: DeviceKind::Test, name, instructions: "none".to_owned() };
        Double { inner: TinyWorker::new(tiny), manner, device, number, counted: 0 }
    }
}

impl Worker for Double {
    fn device(&self) -> &Device {
        &self.device
    }

    fn number(&self) -> usize {
        self.number
    }

    fn refuses(&self) -> Option<&str> {
        (self.manner == Manner::Closed).then_some("no memory")
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        match self.manner {
            Manner::Fails => return Err(WorkError::Failed { why: "no such device".to_owned() }),
            // Without the panic message, which on a busy machine takes longer than the run waits.
            Manner::Dies => std::panic::resume_unwind(Box::new("a fault in the kernel")),
            Manner::Exaggerates => return Ok(Subtotal::Count(u128::MAX)),
            // Not forever: the test program must end.
            Manner::Hangs => std::thread::sleep(Duration::from_secs(20)),
            Manner::Slow(time) => pause(time, stop)?,
            Manner::Lost(after) if self.counted >= after => {
                return Err(WorkError::Failed { why: "the device is lost".to_owned() });
            }
            Manner::Closed => panic!("a worker that refuses is given no units"),
            Manner::Lies(..) | Manner::Lost(_) | Manner::Card => {}
        }
        let truth = self.inner.count(unit, stop)?;
        self.counted += 1;
        match self.manner {
            Manner::Lies(label, by) if label == unit.label() => {
                Ok(truth.plus(&Subtotal::Count(by)).unwrap())
            }
            _ => Ok(truth),
        }
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.inner.recount(unit, stop)
    }

    fn recounts_by(&self) -> &'static str {
        if self.manner == Manner::Card { "card" } else { self.inner.recounts_by() }
    }

    fn can_check(&self, device: &str) -> bool {
        assert_ne!(self.manner, Manner::Closed, "a worker that refuses checks nothing");
        self.manner != Manner::Card || device != self.device.to_string()
    }
}

/// Counts correctly, but once it is dropped it waits for a word, like a card whose kernel does not end.
pub struct Stuck {
    pub inner: TinyWorker,
    pub word: Receiver<()>,
}

impl Worker for Stuck {
    fn device(&self) -> &Device {
        self.inner.device()
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.inner.count(unit, stop)
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.inner.recount(unit, stop)
    }

    fn recounts_by(&self) -> &'static str {
        self.inner.recounts_by()
    }
}

impl Drop for Stuck {
    fn drop(&mut self) {
        // Not forever: a run that waits for it must end too, so that the test can say so.
        let _ = self.word.recv_timeout(Duration::from_secs(20));
    }
}

/// Passes units on to a card that fails this often on each of them before someone counts it.
pub struct Clerk {
    pub inner: TinyWorker,
    pub failures: usize,
    pub failed: HashMap<String, usize>,
}

impl Worker for Clerk {
    fn device(&self) -> &Device {
        self.inner.device()
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        let failed = self.failed.entry(unit.label().to_owned()).or_default();
        if *failed == self.failures {
            return self.inner.count(unit, stop);
        }
        *failed += 1;
        Err(WorkError::FailedElsewhere {
            why: "the device is lost".to_owned(),
            device: "gpu there".to_owned(),
            host: Some("abroad".to_owned()),
        })
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.inner.recount(unit, stop)
    }

    fn recounts_by(&self) -> &'static str {
        self.inner.recounts_by()
    }
}

/// One of two workers. The first to get a certain unit recounts it only after the other one has, as if it had hung;
/// until it is back, the other one finishes no other unit.
pub struct Late {
    pub inner: TinyWorker,
    pub label: &'static str,
    /// 0 before that, 1 while the first has the unit, 2 when the other one has recounted it, 3 when the first is back.
    pub turn: Arc<AtomicUsize>,
    pub is_late: bool,
}

impl Late {
    pub fn boxed(tiny: &Tiny, label: &'static str, turn: &Arc<AtomicUsize>) -> Box<dyn Worker> {
        let (inner, turn) = (TinyWorker::new(tiny), Arc::clone(turn));
        Box::new(Late { inner, label, turn, is_late: false })
    }

    fn passes(&self, now: usize) -> bool {
        self.turn.compare_exchange(now, now + 1, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    /// Waits as long as it is one of these turns. Not forever: the test program must end.
    fn wait(&self, turns: &[usize], stop: &Stop) -> Result<(), WorkError> {
        let start = Instant::now();
        while turns.contains(&self.turn.load(Ordering::SeqCst))
            && start.elapsed() < Duration::from_secs(20)
        {
            pause(Duration::from_millis(5), stop)?;
        }
        Ok(())
    }
}

impl Worker for Late {
    fn device(&self) -> &Device {
        self.inner.device()
    }

    fn count(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        self.inner.count(unit, stop)
    }

    fn recount(&mut self, unit: &Unit, stop: &Stop) -> Result<Subtotal, WorkError> {
        match unit.label() == self.label {
            true if self.passes(0) => {
                self.is_late = true;
                self.wait(&[1], &Stop::new())?;
            }
            true => {
                self.passes(1);
            }
            false if self.is_late => {
                self.passes(2);
            }
            false => self.wait(&[1, 2], stop)?,
        }
        self.inner.recount(unit, stop)
    }

    fn recounts_by(&self) -> &'static str {
        self.inner.recounts_by()
    }
}
