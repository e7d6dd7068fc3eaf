//! One run of a program under limits: its output, how it ended, and the removal of all its
//! processes.
//!
//! The program runs in a [cage](super::cage) and is monitored from outside: wall-clock time, the
//! memory and number of all its processes from `/proc` (where available), and the length of its
//! output. In every case everything in the cage is killed at the end. Each process carries the
//! run's mark in its environment; a process found with the mark after that has escaped.

use super::cage::{Cage, Caged, Fate, Program};
use super::processes;
use std::io::{self, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{ChildStderr, ChildStdout};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Limits of one run of a program.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Maximum wall-clock time.
    pub time: Duration,
    /// Maximum memory, in bytes, of the program and its children together.
    pub memory: u64,
    /// Maximum number of bytes of output.
    pub output: usize,
}

/// Maximum number of processes at once.
pub const MOST_PROCESSES: usize = 256;

/// Bytes of standard error that are kept: the last ones say what went wrong.
const COMPLAINT: usize = 2000;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Normally, with this code.
    Exit(i32),
    /// Killed by this signal, which was not sent by the judge.
    Signal(i32),
    /// Over the limit on time.
    Time,
    /// Over the limit on memory.
    Memory,
    /// Over the limit on output.
    Output,
    /// More than [`MOST_PROCESSES`] at once.
    Processes,
    /// It escaped from its cage: this many processes were found and killed, or none were found but
    /// the keeper is gone.
    Escape(usize),
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Its output, up to the limit.
    pub output: Vec<u8>,
    /// The end of its standard error.
    pub complaint: String,
    /// How long it took.
    pub elapsed: Duration,
    /// Peak memory observed, in bytes.
    pub memory: u64,
    /// Processes that were still running when the program had ended.
    pub left_behind: usize,
}

/// Runs a program with these arguments and this input under limits. A stopped run is an error of
/// kind [`Interrupted`](io::ErrorKind::Interrupted).
pub fn run(
    words: &[String],
    input: &str,
    bounds: &Bounds,
    cage: Cage,
    stop: &AtomicBool,
) -> io::Result<Run> {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let mark = format!("{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
    let own_memory = peak_memory();
    let start = Instant::now();
    let program = Program { words, mark: &mark, memory: bounds.memory };
    let mut caged = Caged::spawn(&program, cage)?;
    let captured = match Captured::of(caged.stdout(), caged.stderr(), bounds.output) {
        Ok(captured) => captured,
        Err(error) => {
            caged.close()?;
            return Err(error);
        }
    };
    if let Some(mut pipe) = caged.stdin() {
        // A program need not read its input.
        let _ = pipe.write_all(input.as_bytes());
    }
    let mut memory = 0;
    let stopped = watch(&mut caged, &captured, bounds, stop, start, &mut memory);
    let elapsed = start.elapsed();
    let fate = caged.fate();
    let left_behind = if stopped.is_none() { caged.processes().len() } else { 0 };
    let peak = caged.close()?;
    // Any process that carries the mark now has escaped.
    let escaped = processes::kill_marked(&mark);
    if stop.load(Ordering::Relaxed) {
        return Err(io::ErrorKind::Interrupted.into());
    }
    // The kernel's figure starts with the memory of the forking process, so only a larger value is
    // meaningful for the program.
    if peak > own_memory {
        memory = memory.max(peak);
    }
    let (output, complaint, overflow) = captured.take();
    let end = match (stopped, fate) {
        _ if escaped > 0 => End::Escape(escaped),
        (Some(end), _) => end,
        (None, Some(Fate::KeeperLost) | None) => End::Escape(escaped),
        _ if memory > bounds.memory => End::Memory,
        _ if overflow => End::Output,
        (None, Some(Fate::Ended(status))) => match status.code() {
            Some(code) => End::Exit(code),
            None => End::Signal(status.signal().unwrap_or_default()),
        },
    };
    Ok(Run { end, output, complaint, elapsed, memory, left_behind })
}

/// Waits for the program to end, to be stopped (`None`), or to exceed a limit.
fn watch(
    caged: &mut Caged,
    captured: &Captured,
    bounds: &Bounds,
    stop: &AtomicBool,
    start: Instant,
    memory: &mut u64,
) -> Option<End> {
    let mut pause = Duration::from_millis(1);
    loop {
        if caged.fate().is_some() || stop.load(Ordering::Relaxed) {
            return None;
        }
        let all = caged.processes();
        *memory = (*memory).max(all.iter().sum());
        let over = [
            (start.elapsed() >= bounds.time, End::Time),
            (captured.output.overflow.load(Ordering::Relaxed), End::Output),
            (all.len() > MOST_PROCESSES, End::Processes),
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

fn peak_memory() -> u64 {
    // SAFETY: all zeros is a valid rusage, and the pointer is to a local that outlives the call.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: as above.
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &raw mut usage) };
    // All systems except Apple's count it in units of 1024.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    usage.ru_maxrss.cast_unsigned() * unit
}

/// The output read from the program while it runs.
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
    fn of(
        output: Option<ChildStdout>,
        complaint: Option<ChildStderr>,
        most: usize,
    ) -> io::Result<Captured> {
        let output = Pipe::keeping(output, move |kept, overflow| {
            if kept.len() > most {
                kept.truncate(most);
                overflow.store(true, Ordering::Relaxed);
            }
        })?;
        let complaint = Pipe::keeping(complaint, |kept, _| {
            kept.drain(..kept.len().saturating_sub(COMPLAINT));
        })?;
        Ok(Captured { output, complaint })
    }

    /// The complete output. A process that escaped could hold a pipe open forever, so the wait for
    /// end of file is short.
    fn take(self) -> (Vec<u8>, String, bool) {
        let patience = Instant::now() + Duration::from_secs(1);
        let open = |pipe: &Pipe| !pipe.closed.load(Ordering::Acquire);
        while (open(&self.output) || open(&self.complaint)) && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(1));
        }
        let bytes = |pipe: &Pipe| {
            std::mem::take(&mut *pipe.bytes.lock().unwrap_or_else(PoisonError::into_inner))
        };
        // It is shown in a terminal: nothing in it may move the cursor or change colours.
        let complaint = String::from_utf8_lossy(&bytes(&self.complaint))
            .trim()
            .replace(|c: char| c.is_control() && c != '\n', "\u{fffd}");
        (bytes(&self.output), complaint, self.output.overflow.load(Ordering::Relaxed))
    }
}

impl Pipe {
    /// Reads a pipe to its end in a thread; `trim` limits what is kept after every read. An error if
    /// the system gives no thread.
    fn keeping(
        source: Option<impl Read + Send + 'static>,
        trim: impl Fn(&mut Vec<u8>, &AtomicBool) + Send + 'static,
    ) -> io::Result<Arc<Pipe>> {
        let pipe = Arc::new(Pipe::default());
        let shared = Arc::clone(&pipe);
        let read_all = move || {
            let mut buffer = [0; 1 << 16];
            if let Some(mut source) = source {
                while let Ok(read @ 1..) = source.read(&mut buffer) {
                    let mut kept = shared.bytes.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.extend_from_slice(&buffer[..read]);
                    trim(&mut kept, &shared.overflow);
                }
            }
            shared.closed.store(true, Ordering::Release);
        };
        match std::thread::Builder::new().spawn(read_all) {
            Ok(_) => Ok(pipe),
            Err(error) => {
                let what = "the system gives no thread to read the program's output";
                Err(io::Error::new(error.kind(), format!("{what}: {error}")))
            }
        }
    }
}
