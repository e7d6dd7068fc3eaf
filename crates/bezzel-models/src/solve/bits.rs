//! A set of small numbers, one bit each.

/// A set of numbers below a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of numbers below `bound`.
    pub fn none(bound: usize) -> Bits {
        Bits(vec![0; bound.div_ceil(64)])
    }

    /// The set of all numbers below `bound`.
    pub fn all(bound: usize) -> Bits {
        let mut bits = Bits::none(bound);
        (0..bound).for_each(|number| bits.insert(number));
        bits
    }

    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Removes a number; returns whether it was in the set.
    pub fn remove(&mut self, number: usize) -> bool {
        let had = self.contains(number);
        self.0[number / 64] &= !(1 << (number % 64));
        had
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The smallest number.
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// Keeps what is also in the other set.
    pub fn intersect(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= other);
    }

    /// Removes what is in the other set.
    pub fn subtract(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
    }

    /// The numbers in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(place, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let number = (rest != 0).then(|| place * 64 + rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(number)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_what_was_inserted() {
        let mut set = Bits::none(130);
        assert!(set.is_empty() && set.first().is_none());
        for number in [129, 0, 64, 63, 64] {
            set.insert(number);
        }
        assert!(set.remove(63) && !set.remove(63));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 64, 129]);
        assert_eq!((set.len(), set.first()), (3, Some(0)));
        let mut all = Bits::all(130);
        assert_eq!(all.len(), 130);
        all.intersect(&set);
        assert_eq!(all, set);
        all.subtract(&set);
        assert!(all.is_empty());
    }
}
