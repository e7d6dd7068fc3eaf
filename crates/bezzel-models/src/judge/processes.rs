//! Which processes belong to a run, from `/proc`; elsewhere nothing is known and lists are empty.

use std::fs;

/// The environment variable that marks every process of a run, whatever group it has moved to.
pub const MARK: &str = "BEZZEL_JUDGE";

/// A running process.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    /// Its number.
    pub id: u32,
    /// Memory in use, in bytes, without what is shared with others, like libraries.
    pub memory: u64,
}

/// The processes of a group that have not ended.
pub fn in_group(group: u32) -> Vec<Process> {
    let page = page_size();
    let process = |id: u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name in brackets may hold anything, so fields are counted from its end.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let (state, _parent, its_group) = (fields.next()?, fields.next()?, fields.next()?);
        if its_group.parse() != Ok(group) || state == "Z" {
            return None;
        }
        let pages = fs::read_to_string(format!("/proc/{id}/statm")).ok()?;
        let mut pages = pages.split_whitespace().map_while(|field| field.parse::<u64>().ok());
        let (_size, resident, shared) = (pages.next()?, pages.next()?, pages.next()?);
        Some(Process { id, memory: resident.saturating_sub(shared) * page })
    };
    all().filter_map(process).collect()
}

/// Kills every process that carries this mark, and those they start meanwhile.
pub fn kill_marked(mark: &str) {
    let entry = format!("{MARK}={mark}").into_bytes();
    let carries_it = |id: &u32| {
        fs::read(format!("/proc/{id}/environ"))
            .is_ok_and(|environment| environment.split(|&byte| byte == 0).any(|one| one == entry))
    };
    // A process forks faster than it is found only if it does nothing else; a few rounds suffice.
    for _ in 0..10 {
        let found: Vec<u32> = all().filter(carries_it).collect();
        if found.is_empty() {
            return;
        }
        for id in found {
            // SAFETY: a plain system call on a process that carries this run's own mark.
            unsafe { libc::kill(id.cast_signed(), libc::SIGKILL) };
        }
    }
}

fn all() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn page_size() -> u64 {
    // SAFETY: a plain library call without pointers.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(size).unwrap_or(4096)
}
