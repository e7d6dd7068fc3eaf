//! The keeper: waits for the program, reports to the judge how it ended, and lets nothing outlive
//! it.
//!
//! It runs between fork and exec of a process that has threads: it makes system calls only, and
//! neither allocates nor takes a lock.

use std::os::fd::RawFd;

/// How long a keeper kills adopted processes before it stops: processes that appear faster than
/// they can be killed are an escape, which the judge reports.
const ROUNDS: u32 = 10_000;

/// The keeper's ends of the pipes to the judge.
#[derive(Clone, Copy)]
pub(super) struct Pipes {
    /// Reads end of file when the judge closes it or has ended.
    pub control: RawFd,
    /// Receives the status of the program.
    pub status: RawFd,
}

/// The record sent through the status pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// The program ended with this status, as the system packs it.
    Ended(i32),
    /// The program could not be started, for this reason.
    NotStarted(i32),
}

impl Record {
    /// Bytes of a record; small enough for an atomic write to a pipe.
    pub const LENGTH: usize = 8;

    pub fn from_bytes(bytes: [u8; Record::LENGTH]) -> Record {
        let number = i64::from_ne_bytes(bytes);
        let value = number as i32;
        if number >> 32 == 0 { Record::Ended(value) } else { Record::NotStarted(value) }
    }

    pub fn write(self, file: RawFd) {
        let (kind, value) = match self {
            Record::Ended(value) => (0_i64, value),
            Record::NotStarted(value) => (1, value),
        };
        let bytes = (kind << 32 | i64::from(value.cast_unsigned())).to_ne_bytes();
        // SAFETY: the buffer is a local of this length. A judge that is gone does not read it.
        unsafe { libc::write(file, bytes.as_ptr().cast(), bytes.len()) };
    }
}

/// Blocks the signal for ended children before there is a child.
pub(super) fn block_child_signal() {
    change_child_signal(libc::SIG_BLOCK);
}

/// Unblocks the signal again, in the program.
pub(super) fn unblock_child_signal() {
    change_child_signal(libc::SIG_UNBLOCK);
}

fn change_child_signal(how: i32) {
    let set = child_signal();
    // SAFETY: the pointer is to a local that outlives the call; the old mask is not asked for.
    unsafe { libc::sigprocmask(how, &raw const set, std::ptr::null_mut()) };
}

fn child_signal() -> libc::sigset_t {
    // SAFETY: all zeros is a valid set, and the pointer is to a local.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        set
    }
}

/// Watches this program until the judge closes the pipe, then ends; `is_first` if the kernel kills
/// all other processes with it. [`block_child_signal`] has been called.
pub(super) fn keep(program: libc::pid_t, pipes: Pipes, is_first: bool) -> ! {
    ignore_signals();
    let set = child_signal();
    // SAFETY: the files are this run's own pipes; nothing else in this process uses any file from
    // here on, so closing all others is harmless.
    let children = unsafe {
        libc::dup2(pipes.control, 0);
        libc::dup2(pipes.status, 1);
        close_from(2);
        libc::signalfd(-1, &raw const set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK)
    };
    loop {
        let mut waiting = [poll_for(0), poll_for(children)];
        // SAFETY: the pointer is to a local array of this length.
        unsafe { libc::poll(waiting.as_mut_ptr(), 2, -1) };
        let mut told = [0_u8; 128];
        // SAFETY: the buffer has the given length; what is read is only removed from the queue.
        unsafe { libc::read(children, told.as_mut_ptr().cast(), told.len()) };
        while let Some((child, status)) = collect() {
            if child == program {
                Record::Ended(status).write(1);
            }
        }
        if waiting[0].revents != 0 {
            break;
        }
    }
    if !is_first {
        kill_children();
    }
    // SAFETY: ends the process without running anything of the judge's.
    unsafe { libc::_exit(0) }
}

/// Closes all files from this one on.
pub(super) fn close_from(first: u32) {
    // SAFETY: a plain system call; the caller uses none of the files any more.
    unsafe {
        if libc::syscall(libc::SYS_close_range, first, u32::MAX, 0) != 0 {
            // Before Linux 5.9; a process has 1,024 files unless it asked for more.
            for file in first.cast_signed()..4096 {
                libc::close(file);
            }
        }
    }
}

/// A child that has ended, and how.
fn collect() -> Option<(libc::pid_t, i32)> {
    let mut status = 0_i32;
    // SAFETY: the pointer is to a local that outlives the call.
    let child = unsafe { libc::waitpid(-1, &raw mut status, libc::WNOHANG) };
    (child > 0).then_some((child, status))
}

fn poll_for(fd: RawFd) -> libc::pollfd {
    libc::pollfd { fd, events: libc::POLLIN, revents: 0 }
}

/// The judge's signal handlers are useless here, and the keeper must not be ended by a signal that
/// can be ignored.
fn ignore_signals() {
    for signal in 1..32 {
        // With ignored children there would be no status to collect.
        if signal != libc::SIGCHLD {
            // SAFETY: a plain system call; the two signals that cannot be ignored are refused.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
    }
}

/// Kills the children of this process until there are none: it adopts the children of a killed
/// process, so that finally all of them are killed.
fn kill_children() {
    for _ in 0..ROUNDS {
        each_child(|child| {
            // SAFETY: a plain system call on a child that has not been collected, so the number is
            // still its own.
            unsafe { libc::kill(child, libc::SIGKILL) };
        });
        while collect().is_some() {}
        // SAFETY: a plain system call; the pointer may be null.
        let left = unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) };
        if left < 0 {
            return;
        }
        let pause = libc::timespec { tv_sec: 0, tv_nsec: 1_000_000 };
        // SAFETY: the pointer is to a local; the time that is left is not asked for.
        unsafe { libc::nanosleep(&raw const pause, std::ptr::null_mut()) };
    }
}

/// Calls `act` with the numbers of the children that the kernel lists.
fn each_child(act: impl Fn(libc::pid_t)) {
    let mut text = [0_u8; 4096];
    // SAFETY: the path is a constant, the buffer a local of this length, the file closed once.
    let read = unsafe {
        let file = libc::open(c"/proc/thread-self/children".as_ptr(), libc::O_RDONLY);
        if file < 0 {
            return;
        }
        let read = libc::read(file, text.as_mut_ptr().cast(), text.len());
        libc::close(file);
        read
    };
    let Ok(read) = usize::try_from(read) else { return };
    // A number truncated by the buffer has no space after it and is handled in the next round.
    let mut number: libc::pid_t = 0;
    for &byte in &text[..read] {
        match byte {
            b'0'..=b'9' => number = number.wrapping_mul(10).wrapping_add((byte - b'0').into()),
            _ => {
                if number > 1 {
                    act(number);
                }
                number = 0;
            }
        }
    }
}
