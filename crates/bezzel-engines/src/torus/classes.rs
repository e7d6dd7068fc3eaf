//! Classes of toroidal solutions: up to shifts, turns and reflections of the torus.
//!
//! A torus of side n has 8n² motions: n² shifts, each followed by one of the eight symmetries of the
//! square. They take every solution to its *images*; two solutions with the same images are one
//! class. A class with stabiliser of order s has 8n²/s images, and because shifts take any square to
//! any other, the same share of them, one n-th, has a queen on (0, 0). So it is enough to find the
//! solutions with that queen and to add n/images for each.

use bezzel_board::Stop;
use std::collections::BTreeMap;

/// Classes of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TorusClasses {
    /// Solutions in each of them.
    pub images: u64,
    /// How many there are.
    pub classes: u64,
}

/// The largest side whose classes are counted: 820,496 solutions. The next, 23, has 157 times as many.
pub const LARGEST_TORUS_CLASSES: u32 = 19;

/// The classes of the full torus by their number of images, fewest first; `None` if stopped.
///
/// ```
/// use bezzel_board::Stop;
/// use bezzel_engines::{TorusClasses, torus_classes};
///
/// let found = torus_classes(11, &Stop::new()).unwrap();
/// assert_eq!(found, [TorusClasses { images: 44, classes: 2 }]);
/// ```
///
/// # Panics
/// If `n` is beyond [`LARGEST_TORUS_CLASSES`].
#[must_use]
pub fn torus_classes(n: u32, stop: &Stop) -> Option<Vec<TorusClasses>> {
    assert!(n <= LARGEST_TORUS_CLASSES, "side {n} is too large");
    if n == 0 {
        return Some(vec![TorusClasses { images: 1, classes: 1 }]);
    }
    if n > 1 && (n.is_multiple_of(2) || n.is_multiple_of(3)) {
        return Some(Vec::new());
    }
    let n = n as usize;
    // Solutions with a queen on (0, 0), by the images of their class.
    let mut through: BTreeMap<u64, u64> = BTreeMap::new();
    // A reflection takes the queen of row 1 from column s to n - s, so that half of them is enough.
    let half = if n > 1 { 2..n.div_ceil(2) } else { 0..1 };
    for second in half {
        let mut search = Search { n, columns: vec![0; n], stop };
        let mut each = |columns: &[usize]| {
            let images = 8 * (n * n) as u64 / stabiliser(columns);
            *through.entry(images).or_default() += if n > 1 { 2 } else { 1 };
        };
        search.from(&[0, second][..n.min(2)], &mut each)?;
    }
    let classes = |(&images, &found): (&u64, &u64)| TorusClasses {
        images,
        classes: found * n as u64 / images,
    };
    Some(through.iter().map(classes).collect())
}

/// Row by row with the lines in use as bits of three words, which rotate from row to row.
struct Search<'a> {
    n: usize,
    columns: Vec<usize>,
    stop: &'a Stop,
}

impl Search<'_> {
    /// Every solution whose first queens stand in these columns; `None` if stopped.
    fn from(&mut self, first: &[usize], each: &mut impl FnMut(&[usize])) -> Option<()> {
        let (mut columns, mut falling, mut rising) = (0, 0, 0);
        for (row, &column) in first.iter().enumerate() {
            let bit = 1 << column;
            if (columns | falling | rising) & bit != 0 {
                return Some(());
            }
            self.columns[row] = column;
            columns |= bit;
            (falling, rising) = (self.left(falling | bit), self.right(rising | bit));
        }
        self.row(first.len(), columns, falling, rising, each)
    }

    fn row(
        &mut self,
        row: usize,
        columns: u32,
        falling: u32,
        rising: u32,
        each: &mut impl FnMut(&[usize]),
    ) -> Option<()> {
        if row == self.n {
            each(&self.columns);
            return Some(());
        }
        if row <= 3 && self.stop.is_asked() {
            return None;
        }
        let mut free = self.full() & !(columns | falling | rising);
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            self.columns[row] = bit.trailing_zeros() as usize;
            let (falling, rising) = (self.left(falling | bit), self.right(rising | bit));
            self.row(row + 1, columns | bit, falling, rising, each)?;
        }
        Some(())
    }

    fn full(&self) -> u32 {
        u32::MAX >> (32 - self.n)
    }

    fn left(&self, word: u32) -> u32 {
        (word << 1 | word >> (self.n - 1)) & self.full()
    }

    fn right(&self, word: u32) -> u32 {
        (word >> 1 | word << (self.n - 1)) & self.full()
    }
}

