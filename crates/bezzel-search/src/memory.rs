//! Memory limits: checked before a computation starts and while it runs.
//!
//! A system that runs out of memory kills programs without notice, so a limit has to take effect
//! earlier. It applies to the memory of the complete process; the default is half of the memory of
//! the machine (or its container).

use std::fs;
use std::sync::OnceLock;

/// A limit on the memory of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory(u64);

impl Memory {
    /// No more than this many bytes.
    #[must_use]
    pub fn bytes(most: u64) -> Memory {
        Memory(most)
    }

    /// Half of the memory of the machine or its container; if that is not known, no limit.
    #[must_use]
    pub fn of_machine() -> Memory {
        static HALF: OnceLock<u64> = OnceLock::new();
        Memory(*HALF.get_or_init(|| machine().map_or(u64::MAX, |all| all / 2)))
    }

    /// The limit in bytes.
    #[must_use]
    pub fn most(self) -> u64 {
        self.0
    }

    /// Whether something that needs this many more bytes may start.
    #[must_use]
    pub fn admits(self, bytes: u64) -> bool {
        in_use().unwrap_or(0).saturating_add(bytes) <= self.0
    }

    /// Whether the process uses more than the limit. A check takes about ten microseconds.
    #[must_use]
    pub fn is_exceeded(self) -> bool {
        self.0 < u64::MAX && in_use().is_some_and(|bytes| bytes > self.0)
    }
}

/// The machine's.
impl Default for Memory {
    fn default() -> Memory {
        Memory::of_machine()
    }
}

/// Memory used by this process, where the system reports it.
fn in_use() -> Option<u64> {
    kilobytes(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

/// Memory of the machine or of the container, whichever is less, where the system reports it.
fn machine() -> Option<u64> {
    let all = kilobytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")?;
    // Control groups version 2 report "max" if there is no limit, version 1 a huge number.
    let limits =
        ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"].into_iter();
    let limits = limits.filter_map(|path| fs::read_to_string(path).ok()?.trim().parse().ok());
    limits.chain([all]).min()
}

/// The bytes of a line such as `VmRSS:  1234 kB`.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_of_the_system_is_parsed() {
        assert_eq!(kilobytes("a: 1 kB\nVmRSS:\t  1234 kB\n", "VmRSS:"), Some(1234 * 1024));
        assert_eq!(kilobytes("VmRSS: lots", "VmRSS:"), None);
        assert!(!Memory::bytes(u64::MAX).is_exceeded());
        #[cfg(target_os = "linux")]
        {
            let used = in_use().unwrap();
            assert!((100_000..1 << 40).contains(&used), "{used}");
            assert!(machine().unwrap() > used);
            assert!(Memory::bytes(1).is_exceeded());
            assert!(
                Memory::of_machine().admits(1 << 20) && !Memory::bytes(1 << 20).admits(1 << 40)
            );
        }
    }
}
