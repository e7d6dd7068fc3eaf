//! Why a unit was not counted, and waiting for the card.

use super::memory::Memory;
use bezzel_board::Stop;
use std::time::{Duration, Instant};

/// Why a unit was not counted.
#[derive(Debug)]
pub(super) enum Failure {
    Stopped,
    /// One prefix or the nodes of one lane did not fit the memory: joint descent needs none of that.
    NotByMaps,
    /// A count did not fit the 16 bits that it has by maps.
    Wide,
    /// The nodes of as many lanes did not fit the memory.
    NoRoom,
    Failed(String),
}

impl From<String> for Failure {
    fn from(why: String) -> Failure {
        Failure::Failed(why)
    }
}

/// Waits for the card; once a stop is asked for, it no longer waits for what the card still does.
pub(super) fn wait(memory: &mut Memory, stop: &Stop) -> Result<(), Failure> {
    let begun = Instant::now();
    loop {
        if stop.is_asked() {
            return Err(Failure::Stopped);
        }
        if memory.card.is_idle()? {
            return Ok(());
        }
        // Small units take less time than a sleep.
        if begun.elapsed() < Duration::from_millis(2) {
            std::thread::yield_now();
        } else {
            std::thread::sleep(Duration::from_micros(500));
        }
    }
}
