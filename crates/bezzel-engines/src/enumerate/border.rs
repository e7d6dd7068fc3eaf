//! Queens of the first and last row and column, one representative per symmetry class.

use bezzel_board::Square;
use std::collections::BTreeSet;

/// The queens on the four edges of a board of side n > 1.
///
/// ```text
///        top
///       . . Q . .          A queen in a corner lies on two edges; `queens` names it once.
///       . . . . Q
///       . Q . . .          Every solution has exactly one border.
/// left  . . . Q . right
///       Q . . . .
///        bottom
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Border {
    /// Column of the queen in the first row.
    pub top: u32,
    /// Column of the queen in the last row.
    pub bottom: u32,
    /// Row of the queen in the first column.
    pub left: u32,
    /// Row of the queen in the last column.
    pub right: u32,
}

impl Border {
    /// The smallest border of each symmetry class, with the size of its class.
    ///
    /// A symmetry maps the solutions with one border onto the solutions with its image, so the
    /// total is the sum over the representatives of class size times solutions.
    pub fn representatives(n: u32) -> Vec<(Border, u64)> {
        let mut found = Vec::new();
        for top in 0..n {
            for bottom in 0..n {
                for left in 0..n {
                    for right in 0..n {
                        let border = Border { top, bottom, left, right };
                        let images = BTreeSet::from(border.images(n));
                        if images.first() == Some(&border) && border.is_legal(n) {
                            found.push((border, images.len() as u64));
                        }
                    }
                }
            }
        }
        found
    }

    /// The border under the eight symmetries of the board; the first four are not mirror images
    /// of each other from left to right.
    pub fn images(self, n: u32) -> [Border; 8] {
        let Border { top, bottom, left, right } = self;
        let other = |place: u32| n - 1 - place;
        let upside_down = |b: Border| Border {
            top: b.bottom,
            bottom: b.top,
            left: other(b.left),
            right: other(b.right),
        };
        let mirrored = |b: Border| Border {
            top: other(b.top),
            bottom: other(b.bottom),
            left: b.right,
            right: b.left,
        };
        let transposed = Border { top: left, bottom: right, left: top, right: bottom };
        let half = [self, transposed, upside_down(self), upside_down(transposed)];
        let [a, b, c, d] = half;
        let [e, f, g, h] = half.map(mirrored);
        [a, b, c, d, e, f, g, h]
    }

    /// The two to four queens, each once.
    pub fn queens(self, n: u32) -> Vec<Square> {
        let mut queens = vec![
            Square::new(0, self.top),
            Square::new(n - 1, self.bottom),
            Square::new(self.left, 0),
            Square::new(self.right, n - 1),
        ];
        queens.sort_unstable();
        queens.dedup();
        queens
    }

    fn is_legal(self, n: u32) -> bool {
        let queens = self.queens(n);
        queens.iter().enumerate().all(|(k, a)| {
            queens[..k].iter().all(|b| {
                let (rows, columns) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
                rows != 0 && columns != 0 && rows != columns
            })
        })
    }
}
