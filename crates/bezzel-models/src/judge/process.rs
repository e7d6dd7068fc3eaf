//! One run of a program under limits: what it printed, how it ended, and nothing of it left behind.
//!
//! The program runs in a process group of its own and is watched from outside: time by the clock,
//! memory and number of processes from `/proc` (where there is one), output by its length. Whatever
//! happens, the whole group is killed at the end, and so is every process that left the group but
//! still carries the run's mark in its environment.

use super::processes;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Bounds on one run of a program.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Longest time by the clock.
    pub time: Duration,
    /// Most memory in use at once, in bytes, by the program and its children together.
    pub memory: u64,
    /// Most bytes of output.
    pub output: usize,
}

/// More processes at once than this is a program out of control.
pub const MOST_PROCESSES: usize = 256;

/// Bytes of the program's complaints that are kept: the last ones say what went wrong.
const COMPLAINT: usize = 2000;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this code.
    Exit(i32),
    /// Killed by this signal, which did not come from the judge.
    Signal(i32),
    /// Over the limit on time.
    Time,
    /// Over the limit on memory.
    Memory,
    /// Over the limit on output.
    Output,
    /// More than [`MOST_PROCESSES`] at once.
    Processes,
}

/// What is known after a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// What it printed, up to the limit.
    pub output: Vec<u8>,
    /// The end of what it wrote on standard error.
    pub complaint: String,
    /// How long it took.
    pub elapsed: Duration,
    /// Most memory seen in use at once, in bytes.
    pub memory: u64,
    /// Processes that were still running when the program had ended.
    pub left_behind: usize,
}