/// How many motions leave a solution with a queen on (0, 0) unchanged. Such a motion takes that queen
/// to another one, so there are 8n to try.
fn stabiliser(columns: &[usize]) -> u64 {
    let n = columns.len();
    let mut order = 0;
    for turn in 0..8 {
        // The image of a square under one of the eight symmetries of the square around (0, 0).
        let image = |row: usize, column: usize| {
            let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
            let row = if turn & 2 == 0 { row } else { (n - row) % n };
            let column = if turn & 4 == 0 { column } else { (n - column) % n };
            (row, column)
        };
        for (to_row, &to_column) in columns.iter().enumerate() {
            let is_kept = columns.iter().enumerate().all(|(row, &column)| {
                let (row, column) = image(row, column);
                columns[(row + to_row) % n] == (column + to_column) % n
            });
            order += u64::from(is_kept);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every solution, shifted, turned and reflected in all ways.
    fn orbits(n: usize) -> BTreeMap<u64, u64> {
        let mut all = BTreeSet::new();
        for first in 0..n {
            let mut search = Search { n, columns: vec![0; n], stop: &Stop::new() };
            search.from(&[first], &mut |found| {
                all.insert(found.to_vec());
            });
        }
        let mut sizes = BTreeMap::new();
        while let Some(one) = all.first().cloned() {
            let mut images = BTreeSet::new();
            let mut waiting = vec![one];
            while let Some(next) = waiting.pop() {
                if !images.insert(next.clone()) {
                    continue;
                }
                let inverse = |of: &[usize]| {
                    let mut to = vec![0; n];
                    of.iter().enumerate().for_each(|(row, &column)| to[column] = row);
                    to
                };
                waiting.push(next.iter().map(|column| (column + 1) % n).collect());
                waiting.push((0..n).map(|row| next[(row + 1) % n]).collect());
                waiting.push(next.iter().rev().copied().collect());
                waiting.push(inverse(&next));
            }
            images.iter().for_each(|image| assert!(all.remove(image)));
            *sizes.entry(images.len() as u64).or_default() += 1;
        }
        sizes
    }

    #[test]
    fn classes_are_the_orbits() {
        for n in [1, 5, 7, 11, 13] {
            let found = torus_classes(n, &Stop::new()).unwrap();
            let found: BTreeMap<u64, u64> =
                found.iter().map(|classes| (classes.images, classes.classes)).collect();
            assert_eq!(found, orbits(n as usize), "n = {n}");
        }
        assert!(torus_classes(12, &Stop::new()).unwrap().is_empty());
    }

    /// OEIS A054500 to A054502: on the torus of side 19, 4 · 76 + 132 · 1444 + 218 · 2888 = 820496.
    #[test]
    fn side_19_agrees_with_the_oeis() {
        let found = torus_classes(19, &Stop::new()).unwrap();
        let found: Vec<(u64, u64)> = found.iter().map(|c| (c.classes, c.images)).collect();
        assert_eq!(found, [(4, 76), (132, 1444), (218, 2888)]);
    }

    #[test]
    fn it_can_be_stopped() {
        let stop = Stop::new();
        stop.ask();
        assert_eq!(torus_classes(13, &stop), None);
    }
}
