//! The records of a ledger: results of units, how units were split, recounts.

use crate::digest::Seal;
use bezzel_engines::Subtotal;
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The version of this program, which every record names.
pub const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The result of one unit, as the ledger keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The unit's label.
    pub label: String,
    /// What the unit counted.
    #[serde(with = "text")]
    pub subtotal: Subtotal,
    /// Version of the program that counted it.
    pub program: String,
    /// Revision of the engine that counted it.
    pub revision: u32,
    /// What it was counted on: kind, name and instructions.
    pub device: String,
    /// The machine it ran on.
    pub host: String,
    /// How long it took, in microseconds.
    pub micros: u64,
    /// Its processor time in microseconds.
    pub processor_micros: u64,
    /// 1 for the first count, one more for each time the unit was discarded before.
    pub attempt: u32,
    /// When it was finished, in seconds since 1970 (UTC).
    pub finished: u64,
}

impl Row {
    /// The checksum that ties the row to the plan with this digest.
    pub(crate) fn checksum(&self, digest: &str) -> String {
        Seal::new("bezzel result 2")
            .text(digest)
            .text(&self.label)
            .text(&self.subtotal.to_string())
            .text(&self.program)
            .number(self.revision)
            .text(&self.device)
            .text(&self.host)
            .number(self.micros)
            .number(self.processor_micros)
            .number(self.attempt)
            .number(self.finished)
            .hex()
    }
}

/// A unit that was split: the subtotals of the parts add up to its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Split {
    /// The unit's label.
    pub label: String,
    /// The labels of the smaller units.
    pub into: Vec<String>,
    /// Version of the program that split it.
    pub program: String,
    /// When, in seconds since 1970 (UTC).
    pub made: u64,
}

impl Split {
    /// The checksum that ties the split to the plan with this digest.
    pub(crate) fn checksum(&self, digest: &str) -> String {
        let seal = Seal::new("bezzel split 2")
            .text(digest)
            .text(&self.label)
            .text(&self.program)
            .number(self.made)
            .number(self.into.len());
        self.into.iter().fold(seal, |seal, label| seal.text(label)).hex()
    }
}

/// A second count of a unit that already had a subtotal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The unit's label.
    pub label: String,
    /// The subtotal in the ledger at that time.
    #[serde(with = "text")]
    pub recorded: Subtotal,
    /// The result of the second count.
    #[serde(with = "text")]
    pub recount: Subtotal,
    /// The method of the second count; empty if the first method counted the unit twice, because
    /// two runs counted it at the same time.
    pub by: String,
    /// Seed of the sample it belonged to, if it was drawn.
    #[serde(with = "maybe_seed")]
    pub seed: Option<u64>,
    /// Version of the program that recounted it.
    pub program: String,
    /// What it was recounted on.
    pub device: String,
    /// The machine it ran on.
    pub host: String,
    /// How long it took, in microseconds.
    pub micros: u64,
    /// When it was finished, in seconds since 1970 (UTC).
    pub finished: u64,
}

impl Check {
    /// Whether both counts are equal.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.recorded == self.recount
    }

    /// Whether the second count was by a different method from the first.
    #[must_use]
    pub fn is_recount(&self) -> bool {
        !self.by.is_empty()
    }

    /// The checksum that ties the check to the plan with this digest.
    pub(crate) fn checksum(&self, digest: &str) -> String {
        let seed = self.seed.map_or_else(String::new, |seed| seed.to_string());
        Seal::new("bezzel recount 2")
            .text(digest)
            .text(&self.label)
            .text(&self.recorded.to_string())
            .text(&self.recount.to_string())
            .text(&self.by)
            .text(&seed)
            .text(&self.program)
            .text(&self.device)
            .text(&self.host)
            .number(self.micros)
            .number(self.finished)
            .hex()
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
#[must_use]
pub fn host_name() -> String {
    let from_kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    (from_kernel.map(|name| name.trim().to_string()))
        .or_else(|| std::env::var("HOSTNAME").ok())
        .or_else(|| std::env::var("COMPUTERNAME").ok())
        .filter(|name| !name.is_empty())
        .map_or_else(|| "unknown".to_string(), |name| crate::printable(&name))
}

/// Subtotals as text in JSON: counts pass 2^53.
pub(crate) mod text {
    use bezzel_engines::Subtotal;
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<S: Serializer>(value: &Subtotal, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Subtotal, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Seeds as text in JSON: they pass 2^53 too.
mod maybe_seed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(seed: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
        seed.map(|seed| seed.to_string()).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}

/// 128-bit numbers as strings in JSON.
pub(crate) mod decimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<S: Serializer>(value: &u128, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        let text = String::deserialize(from)?;
        super::whole_number(&text).map_err(D::Error::custom)
    }
}

/// Reads a number in the one form the ledger writes: digits without sign or leading zeros.
pub(crate) fn whole_number(text: &str) -> Result<u128, String> {
    match text.parse::<u128>() {
        Ok(value) if value.to_string() == text => Ok(value),
        _ => Err(format!("{text:?} is not a whole number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_one_form_only() {
        assert_eq!(whole_number("0"), Ok(0));
        assert_eq!(whole_number(&u128::MAX.to_string()), Ok(u128::MAX));
        for text in ["", "-1", "+1", "01", " 1", "1.0", "1e3", "x"] {
            assert!(whole_number(text).unwrap_err().contains("not a whole number"), "{text}");
        }
        assert!(whole_number("340282366920938463463374607431768211456").is_err());
    }
}
