//! The verdict of the judge on one run, as text and as data.

use super::narrowing::Narrowing;
use super::process::{Bounds, End, MOST_PROCESSES, Run};
use super::protocol::Violation;
use serde::{Serialize, Serializer};
use std::fmt;

/// The verdict on one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// The answer is right.
    Right {
        /// The total.
        #[serde(serialize_with = "text")]
        total: u128,
    },
    /// The output does not follow the protocol.
    ProtocolViolation {
        /// Line of the output, from 1.
        line: usize,
        /// Character in the line, from 1.
        column: usize,
        /// What is wrong there.
        what: String,
        /// What would be right, where that does not follow from what is wrong.
        #[serde(skip_serializing_if = "Option::is_none")]
        instead: Option<&'static str>,
    },
    /// A wrong total.
    #[serde(rename = "wrong-answer")]
    WrongTotal {
        /// The program's answer.
        #[serde(serialize_with = "text")]
        said: u128,
        /// The right answer.
        #[serde(serialize_with = "text")]
        right: u128,
        /// The first wrong square of the first row.
        narrowing: Narrowing,
    },
    /// A wrong list of solutions.
    #[serde(rename = "wrong-answer")]
    WrongListing {
        /// The first wrong square of the first row; none for a line without a queen there.
        column: Option<u32>,
        /// What is wrong there.
        fault: ListingFault,
    },
    /// The program took too long and was killed.
    Timeout {
        /// The limit in seconds.
        seconds: f64,
    },
    /// The program used too much memory and was killed, or ended when it was refused more.
    MemoryLimit {
        /// The limit in bytes.
        bytes: u64,
    },
    /// The program printed too much and was killed.
    OutputLimit {
        /// The limit in bytes.
        bytes: usize,
    },
    /// The program started too many processes and was killed with them.
    ProcessLimit {
        /// The limit.
        processes: usize,
    },
    /// The program, or a process it started, escaped from its cage.
    Escape {
        /// Processes that were found outside and killed; 0 if it killed its keeper and no process
        /// was found.
        processes: usize,
    },
    /// The program ended with a signal, or with an exit code other than 0.
    Crash {
        /// The signal that ended it.
        signal: Option<i32>,
        /// The exit code it ended with.
        exit_code: Option<i32>,
        /// The end of its standard error.
        complaint: String,
    },
}

/// What is wrong with a list of solutions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "fault", rename_all = "kebab-case")]
pub enum ListingFault {
    /// A line that is not a solution.
    NotASolution {
        /// Line of the output, from 1.
        line: usize,
        /// Why not.
        reasons: Vec<String>,
    },
    /// A duplicate of an earlier line.
    Repeated {
        /// Line of the output, from 1.
        line: usize,
        /// The earlier line.
        first_line: usize,
    },
    /// Solutions that are not listed.
    Missing {
        /// How many are listed with this square.
        #[serde(serialize_with = "text")]
        listed: u128,
        /// How many there are.
        #[serde(serialize_with = "text")]
        right: u128,
        /// One that is missing, in one-line notation.
        example: String,
    },
}

/// Counts are strings in JSON: they can exceed 2^53.
pub fn text<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
}

impl Verdict {
    /// Whether the program is right.
    #[must_use]
    pub fn is_right(&self) -> bool {
        matches!(self, Verdict::Right { .. })
    }

    /// The verdict on a run that failed.
    pub(super) fn of_end(run: &Run, bounds: &Bounds) -> Verdict {
        let crash = |signal, exit_code| Verdict::Crash {
            signal,
            exit_code,
            complaint: run.complaint.clone(),
        };
        match run.end {
            End::Time => Verdict::Timeout { seconds: bounds.time.as_secs_f64() },
            End::Memory => Verdict::MemoryLimit { bytes: bounds.memory },
            End::Output => Verdict::OutputLimit { bytes: bounds.output },
            End::Processes => Verdict::ProcessLimit { processes: MOST_PROCESSES },
            End::Escape(processes) => Verdict::Escape { processes },
            // The kernel refuses memory beyond the limit, so a program may end before the judge sees it.
            _ if lacked_memory(&run.complaint) => Verdict::MemoryLimit { bytes: bounds.memory },
            End::Signal(signal) => crash(Some(signal), None),
            End::Exit(code) => crash(None, Some(code)),
        }
    }
}

