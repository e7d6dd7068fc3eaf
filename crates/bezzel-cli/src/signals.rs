//! Ctrl-C: the first asks for a stop, the second ends the program at once.

use bezzel::{Control, Stop};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that the first SIGINT or SIGTERM sets; the second ends the program.
fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Registered first, so that it sees the flag as it was before this signal.
        let registered = flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)));
        if registered.is_err() {
            // Without the handler a signal ends the program at once, as it does by default.
            break;
        }
    }
    stop
}

/// A control that the first SIGINT or SIGTERM stops, with all solvers of this program.
pub fn control() -> Control {
    Control::new().with_stop(Stop::from(flag())).with_backends(bezzel_solvers::backends())
}
