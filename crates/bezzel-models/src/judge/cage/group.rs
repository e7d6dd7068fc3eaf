//! A process group as the cage, where nothing better is available.

use super::exec::{self, Program};
use super::{Cage, Fate};
use crate::judge::processes;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};

/// A program in its group.
pub(in crate::judge) struct Caged(Child);

impl Caged {
    /// Starts a program.
    pub fn spawn(program: &Program<'_>, _cage: Cage) -> io::Result<Caged> {
        let mut command = program.command()?;
        let memory = program.memory;
        // SAFETY: between fork and exec the closure makes system calls only and allocates nothing.
        unsafe {
            command.pre_exec(move || match libc::setsid() {
                -1 => Err(io::Error::last_os_error()),
                _ => exec::confine(memory),
            });
        }
        command.spawn().map(Caged)
    }

    pub fn stdin(&mut self) -> Option<ChildStdin> {
        self.0.stdin.take()
    }

    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.0.stdout.take()
    }

    pub fn stderr(&mut self) -> Option<ChildStderr> {
        self.0.stderr.take()
    }

    /// How the program ended; `None` while it runs.
    pub fn fate(&mut self) -> Option<Fate> {
        self.0.try_wait().ok().flatten().map(Fate::Ended)
    }

    /// The memory of the program and its running descendants.
    pub fn processes(&self) -> Vec<u64> {
        processes::below(self.0.id(), 0)
    }

    /// Kills the group; returns the peak memory of any ended child of this process, in bytes.
    pub fn close(mut self) -> io::Result<u64> {
        // SAFETY: a plain system call; the negative number names the group that the program leads,
        // which exists as long as one member does, and is not reused for a while after that.
        unsafe { libc::kill(-self.0.id().cast_signed(), libc::SIGKILL) };
        self.0.wait()?;
        // SAFETY: all zeros is a valid rusage, and the pointer is to a local that outlives the call.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: as above.
        unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage) };
        let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
        Ok(usage.ru_maxrss.cast_unsigned() * unit)
    }
}
