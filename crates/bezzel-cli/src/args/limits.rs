//! Limits as typed.

use crate::failure::Failure;
use bezzel::RunLimits;
use clap::Args;
use std::ops::RangeInclusive;
use std::time::Duration;

/// When to stop.
#[derive(Args)]
pub struct LimitArgs {
    /// Stop after this time: 90 (seconds), 25min, 2h, 1d
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub time: Option<String>,
    /// Stop after placing this many queens
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub visits: Option<String>,
    /// Stop after this many solutions
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub solutions: Option<String>,
    /// Stop before the program uses more memory than this (default: half of the machine's)
    #[arg(long, value_name = "BYTES", allow_hyphen_values = true)]
    pub memory: Option<String>,
}

impl LimitArgs {
    /// What was typed, as the library's requests take it.
    pub fn typed(&self) -> Result<RunLimits, Failure> {
        let number_of = |option: &str, text: &Option<String>| {
            text.as_deref().map(|text| number(option, text)).transpose()
        };
        let time = self.time.as_deref().map(|text| seconds("--time", text)).transpose()?;
        let mut typed = RunLimits::default();
        typed.time = time.map(|time| time.as_secs_f64());
        typed.visits = number_of("--visits", &self.visits)?;
        typed.solutions = number_of("--solutions", &self.solutions)?;
        typed.memory = number_of("--memory", &self.memory)?;
        Ok(typed)
    }
}

/// A time in seconds, fractions allowed, or one with its unit.
pub fn seconds(option: &str, text: &str) -> Result<Duration, Failure> {
    let seconds = text.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    seconds.or_else(|| with_units(text)).ok_or_else(|| {
        let text = bezzel::printable(text);
        Failure::Usage(format!(
            "{option} '{text}' is not a time; write seconds, for example 2.5, or 25min, 2h or 1d"
        ))
    })
}

/// A time with its unit, such as `25min` or `1h30min`.
pub fn span(option: &str, text: &str) -> Result<Duration, Failure> {
    with_units(text).ok_or_else(|| {
        let text = bezzel::printable(text);
        Failure::Usage(format!("{option} '{text}' is not a time; write 90s, 25min, 2h or 1d"))
    })
}

fn with_units(text: &str) -> Option<Duration> {
    const UNITS: [(&str, f64); 4] = [("s", 1.0), ("min", 60.0), ("h", 3600.0), ("d", 86_400.0)];
    let (mut rest, mut seconds) = (text, 0.0);
    while !rest.is_empty() {
        let digits = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.')?;
        let number: f64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let letters = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
        let (_, unit) = UNITS.iter().find(|(name, _)| *name == &rest[..letters])?;
        seconds += number * unit;
        rest = &rest[letters..];
    }
    Duration::try_from_secs_f64(seconds).ok().filter(|_| !text.is_empty())
}

/// A whole number from 1, `1e9` allowed.
pub fn number(option: &str, text: &str) -> Result<u64, Failure> {
    number_to(u64::MAX, option, text)
}

/// A whole number from 1 to `most`, `1e9` allowed.
pub fn number_to(most: u64, option: &str, text: &str) -> Result<u64, Failure> {
    let value = whole(text).filter(|value| (1..=most).contains(value));
    value.ok_or_else(|| {
        Failure::Usage(format!(
            "{option} '{text}' is not a number from 1 to {most}; write for example 1e6"
        ))
    })
}

/// Reads an argument that is a whole number in this range, `1e6` allowed.
pub fn within<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let value = whole(text).filter(|value| range.contains(value));
        value.and_then(|value| T::try_from(value).ok()).ok_or_else(|| {
            format!("write a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// Digits, or the short form `1e9`.
fn whole(text: &str) -> Option<u64> {
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let (mantissa, exponent) = (mantissa.parse::<u64>().ok()?, exponent.parse().ok()?);
            mantissa.checked_mul(10_u64.checked_pow(exponent)?)
        }
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        for (text, seconds) in [("90s", 90), ("25min", 1500), ("1h30min", 5400), ("1.5d", 129_600)]
        {
            assert_eq!(span("--for", text).unwrap(), Duration::from_secs(seconds), "{text}");
        }
        for (text, wanted) in [("2.5", 2.5), ("90s", 90.0), ("2h", 7200.0)] {
            let read = seconds("--time", text).unwrap();
            assert_eq!(read, Duration::from_secs_f64(wanted), "{text}");
        }
        assert!(seconds("--time", "5 min").is_err());
        for text in ["", "5", "min", "5 min", "-1h", "1x", "1e3s", "99999999999999999999d"] {
            assert!(span("--for", text).is_err(), "{text}");
        }
    }
}