/// Runs a program with these arguments and this input under limits. A cancelled run is an error of
/// kind [`Interrupted`](io::ErrorKind::Interrupted).
pub fn run(words: &[String], input: &str, bounds: &Bounds, cancel: &AtomicBool) -> io::Result<Run> {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let mark = format!("{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
    let Some((program, arguments)) = words.split_first() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env(processes::MARK, &mark)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    let memory = bounds.memory;
    // SAFETY: between fork and exec the closure makes system calls only; it takes no lock and
    // allocates nothing.
    unsafe { command.pre_exec(move || confine(memory)) };
    let own_memory = peak_memory(libc::RUSAGE_SELF);
    let start = Instant::now();
    let mut child = command.spawn()?;
    let captured = Captured::of(&mut child, bounds.output);
    if let Some(mut pipe) = child.stdin.take() {
        // A program that does not read its input is free not to.
        let _ = pipe.write_all(input.as_bytes());
    }
    let mut memory = 0;
    let stopped = watch(&child, &captured, bounds, cancel, start, &mut memory);
    let elapsed = start.elapsed();
    let left_behind = match stopped {
        None => processes::in_group(child.id()).iter().filter(|p| p.id != child.id()).count(),
        Some(_) => 0,
    };
    let (status, peak) = finish(&child, &mark)?;
    if cancel.load(Ordering::Relaxed) {
        return Err(io::ErrorKind::Interrupted.into());
    }
    // The kernel's figure starts with the memory of the process that forked, so only more than
    // that says something about the program.
    if peak > own_memory {
        memory = memory.max(peak);
    }
    let (output, complaint, overflow) = captured.take();
    let end = match (stopped, status.code()) {
        (Some(end), _) => end,
        _ if memory > bounds.memory => End::Memory,
        _ if overflow => End::Output,
        (None, Some(code)) => End::Exit(code),
        (None, None) => End::Signal(status.signal().unwrap_or_default()),
    };
    Ok(Run { end, output, complaint, elapsed, memory, left_behind })
}

/// Waits for the program to end by itself or to be cancelled (`None`), or to pass a limit.
fn watch(
    child: &Child,
    captured: &Captured,
    bounds: &Bounds,
    cancel: &AtomicBool,
    start: Instant,
    memory: &mut u64,
) -> Option<End> {
    let mut pause = Duration::from_millis(1);
    loop {
        if has_ended(child.id()) || cancel.load(Ordering::Relaxed) {
            return None;
        }
        let group = processes::in_group(child.id());
        *memory = (*memory).max(group.iter().map(|process| process.memory).sum());
        let over = [
            (start.elapsed() >= bounds.time, End::Time),
            (captured.output.overflow.load(Ordering::Relaxed), End::Output),
            (group.len() > MOST_PROCESSES, End::Processes),
            (*memory > bounds.memory, End::Memory),
        ];
        if let Some((_, end)) = over.into_iter().find(|(is_over, _)| *is_over) {
            return Some(end);
        }
        let left = bounds.time.saturating_sub(start.elapsed());
        std::thread::sleep(pause.min(left));
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// Kills whatever is left of the run, then collects the program's status and peak memory.
///
/// The group is killed before its leader is collected, so its number cannot belong to anybody else.
fn finish(child: &Child, mark: &str) -> io::Result<(ExitStatus, u64)> {
    let id = child.id().cast_signed();
    // SAFETY: a plain system call; the negative number names the group this run was started in.
    unsafe { libc::kill(-id, libc::SIGKILL) };
    processes::kill_marked(mark);
    let mut status = 0;
    // SAFETY: all zeros is a valid rusage, a struct of integers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to locals that outlive the call, and the child has not been
        // waited for, so its number is still its own.
        if unsafe { libc::wait4(id, &raw mut status, 0, &raw mut usage) } == id {
            return Ok((ExitStatus::from_raw(status), bytes(&usage)));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

/// Whether a child has ended; it stays to be collected.
fn has_ended(id: u32) -> bool {
    // SAFETY: all zeros is a valid siginfo_t, a struct of integers and unions of them.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    let options = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: the pointer is to a local that outlives the call.
    let result = unsafe { libc::waitid(libc::P_PID, id, &raw mut info, options) };
    // SAFETY: waitid has filled in (or left zero) the member that si_pid reads.
    result == 0 && unsafe { info.si_pid() } != 0
}

/// Limits the kernel keeps: no core file, twice the memory in case the watcher is late, and an end
/// with the judge should that be killed.
fn confine(memory: u64) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    // SAFETY: a plain system call without pointers.
    if unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } != 0 {
        return Err(io::Error::last_os_error());
    }
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

fn peak_memory(who: libc::c_int) -> u64 {
    // SAFETY: all zeros is a valid rusage, and the pointer is to a local that outlives the call.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: as above.
    unsafe { libc::getrusage(who, &raw mut usage) };
    bytes(&usage)
}

/// Peak memory in bytes; all but Apple count it in units of 1024.
fn bytes(usage: &libc::rusage) -> u64 {
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    usage.ru_maxrss.cast_unsigned() * unit
}

/// What is read from the program while it runs.
struct Captured {
    output: Arc<Pipe>,
    complaint: Arc<Pipe>,
}

#[derive(Default)]
struct Pipe {
    bytes: Mutex<Vec<u8>>,
    overflow: AtomicBool,
    closed: AtomicBool,
}

impl Captured {
    fn of(child: &mut Child, most: usize) -> Captured {
        let output = Pipe::keeping(child.stdout.take(), move |kept, overflow| {
            if kept.len() > most {
                kept.truncate(most);
                overflow.store(true, Ordering::Relaxed);
            }
        });
        let complaint = Pipe::keeping(child.stderr.take(), |kept, _| {
            kept.drain(..kept.len().saturating_sub(COMPLAINT));
        });
        Captured { output, complaint }
    }

    /// All that came. A process that escaped every kill could hold a pipe open for ever, so the
    /// wait for its end is short.
    fn take(self) -> (Vec<u8>, String, bool) {
        let patience = Instant::now() + Duration::from_secs(1);
        let open = |pipe: &Pipe| !pipe.closed.load(Ordering::Acquire);
        while (open(&self.output) || open(&self.complaint)) && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(1));
        }
        let bytes = |pipe: &Pipe| {
            std::mem::take(&mut *pipe.bytes.lock().unwrap_or_else(PoisonError::into_inner))
        };
        let complaint = String::from_utf8_lossy(&bytes(&self.complaint)).trim().to_owned();
        (bytes(&self.output), complaint, self.output.overflow.load(Ordering::Relaxed))
    }
}

impl Pipe {
    /// Reads a pipe to its end in a thread; `trim` bounds what is kept after every read.
    fn keeping(
        source: Option<impl Read + Send + 'static>,
        trim: impl Fn(&mut Vec<u8>, &AtomicBool) + Send + 'static,
    ) -> Arc<Pipe> {
        let pipe = Arc::new(Pipe::default());
        let shared = Arc::clone(&pipe);
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            if let Some(mut source) = source {
                while let Ok(read @ 1..) = source.read(&mut buffer) {
                    let mut kept = shared.bytes.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.extend_from_slice(&buffer[..read]);
                    trim(&mut kept, &shared.overflow);
                }
            }
            shared.closed.store(true, Ordering::Release);
        });
        pipe
    }
}
