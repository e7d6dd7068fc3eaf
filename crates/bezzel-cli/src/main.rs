//! The `bezzel` program: reads what was typed, runs one verb, prints its answer.

mod args;
mod failure;
mod file;
mod notes;
mod output;
mod progress;
mod signals;
mod verbs;

use clap::{CommandFactory, FromArgMatches, Parser};
use failure::Failure;
use output::Out;
use std::io::Write;
use std::process::ExitCode;

/// The N-Queens workstation.
///
/// Counts and lists solutions of the n-queens problem, and steps through and compares its published
/// algorithms. Answers go to standard output, notes to standard error.
#[derive(Parser)]
#[command(name = "bezzel", version, about, long_about, after_help = AFTER, max_term_width = 100,
          subcommand_value_name = "VERB")]
pub struct Cli {
    #[command(subcommand)]
    verb: verbs::Verb,
}

const AFTER: &str = "\
Examples:
  bezzel solve 8                         one solution, and how it was found
  bezzel count 4..12                     totals for a range of sizes
  bezzel trace 4 --algorithm nilsson     every step of Nilsson's production system
  bezzel compare 4..8                    the work of all algorithms side by side
  bezzel check 2,4,1,7,0,6,3,5           is this a solution?
  bezzel construct 1e9 --output queens   a billion queens without search
  bezzel draw board 8 2,4,1,7,0,6,3,5 -o board.svg
  bezzel reproduce erbas table1          a paper's table beside recomputed values

Exit codes: 0 ok, 1 negative answer, 2 wrong usage, 3 input or output failed,
            4 a limit was reached or a search gave up, 130 stopped by a signal.";

fn main() -> ExitCode {
    let mut out = Out::new();
    let result = read_arguments().and_then(|cli| match cli {
        Some(cli) => verbs::run(cli.verb, &mut out),
        None => verbs::welcome(&mut out),
    });
    // What was found so far is printed even if the run failed in the end. A failure to write the
    // answer matters more than a negative answer.
    let result = match (result, out.flush().map_err(Failure::from)) {
        (Ok(()) | Err(Failure::Negative | Failure::Limit), Err(Failure::Io(why))) => {
            Err(Failure::Io(why))
        }
        (result, flushed) => result.and(flushed),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                // If standard error is closed too, there is nowhere left to report it.
                let _ = writeln!(std::io::stderr(), "bezzel: {message}");
            }
            failure.code()
        }
    }
}

/// What was typed, if anything.
fn read_arguments() -> Result<Option<Cli>, Failure> {
    if std::env::args_os().len() < 2 {
        return Ok(None);
    }
    let matches = Cli::command().try_get_matches().map_err(|error| Failure::from_clap(&error))?;
    Cli::from_arg_matches(&matches).map(Some).map_err(|error| Failure::from_clap(&error))
}
