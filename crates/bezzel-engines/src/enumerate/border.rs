//! Queens of the first and last row and column, one representative per symmetry class.

use bezzel_board::Square;

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
        for top in 0..n.div_ceil(2) {
            // An image begins with any of the four positions, counted from either side: in the
            // smallest border of a class none of them is nearer to a corner than `top`.
            let places = top..n - top;
            for bottom in places.clone() {
                for left in places.clone() {
                    for right in places.clone() {
                        let border = Border { top, bottom, left, right };
                        let images = border.images(n);
                        if images.iter().all(|image| border <= *image) && border.is_legal(n) {
                            let fixed_by = images.iter().filter(|&&image| image == border).count();
                            found.push((border, 8 / fixed_by as u64));
                        }
                    }
                }
            }
        }
        found
    }

    /// The border under the eight symmetries of the board.
    fn images(self, n: u32) -> [Border; 8] {
        let upside_down = |border: Border| Border {
            top: border.bottom,
            bottom: border.top,
            left: n - 1 - border.left,
            right: n - 1 - border.right,
        };
        let transposed =
            Border { top: self.left, bottom: self.right, left: self.top, right: self.bottom };
        let [a, b, c, d] = [self, transposed, upside_down(self), upside_down(transposed)];
        let [e, f, g, h] = [a, b, c, d].map(|border| Border {
            top: n - 1 - border.top,
            bottom: n - 1 - border.bottom,
            left: border.right,
            right: border.left,
        });
        [a, b, c, d, e, f, g, h]
    }

    /// The two to four different queens.
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

#[cfg(test)]
mod tests {
    use super::Border;

    #[test]
    fn classes_together_are_all_borders() {
        for n in 2..=9 {
            let places = || 0..n;
            let legal = places()
                .flat_map(|top| places().map(move |bottom| (top, bottom)))
                .flat_map(|pair| places().map(move |left| (pair, left)))
                .flat_map(|triple| places().map(move |right| (triple, right)))
                .map(|(((top, bottom), left), right)| Border { top, bottom, left, right })
                .filter(|border| border.is_legal(n))
                .count();
            let classes = Border::representatives(n);
            let weights: u64 = classes.iter().map(|(_, weight)| weight).sum();
            assert_eq!(weights, legal as u64, "n = {n}");
            assert!(classes.iter().all(|(_, weight)| [2, 4, 8].contains(weight)));
        }
    }

    #[test]
    fn a_corner_queen_is_named_once() {
        let corner = Border { top: 0, bottom: 3, left: 0, right: 2 };
        assert_eq!(corner.queens(6).len(), 3);
    }
}
