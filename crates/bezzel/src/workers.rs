//! How many threads count, and with which instructions.

use crate::Error;
use bezzel_engines::{EngineError, Prepared, SimdLevel, Worker};
use bezzel_jobs::processors;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Most threads of one count.
pub const MOST_THREADS: usize = 1024;

/// What counts: by default one thread for each core, with the best instructions it has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Workers {
    /// Threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// What it counts on: `cpu`, the cores of this machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// Vector instructions: scalar, avx2 or avx512.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simd: Option<String>,
}

impl Workers {
    /// The number of threads.
    pub(crate) fn threads(&self) -> Result<usize, Error> {
        match self.threads {
            None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
            Some(threads) if (1..=MOST_THREADS).contains(&threads) => Ok(threads),
            Some(threads) => Err(Error::bad(format!("threads is {threads}"))
                .advice(format!("take a number from 1 to {MOST_THREADS}"))),
        }
    }

    /// Refuses what cannot count, before anything is opened or planned.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.threads()?;
        self.simd()?;
        match self.device.as_deref() {
            None | Some("cpu") => Ok(()),
            Some(device) => {
                Err(Error::unknown(format!("'{device}' is not a device that counts here"))
                    .set("device", "cpu"))
            }
        }
    }

    /// Makes the workers for a planned problem.
    pub(crate) fn hire(
        &self,
        prepared: &Arc<dyn Prepared>,
    ) -> Result<impl Fn() -> Result<Vec<Box<dyn Worker>>, EngineError> + use<>, Error> {
        self.check()?;
        let (prepared, threads, level) = (Arc::clone(prepared), self.threads()?, self.simd()?);
        Ok(move || processors(&prepared, threads, level))
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
