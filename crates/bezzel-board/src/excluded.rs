//! Excluded diagonals: diagonals on which no piece may stand.

use crate::{BoardError, Line};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The diagonals that must stay empty, as in the excluded-diagonals problem of Gent, Jefferson and
/// Nightingale (2017).
///
/// Written as `d` and the difference row − column, or `s` and the sum row + column, with commas
/// between them.
///
/// ```
/// use bezzel_board::{Excluded, Problem};
///
/// let both: Excluded = "d0,s7".parse()?;
/// let problem = Problem::queens(8).with_excluded(both)?;
/// assert_eq!(problem.blocked().len(), 16);
/// assert_eq!(problem.to_string(), "8 queens, 2 diagonals excluded");
/// # Ok::<(), bezzel_board::BoardError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Excluded(Vec<Line>);

impl Excluded {
    /// Whether no diagonal is excluded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The diagonals: those of a constant difference first, then those of a constant sum.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.0
    }

    /// Both together.
    pub(crate) fn with(mut self, others: Excluded) -> Excluded {
        self.0.extend(others.0);
        self.0.sort_unstable_by_key(key);
        self.0.dedup();
        self
    }
}

/// The order of the diagonals: by kind, then by number.
fn key(line: &Line) -> (bool, i64) {
    match line {
        Line::Diagonal(difference) => (false, *difference),
        Line::AntiDiagonal(sum) => (true, *sum),
        _ => unreachable!("only diagonals are excluded"),
    }
}

impl fmt::Display for Excluded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, line) in self.0.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            let (is_sum, number) = key(line);
            write!(f, "{comma}{}{number}", if is_sum { 's' } else { 'd' })?;
        }
        Ok(())
    }
}

impl FromStr for Excluded {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Excluded, BoardError> {
        let read = |word: &str| {
            let number = word.get(1..).and_then(|number| number.parse::<i32>().ok()).map(i64::from);
            match (word.as_bytes().first(), number) {
                (Some(b'd'), Some(difference)) => Ok(Line::Diagonal(difference)),
                (Some(b's'), Some(sum)) => Ok(Line::AntiDiagonal(sum)),
                _ => Err(BoardError::NotADiagonal { text: word.to_owned() }),
            }
        };
        if text.is_empty() {
            return Ok(Excluded::default());
        }
        let lines = text.split(',').map(read).collect::<Result<_, _>>()?;
        Ok(Excluded::default().with(Excluded(lines)))
    }
}

impl Serialize for Excluded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Excluded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Excluded, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(|error| crate::Refused::error(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagonals_are_read_and_written() {
        let both: Excluded = "s5,d-3,d-3".parse().unwrap();
        assert_eq!(both.lines(), [Line::Diagonal(-3), Line::AntiDiagonal(5)]);
        assert_eq!(both.to_string(), "d-3,s5");
        assert!("".parse::<Excluded>().unwrap().is_empty());
        for wrong in ["x3", "d", "d1,", "3", "é1", "d99999999999"] {
            let error = wrong.parse::<Excluded>().unwrap_err().to_string();
            assert!(error.contains("is not a diagonal"), "{wrong}: {error}");
        }
    }
}
