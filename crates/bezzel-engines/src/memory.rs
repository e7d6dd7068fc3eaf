//! How much memory this process may still take.

use std::fs;

/// Bytes of memory that are free here, where the system says so.
pub(crate) fn free() -> Option<u64> {
    let container = |name| fs::read_to_string(format!("/sys/fs/cgroup/memory.{name}")).ok();
    least(&fs::read_to_string("/proc/meminfo").ok()?, container("max"), container("current"))
}

/// The free bytes of the machine, or those that a container has left if they are fewer: its limit, which may be the
/// word "max", without what it uses now.
fn least(machine: &str, limit: Option<String>, used: Option<String>) -> Option<u64> {
    let machine = of_machine(machine)?;
    let number = |text: Option<String>| text?.trim().parse::<u64>().ok();
    let container = number(limit).zip(number(used));
    Some(container.map_or(machine, |(limit, used)| machine.min(limit.saturating_sub(used))))
}

/// From the text of `/proc/meminfo`.
fn of_machine(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_memory_is_read_from_what_the_system_says() {
        let text =
            "MemTotal:       24737068 kB\nMemFree:         102 kB\nMemAvailable:   23000000 kB\n";
        assert_eq!(of_machine(text), Some(23_000_000 * 1024));
        for wrong in ["", "MemTotal: 5 kB", "MemAvailable: 5 MB", "MemAvailable: -5 kB"] {
            assert_eq!(of_machine(wrong), None, "{wrong}");
        }
        let least = |limit: Option<&str>, used: Option<&str>| {
            least("MemAvailable: 8 kB", limit.map(str::to_owned), used.map(str::to_owned))
        };
        assert_eq!(least(None, None), Some(8192));
        assert_eq!(least(Some("max\n"), Some("5000\n")), Some(8192));
        assert_eq!(least(Some("9000\n"), Some("5000\n")), Some(4000));
        assert_eq!(least(Some("90000\n"), Some("5000\n")), Some(8192));
        assert_eq!(least(Some("4000\n"), Some("5000\n")), Some(0));
        if cfg!(target_os = "linux") {
            let free = free().expect("Linux says it");
            assert!(free < 1 << 50, "{free}");
        }
    }
}
