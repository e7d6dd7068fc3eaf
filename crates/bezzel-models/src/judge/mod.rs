//! The judge: runs a user's program, compares its answers with the right ones and reports what is
//! wrong.
//!
//! The protocol: the program is run once for each side `n`, with `n` as its last argument (or on
//! standard input), and prints the total or, as a lister, every solution on a separate line. It
//! exits with code 0. If a program also accepts `n column`, for the solutions whose queen in the
//! first row is in that column, the judge can say which square of the first row is wrong.

mod cage;
mod listing;
mod narrowing;
mod process;
mod processes;
mod protocol;
mod verdict;

pub use cage::Cage;
pub use narrowing::Narrowing;
pub use process::{Bounds, MOST_PROCESSES};
pub use verdict::{ListingFault, Verdict};

use bezzel_board::{Explain, Instead, Notation, Problem};
use process::{End, Run};
use std::io;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use thiserror::Error;

/// How the program gets its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// `n` (and a column) as the last arguments.
    Argument,
    /// `n` (and a column) as one line of standard input.
    Stdin,
}

/// What the program has to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The number of solutions.
    Total,
    /// All solutions, one on each line, in any order, in this notation.
    Solutions(Notation),
}

/// Why there is no verdict.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// The program could not be started.
    #[error("cannot start '{program}': {error}")]
    Start {
        /// The program's name.
        program: String,
        /// The system's error.
        error: io::Error,
    },
    /// The judge itself was stopped.
    #[error("stopped")]
    Stopped,
    /// The right answer is not known.
    #[error("{0}")]
    Unknown(String),
}

impl Explain for JudgeError {
    fn instead(&self) -> Vec<Instead> {
        match self {
            JudgeError::Start { .. } => vec![Instead::advice("name a program and its arguments")],
            JudgeError::Stopped | JudgeError::Unknown(_) => Vec::new(),
        }
    }
}

/// Where the right totals come from.
pub type Totals<'a> = dyn Fn(&Problem) -> Result<u128, String> + 'a;

/// A program and how it is judged.
pub struct Judge<'a> {
    /// The program and its arguments.
    pub command: &'a [String],
    /// How it gets its input.
    pub input: Input,
    /// What it has to print.
    pub task: Task,
    /// Limits of each run.
    pub bounds: Bounds,
    /// Its cage; normally [`Cage::best`].
    pub cage: Cage,
    /// The right totals.
    pub totals: &'a Totals<'a>,
    /// Stop soon after this is set.
    pub stop: &'a AtomicBool,
}

/// The verdict on one side, with the resources used.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// How long the program ran.
    pub elapsed: Duration,
    /// Peak memory observed, in bytes.
    pub memory: u64,
    /// Processes that the program left running; they were killed.
    pub left_behind: usize,
}

impl Judge<'_> {
    /// Runs the program for the n-queens problem and judges the result.
    pub fn judge(&self, n: u32) -> Result<Judged, JudgeError> {
        let run = self.run(&[n])?;
        let (elapsed, memory, left_behind) = (run.elapsed, run.memory, run.left_behind);
        let verdict = match self.task {
            _ if run.end != End::Exit(0) => Verdict::of_end(&run, &self.bounds),
            Task::Total => self.judge_total(n, &run)?,
            Task::Solutions(notation) => self.judge_listing(n, &run, notation)?,
        };
        Ok(Judged { verdict, elapsed, memory, left_behind })
    }

    fn judge_total(&self, n: u32, run: &Run) -> Result<Verdict, JudgeError> {
        let said = match protocol::total(&run.output) {
            Ok(said) => said,
            Err(violation) => return Ok(violation.into()),
        };
        let right = self.total(&Problem::queens(n))?;
        if said == right {
            return Ok(Verdict::Right { total: right });
        }
        let narrowing = narrowing::narrow(self, n, said)?;
        Ok(Verdict::WrongTotal { said, right, narrowing })
    }

    fn judge_listing(&self, n: u32, run: &Run, notation: Notation) -> Result<Verdict, JudgeError> {
        let problem = Problem::queens(n);
        let listed = match protocol::solutions(&run.output, problem.size(), notation) {
            Ok(listed) => listed,
            Err(violation) => return Ok(violation.into()),
        };
        match listing::first_fault(self, &problem, &listed)? {
            Some((column, fault)) => Ok(Verdict::WrongListing { column, fault }),
            None => Ok(Verdict::Right { total: listed.len() as u128 }),
        }
    }

    /// Runs the program with these numbers: `n`, or `n column`.
    fn run(&self, numbers: &[u32]) -> Result<Run, JudgeError> {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let (words, input) = match self.input {
            Input::Argument => ([self.command, &numbers].concat(), String::new()),
            Input::Stdin => (self.command.to_vec(), format!("{}\n", numbers.join(" "))),
        };
        process::run(&words, &input, &self.bounds, self.cage, self.stop).map_err(|error| {
            let program = self.command.first().cloned().unwrap_or_default();
            match error.kind() {
                io::ErrorKind::Interrupted => JudgeError::Stopped,
                _ => JudgeError::Start { program, error },
            }
        })
    }

    fn total(&self, problem: &Problem) -> Result<u128, JudgeError> {
        (self.totals)(problem).map_err(JudgeError::Unknown)
    }
}