/// Whether a program ended because it ran out of memory, by the error messages of Python, C++,
/// Rust, Java and C.
fn lacked_memory(complaint: &str) -> bool {
    let last = complaint.lines().rev().take(3);
    let words = [
        "MemoryError",
        "bad_alloc",
        "memory allocation of",
        "OutOfMemory",
        "Cannot allocate memory",
    ];
    last.into_iter().any(|line| words.iter().any(|word| line.contains(word)))
}

impl From<Violation> for Verdict {
    fn from(violation: Violation) -> Verdict {
        let Violation { line, column, what, instead } = violation;
        Verdict::ProtocolViolation { line, column, what, instead }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Right { total } => write!(f, "right: {total}"),
            Verdict::ProtocolViolation { line, column, what, instead } => {
                write!(f, "protocol violation: line {line}, column {column}: {what}")?;
                instead.map_or(Ok(()), |instead| write!(f, "; {instead}"))
            }
            Verdict::WrongTotal { said, right, narrowing } => {
                write!(f, "wrong answer: got {said}, expected {right}; {narrowing}")
            }
            Verdict::WrongListing { column: Some(column), fault } => {
                write!(f, "wrong answer: first wrong square (0, {column}): {fault}")
            }
            Verdict::WrongListing { column: None, fault } => write!(f, "wrong answer: {fault}"),
            Verdict::Timeout { seconds } => write!(f, "timeout: no end after {seconds} s"),
            Verdict::MemoryLimit { bytes } => {
                write!(f, "memory limit: more than {bytes} bytes in use")
            }
            Verdict::OutputLimit { bytes } => {
                write!(f, "output limit: more than {bytes} bytes printed")
            }
            Verdict::ProcessLimit { processes } => {
                write!(f, "process limit: more than {processes} processes at once")
            }
            Verdict::Escape { processes: 0 } => {
                f.write_str("escape: it killed its keeper; its processes may still be running")
            }
            Verdict::Escape { processes } => {
                write!(f, "escape: {processes} of its processes escaped and were killed")
            }
            Verdict::Crash { signal, exit_code, complaint } => {
                match (signal, exit_code) {
                    (Some(signal), _) => write!(f, "crash: signal {signal}{}", name(*signal))?,
                    (_, Some(code)) => write!(f, "crash: exit code {code}")?,
                    (None, None) => f.write_str("crash")?,
                }
                // The last line of an error message says what went wrong.
                match complaint.lines().next_back() {
                    Some(last) => write!(f, "; last line of standard error: {last}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for Narrowing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Narrowing::Square { column, said, right } => {
                write!(f, "first wrong square (0, {column}): got {said}, expected {right}")
            }
            Narrowing::SumOnly => {
                f.write_str("every square of the first row is right, but the sum is not")
            }
            Narrowing::IgnoresColumn => {
                f.write_str("not narrowed down: it prints its total for every column of 'N COLUMN'")
            }
            Narrowing::NoAnswer { column, because } => {
                write!(f, "not narrowed down: no answer to 'N {column}': {because}")
            }
        }
    }
}

impl fmt::Display for ListingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListingFault::NotASolution { line, reasons } => {
                write!(f, "line {line} is not a solution: ")?;
                f.write_str(reasons.first().map_or("it has no queen", String::as_str))
            }
            ListingFault::Repeated { line, first_line } => {
                write!(f, "line {line} repeats line {first_line}")
            }
            ListingFault::Missing { listed, right, example } => {
                write!(f, "{listed} of {right} solutions listed, {example} is missing")
            }
        }
    }
}

/// The name of a signal that often ends programs.
fn name(signal: i32) -> &'static str {
    match signal {
        libc::SIGSEGV => " (segmentation fault)",
        libc::SIGABRT => " (abort)",
        libc::SIGFPE => " (arithmetic)",
        libc::SIGILL => " (illegal instruction)",
        libc::SIGBUS => " (bus error)",
        libc::SIGKILL => " (killed)",
        libc::SIGTERM => " (terminated)",
        libc::SIGPIPE => " (broken pipe)",
        _ => "",
    }
}
