//! The eight symmetries of the square board under the survey's names, orbits and classes.

use crate::{Placement, Problem, Size, Square};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A rotation of the board in the plane (R1–R4) or in space (D1–D4), as the survey names them.
///
/// ```text
///            R1 (90° counterclockwise)      D1 (about the vertical axis)
///   a b            b d                          b a
///   c d            a c                          d c
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Symmetry {
    /// 90° counterclockwise.
    R1,
    /// 180°.
    R2,
    /// 270° counterclockwise.
    R3,
    /// 360°: the identity.
    R4,
    /// 180° in space about the vertical axis: columns reversed.
    D1,
    /// 180° in space about the horizontal axis: rows reversed.
    D2,
    /// 180° in space about the diagonal through the corners where row ≠ column.
    D3,
    /// 180° in space about the principal diagonal: rows and columns exchanged.
    D4,
}

use Symmetry::{D1, D2, D3, D4, R1, R2, R3, R4};

impl Symmetry {
    /// All eight, in the survey's order.
    pub const ALL: [Symmetry; 8] = [R1, R2, R3, R4, D1, D2, D3, D4];

    /// The symmetries a board of this size has: eight, four for a rectangle, and only the
    /// identity beyond two dimensions (whose larger group is not made of these).
    #[must_use]
    pub fn of_size(size: Size) -> &'static [Symmetry] {
        match (size.dimension(), size.is_square()) {
            (2, true) => &Self::ALL,
            (2, false) => &[R2, R4, D1, D2],
            _ => &[R4],
        }
    }

    /// The symmetries that keep the board, the given queens and the blocked squares.
    #[must_use]
    pub fn of_problem(problem: &Problem) -> Vec<Symmetry> {
        let keeps =
            |symmetry: &Symmetry, set: &Placement| symmetry.image(set, problem.size()) == *set;
        (Self::of_size(problem.size()).iter())
            .filter(|s| keeps(s, problem.given()) && keeps(s, problem.blocked()))
            .copied()
            .collect()
    }

    /// Where this symmetry takes a square of a board that has it.
    #[must_use]
    pub fn apply(self, square: Square, size: Size) -> Square {
        let Square { row, column } = square;
        // Written so that the corner turns that only square boards have use one common side.
        let (down, right) = (size.rows() - 1 - row, size.width() - 1 - column);
        match self {
            R1 => Square::new(right, row),
            R2 => Square::new(down, right),
            R3 => Square::new(column, down),
            R4 => square,
            D1 => Square::new(row, right),
            D2 => Square::new(down, column),
            D3 => Square::new(right, down),
            D4 => Square::new(column, row),
        }
    }

    /// The placement turned by this symmetry.
    #[must_use]
    pub fn image(self, placement: &Placement, size: Size) -> Placement {
        placement.squares().iter().map(|&square| self.apply(square, size)).collect()
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        match self {
            R1 => R3,
            R3 => R1,
            other => other,
        }
    }

    /// The symmetry that does `self` first and `next` after it.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        // Three corners of a 3 × 3 board tell the eight symmetries apart.
        let size = Size::square(3).expect("3 × 3 is a board");
        let corners = [Square::new(0, 1), Square::new(1, 2)];
        let target = corners.map(|corner| next.apply(self.apply(corner, size), size));
        let same = |s: &Symmetry| corners.map(|corner| s.apply(corner, size)) == target;
        Self::ALL.into_iter().find(same).expect("the eight symmetries are a group")
    }

    /// The smallest image, row by row: the representative of the placement's class.
    #[must_use]
    pub fn canonical(placement: &Placement, size: Size) -> Placement {
        (Self::of_size(size).iter())
            .map(|symmetry| symmetry.image(placement, size))
            .min()
            .expect("every board has the identity")
    }

    /// The different images of a placement, smallest first.
    #[must_use]
    pub fn orbit(placement: &Placement, size: Size) -> Vec<Placement> {
        let mut orbit: Vec<Placement> =
            Self::of_size(size).iter().map(|symmetry| symmetry.image(placement, size)).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// The symmetries that leave a placement as it is.
    #[must_use]
    pub fn stabiliser(placement: &Placement, size: Size) -> Vec<Symmetry> {
        let fixes = |s: &&Symmetry| s.image(placement, size) == *placement;
        Self::of_size(size).iter().filter(fixes).copied().collect()
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_counterclockwise_takes_the_right_edge_to_the_top() {
        let size = Size::square(8).unwrap();
        assert_eq!(R1.apply(Square::new(0, 7), size), Square::new(0, 0));
        assert_eq!(R1.apply(Square::new(0, 0), size), Square::new(7, 0));
    }

    #[test]
    fn the_eight_form_a_group() {
        let size = Size::square(5).unwrap();
        for a in Symmetry::ALL {
            assert_eq!(a.then(a.inverse()), R4);
            for b in Symmetry::ALL {
                for square in size.iter() {
                    assert_eq!(a.then(b).apply(square, size), b.apply(a.apply(square, size), size));
                }
            }
        }
        assert_eq!(R1.then(R1), R2);
        assert_eq!(R1.then(R2), R3);
        assert_eq!(D1.then(D2), R2);
        assert_eq!(D4.then(D1), R3);
    }

    #[test]
    fn the_surveys_figure_is_kept_by_the_half_turn() {
        let size = Size::square(8).unwrap();
        let figure = Placement::from_columns(&[2, 4, 1, 7, 0, 6, 3, 5]);
        assert_eq!(Symmetry::stabiliser(&figure, size), [R2, R4]);
        assert_eq!(Symmetry::orbit(&figure, size).len(), 4);
    }

    #[test]
    fn a_rectangle_has_four_symmetries_that_keep_it() {
        let size = Size::rectangle(3, 5).unwrap();
        for symmetry in Symmetry::of_size(size) {
            assert!(size.iter().all(|square| size.contains(symmetry.apply(square, size))));
        }
        assert_eq!(Symmetry::of_size(size).len(), 4);
    }

    #[test]
    fn blocked_squares_break_the_symmetry_of_a_problem() {
        let corner = Problem::queens(6).with_blocked([Square::new(0, 0)]).unwrap();
        assert_eq!(Symmetry::of_problem(&corner), [R4, D4]);
        assert_eq!(Symmetry::of_problem(&Problem::queens(6)).len(), 8);
    }
}
