//! The cage of a run: nothing that the program starts outlives it, however it ends.
//!
//! On Linux a keeper process runs between the judge and the program. Where the system allows it,
//! the keeper is the first process of a process namespace: when it ends, the kernel kills
//! everything in the namespace, and the kernel kills the keeper when the judge ends, even if the
//! judge is killed. Elsewhere on Linux the keeper adopts every process whose parent has ended, so
//! that all of them remain its descendants, and kills them when the judge closes the pipe or has
//! ended. On other systems there is only the process group.
//!
//! The program itself leads its own session and process group.

mod exec;
#[cfg(not(target_os = "linux"))]
mod group;
#[cfg(target_os = "linux")]
mod keeper;
#[cfg(target_os = "linux")]
mod namespace;
#[cfg(target_os = "linux")]
mod spawn;

pub(super) use exec::Program;
#[cfg(not(target_os = "linux"))]
pub(super) use group::Caged;
#[cfg(target_os = "linux")]
pub(super) use spawn::Caged;

use serde::Serialize;
use std::fmt;
use std::process::ExitStatus;

/// How a program is confined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cage {
    /// A process namespace: the kernel kills everything in it.
    Namespace,
    /// A keeper that adopts and kills what the program leaves behind; a program can kill its
    /// keeper.
    Keeper,
    /// A process group, which a program can leave.
    Group,
}

impl Cage {
    /// The strictest cage that this system supports.
    #[must_use]
    pub fn best() -> Cage {
        #[cfg(target_os = "linux")]
        return match namespace::Rights::known() {
            Some(_) => Cage::Namespace,
            None => Cage::Keeper,
        };
        #[cfg(not(target_os = "linux"))]
        Cage::Group
    }
}

impl fmt::Display for Cage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cage::Namespace => "a process namespace",
            Cage::Keeper => "a keeper process",
            Cage::Group => "a process group",
        })
    }
}

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It ended with this status.
    Ended(ExitStatus),
    /// Its keeper ended without a report: the program killed it.
    KeeperLost,
}
