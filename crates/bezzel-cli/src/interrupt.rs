//! Ctrl-C: the first one asks for a stop, the second one enforces it.

use bezzel::{Control, Stop};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that the first interrupt or termination signal sets; the second ends the program.
pub fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Registered first, so that it sees the flag as the previous signal left it.
        let registered = flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)));
        if registered.is_err() {
            // Without the handler a signal ends the program at once, as it does by default.
            break;
        }
    }
    stop
}

/// A control that the first interrupt or termination signal stops.
pub fn control() -> Control {
    Control::new().with_stop(Stop::from(flag()))
}

/// Refuses to write once the user has interrupted.
pub struct Stoppable<'a, W> {
    out: &'a mut W,
    stop: Arc<AtomicBool>,
}

impl<'a, W: Write> Stoppable<'a, W> {
    pub fn new(out: &'a mut W, stop: &Arc<AtomicBool>) -> Stoppable<'a, W> {
        Stoppable { out, stop: Arc::clone(stop) }
    }
}

impl<W: Write> Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("interrupted"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
