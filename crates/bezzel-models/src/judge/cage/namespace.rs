//! A separate process namespace, where the system allows one.

use std::ffi::CStr;
use std::io;
use std::sync::OnceLock;

/// What is needed to create a process namespace on this system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rights {
    /// The privileges of this process are enough: root outside most containers.
    Own,
    /// A user namespace is needed first, in which an ordinary user may create one.
    User,
}

impl Rights {
    /// What works on this system, tried once; `None` if nothing does.
    pub fn known() -> Option<Rights> {
        static KNOWN: OnceLock<Option<Rights>> = OnceLock::new();
        *KNOWN.get_or_init(|| {
            [Rights::Own, Rights::User].into_iter().find(|&rights| Entry::new(rights).works())
        })
    }
}

/// What is needed to enter a namespace after a fork, where nothing may be allocated.
pub(super) struct Entry {
    rights: Rights,
    /// The lines that map the user and the group to themselves in a user namespace.
    user: String,
    group: String,
}

impl Entry {
    pub fn new(rights: Rights) -> Entry {
        // SAFETY: these calls take nothing and cannot fail.
        let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
        Entry { rights, user: format!("{user} {user} 1"), group: format!("{group} {group} 1") }
    }

    /// Creates a namespace whose first process is the next one that this process forks. Only system
    /// calls: it may be called between fork and exec.
    pub fn enter(&self) -> io::Result<()> {
        let flags = match self.rights {
            Rights::Own => libc::CLONE_NEWPID,
            Rights::User => libc::CLONE_NEWPID | libc::CLONE_NEWUSER,
        };
        // SAFETY: a plain system call without pointers.
        if unsafe { libc::unshare(flags) } != 0 {
            return Err(io::Error::last_os_error());
        }
        if self.rights == Rights::User {
            // Without this an unprivileged process may not map its group.
            write(c"/proc/self/setgroups", b"deny")?;
            write(c"/proc/self/gid_map", self.group.as_bytes())?;
            write(c"/proc/self/uid_map", self.user.as_bytes())?;
        }
        Ok(())
    }

    /// Whether a namespace can be entered and a process started in it, tried in a child.
    fn works(&self) -> bool {
        // SAFETY: the child makes system calls only and ends without running anything of this
        // process's, so locks that other threads hold do not matter.
        unsafe {
            match libc::fork() {
                -1 => false,
                0 => {
                    let first = if self.enter().is_ok() { libc::fork() } else { -1 };
                    match first {
                        -1 => libc::_exit(1),
                        0 => libc::_exit(0),
                        _ => libc::_exit(i32::from(ended(first) != Some(0))),
                    }
                }
                child => ended(child) == Some(0),
            }
        }
    }
}

/// Gives this process, the first of its namespace, a `/proc` that shows the namespace. If the
/// system does not allow it, the old one remains, which shows the same processes with other
/// numbers.
pub(super) fn mount_proc() {
    let none = std::ptr::null();
    // SAFETY: all pointers are to constants or null where the calls allow it.
    unsafe {
        if libc::unshare(libc::CLONE_NEWNS) != 0 {
            return;
        }
        let private = libc::MS_REC | libc::MS_PRIVATE;
        if libc::mount(none, c"/".as_ptr(), none, private, none.cast()) != 0 {
            return;
        }
        let quiet = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
        let (kind, place) = (c"proc".as_ptr(), c"/proc".as_ptr());
        libc::mount(kind, place, kind, quiet, none.cast());
    }
}

/// Waits for a child and returns its status as encoded by the system.
fn ended(child: libc::pid_t) -> Option<i32> {
    let mut status = 0;
    // SAFETY: the pointer is to a local that outlives the call.
    (unsafe { libc::waitpid(child, &raw mut status, 0) } == child).then_some(status)
}

/// Writes to a file with system calls only.
fn write(path: &CStr, bytes: &[u8]) -> io::Result<()> {
    // SAFETY: the path is a constant, the bytes outlive the call, and the file is closed once.
    unsafe {
        let file = libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if file < 0 {
            return Err(io::Error::last_os_error());
        }
        let written = libc::write(file, bytes.as_ptr().cast(), bytes.len());
        let error = io::Error::last_os_error();
        libc::close(file);
        if written == bytes.len().cast_signed() { Ok(()) } else { Err(error) }
    }
}
