//! What a count runs on: threads of this processor and graphics cards.

use crate::Error;
use crate::registry::fastest;
use bezzel_board::Problem;
use bezzel_engines::{Colour, DeviceKind, Engine, EngineError, Prepared, SimdLevel, gpu};
use bezzel_jobs::{Hire, processors};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// Most threads of one count.
pub const MOST_THREADS: usize = 1024;

/// What a count can run on: the cores of this machine, its graphics cards, or both.
pub(crate) const DEVICES: [&str; 3] = ["cpu", "gpu", "gpu,cpu"];

/// What a count runs on: by default one thread per core, with the best instructions it has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Workers {
    /// Threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// What it counts on: `cpu`, the cores of this machine (the default); `gpu`, its graphics cards;
    /// or both, `gpu,cpu`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Vector instructions: scalar, avx2, avx512 or neon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simd: Option<String>,
}

impl Workers {
    /// The kinds of devices that counted so far, by their names in a ledger; without cards where there are none now.
    #[must_use]
    pub fn like(devices: &[String]) -> Workers {
        static HAS_CARDS: LazyLock<bool> = LazyLock::new(|| gpu::available().missing.is_none());
        Workers { device: kinds(devices, || *HAS_CARDS), ..Workers::default() }
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> Result<usize, Error> {
        match self.threads {
            None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
            Some(threads) if (1..=MOST_THREADS).contains(&threads) => Ok(threads),
            Some(threads) => Err(Error::bad(format!("threads is {threads}"))
                .advice(format!("choose a number from 1 to {MOST_THREADS}"))),
        }
    }

    /// Refuses devices that cannot count, before anything is opened or planned.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.threads()?;
        self.simd()?;
        self.devices().map(|_| ())
    }

    /// Whether cores count, and whether cards do.
    fn devices(&self) -> Result<(bool, bool), Error> {
        match self.device.as_deref() {
            None | Some("cpu") => Ok((true, false)),
            Some("gpu") => Ok((false, true)),
            Some("gpu,cpu" | "cpu,gpu") => Ok((true, true)),
            Some(device) => {
                Err(Error::unknown(format!("'{device}' is not a device that counts here"))
                    .advice(format!("it is one of {}", DEVICES.join("; "))))
            }
        }
    }

    /// Whether cards count.
    pub(crate) fn has_cards(&self) -> Result<bool, Error> {
        self.devices().map(|(_, cards)| cards)
    }

    /// Refuses cards that are not there or that the engine cannot use, before it plans.
    pub(crate) fn find_cards(&self, engine: &dyn Engine) -> Result<(), Error> {
        let engine = engine.info().id;
        let missing = match self.has_cards()? {
            false => None,
            true if engine != Colour.info().id => {
                Some("it has no kernels for graphics cards".to_owned())
            }
            true => gpu::available().missing,
        };
        missing.map_or(Ok(()), |why| Err(EngineError::Gpu { engine, why }.into()))
    }

    /// The fastest engine for this problem that can count on these devices.
    pub(crate) fn fastest(&self, problem: &Problem) -> Result<&'static dyn Engine, Error> {
        // No other engine has kernels for cards.
        Ok(if self.has_cards()? { &Colour } else { fastest(problem) })
    }

    /// Creates the workers for a planned problem.
    pub(crate) fn hire(&self, prepared: &Arc<dyn Prepared>) -> Result<Box<Hire<'static>>, Error> {
        self.check()?;
        let (prepared, threads, level) = (Arc::clone(prepared), self.threads()?, self.simd()?);
        let (cores, cards) = self.devices()?;
        Ok(Box::new(move || {
            let mut workers = if cards { prepared.gpu_workers()? } else { Vec::new() };
            if cores {
                // Each worker of a card uses a core from time to time, not all the time.
                workers.extend(processors(&prepared, threads, level)?);
            }
            Ok(workers)
        }))
    }

    /// The vector instructions.
    pub(crate) fn simd(&self) -> Result<SimdLevel, Error> {
        let Some(name) = &self.simd else { return Ok(SimdLevel::best()) };
        let level = SimdLevel::ALL.into_iter().find(|level| level.to_string() == *name);
        let known = || SimdLevel::ALL.map(|level| level.to_string()).join(", ");
        let level = level.ok_or_else(|| {
            Error::unknown(format!("'{name}' is not a level of vector instructions"))
                .advice(format!("there are {}", known()))
        })?;
        Ok(level.available()?)
    }
}

