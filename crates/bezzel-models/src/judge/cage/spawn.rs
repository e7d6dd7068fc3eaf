//! Starts a program with its keeper, and ends both.

use super::exec::{self, Image, Program};
use super::keeper::{self, Pipes, Record};
use super::namespace::{self, Entry, Rights};
use super::{Cage, Fate};
use crate::judge::processes;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};

/// A program in its cage. Dropping it ends everything.
pub(in crate::judge) struct Caged {
    /// The process between the judge and the program.
    outermost: Child,
    /// How many processes are between the judge and the program.
    keepers: usize,
    /// The keeper runs while this is open.
    control: Option<OwnedFd>,
    status: File,
    fate: Option<Fate>,
}

impl Caged {
    /// Starts a program.
    pub fn spawn(program: &Program<'_>, cage: Cage) -> io::Result<Caged> {
        let entry = match (cage, Rights::known()) {
            (Cage::Namespace, Some(rights)) => Some(Entry::new(rights)),
            (Cage::Namespace, None) => {
                return Err(io::Error::other("this system gives no process namespace"));
            }
            (Cage::Keeper | Cage::Group, _) => None,
        };
        let keepers = if entry.is_some() { 2 } else { 1 };
        let mut command = program.command()?;
        let (image, memory) = (Image::new(program)?, program.memory);
        let (control_end, control) = pipe()?;
        let (status, status_end) = pipe()?;
        set_nonblocking(&status)?;
        let pipes = Pipes { control: control_end.as_raw_fd(), status: status_end.as_raw_fd() };
        let judge = std::process::id().cast_signed();
        // SAFETY: between fork and exec the closure makes system calls only; it takes no lock and
        // allocates nothing.
        unsafe {
            command.pre_exec(move || {
                enclose(entry.as_ref(), pipes, judge)?;
                become_program(&image, memory, pipes)
            });
        }
        // It returns when the program has been started or could not be started: until then some
        // process holds the pipe that the standard library watches.
        let outermost = command.spawn()?;
        let mut caged =
            Caged { outermost, keepers, control: Some(control), status: status.into(), fate: None };
        drop((control_end, status_end));
        if let Some(Record::NotStarted(error)) = caged.record() {
            caged.close()?;
            return Err(io::Error::from_raw_os_error(error));
        }
        Ok(caged)
    }

    pub fn stdin(&mut self) -> Option<ChildStdin> {
        self.outermost.stdin.take()
    }

    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.outermost.stdout.take()
    }

    pub fn stderr(&mut self) -> Option<ChildStderr> {
        self.outermost.stderr.take()
    }

    /// How the program ended; `None` while it runs.
    pub fn fate(&mut self) -> Option<Fate> {
        if self.fate.is_none() {
            self.record();
        }
        self.fate
    }

    /// The keeper's report, if there is one.
    fn record(&mut self) -> Option<Record> {
        let mut bytes = [0; Record::LENGTH];
        let record = match self.status.read(&mut bytes) {
            Ok(Record::LENGTH) => Record::from_bytes(bytes),
            Ok(_) => {
                self.fate = Some(Fate::KeeperLost);
                return None;
            }
            Err(_) => return None,
        };
        if let Record::Ended(status) = record {
            self.fate = Some(Fate::Ended(ExitStatus::from_raw(status)));
        }
        Some(record)
    }

    /// The memory of the program and its running descendants.
    pub fn processes(&self) -> Vec<u64> {
        processes::below(self.outermost.id(), self.keepers)
    }

    /// Kills all remaining processes; returns the peak memory of any of them as measured by the
    /// kernel, in bytes.
    pub fn close(mut self) -> io::Result<u64> {
        drop(self.control.take());
        let id = self.outermost.id().cast_signed();
        let mut status = 0;
        // SAFETY: all zeros is a valid rusage, a struct of integers.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        loop {
            // SAFETY: both pointers are to locals that outlive the call, and the child has not been
            // waited for, so its number is still its own.
            if unsafe { libc::wait4(id, &raw mut status, 0, &raw mut usage) } == id {
                return Ok(usage.ru_maxrss.cast_unsigned() * 1024);
            }
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
    }
}

/// Builds the cage around the process that calls it. Only the innermost of the processes it forks
/// returns; the others keep it.
fn enclose(entry: Option<&Entry>, pipes: Pipes, judge: libc::pid_t) -> io::Result<()> {
    let Some(entry) = entry else {
        adopt_orphans()?;
        return keep_below(pipes, false);
    };
    entry.enter()?;
    // Only after entering the namespace: changing credentials would undo it.
    end_with_parent()?;
    // SAFETY: a plain system call.
    if unsafe { libc::getppid() } != judge {
        // The judge ended before the kernel was asked to watch it.
        return Err(io::ErrorKind::Interrupted.into());
    }
    match fork()? {
        0 => {
            end_with_parent()?;
            namespace::mount_proc();
            keep_below(pipes, true)
        }
        first => {
            keeper::close_from(0);
            let mut status = 0;
            // SAFETY: the pointer is to a local; the process ends without running anything else.
            unsafe {
                while libc::waitpid(first, &raw mut status, 0) != first {}
                libc::_exit(0)
            }
        }
    }
}

/// Forks the program; this process becomes its keeper.
fn keep_below(pipes: Pipes, is_first: bool) -> io::Result<()> {
    // SAFETY: a plain system call. The keeper is in a session of its own, out of the terminal's reach.
    unsafe { libc::setsid() };
    keeper::block_child_signal();
    match fork()? {
        0 => Ok(()),
        program => keeper::keep(program, pipes, is_first),
    }
}

/// The last step in the innermost process. Failures are reported to the judge, not returned: the
/// standard library would wait for a keeper that waits for the judge.
fn become_program(image: &Image, memory: u64, pipes: Pipes) -> io::Result<()> {
    keeper::unblock_child_signal();
    // SAFETY: a plain system call; the process was just forked and leads no group.
    unsafe { libc::setsid() };
    let error = match end_with_parent().and_then(|()| exec::confine(memory)) {
        Ok(()) => image.start(),
        Err(error) => error,
    };
    Record::NotStarted(error.raw_os_error().unwrap_or(libc::EIO)).write(pipes.status);
    // SAFETY: ends the process without running anything of the judge's.
    unsafe { libc::_exit(127) }
}

fn fork() -> io::Result<libc::pid_t> {
    // SAFETY: this process has one thread, and both sides make system calls only.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        id => Ok(id),
    }
}

/// Asks the kernel to kill this process when its parent ends, for whatever reason.
fn end_with_parent() -> io::Result<()> {
    // SAFETY: a plain system call without pointers.
    match unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Descendants of this process whose parent ends become its children.
fn adopt_orphans() -> io::Result<()> {
    // SAFETY: a plain system call without pointers.
    match unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// A pipe that the program does not inherit: the end that reads and the end that writes.
fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: the pointer is to an array of two; on success both are new files without another
    // owner.
    unsafe {
        if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok((OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])))
    }
}

fn set_nonblocking(file: &OwnedFd) -> io::Result<()> {
    // SAFETY: a plain system call on a file that is open.
    match unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
