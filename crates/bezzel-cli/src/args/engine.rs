//! The engine as typed: threads, device, vector instructions and how progress is shown.

use super::Names;
use crate::failure::Failure;
use bezzel::Workers;
use clap::{Args, ValueEnum};

/// How engines run.
#[derive(Args)]
pub struct ThreadArgs {
    /// Threads (default: one per core)
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    threads: Option<String>,
    /// Device to count on: cpu (the cores of this machine, default), gpu (its graphics cards) or
    /// gpu,cpu (both)
    #[arg(long, value_name = "NAME", value_parser = Names::devices(), hide_possible_values = true)]
    device: Option<String>,
    /// Vector instructions: scalar, avx2, avx512 or neon (default: the best this processor has)
    #[arg(long, value_name = "LEVEL", value_parser = Names::simd(), hide_possible_values = true)]
    simd: Option<String>,
    /// How progress is shown on standard error
    #[arg(long, value_enum, default_value_t = ProgressMode::Auto)]
    pub progress: ProgressMode,
}

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProgressMode {
    /// A bar on a terminal
    Auto,
    /// One JSON object per line
    Jsonl,
    /// Not at all
    None,
}

impl ThreadArgs {
    /// What was typed, as the library's requests take it.
    pub fn workers(&self) -> Result<Workers, Failure> {
        let mut workers = Workers::default();
        workers.threads = self.threads.as_ref().map(|_| self.threads()).transpose()?;
        workers.device.clone_from(&self.device);
        workers.simd.clone_from(&self.simd);
        Ok(workers)
    }

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
}
