//! `bezzel judge`: runs a user's program for each size and reports what is wrong with it.

use crate::args::{NotationArgs, number, seconds, sizes};
use crate::failure::Failure;
use crate::output::{self, Out, Written};
use crate::signals;
use bezzel::{JudgeRequest, JudgedSide, Size, judge};
use clap::Args;
use indicatif::HumanBytes;
use std::io::{self, Write};

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
        let mut written = Written::default();
        let answer = judge(&self.request()?, &signals::control(), &mut |side| {
            written.item(self.print(side, out))
        })?;
        written.end()?;
        if self.json {
            out.json(&answer)?;
        }
        match answer.right {
            _ if answer.stopped => Err(Failure::Stopped),
            true => Ok(()),
            false => Err(Failure::Negative),
        }
    }

    fn request(&self) -> Result<JudgeRequest, Failure> {
        let sides = sizes(&self.n, None)?.into_iter().map(side).collect::<Result<_, Failure>>()?;
        let mut request = JudgeRequest::new(sides, self.words()?);
        (request.stdin, request.solutions) = (self.stdin, self.solutions);
        request.notation = self.notation.chosen()?;
        request.time = seconds("--time", &self.time)?.as_secs_f64();
        request.memory = number("--memory", &self.memory)?;
        request.output = number("--output", &self.output)?;
        Ok(request)
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

    fn print(&self, side: &JudgedSide, out: &mut Out) -> io::Result<()> {
        let JudgedSide { n, text, seconds, .. } = side;
        let behind = match side.left_behind {
            0 => String::new(),
            processes => format!(", {processes} processes left behind and killed"),
        };
        let memory = match side.memory {
            None => "memory not measured".to_owned(),
            Some(bytes) => format!("memory {}", HumanBytes(bytes)),
        };
        output::note(&format!("{n}: {seconds:.3} s, {memory}{behind}"));
        if self.json {
            return Ok(());
        }
        writeln!(out, "{n} {text}")?;
        out.flush()
    }
}

/// The side of a board that programs are judged on.
fn side(size: Size) -> Result<u32, Failure> {
    if size.is_square() && size.dimension() == 2 {
        return Ok(size.rows());
    }
    Err(Failure::Usage(format!(
        "programs are judged on square boards, not on {size}; write for example 4..12"
    )))
}
