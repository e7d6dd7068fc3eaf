//! The processes of a run, from `/proc`; on systems without it the lists are empty.

use std::collections::BTreeSet;
use std::fs;

/// The environment variable that marks every process of a run, whatever its process group.
pub const MARK: &str = "BEZZEL_JUDGE";

/// The memory of each running descendant of a process, in bytes, not including shared memory such
/// as libraries. It starts this many generations down: 0 includes the process itself, 1 starts with
/// its children.
pub fn below(root: u32, generations: usize) -> Vec<u64> {
    let page = page_size();
    let all: Vec<(u32, Stat)> = all().filter_map(|id| Some((id, stat(id)?))).collect();
    let mut generation = vec![root];
    let mut found = Vec::new();
    for depth in 0.. {
        if depth >= generations {
            let running = |id: &&u32| all.iter().any(|(other, stat)| other == *id && !stat.ended);
            found
                .extend(generation.iter().filter(running).map(|&id| pages(id).unwrap_or(0) * page));
        }
        let parents = std::mem::take(&mut generation);
        let children = all.iter().filter(|(_, stat)| parents.contains(&stat.parent));
        generation.extend(children.map(|(id, _)| id));
        if generation.is_empty() {
            break;
        }
    }
    found
}

/// The relevant state of a process.
struct Stat {
    parent: u32,
    ended: bool,
}

fn stat(id: u32) -> Option<Stat> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name in parentheses may contain anything, so fields are counted from its end.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let (state, parent) = (fields.next()?, fields.next()?);
    Some(Stat { parent: parent.parse().ok()?, ended: matches!(state, "Z" | "X") })
}

/// Pages in use, without those that are shared.
fn pages(id: u32) -> Option<u64> {
    let pages = fs::read_to_string(format!("/proc/{id}/statm")).ok()?;
    let mut pages = pages.split_whitespace().map_while(|field| field.parse::<u64>().ok());
    let (_size, resident, shared) = (pages.next()?, pages.next()?, pages.next()?);
    Some(resident.saturating_sub(shared))
}

/// Kills every process that carries this mark, and those they start meanwhile; returns their
/// number.
pub fn kill_marked(mark: &str) -> usize {
    let entry = format!("{MARK}={mark}").into_bytes();
    let carries_it = |id: &u32| {
        fs::read(format!("/proc/{id}/environ"))
            .is_ok_and(|environment| environment.split(|&byte| byte == 0).any(|one| one == entry))
    };
    let mut killed = BTreeSet::new();
    // A process forks faster than it is found only if it does nothing else; a few rounds suffice.
    for _ in 0..10 {
        let found: Vec<u32> = all().filter(carries_it).collect();
        if found.is_empty() {
            break;
        }
        for id in found {
            // SAFETY: a plain system call on a process that carries this run's own mark.
            unsafe { libc::kill(id.cast_signed(), libc::SIGKILL) };
            killed.insert(id);
        }
    }
    killed.len()
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
