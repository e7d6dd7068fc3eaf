//! Limits as typed.

use crate::failure::Failure;
use bezzel_search::Limits;
use clap::Args;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// When to stop.
#[derive(Args)]
pub struct LimitArgs {
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    pub time: Option<String>,
    /// Stop after placing this many queens
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub visits: Option<String>,
    /// Stop after this many solutions
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub solutions: Option<String>,
}

impl LimitArgs {
    /// The limits, with a flag that an interrupt sets.
    pub fn limits(&self, cancel: Arc<AtomicBool>) -> Result<Limits, Failure> {
        let time = self.time.as_deref().map(|text| seconds("--time", text)).transpose()?;
        let visits = self.visits.as_deref().map(|text| number("--visits", text)).transpose()?;
        let solutions =
            self.solutions.as_deref().map(|text| number("--solutions", text)).transpose()?;
        Ok(Limits { time, visits, solutions, cancel: Some(cancel) })
    }
}

/// A time in seconds, fractions allowed.
pub fn seconds(option: &str, text: &str) -> Result<Duration, Failure> {
    let seconds = text.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    seconds.ok_or_else(|| {
        Failure::Usage(format!("{option} '{text}' is not a time; write seconds, for example 2.5"))
    })
}

/// A whole number from 1, `1e9` allowed.
pub fn number(option: &str, text: &str) -> Result<u64, Failure> {
    let value = match text.split_once('e') {
        Some((mantissa, exponent)) => (mantissa.parse().ok())
            .zip(exponent.parse().ok().and_then(|e| 10_u64.checked_pow(e)))
            .and_then(|(mantissa, power): (u64, u64)| mantissa.checked_mul(power)),
        None => text.parse().ok(),
    };
    value.filter(|&value| value > 0).ok_or_else(|| {
        Failure::Usage(format!("{option} '{text}' is not a number from 1; write for example 1e6"))
    })
}