/// What has counted so far; cards only where there are some now.
fn kinds(devices: &[String], has_cards: impl FnOnce() -> bool) -> Option<String> {
    let is_there = |kind: DeviceKind| {
        devices.iter().any(|device| device.split(' ').next() == Some(kind.name()))
    };
    if !is_there(DeviceKind::Gpu) || !has_cards() {
        return None;
    }
    Some(if is_there(DeviceKind::Cpu) { "gpu,cpu" } else { "gpu" }.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Stop;

    fn on(device: &str) -> Workers {
        Workers { device: Some(device.to_owned()), ..Workers::default() }
    }

    #[test]
    fn devices_are_read() {
        assert_eq!(Workers::default().devices().ok(), Some((true, false)));
        assert_eq!(on("cpu").devices().ok(), Some((true, false)));
        assert_eq!(on("gpu").devices().ok(), Some((false, true)));
        assert_eq!(on("gpu,cpu").devices().ok(), on("cpu,gpu").devices().ok());
        let engine = |workers: Workers, n| {
            let engine = workers.fastest(&Problem::queens(n)).expect("an engine");
            engine.info().id
        };
        assert_eq!((engine(on("cpu"), 10), engine(on("cpu"), 20)), ("enumerate", "colour"));
        assert_eq!((engine(on("gpu"), 10), engine(on("gpu,cpu"), 10)), ("colour", "colour"));
        let refused = on("abacus").check().expect_err("no such device").to_string();
        assert!(refused.contains("abacus"), "{refused}");
    }

    #[test]
    fn a_job_goes_on_where_it_was_counted() {
        let (card, core) = ("gpu NVIDIA H200, sm_90".to_owned(), "cpu EPYC, avx512".to_owned());
        let like = |devices: &[&String], has_cards: bool| {
            let devices: Vec<String> = devices.iter().map(|&name| name.clone()).collect();
            kinds(&devices, || has_cards)
        };
        assert_eq!(like(&[&card], true).as_deref(), Some("gpu"));
        assert_eq!(like(&[&core, &card], true).as_deref(), Some("gpu,cpu"));
        assert_eq!(like(&[&core, &card], false), None, "the ledger comes from another machine");
        assert_eq!(like(&[&core], true), None);
        assert_eq!(like(&[], true), None);
        let never = || panic!("looking for cards takes a moment");
        assert_eq!(kinds(&[core], never), None);
        for device in ["gpu", "gpu,cpu"] {
            assert!(on(device).check().is_ok());
        }
    }

    #[test]
    fn cards_and_cores_are_hired_together() {
        let prepared = Colour.prepare(&Problem::queens(8), &Stop::new()).expect("a plan");
        let both = Workers { threads: Some(3), ..on("gpu,cpu") };
        let hired = both.hire(&prepared).expect("devices")();
        match gpu::available().missing {
            None => {
                let workers = hired.expect("workers");
                let on = |kind| workers.iter().filter(|it| it.device().kind == kind).count();
                assert!(on(DeviceKind::Cpu) == 3 && on(DeviceKind::Gpu) > 0);
            }
            // Cores alone are not what was asked for.
            Some(missing) => assert!(hired.err().expect("no card").to_string().contains(&missing)),
        }
    }

    #[test]
    fn cards_need_an_engine_with_kernels() {
        let enumerate = bezzel_engines::registry::find("enumerate").expect("an engine");
        assert!(on("cpu").find_cards(enumerate).is_ok());
        let refused = on("gpu,cpu").find_cards(enumerate).expect_err("no kernels").to_string();
        assert!(refused.contains("no kernels"), "{refused}");
        // Where there is a card, nothing is refused.
        let missing = gpu::available().missing;
        assert_eq!(on("gpu").find_cards(&Colour).is_err(), missing.is_some());
    }
}
