//! Whether there is memory for what is kept only to save time.

use bezzel_search::Memory;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Bytes that are listed between two looks at the machine's memory.
const BETWEEN: u64 = 64 << 20;

/// That of this process.
pub(crate) static SPARE: Spare = Spare::new(Memory::is_short);

/// Looks at the memory from time to time. Other processes may need it too, and several may count on one machine, so
/// what was free when a count began says little.
pub(crate) struct Spare {
    look: fn() -> bool,
    listed: AtomicU64,
    is_short: AtomicBool,
}

impl Spare {
    /// With a way to tell whether memory is short.
    pub const fn new(look: fn() -> bool) -> Spare {
        Spare { look, listed: AtomicU64::new(0), is_short: AtomicBool::new(false) }
    }

    /// May lists be kept?
    pub fn has_room(&self) -> bool {
        !self.is_short.load(Ordering::Relaxed)
    }

    /// A list of so many bytes was made, to be kept or not.
    pub fn listed(&self, bytes: usize) {
        let before = self.listed.fetch_add(bytes as u64, Ordering::Relaxed);
        if before + bytes as u64 >= BETWEEN {
            self.listed.store(0, Ordering::Relaxed);
            self.is_short.store((self.look)(), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_kept_while_memory_is_not_short() {
        static SHORT: AtomicBool = AtomicBool::new(true);
        let spare = Spare::new(|| SHORT.load(Ordering::Relaxed));
        let half = BETWEEN as usize / 2;
        spare.listed(half);
        assert!(spare.has_room(), "nobody has looked");
        spare.listed(half);
        assert!(!spare.has_room());
        // Somebody else has ended.
        SHORT.store(false, Ordering::Relaxed);
        spare.listed(half);
        assert!(!spare.has_room());
        spare.listed(half);
        assert!(spare.has_room());
    }
}
