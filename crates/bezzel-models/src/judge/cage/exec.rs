//! The program to run, and the limits that the kernel enforces.

use crate::judge::processes::MARK;
#[cfg(target_os = "linux")]
use std::ffi::{CString, OsStr, OsString};
use std::io;
#[cfg(target_os = "linux")]
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::process::{Command, Stdio};

/// A program with its limits.
pub(in crate::judge) struct Program<'a> {
    /// Its name and arguments.
    pub words: &'a [String],
    /// The mark in its environment.
    pub mark: &'a str,
    /// Memory limit in bytes.
    pub memory: u64,
}

impl Program<'_> {
    /// The command, its three streams piped.
    pub fn command(&self) -> io::Result<Command> {
        let Some((program, arguments)) = self.words.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env(MARK, self.mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Ok(command)
    }
}

/// A program in the form that the kernel needs, so that it can be started without allocating
/// memory.
///
/// The standard library could start it too, but if that fails it waits for the process it has
/// forked, which is the keeper, and the keeper waits for the judge.
#[cfg(target_os = "linux")]
pub(super) struct Image {
    /// What the pointers point into.
    _texts: [Vec<CString>; 2],
    arguments: Vec<*const libc::c_char>,
    environment: Vec<*const libc::c_char>,
}

// SAFETY: the pointers are to texts that the image owns and never changes; a text stays where it is
// when the image moves.
#[cfg(target_os = "linux")]
unsafe impl Send for Image {}
// SAFETY: as above.
#[cfg(target_os = "linux")]
unsafe impl Sync for Image {}

#[cfg(target_os = "linux")]
impl Image {
    pub fn new(program: &Program<'_>) -> io::Result<Image> {
        let arguments = program.words.iter().map(|word| Ok(CString::new(word.as_str())?));
        let arguments = arguments.collect::<io::Result<Vec<_>>>()?;
        let own = std::env::vars_os().filter(|(name, _)| name != MARK);
        let mark = (OsString::from(MARK), OsString::from(program.mark));
        let environment = own.chain([mark]).map(|(mut entry, value)| {
            entry.push(OsStr::from_bytes(b"="));
            entry.push(value);
            Ok(CString::new(entry.into_vec())?)
        });
        let environment = environment.collect::<io::Result<Vec<_>>>()?;
        let pointers = |texts: &[CString]| {
            let end = std::iter::once(std::ptr::null());
            texts.iter().map(|text| text.as_ptr()).chain(end).collect()
        };
        Ok(Image {
            arguments: pointers(&arguments),
            environment: pointers(&environment),
            _texts: [arguments, environment],
        })
    }

    /// Executes the program; returns only on failure.
    pub fn start(&self) -> io::Error {
        // SAFETY: both lists end with a null pointer, and what they point to is alive.
        unsafe {
            libc::execvpe(self.arguments[0], self.arguments.as_ptr(), self.environment.as_ptr())
        };
        io::Error::last_os_error()
    }
}

/// Limits that the kernel enforces, set before the program starts: no core file, and twice the
/// memory per process in case the monitor is late. System calls only.
pub(super) fn confine(memory: u64) -> io::Result<()> {
    let wanted = [(libc::RLIMIT_CORE, 0), (libc::RLIMIT_DATA, memory.saturating_mul(2))];
    for (resource, most) in wanted {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the pointer is to a local that outlives the call.
        if unsafe { libc::getrlimit(resource, &raw mut limit) } != 0 {
            return Err(io::Error::last_os_error());
        }
        limit.rlim_cur = limit.rlim_max.min(most);
        limit.rlim_max = limit.rlim_cur;
        // SAFETY: as above.
        if unsafe { libc::setrlimit(resource, &raw const limit) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}
