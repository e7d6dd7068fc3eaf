//! One of m equal parts of a job, for running it on several machines.

use crate::JobError;
use std::fmt;
use std::str::FromStr;

/// Part r of m: the units whose index leaves r − 1 on division by m.
///
/// Neighbouring units cost about the same, so dealing them out in turn balances the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    number: usize,
    of: usize,
}

impl Part {
    /// Part `number` (from 1) of `of`.
    pub fn new(number: usize, of: usize) -> Result<Part, JobError> {
        if (1..=of).contains(&number) {
            Ok(Part { number, of })
        } else {
            Err(JobError::BadPart { text: format!("{number}/{of}") })
        }
    }

    /// All parts of a job cut in `of`; none if `of` is 0.
    pub fn all(of: usize) -> impl Iterator<Item = Part> {
        (1..=of).map(move |number| Part { number, of })
    }

    /// Which part this is, from 1.
    #[must_use]
    pub fn number(self) -> usize {
        self.number
    }

    /// How many parts there are.
    #[must_use]
    pub fn of(self) -> usize {
        self.of
    }

    /// Whether this unit belongs to the part.
    #[must_use]
    pub fn contains(self, unit: usize) -> bool {
        unit % self.of == self.number - 1
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = JobError;

    fn from_str(text: &str) -> Result<Part, JobError> {
        let bad = || JobError::BadPart { text: text.to_string() };
        let (number, of) = text.split_once('/').ok_or_else(bad)?;
        let number = number.parse().map_err(|_| bad())?;
        let of = of.parse().map_err(|_| bad())?;
        Part::new(number, of).map_err(|_| bad())
    }
}

impl serde::Serialize for Part {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_in_exactly_one_part() {
        for of in 1..=7 {
            for unit in 0..50 {
                assert_eq!(Part::all(of).filter(|part| part.contains(unit)).count(), 1);
            }
        }
    }

    #[test]
    fn parts_that_do_not_exist_are_refused() {
        for text in ["0/3", "4/3", "0/0", "1", "a/b", "-1/3", "1/3/5", ""] {
            let error = text.parse::<Part>().unwrap_err().to_string();
            assert!(error.contains(text) && error.contains("2/7"), "{error}");
        }
        assert_eq!("2/7".parse::<Part>().unwrap(), Part::new(2, 7).unwrap());
    }
}
