//! What a ledger remembers about a unit: its result and every recount of it.

use crate::digest::Seal;
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The result of one unit, as the ledger keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The unit's place in the plan.
    pub unit: usize,
    /// The unit's label.
    pub label: String,
    /// What the unit counted.
    #[serde(with = "decimal")]
    pub subtotal: u128,
    /// The engine that counted it.
    pub engine: String,
    /// The vector instructions it used.
    pub simd: String,
    /// How long one thread worked on it, in microseconds.
    pub micros: u64,
    /// The machine it ran on.
    pub host: String,
    /// 1 for the first count, one more for each time the unit was discarded before.
    pub attempt: u32,
    /// When it was finished, in seconds since 1970 (UTC).
    pub finished: u64,
}

impl Row {
    /// The checksum that ties the row to the plan with this digest.
    pub(crate) fn checksum(&self, digest: &str) -> String {
        Seal::new("bezzel row 1")
            .text(digest)
            .number(self.unit)
            .text(&self.label)
            .number(self.subtotal)
            .text(&self.engine)
            .text(&self.simd)
            .number(self.micros)
            .text(&self.host)
            .number(self.attempt)
            .number(self.finished)
            .hex()
    }
}

/// A second count of a unit that already had a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The unit.
    pub unit: usize,
    /// The subtotal in the ledger at that time.
    #[serde(with = "decimal")]
    pub recorded: u128,
    /// What the second count gave.
    #[serde(with = "decimal")]
    pub recount: u128,
    /// Seed of the sample it belonged to; none if two runs met on the unit.
    pub seed: Option<u64>,
    /// How long one thread worked on it, in microseconds.
    pub micros: u64,
    /// The machine it ran on.
    pub host: String,
    /// When it was finished, in seconds since 1970 (UTC).
    pub finished: u64,
}

impl Check {
    /// Whether both counts are equal.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.recorded == self.recount
    }

    /// The checksum that ties the check to the plan with this digest.
    pub(crate) fn checksum(&self, digest: &str) -> String {
        let seed = self.seed.map_or_else(String::new, |seed| seed.to_string());
        Seal::new("bezzel check 1")
            .text(digest)
            .number(self.unit)
            .number(self.recorded)
            .number(self.recount)
            .text(&seed)
            .number(self.micros)
            .text(&self.host)
            .number(self.finished)
            .hex()
    }
}

/// Reads a subtotal in the one form the ledger writes: digits without sign or leading zeros.
pub(crate) fn parse_subtotal(text: &str) -> Result<u128, String> {
    match text.parse::<u128>() {
        Ok(value) if value.to_string() == text => Ok(value),
        _ => Err(format!("{text:?} is not a possible subtotal")),
    }
}

/// Seconds since 1970, for the columns that say when.
pub(crate) fn now() -> u64 {
    (SystemTime::now().duration_since(UNIX_EPOCH)).map_or(0, |passed| passed.as_secs())
}

/// Whole microseconds, as many as SQLite's signed numbers hold.
pub(crate) fn micros(took: Duration) -> u64 {
    i64::try_from(took.as_micros()).unwrap_or(i64::MAX) as u64
}

/// The name of this machine, for provenance only.
pub(crate) fn host_name() -> String {
    let from_kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    (from_kernel.map(|name| name.trim().to_string()))
        .or_else(|| std::env::var("HOSTNAME").ok())
        .or_else(|| std::env::var("COMPUTERNAME").ok())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "unknown".to_string())
}

/// Counts as strings in JSON: they pass 2^53.
pub(crate) mod decimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<S: Serializer>(value: &u128, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        let text = String::deserialize(from)?;
        super::parse_subtotal(&text).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_way_of_writing_a_subtotal_is_read() {
        assert_eq!(parse_subtotal("0"), Ok(0));
        assert_eq!(parse_subtotal(&u128::MAX.to_string()), Ok(u128::MAX));
        for text in [
            "",
            "-1",
            "+1",
            "01",
            " 1",
            "1.0",
            "1e3",
            "x",
            "340282366920938463463374607431768211456",
        ] {
            assert!(parse_subtotal(text).unwrap_err().contains("not a possible"), "{text}");
        }
    }
}
