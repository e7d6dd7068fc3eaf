//! Every way a run can fail, with its exit code and its one-line message.

use bezzel::{BoardError, ErrorKind, Instead, NotationError, StopReason};
use clap::CommandFactory;
use clap::error::ErrorKind::UnknownArgument;
use clap::error::{ContextKind, ContextValue};
use std::env;
use std::io;
use std::process::ExitCode;

/// Why the program ends with a code other than 0.
#[derive(Debug)]
pub enum Failure {
    /// The answer is no; it has been printed.
    Negative,
    /// Two numbers that contradict each other; the message gives both.
    Alarm(String),
    /// The request is wrong; the message says what would be right.
    Usage(String),
    /// Something could not be read or written.
    Io(String),
    /// A limit was reached; what was found has been printed.
    Limit,
    /// Stopped by a signal; what was found has been printed.
    Stopped,
    /// The reader of the output has closed it, which is not an error.
    ClosedPipe,
    /// Help or version was asked for and has been printed.
    Shown,
}

impl Failure {
    /// The line for standard error, if there is one.
    pub fn message(&self) -> Option<&str> {
        match self {
            Failure::Usage(message) | Failure::Io(message) | Failure::Alarm(message) => {
                Some(message)
            }
            _ => None,
        }
    }

    /// The exit code.
    pub fn code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::ClosedPipe | Failure::Shown => 0,
            Failure::Negative | Failure::Alarm(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Io(_) => 3,
            Failure::Limit => 4,
            Failure::Stopped => 130,
        })
    }

    /// The failure for a computation that was stopped for this reason, if it was stopped.
    pub fn unless_finished(stopped: Option<StopReason>) -> Result<(), Failure> {
        match stopped {
            // An algorithm that does not look for all solutions has done what it can.
            None | Some(StopReason::Incomplete) => Ok(()),
            Some(StopReason::Stopped) => Err(Failure::Stopped),
            Some(StopReason::Enough) => Err(Failure::ClosedPipe),
            Some(_) => Err(Failure::Limit),
        }
    }

    /// An error of the argument parser in one line; help is printed unchanged.
    pub fn from_clap(error: &clap::Error) -> Failure {
        if !error.use_stderr() {
            return match error.print() {
                Ok(()) => Failure::Shown,
                Err(error) => error.into(),
            };
        }
        let elsewhere = taken_by_solve(error);
        let text = error.render().to_string();
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        // The first paragraph says what is wrong, "tip:" lines what would be right.
        let mut message = String::new();
        for line in
            lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        {
            let (separator, line) = match line.strip_prefix("tip: ") {
                Some(_) if elsewhere => ("; ", "'bezzel solve' takes it"),
                Some(tip) => ("; ", tip),
                None if message.is_empty() => ("", line.trim_start_matches("error: ")),
                None if message.ends_with(':') || line.starts_with('[') => (" ", line),
                None => (", ", line),
            };
            message.push_str(separator);
            message.push_str(line);
        }
        // "Usage: bezzel job run [OPTIONS] <LEDGER>" names the verb. A message about a wrong value
        // already says what would be right, so it does not point to the help.
        if let Some(usage) = lines().find_map(|line| line.strip_prefix("Usage: ")) {
            let is_name = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase());
            let verb: Vec<&str> = usage.split(' ').take_while(is_name).collect();
            message.push_str(&format!("; '{} --help' shows how", verb.join(" ")));
        }
        Failure::Usage(message)
    }
}

/// Whether it is about an option that this verb lacks and `solve`, which takes every part of a problem, has.
fn taken_by_solve(error: &clap::Error) -> bool {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return false;
    };
    let name = option.trim_start_matches('-');
    let has = |solve: &clap::Command| solve.get_arguments().any(|one| one.get_long() == Some(name));
    error.kind() == UnknownArgument
        && crate::Cli::command().find_subcommand("solve").is_some_and(has)
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Io(error.to_string()),
        }
    }
}

/// What is wrong, and what to type instead if that is known.
pub fn with_hint(what: &str, instead: &[Instead]) -> String {
    match Instead::hint(instead, flags) {
        Some(hint) => format!("{what}; {hint}"),
        None => what.to_owned(),
    }
}

/// The message of an error: what is wrong, and what to type instead.
pub fn message(error: &bezzel::Error) -> String {
    error.render(flags)
}

impl From<bezzel::Error> for Failure {
    fn from(error: bezzel::Error) -> Failure {
        let line = message(&error);
        match error.kind {
            ErrorKind::Io
            | ErrorKind::Damaged
            | ErrorKind::Busy
            | ErrorKind::NotThere
            | ErrorKind::Failed => Failure::Io(line),
            ErrorKind::Alarm => Failure::Alarm(line),
            ErrorKind::Stopped => Failure::Stopped,
            _ => Failure::Usage(line),
        }
    }
}

/// What to type instead.
fn flags(instead: &Instead) -> String {
    let flag = |option: &str| match option {
        "excluded" => "--exclude".to_owned(),
        option => format!("--{}", option.replace('_', "-")),
    };
    match instead {
        // Each topology but the plane has a flag of its own.
        Instead::Set { option: "topology", value: Some(value) } if value == "plane" => {
            "leave --torus, --cylinder and --mobius out".to_owned()
        }
        Instead::Set { option: "topology", value: Some(value) } => format!("use --{value}"),
        // A switch takes no value.
        Instead::Set { option, value: Some(value) } if value == "true" => {
            format!("use {}", flag(option))
        }
        Instead::Set { option, value: Some(value) } => format!("use {} {value}", flag(option)),
        Instead::Set { option, value: None } => format!("say which with {}", flag(option)),
        Instead::LeaveOut { option } => format!("leave {} out", flag(option)),
        Instead::Ask { verb, purpose } => format!("'bezzel {verb}' {purpose}"),
        Instead::Install { package, variable, .. } => {
            // It goes first, so another library is only looked for without it.
            let first = env::var_os(variable).map(|_| format!("unset {variable} and "));
            format!("{}run {}", first.unwrap_or_default(), installation(package))
        }
        Instead::Advice(advice) => advice.clone(),
        _ => "'bezzel help' lists all verbs".to_owned(),
    }
}

/// The command that brings a package to where this program looks for it.
fn installation(package: &str) -> String {
    let Some(folder) = bezzel_solvers::package_folder() else {
        return "'make solvers' in your clone of Bezzel".to_owned();
    };
    // Only the library in it is used, and a system may forbid packages in a folder of its own.
    let folder = folder.display().to_string();
    let folder = shlex::try_quote(&folder).map_or(folder.clone(), Into::into);
    format!("'pip install --no-deps --target {folder} {package}'")
}

/// An error in the problem or its notation is a usage error.
macro_rules! usage {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                bezzel::Error::from(error).into()
            }
        }
    )*};
}

usage!(BoardError, NotationError);
