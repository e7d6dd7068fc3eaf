//! The position of the second queen of a toroidal solution, up to the symmetries of the torus.
//!
//! Translations bring the queen of row 0 to column 0. The queen of row 1 then stands in some column
//! s, its *slope*. Symmetries that fix the square (0, 0), followed by the scaling that returns the
//! image of (1, s) to row 1, permute the slopes; all slopes of one class have the same number of
//! solutions.
//!
//! A linear map preserves the rules if it permutes the four families of lines (constant r, c, r +
//! c, r − c) up to invertible factors:
//!
//! ```text
//!   mirror     (r, c) → (r, −c)          slope s → −s
//!   transpose  (r, c) → (c, r)           slope s → 1/s               where s has an inverse
//!   eighth     (r, c) → (r − c, r + c)   slope s → (1 + s)/(1 − s)   where 1 − s has an inverse
//!              (sum and difference of the images are 2r and 2c, so n must be odd)
//!   scaling    (r, c) → (k r, k c)       slope s → s                 where k has an inverse
//! ```
//!
//! On a cylinder with unequal sides only the mirror keeps the first two rows.

use bezzel_board::Size;

/// The smallest slope of each class of equivalent slopes, with the size of its class.
pub(super) fn classes(size: Size) -> Vec<(u32, u64)> {
    let n = size.columns();
    let mut class_of: Vec<Option<u32>> = vec![None; n as usize];
    let mut found = Vec::new();
    // 0, 1 and n − 1 are the column and the diagonals of the first queen.
    for slope in 2..n.saturating_sub(1) {
        if class_of[slope as usize].is_some() {
            continue;
        }
        let mut slopes = 0;
        let mut waiting = vec![slope];
        while let Some(next) = waiting.pop() {
            if class_of[next as usize].is_none() {
                class_of[next as usize] = Some(slope);
                slopes += 1;
                waiting.push(n - next);
                if size.is_square() {
                    waiting.extend(images(next, n));
                }
            }
        }
        found.push((slope, slopes));
    }
    found
}

/// The images of this slope under the symmetries that exchange rows, columns and diagonals.
fn images(slope: u32, n: u32) -> impl Iterator<Item = u32> {
    let inverse = move |of: u32| (1..n).find(|k| k * of % n == 1);
    let transposed = inverse(slope);
    let turned = (n % 2 == 1)
        .then(|| inverse((1 + n - slope) % n))
        .flatten()
        .map(|inverse| (1 + slope) * inverse % n);
    [transposed, turned].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_square(n: u32) -> Vec<(u32, u64)> {
        classes(Size::square(n).unwrap())
    }

    #[test]
    fn classes_partition_the_slopes() {
        for n in 0..=32 {
            let oblong = Size::rectangle(n.min(2), n).unwrap();
            for classes in [of_square(n), classes(oblong)] {
                let slopes: u64 = classes.iter().map(|(_, size)| size).sum();
                assert_eq!(slopes, u64::from(n.saturating_sub(3)), "n = {n}");
            }
        }
    }

    #[test]
    fn eight_symmetries_merge_most_slopes() {
        assert_eq!(of_square(5), [(2, 2)]);
        assert_eq!(of_square(7), [(2, 4)]);
        assert_eq!(of_square(23).len(), 3);
    }
}
