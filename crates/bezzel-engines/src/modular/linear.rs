//! Linear solutions of the modular problem: the queen of layer z stands at x_j = a_j · z (mod n).
//!
//! Two of its queens, t layers apart, differ by t · (a, 1). So they attack each other exactly when
//! t · (ε·(a, 1)) ≡ 0 for some ε, and none do for any t from 1 to n − 1 if and only if every ε·(a,
//! 1) is coprime to n. That is a separate condition modulo each prime factor of n:
//!
//! ```text
//!   d = 2:  a, a + 1, a − 1 coprime to n          (a = 2 works iff gcd(n, 6) = 1)
//!   d = 3:  a, b, a ± 1, b ± 1, a ± b, a ± b ± 1 coprime to n
//! ```
//!
//! Slopes of n are combined from slopes of its primes by the Chinese remainder theorem; there are
//! Π_p (p^(e−1))^(d−1) · s(p) of them for n = Π p^e, with s(p) those modulo p. Each gives n^(d−1)
//! solutions, one for each position of the queen in layer 0.

use num_bigint::BigUint;

/// The different primes of n, smallest first.
#[must_use]
pub fn primes(n: u32) -> Vec<u32> {
    let mut rest = n;
    let mut primes = Vec::new();
    let mut divisor = 2;
    while rest > 1 {
        if u64::from(divisor) * u64::from(divisor) > u64::from(rest) {
            divisor = rest;
        }
        if rest.is_multiple_of(divisor) {
            primes.push(divisor);
            while rest.is_multiple_of(divisor) {
                rest /= divisor;
            }
        }
        divisor += 1;
    }
    primes
}

/// The smallest slopes, if n has any: one for each axis except the last.
#[must_use]
pub fn slopes(n: u32, dimension: u32) -> Option<Vec<u32>> {
    let mut combined = vec![0_u64; dimension as usize - 1];
    let mut modulus = 1_u64;
    for prime in primes(n) {
        let mut found = None;
        each_slopes(prime, dimension, &mut |slopes| {
            found = Some(slopes.to_vec());
            false
        });
        let found = found?;
        for (slope, residue) in combined.iter_mut().zip(found) {
            // Step through the numbers with the old residues until the new one matches.
            while *slope % u64::from(prime) != u64::from(residue) {
                *slope += modulus;
            }
        }
        modulus *= u64::from(prime);
    }
    Some(combined.into_iter().map(|slope| slope as u32).collect())
}

/// How many choices of slopes n has.
#[must_use]
pub fn number_of_slopes(n: u32, dimension: u32) -> BigUint {
    let mut product = BigUint::from(1_u32);
    let mut radical = 1;
    for prime in primes(n) {
        let mut number = 0_u64;
        each_slopes(prime, dimension, &mut |_| {
            number += 1;
            true
        });
        product *= number;
        radical *= prime;
    }
    product * BigUint::from(n.checked_div(radical).unwrap_or(0)).pow(dimension - 1)
}

/// How many linear solutions there are: slopes times positions of the first queen.
#[must_use]
pub fn number_of_solutions(n: u32, dimension: u32) -> BigUint {
    number_of_slopes(n, dimension) * BigUint::from(n).pow(dimension - 1)
}

/// The position of each layer's queen: Σ (a_j · layer mod n) · n^(j−1).
#[must_use]
pub fn columns(n: u32, slopes: &[u32]) -> Vec<u32> {
    let position = |layer: u32| {
        slopes.iter().rev().fold(0, |position, &slope| {
            position * n + (u64::from(slope) * u64::from(layer) % u64::from(n)) as u32
        })
    };
    (0..n).map(position).collect()
}

/// Calls `visit` with every choice of slopes modulo a prime until it returns false.
fn each_slopes(prime: u32, dimension: u32, visit: &mut dyn FnMut(&[u32]) -> bool) {
    // The residues of the form ε·(chosen so far): initially 0, 1 and −1, from the last axis.
    let mut reached = vec![false; prime as usize];
    for residue in [0, 1, prime - 1] {
        reached[residue as usize] = true;
    }
    choose(prime, dimension as usize - 1, &reached, &mut Vec::new(), visit);
}

fn choose(
    prime: u32,
    axes: usize,
    reached: &[bool],
    slopes: &mut Vec<u32>,
    visit: &mut dyn FnMut(&[u32]) -> bool,
) -> bool {
    if slopes.len() == axes {
        return visit(slopes);
    }
    // A new combination is ±slope plus an old one: it must not vanish, so the slope must not be an
    // old combination (whose negatives are also old combinations).
    for slope in (1..prime).filter(|&slope| !reached[slope as usize]) {
        let mut more = reached.to_vec();
        for old in (0..prime).filter(|&old| reached[old as usize]) {
            for step in [slope, prime - slope] {
                more[((u64::from(old) + u64::from(step)) % u64::from(prime)) as usize] = true;
            }
        }
        slopes.push(slope);
        let go_on = choose(prime, axes, &more, slopes, visit);
        slopes.pop();
        if !go_on {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modular::problem;
    use bezzel_board::Placement;

    #[test]
    fn primes_of_small_and_large_numbers() {
        assert!(primes(1).is_empty());
        assert_eq!(primes(360), [2, 3, 5]);
        assert_eq!(primes(4_294_967_291), [4_294_967_291]);
    }

    #[test]
    fn linear_solutions_are_solutions() {
        for (n, d) in [(1, 2), (1, 4), (5, 2), (25, 2), (35, 2), (11, 3), (13, 3), (17, 3), (37, 4)]
        {
            let slopes = slopes(n, d).unwrap();
            let placement = Placement::from_columns(&columns(n, &slopes));
            assert!(problem(n, d).unwrap().is_solution(&placement), "{n}^{d}: {slopes:?}");
        }
        for (n, d) in [(2, 2), (6, 2), (9, 2), (7, 3), (55, 3), (11, 4)] {
            assert_eq!(slopes(n, d), None, "{n}^{d}");
        }
    }

    /// In two dimensions slopes from 2 to p − 2 work modulo a prime p.
    #[test]
    fn numbers_of_slopes() {
        assert_eq!(number_of_slopes(7, 2), BigUint::from(4_u32));
        assert_eq!(number_of_slopes(25, 2), BigUint::from(10_u32));
        assert_eq!(number_of_slopes(35, 2), BigUint::from(8_u32));
        assert_eq!(number_of_solutions(5, 2), BigUint::from(10_u32));
        assert_eq!(number_of_slopes(1, 3), BigUint::from(1_u32));
        // Every solution of 11^3 is linear.
        assert_eq!(number_of_solutions(11, 3), BigUint::from(2904_u32));
    }
}
