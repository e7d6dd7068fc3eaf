//! The cage of a run: nothing that the program starts outlives it, whoever ends it.
//!
//! On Linux a keeper stands between the judge and the program. Where the system allows, it is the
//! first process of a process namespace: when it ends, the kernel ends everything in the namespace,
//! and the kernel ends the keeper when the judge ends, even by a kill. Elsewhere on Linux the keeper
//! adopts every process whose parent has gone, so that all of them stay below it, and kills them
//! when the judge lets go or is gone. On other systems there is only the process group.
//!
//! The program itself leads a session and a process group of its own.

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

/// How a program is kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cage {
    /// A process namespace: the kernel ends everything in it.
    Namespace,
    /// A keeper that adopts and kills what the program leaves; a program may kill its keeper.
    Keeper,
    /// A process group, which a program may leave.
    Group,
}

impl Cage {
    /// The closest cage this system has.
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

/// What has become of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It has ended like this.
    Ended(ExitStatus),
    /// Its keeper is gone without a word: the program has got rid of it.
    KeeperLost,
}
