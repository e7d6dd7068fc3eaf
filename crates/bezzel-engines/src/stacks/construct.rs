//! Stacks without search: lines on the torus, and products.
//!
//! **Lines.** Floor s has its queen of row r in column a·r + s modulo n. Two queens of a floor
//! share a column, diagonal or anti-diagonal only if a, a − 1 or a + 1 has a factor in common with
//! n; so the slope a gives a stack, even on the torus, if all three are coprime to n. Of a − 1, a,
//! a + 1 one is even and one divisible by 3: n must be coprime to 6, and then a = 2 works.
//!
//! **Products.** Divide a board of side A·B into A × A blocks of side B. For a floor f of a stack
//! of side A and a floor g of a stack of side B, put a copy of g into every block where f has a
//! queen. Squares are covered once, because blocks are, and squares inside them. Queens of one
//! block do not attack each other; for two blocks that are di ≠ 0 rows and dj columns apart, a
//! common diagonal means
//!
//! ```text
//!   di·B + du = ±(dj·B + dv)   with |du|, |dv| < B,   so   di = ±dj   or   du ≡ ±dv (mod B)
//! ```
//!
//! The first would be an attack in f; the second an attack in g on the torus, unless du = dv = 0
//! and then it is the first. So the inner stack must be a stack on the torus (B coprime to 6); the
//! outer one may be any. The inner stack has to be toroidal: 5 × 12 is refused, 12 × 5 is not.

use bezzel_board::Stack;
use thiserror::Error;

/// Why a construction does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ConstructError {
    /// The slope, or one next to it, shares a factor with the side.
    #[error(
        "slope {slope} gives no stack of side {n}: {slope} - 1, {slope} and {slope} + 1 must be coprime to {n}"
    )]
    Slope {
        /// The side.
        n: u32,
        /// The slope.
        slope: u32,
    },
    /// The inner stack of a product has a floor that is not a solution on the torus.
    #[error("the inner stack of a product must be toroidal, but the one of side {n} is not")]
    NotToroidal {
        /// Its side.
        n: u32,
    },
}

/// The greatest common divisor.
fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The slopes that give a stack of lines: 2 … n − 2 for a prime n above 3.
pub fn slopes(n: u32) -> impl Iterator<Item = u32> {
    (0..n).filter(move |&slope| is_slope(n, slope))
}

fn is_slope(n: u32, slope: u32) -> bool {
    // n = 1 has the one slope 0.
    slope < n && [slope + n - 1, slope, slope + 1].iter().all(|&s| gcd(s, n) == 1)
}

/// The stack of parallel lines with this slope: level(r, c) = c − slope · r modulo n.
pub fn linear(n: u32, slope: u32) -> Result<Stack, ConstructError> {
    if !is_slope(n, slope) {
        return Err(ConstructError::Slope { n, slope });
    }
    let wide = u64::from(n);
    let level = |p: u64| ((p % wide + wide - u64::from(slope) * (p / wide) % wide) % wide) as u32;
    let levels = (0..wide * wide).map(level).collect();
    Ok(Stack::from_levels(n, levels).expect("coprime slopes give a stack"))
}

/// The product: the inner stack in every block of the outer one.
pub fn product(outer: &Stack, inner: &Stack) -> Result<Stack, ConstructError> {
    let (a, b) = (outer.side(), inner.side());
    if !inner.is_toroidal() {
        return Err(ConstructError::NotToroidal { n: b });
    }
    let mut levels = Vec::with_capacity((a * b) as usize * (a * b) as usize);
    for block in outer.rows() {
        for row in inner.rows() {
            for &outside in block {
                levels.extend(row.iter().map(|&inside| outside * b + inside));
            }
        }
    }
    Ok(Stack::from_levels(a * b, levels).expect("a toroidal stack inside gives a stack"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_give_stacks_exactly_for_sides_coprime_to_six() {
        for n in 1..=60 {
            let mut number = 0;
            for slope in slopes(n) {
                assert!(linear(n, slope).unwrap().is_toroidal());
                number += 1;
            }
            assert_eq!(number > 0, gcd(n, 6) == 1, "n = {n}");
        }
        assert_eq!(slopes(13).collect::<Vec<_>>(), (2..=11).collect::<Vec<_>>());
        assert!(linear(8, 2).is_err());
        assert!(linear(7, 1).is_err());
    }

    #[test]
    fn products_need_a_toroidal_stack_inside() {
        let (five, seven) = (linear(5, 2).unwrap(), linear(7, 3).unwrap());
        let product_57 = product(&five, &seven).unwrap();
        assert_eq!(product_57.side(), 35);
        assert_eq!(product_57.slope(), None, "not a line any more");
        let never = bezzel_board::Stop::new();
        let twelve =
            super::super::symmetric::kept_by(12, super::super::symmetric::Group::Mirrors, &never);
        let twelve = twelve.unwrap().unwrap();
        assert!(!twelve.is_toroidal());
        assert_eq!(product(&twelve, &five).unwrap().side(), 60);
        assert_eq!(product(&five, &twelve), Err(ConstructError::NotToroidal { n: 12 }));
    }
}
