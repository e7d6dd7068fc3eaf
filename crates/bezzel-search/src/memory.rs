//! Memory limits: checked before a computation starts and while it runs.
//!
//! A system that runs out of memory kills programs without notice, so a limit has to take effect
//! earlier. It applies to the memory of the complete process; the default is half of the memory of
//! the machine (or its container).

use std::fs;
use std::path::Path;
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

    /// Whether what is kept only to save time should not grow any more: the machine, or a container around this
    /// process, has little left for all of its processes, or this process comes near the default limit. A check
    /// takes about 0.1 ms.
    #[must_use]
    pub fn is_short() -> bool {
        let most = Memory::of_machine().0;
        in_use().is_some_and(|used| used > most / 8 * 7) || pools().iter().any(Pool::is_short)
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
    pools().iter().map(|pool| pool.limit).min()
}

/// Memory that several processes share: that of the machine, or of a control group such as a container.
#[derive(Debug, PartialEq, Eq)]
struct Pool {
    limit: u64,
    /// Without what the system gives back when it is needed.
    used: u64,
}

/// A pool with more than that left is not short, however large it is.
const ENOUGH: u64 = 8 << 30;

impl Pool {
    /// Whether less than a quarter is left.
    fn is_short(&self) -> bool {
        self.limit.saturating_sub(self.used) < ENOUGH.min(self.limit / 4)
    }
}

/// The pools that this process takes memory from, where the system reports them.
fn pools() -> Vec<Pool> {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let mut pools = groups(&read("/proc/self/cgroup"), Path::new("/sys/fs/cgroup"));
    pools.extend(of_machine(&read("/proc/meminfo")));
    pools
}

/// From the text of `/proc/meminfo`.
fn of_machine(text: &str) -> Option<Pool> {
    let limit = kilobytes(text, "MemTotal:")?;
    Some(Pool { limit, used: limit.saturating_sub(kilobytes(text, "MemAvailable:")?) })
}

/// The control groups in the text of `/proc/self/cgroup`, and those around them. In a container they are often those
/// at the root, whatever the text says.
fn groups(text: &str, root: &Path) -> Vec<Pool> {
    let of_line = |line: &str| {
        let (kinds, path) = line.split_once(':')?.1.split_once(':')?;
        // Version 2 has one line without kinds; version 1 one for each kind.
        let (folder, names) = match kinds {
            "" => (root.to_owned(), ["memory.max", "memory.current", "inactive_file "]),
            _ if kinds.split(',').any(|kind| kind == "memory") => {
                let names =
                    ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "];
                (root.join("memory"), names)
            }
            _ => return None,
        };
        let within = Path::new(path.trim_start_matches('/')).ancestors();
        Some(within.filter_map(|path| group(&folder.join(path), names)).collect::<Vec<_>>())
    };
    text.lines().filter_map(of_line).flatten().collect()
}

/// A control group that has a limit; without one, version 2 says "max" and version 1 a huge number.
fn group(folder: &Path, [limit, used, cache]: [&str; 3]) -> Option<Pool> {
    let read = |name| fs::read_to_string(folder.join(name)).ok();
    let number = |name| read(name)?.trim().parse::<u64>().ok();
    let (limit, used) = (number(limit)?, number(used)?);
    // Files that were read long ago make room at once.
    let stat = read("memory.stat").unwrap_or_default();
    let cached = stat.lines().find_map(|line| line.strip_prefix(cache)?.parse().ok());
    Some(Pool { limit, used: used.saturating_sub(cached.unwrap_or(0)) })
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

    #[test]
    fn memory_is_short_when_less_than_a_quarter_is_free() {
        let machine = |free| of_machine(&format!("MemTotal: 16 kB\nMemAvailable: {free} kB\n"));
        assert_eq!(machine(5), Some(Pool { limit: 16 << 10, used: 11 << 10 }));
        for (free, is_short) in [(16, false), (4, false), (3, true), (0, true)] {
            assert_eq!(machine(free).unwrap().is_short(), is_short, "{free} of 16 are free");
        }
        let large = |left: u64| Pool { limit: 1 << 40, used: (1 << 40) - left };
        assert!(!large(ENOUGH).is_short() && large(ENOUGH - 1).is_short());
        for wrong in ["", "MemTotal: 5 kB", "MemTotal: 5 MB\nMemAvailable: 5 kB"] {
            assert_eq!(of_machine(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn limits_of_containers_are_found_wherever_they_are() {
        let root = tempfile::tempdir().unwrap();
        let group = |at: &str, files: [(&str, &str); 3]| {
            let folder = root.path().join(at);
            fs::create_dir_all(&folder).unwrap();
            files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
        };
        let second = |limit, used, stat| {
            [("memory.max", limit), ("memory.current", used), ("memory.stat", stat)]
        };
        let found = |text: &str| groups(text, root.path());
        assert_eq!(found("0::/jobs/7\n"), []);
        group("jobs/7", second("max\n", "5000\n", ""));
        assert_eq!(found("0::/jobs/7\n"), [], "no limit");
        group("jobs", second("9000\n", "5000\n", "anon 10\ninactive_file 1000\nfile 2000\n"));
        let jobs = Pool { limit: 9000, used: 4000 };
        assert_eq!(found("0::/jobs/7\n"), [jobs], "that of a group around it");
        // A container's own group is at the root, but its name is that outside.
        group("", second("4000", "5000", ""));
        assert_eq!(found("0::/system/other\n"), [Pool { limit: 4000, used: 5000 }]);
        let first = [
            ("memory.limit_in_bytes", "8000\n"),
            ("memory.usage_in_bytes", "7000\n"),
            ("memory.stat", "inactive_file 1\ntotal_inactive_file 500\n"),
        ];
        group("memory/docker", first);
        let text = "5:cpu,cpuacct:/docker\n4:name=memory:/docker\n3:hugetlb,memory:/docker\nodd";
        assert_eq!(found(text), [Pool { limit: 8000, used: 6500 }]);
    }
}
