//! `bezzel judge`: runs a user's program for each size and reports what is wrong with it.

use crate::args::{NotationArgs, number, seconds, sizes};
use crate::counting;
use crate::failure::Failure;
use crate::output::{self, Out};
use crate::signals;
use bezzel_board::{Notation, Problem, Size};
use bezzel_models::judge::{Bounds, Cage, Input, Judge, JudgeError, Judged, Task};
use clap::Args;
use indicatif::HumanBytes;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::atomic::AtomicBool;

/// Run your own program for each size and judge its answers
///
/// The program receives N as its last argument. It prints the total, or with --solutions every
/// solution on a line of its own, and exits with code 0. If it also accepts N COLUMN and counts the
/// solutions whose queen in the first row stands in that column, a wrong total can be narrowed
/// down.
#[derive(Args)]
pub struct JudgeVerb {
    /// Size of the board, or a range of sizes: 8, 4..12
    #[arg(value_name = "N", allow_hyphen_values = true)]
    n: String,
    /// The program with its arguments, quoted as for a shell
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    command: String,
    /// Pass N on standard input instead of as an argument
    #[arg(long)]
    stdin: bool,
    /// The program lists all solutions, one per line, in any order
    #[arg(long)]
    solutions: bool,
    #[command(flatten)]
    notation: NotationArgs,
    /// Time limit of one run
    #[arg(long, value_name = "SECONDS", default_value = "10", allow_hyphen_values = true)]
    time: String,
    /// Memory limit
    #[arg(long, value_name = "BYTES", default_value = "1e9", allow_hyphen_values = true)]
    memory: String,
    /// Output limit of one run
    #[arg(long, value_name = "BYTES", default_value = "1e8", allow_hyphen_values = true)]
    output: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl JudgeVerb {
    pub fn run(&self, out: &mut Out) -> Result<(), Failure> {
        let sides: Vec<u32> =
            sizes(&self.n, None)?.into_iter().map(side).collect::<Result<_, Failure>>()?;
        let command = self.words()?;
        let stop = signals::flag();
        let totals = |problem: &Problem| counting::total(problem, &stop);
        let judge = Judge {
            command: &command,
            input: if self.stdin { Input::Stdin } else { Input::Argument },
            task: self.task()?,
            bounds: Bounds {
                time: seconds("--time", &self.time)?,
                memory: number("--memory", &self.memory)?,
                output: number("--output", &self.output)?.try_into().unwrap_or(usize::MAX),
            },
            cage: Cage::best(),
            totals: &totals,
            stop: &stop,
        };
        let mut verdicts = Vec::new();
        let mut all_right = true;
        for n in sides {
            let judged = judge.judge(n).map_err(|error| match error {
                JudgeError::Stopped => Failure::Stopped,
                JudgeError::Start { .. } => Failure::Io(error.to_string()),
                JudgeError::Unknown(_) if is_raised(&stop) => Failure::Stopped,
                JudgeError::Unknown(why) => Failure::Usage(why),
            })?;
            all_right &= judged.verdict.is_right();
            let seconds = judged.elapsed.as_secs_f64();
            let behind = match judged.left_behind {
                0 => String::new(),
                processes => format!(", {processes} processes left behind and killed"),
            };
            let memory = match judged.memory {
                // The process ended before it could be measured.
                0 => "memory not measured".to_owned(),
                bytes => format!("memory {}", HumanBytes(bytes)),
            };
            output::note(&format!("{n}: {seconds:.3} s, {memory}{behind}"));
            if self.json {
                verdicts.push(document(n, &judged));
            } else {
                writeln!(out, "{n} {}", judged.verdict)?;
                out.flush()?;
            }
        }
        if self.json {
            out.json(&json!({
                "schema": "bezzel/judge/1",
                "command": command,
                "right": all_right,
                "verdicts": verdicts,
            }))?;
        }
        if all_right { Ok(()) } else { Err(Failure::Negative) }
    }

    fn words(&self) -> Result<Vec<String>, Failure> {
        match shlex::split(&self.command) {
            Some(words) if !words.is_empty() => Ok(words),
            _ => Err(Failure::Usage(format!(
                "--command '{}' is not a program with arguments; close every quote, for example \
                 --command 'python3 mine.py'",
                self.command
            ))),
        }
    }

    fn task(&self) -> Result<Task, Failure> {
        if !self.solutions {
            return match self.notation.notation {
                Some(_) => Err(Failure::Usage(
                    "--notation says how solutions are written; it goes with --solutions"
                        .to_owned(),
                )),
                None => Ok(Task::Total),
            };
        }
        match self.notation.or(Notation::OneLine)? {
            Notation::Grid => Err(Failure::Usage(
                "grid notation takes several lines; a listed solution takes one, for example \
                 one-line or leetcode"
                    .to_owned(),
            )),
            notation => Ok(Task::Solutions(notation)),
        }
    }
}

/// The largest board: its total takes the engines half a minute on two cores.
const LARGEST: u32 = 20;

/// The side of a board that programs are judged on.
fn side(size: Size) -> Result<u32, Failure> {
    if size.is_square() && size.dimension() == 2 && (1..=LARGEST).contains(&size.rows()) {
        return Ok(size.rows());
    }
    Err(Failure::Usage(format!(
        "programs are judged on square boards from 1 to {LARGEST}, not on {size}; write for example 4..12"
    )))
}

fn document(n: u32, judged: &Judged) -> Value {
    json!({
        "n": n,
        "result": judged.verdict,
        "text": judged.verdict.to_string(),
        "seconds": judged.elapsed.as_secs_f64(),
        "memory": (judged.memory > 0).then_some(judged.memory),
        "left_behind": judged.left_behind,
    })
}

fn is_raised(stop: &AtomicBool) -> bool {
    stop.load(std::sync::atomic::Ordering::Relaxed)
}
