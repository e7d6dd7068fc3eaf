//! Waiting for what another process or thread does.

use std::time::Duration;

/// Waits until it is so, however long that takes: what never comes ends with `tests/run`, which names the test.
pub fn wait_until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        std::thread::sleep(Duration::from_millis(10));
    }
}
