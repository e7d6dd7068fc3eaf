//! The closed form of Q(n,d): how often each number of vectors occurs, with its sign.

use bezzel_board::{Explain, Instead};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// Numbers N(S) with their signed multiplicities: they determine Q(n,d) for one n and every d.
///
/// Q(n,d) = Σ multiplicity · value^(d−1). Spectra of different units of the same n add up term by
/// term, in any order. The text form is that sum, written with m = d − 1:
///
/// ```
/// use bezzel_board::{Problem, Stop};
/// use bezzel_engines::{Engine, SimdLevel, Transform};
///
/// let prepared = Transform::default().prepare(&Problem::queens(3), &Stop::new())?;
/// let total = prepared.count_all(SimdLevel::best(), &Stop::new())?;
/// let three = total.spectrum().unwrap();
/// assert_eq!(three.to_string(), "27^m - 2*21^m + 17^m - 15^m + 2*11^m - 9^m");
/// assert_eq!(three.total(3).to_string(), "72");
/// assert_eq!(three.total(6).to_string(), "7104240");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spectrum {
    n: u32,
    /// Largest value first; no multiplicity is 0.
    terms: Vec<(u64, i128)>,
}

/// A text that is not the closed form of a spectrum.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{text}' is not a term of a closed form")]
#[non_exhaustive]
pub struct SpectrumError {
    /// The part that cannot be read.
    pub text: String,
}

impl Explain for SpectrumError {
    fn instead(&self) -> Vec<Instead> {
        vec![Instead::advice("write for example 2*21^m")]
    }
}

impl Spectrum {
    /// The spectrum with these terms, in any order; equal values are added.
    ///
    /// # Panics
    /// If a multiplicity exceeds 128 bits.
    #[must_use]
    pub fn new(n: u32, terms: impl IntoIterator<Item = (u64, i128)>) -> Spectrum {
        Self::of(n, terms).expect("multiplicities of real spectra are far below 2^127")
    }

    /// The same, or `None` if a multiplicity exceeds 128 bits.
    fn of(n: u32, terms: impl IntoIterator<Item = (u64, i128)>) -> Option<Spectrum> {
        let mut sums: BTreeMap<u64, i128> = BTreeMap::new();
        for (value, multiplicity) in terms {
            let sum = sums.entry(value).or_default();
            *sum = sum.checked_add(multiplicity)?;
        }
        let terms = sums.into_iter().rev().filter(|(_, multiplicity)| *multiplicity != 0).collect();
        Some(Spectrum { n, terms })
    }

    /// The sum; `None` if they are of different sides or it exceeds 128 bits.
    #[must_use]
    pub fn plus(&self, other: &Spectrum) -> Option<Spectrum> {
        let terms = self.terms.iter().chain(&other.terms).copied();
        if self.n == other.n { Self::of(self.n, terms) } else { None }
    }

    /// The side.
    #[must_use]
    pub fn side(&self) -> u32 {
        self.n
    }

    /// Values with their multiplicities, largest value first.
    #[must_use]
    pub fn terms(&self) -> &[(u64, i128)] {
        &self.terms
    }

    /// Q(n,d): all solutions in this dimension, from 1 (where a layer is one square).
    #[must_use]
    pub fn total(&self, dimension: u32) -> BigInt {
        self.power_sum(dimension, 0)
    }

    /// The solutions in this dimension in which no coordinate except the layer's is constant, that
    /// is, which do not lie in an axis-parallel slice of lower dimension.
    ///
    /// A coordinate is one of the vectors that N(S) counts, and the n constant ones belong to every
    /// N(S): so they are excluded by taking N(S) − n instead. Expanded, this is Σ_k (−1)^k C(d−1,k)
    /// n^k Q(n,d−k).
    #[must_use]
    pub fn nontrivial(&self, dimension: u32) -> BigInt {
        self.power_sum(dimension, self.n)
    }

    fn power_sum(&self, dimension: u32, less: u32) -> BigInt {
        let power = dimension.checked_sub(1).expect("the dimension starts at 1");
        let term = |&(value, multiplicity): &(u64, i128)| {
            BigInt::from(value - u64::from(less)).pow(power) * multiplicity
        };
        self.terms.iter().map(term).sum()
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(n: u32, text: &str) -> Result<Spectrum, SpectrumError> {
        let mut terms = Vec::new();
        let mut sign = 1;
        for part in text.split_whitespace() {
            match part {
                "+" => sign = 1,
                "-" => sign = -1,
                "0" => {}
                _ => {
                    let (value, multiplicity) =
                        read_term(part).ok_or_else(|| SpectrumError { text: part.to_owned() })?;
                    terms.push((value, sign * multiplicity));
                }
            }
        }
        Spectrum::of(n, terms).ok_or_else(|| SpectrumError { text: text.to_owned() })
    }
}

/// `27^m`, `2*21^m`, `-9^m`.
fn read_term(text: &str) -> Option<(u64, i128)> {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let text = text.strip_suffix("^m")?;
    let (multiplicity, value) = text.split_once('*').unwrap_or(("1", text));
    Some((value.parse().ok()?, sign * multiplicity.parse::<i128>().ok()?))
}

/// `27^m - 2*21^m + 17^m`, where m = d − 1.
impl fmt::Display for Spectrum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        for (place, (value, multiplicity)) in self.terms.iter().enumerate() {
            f.write_str(match (place, *multiplicity < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            })?;
            if multiplicity.unsigned_abs() != 1 {
                write!(f, "{}*", multiplicity.unsigned_abs())?;
            }
            write!(f, "{value}^m")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spectrum_reads_what_it_writes() {
        for terms in [vec![], vec![(5, -1)], vec![(9, 2), (27, 1), (7, -3), (9, -4)]] {
            let spectrum = Spectrum::new(3, terms);
            assert_eq!(Spectrum::read(3, &spectrum.to_string()).unwrap(), spectrum);
        }
        assert_eq!(Spectrum::read(3, "27^m - x").unwrap_err().text, "x");
        assert!(Spectrum::read(3, "27").is_err());
    }

    #[test]
    fn equal_values_add_and_cancel() {
        let [one, other] =
            [[(9, 2), (5, 1)], [(5, -1), (7, 4)]].map(|terms| Spectrum::new(3, terms));
        assert_eq!(one.plus(&other).unwrap().terms(), [(9, 2), (7, 4)]);
        assert_eq!(one.plus(&Spectrum::new(4, [])), None);
    }
}
