//! The exact share of the starts of a randomised algorithm that succeed.

/// A probability as a reduced fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The numerator.
    pub over: u128,
    /// The denominator.
    pub under: u128,
}

/// Why there is no exact share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoChance {
    /// The choices of this algorithm are not exhausted.
    Unknown,
    /// There are too many choices on boards with more rows than this, or with given queens or
    /// blocked squares.
    TooLarge {
        /// The most rows.
        rows: u32,
    },
    /// It was asked to stop.
    Stopped,
}

impl Chance {
    /// The reduced fraction; `under` is not 0.
    #[must_use]
    pub fn new(over: u128, under: u128) -> Chance {
        let (mut a, mut b) = (over, under);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Chance { over: over / a, under: under / a }
    }

    /// The sum of both; `None` if its fraction does not fit into 128 bits.
    pub(crate) fn plus(self, other: Chance) -> Option<Chance> {
        let over = self.over.checked_mul(other.under)?;
        let over = over.checked_add(other.over.checked_mul(self.under)?)?;
        Some(Chance::new(over, self.under.checked_mul(other.under)?))
    }

    /// As a number from 0 to 1.
    #[must_use]
    pub fn probability(self) -> f64 {
        self.over as f64 / self.under as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_reduced_and_added() {
        let sum = Chance::new(2, 6).plus(Chance::new(1, 6)).unwrap();
        assert_eq!((sum.over, sum.under), (1, 2));
        assert_eq!(Chance::new(0, 7), Chance { over: 0, under: 1 });
        assert_eq!(Chance::new(1, u128::MAX).plus(Chance::new(1, u128::MAX - 1)), None);
    }
}
