//! How much memory this process may still take.

use std::fs;

/// Bytes of memory that are free here, where the system says so: those of the machine, or those that a container has
/// left if they are fewer.
pub(crate) fn free() -> Option<u64> {
    let machine = of_machine(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let number = |name: &str| {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/memory.{name}")).ok()?;
        text.trim().parse::<u64>().ok() // no limit is the word "max"
    };
    let container = number("max").zip(number("current"));
    Some(container.map_or(machine, |(most, now)| machine.min(most.saturating_sub(now))))
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
        if cfg!(target_os = "linux") {
            let free = free().expect("Linux says it");
            assert!(free < 1 << 50, "{free}");
        }
    }
}
