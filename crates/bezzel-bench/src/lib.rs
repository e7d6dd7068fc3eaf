//! What the programs share: samples of units, and the processor time of a thread, which other work on
//! the machine hardly affects.

#[cfg(feature = "engines")]
pub mod draw;

use std::fs;
use std::time::Instant;

/// Seconds this thread has spent on a processor; wall time where the system does not report it.
pub fn processor_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let scheduler = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = scheduler.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
