//! One of m equal shares of a job's units, for running it on several machines.

use crate::JobError;
use bezzel_board::Refused;
use std::fmt;
use std::str::FromStr;

/// Share k of m: the units whose place in the plan leaves k − 1 on division by m.
///
/// Neighbouring units cost about the same, so assigning them in turn balances the shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    number: usize,
    of: usize,
}

impl Share {
    /// Share `number` (from 1) of `of`.
    pub fn new(number: usize, of: usize) -> Result<Share, JobError> {
        if (1..=of).contains(&number) {
            Ok(Share { number, of })
        } else {
            Err(JobError::BadShare { text: format!("{number}/{of}") })
        }
    }

    /// All shares of a job for `of` machines; none if `of` is 0.
    pub fn all(of: usize) -> impl Iterator<Item = Share> {
        (1..=of).map(move |number| Share { number, of })
    }

    /// Which share this is, from 1.
    #[must_use]
    pub fn number(self) -> usize {
        self.number
    }

    /// How many shares there are.
    #[must_use]
    pub fn of(self) -> usize {
        self.of
    }

    /// Whether the unit at this place in the plan belongs to the share.
    #[must_use]
    pub fn contains(self, place: usize) -> bool {
        place % self.of == self.number - 1
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Share {
    type Err = JobError;

    fn from_str(text: &str) -> Result<Share, JobError> {
        let bad = || JobError::BadShare { text: text.to_string() };
        let (number, of) = text.split_once('/').ok_or_else(bad)?;
        let share = Share::new(number.parse().map_err(|_| bad())?, of.parse().map_err(|_| bad())?);
        // There is one way to write it: no signs, no leading zeros.
        share.ok().filter(|share| share.to_string() == text).ok_or_else(bad)
    }
}

impl serde::Serialize for Share {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Share {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Share, D::Error> {
        let share = String::deserialize(from)?.parse();
        share.map_err(|error: JobError| Refused::error(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Explain as _;

    #[test]
    fn every_unit_is_in_exactly_one_share() {
        for of in 1..=7 {
            for place in 0..50 {
                assert_eq!(Share::all(of).filter(|share| share.contains(place)).count(), 1);
            }
        }
    }

    #[test]
    fn shares_that_do_not_exist_are_refused() {
        for text in ["0/3", "4/3", "0/0", "1", "a/b", "-1/3", "1/3/5", "", "+1/3", "01/3"] {
            let error = text.parse::<Share>().unwrap_err().explain();
            assert!(error.contains(text) && error.contains("2/7"), "{error}");
        }
        assert_eq!("2/7".parse::<Share>().unwrap(), Share::new(2, 7).unwrap());
    }
}
