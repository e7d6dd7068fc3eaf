//! The engine as typed: which, on how many threads, with which instructions, told how.

use super::Names;
use crate::failure::Failure;
use bezzel_board::{Problem, Stop};
use bezzel_engines::{Counted, Engine, Prepared, SimdLevel, registry};
use clap::{Args, ValueEnum};
use std::sync::Arc;

/// How engines run.
#[derive(Args)]
pub struct ThreadArgs {
    /// Threads (default: one for each core)
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    threads: Option<String>,
    /// Vector instructions: scalar, avx2 or avx512 (default: the best this processor has)
    #[arg(long, value_name = "LEVEL", value_parser = Names::simd(), hide_possible_values = true)]
    simd: Option<String>,
    /// How progress is shown on standard error
    #[arg(long, value_enum, default_value_t = Telling::Auto)]
    pub progress: Telling,
}

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Telling {
    /// A bar where a person is watching
    Auto,
    /// One JSON object per line
    Jsonl,
    /// Not at all
    None,
}

impl ThreadArgs {
    /// Number of threads.
    pub fn threads(&self) -> Result<usize, Failure> {
        let Some(text) = &self.threads else {
            return Ok(std::thread::available_parallelism().map_or(1, usize::from));
        };
        let threads = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
        threads.ok_or_else(|| {
            Failure::Usage(format!("--threads '{text}' is not a number from 1 to 1024"))
        })
    }

    /// Vector instructions.
    pub fn simd(&self) -> Result<SimdLevel, Failure> {
        let Some(text) = &self.simd else { return Ok(SimdLevel::best()) };
        let level = SimdLevel::ALL.into_iter().find(|level| level.to_string() == *text);
        let Some(level) = level else {
            return Err(Failure::Usage(format!(
                "'{text}' is not a level; there are scalar, avx2, avx512"
            )));
        };
        Ok(level.available()?)
    }
}

/// The engine of this name, or the fastest for the problem.
pub fn engine(name: &str, problem: &Problem) -> Result<&'static dyn Engine, Failure> {
    if name == "auto" {
        return Ok(registry::fastest(problem));
    }
    let engine = registry::find(name)?;
    match engine.info().counts {
        Counted::Solutions => Ok(engine),
        Counted::EveryDimension => Err(Failure::Usage(format!(
            "engine {name} has units of its own kind; 'bezzel count N --engine {name}' runs it, \
             with --ledger FILE in a ledger"
        ))),
        Counted::Stacks => Err(Failure::Usage(format!(
            "engine {name} counts stacks, not solutions; 'bezzel stack N --count' runs it"
        ))),
    }
}

/// The problem made ready for counting.
pub fn prepare(engine: &dyn Engine, problem: &Problem) -> Result<Arc<dyn Prepared>, Failure> {
    Ok(engine.prepare(problem, &Stop::new())?)
}
