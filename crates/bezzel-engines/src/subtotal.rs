//! What a unit counted: a number, or a spectrum.

use crate::Spectrum;
use bezzel_board::{Explain, Instead};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What a unit counted. Subtotals of one plan are all of one kind and add up.
///
/// Ledgers store the text form; equal subtotals have equal texts.
///
/// ```
/// use bezzel_engines::{Spectrum, Subtotal};
///
/// assert_eq!(Subtotal::Count(92).to_string(), "92");
/// let spectrum = Subtotal::Spectrum(Spectrum::new(3, [(27, 1), (21, -2)]));
/// assert_eq!(spectrum.to_string(), "n=3: 27^m - 2*21^m");
/// assert_eq!("n=3: 27^m - 2*21^m".parse(), Ok(spectrum));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subtotal {
    /// A weighted number of solutions or stacks.
    Count(u128),
    /// A part of the closed form for every dimension.
    Spectrum(Spectrum),
}

impl Subtotal {
    /// The sum; `None` if they are of different kinds or sides, or if it exceeds 128 bits.
    #[must_use]
    pub fn plus(&self, other: &Subtotal) -> Option<Subtotal> {
        match (self, other) {
            (Subtotal::Count(one), Subtotal::Count(other)) => {
                one.checked_add(*other).map(Subtotal::Count)
            }
            (Subtotal::Spectrum(one), Subtotal::Spectrum(other)) => {
                one.plus(other).map(Subtotal::Spectrum)
            }
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        match self {
            Subtotal::Count(count) => Some(*count),
            Subtotal::Spectrum(_) => None,
        }
    }

    /// The spectrum, if it is one.
    #[must_use]
    pub fn spectrum(&self) -> Option<&Spectrum> {
        match self {
            Subtotal::Count(_) => None,
            Subtotal::Spectrum(spectrum) => Some(spectrum),
        }
    }
}

impl fmt::Display for Subtotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subtotal::Count(count) => write!(f, "{count}"),
            Subtotal::Spectrum(spectrum) => write!(f, "n={}: {spectrum}", spectrum.side()),
        }
    }
}

/// A text that is not a subtotal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{text}' is not a subtotal")]
#[non_exhaustive]
pub struct SubtotalError {
    /// The text that cannot be read.
    pub text: String,
}

impl Explain for SubtotalError {
    fn instead(&self) -> Vec<Instead> {
        vec![Instead::advice("write a number such as 92, or n=3: 27^m - 2*21^m")]
    }
}

impl FromStr for Subtotal {
    type Err = SubtotalError;

    fn from_str(text: &str) -> Result<Subtotal, SubtotalError> {
        let read = || match text.strip_prefix("n=") {
            None => text.parse().ok().map(Subtotal::Count),
            Some(rest) => {
                let (side, terms) = rest.split_once(": ")?;
                let spectrum = Spectrum::read(side.parse().ok()?, terms).ok()?;
                Some(Subtotal::Spectrum(spectrum))
            }
        };
        // Each subtotal has exactly one text: no leading zeros, no terms out of order.
        let canonical = read().filter(|subtotal| subtotal.to_string() == text);
        canonical.ok_or_else(|| SubtotalError { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_canonical_text_is_read() {
        for text in ["0", "340282366920938463463374607431768211455", "n=3: 0", "n=4: -9^m + 2*5^m"]
        {
            assert_eq!(text.parse::<Subtotal>().map(|read| read.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "-1", "007", "+5", "1e3", "n=3", "n=3:27^m", "n=3: 5^m + 9^m", "n=03: 0"] {
            assert_eq!(text.parse::<Subtotal>(), Err(SubtotalError { text: text.to_owned() }));
        }
        assert!("340282366920938463463374607431768211456".parse::<Subtotal>().is_err());
    }

    #[test]
    fn only_like_subtotals_add_up() {
        let spectrum = |side, count| Subtotal::Spectrum(Spectrum::new(side, [(9, count)]));
        assert_eq!(Subtotal::Count(2).plus(&Subtotal::Count(3)), Some(Subtotal::Count(5)));
        assert_eq!(spectrum(3, 2).plus(&spectrum(3, -5)), Some(spectrum(3, -3)));
        assert_eq!(Subtotal::Count(u128::MAX).plus(&Subtotal::Count(1)), None);
        assert_eq!(spectrum(3, i128::MAX).plus(&spectrum(3, 1)), None);
        assert_eq!(spectrum(3, 1).plus(&spectrum(4, 1)), None);
        assert_eq!(spectrum(3, 1).plus(&Subtotal::Count(1)), None);
    }
}
