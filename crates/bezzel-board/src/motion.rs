//! The motions of a board: the eight symmetries and, where edges are joined, the shifts across them.

use crate::{Placement, Problem, Size, Square, Symmetry, Topology};
use serde::{Serialize, Serializer};
use std::fmt;

/// A shift across joined edges, followed by one of the eight symmetries.
///
/// ```text
///   shifted by one column on a    cylinder        Möbius strip
///                        a b c      c a b             f a b
///                        d e f      f d e             c d e
/// ```
///
/// It is written as its symmetry, with the rows and columns of the shift if there is one: `R2` or
/// `R2+0,3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Motion {
    /// The rows it shifts by, downwards.
    pub rows: u32,
    /// The columns it shifts by, to the right.
    pub columns: u32,
    /// What follows the shift.
    pub symmetry: Symmetry,
}

impl Motion {
    /// The motions that preserve the board, its lines, the given queens, the blocked squares, the
    /// pawns and the regions, those without a shift first.
    ///
    /// ```
    /// # use bezzel_board::{Motion, Problem};
    /// assert_eq!(Motion::of_problem(&Problem::queens(5)).len(), 8);
    /// assert_eq!(Motion::of_problem(&Problem::queens(5).on_torus()?).len(), 8 * 5 * 5);
    /// # Ok::<(), bezzel_board::BoardError>(())
    /// ```
    #[must_use]
    pub fn of_problem(problem: &Problem) -> Vec<Motion> {
        Motion::in_turn(problem).collect()
    }

    /// The same, found one by one: a torus of side 100 has 80,000.
    pub fn in_turn(problem: &Problem) -> impl Iterator<Item = Motion> {
        let symmetries = Symmetry::of_board(problem);
        let (down, right) = shifts(problem, symmetries);
        let all = (0..down).flat_map(move |rows| {
            (0..right).flat_map(move |columns| {
                symmetries.iter().map(move |&symmetry| Motion { rows, columns, symmetry })
            })
        });
        let sets = [problem.given(), problem.blocked(), problem.pawns()];
        all.filter(move |motion| {
            let keeps_regions = || {
                let image = |square| motion.apply(square, problem);
                problem.regions().are_kept_by(image, problem.size())
            };
            sets.iter().all(|set| motion.image(set, problem) == **set) && keeps_regions()
        })
    }

    /// How many motions the board has if nothing on it excludes any.
    #[must_use]
    pub fn number(problem: &Problem) -> u64 {
        let symmetries = Symmetry::of_board(problem);
        let (down, right) = shifts(problem, symmetries);
        u64::from(down) * u64::from(right) * symmetries.len() as u64
    }

    /// The image of a square, on a board that has this motion.
    #[must_use]
    pub fn apply(self, square: Square, problem: &Problem) -> Square {
        let size = problem.size();
        if (self.rows, self.columns) == (0, 0) {
            return self.symmetry.apply(square, size);
        }
        let (row, column) = self.shifted(square, size, problem.topology());
        self.symmetry.apply(Square::new(row, column), size)
    }

    fn shifted(self, square: Square, size: Size, topology: Topology) -> (u32, u32) {
        let wrap =
            |at: u32, by: u32, side: u32| if at >= side - by { at - (side - by) } else { at + by };
        let column = wrap(square.column, self.columns, size.width());
        let is_twisted = topology == Topology::Mobius && column < square.column;
        let row = wrap(square.row, self.rows, size.rows());
        (if is_twisted { size.rows() - 1 - row } else { row }, column)
    }

    /// The image of a placement under this motion.
    #[must_use]
    pub fn image(self, placement: &Placement, problem: &Problem) -> Placement {
        placement.squares().iter().map(|&square| self.apply(square, problem)).collect()
    }
}

/// By how many rows and columns the board can be shifted, with 0 as one of them. A cylinder whose
/// rows and columns can be exchanged attacks as the torus does, so that it can be shifted both ways.
fn shifts(problem: &Problem, symmetries: &[Symmetry]) -> (u32, u32) {
    let (rows, columns) = (problem.size().rows().max(1), problem.size().width().max(1));
    match problem.topology() {
        _ if problem.size().dimension() > 2 => (1, 1),
        Topology::Plane => (1, 1),
        Topology::Torus => (rows, columns),
        Topology::Cylinder if symmetries.contains(&Symmetry::D4) => (rows, columns),
        // Once around the strip is a reflection, which is one of the symmetries.
        Topology::Cylinder | Topology::Mobius => (1, columns),
    }
}

impl fmt::Display for Motion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Motion { rows, columns, symmetry } = self;
        match (rows, columns) {
            (0, 0) => write!(f, "{symmetry}"),
            _ => write!(f, "{symmetry}+{rows},{columns}"),
        }
    }
}

impl Serialize for Motion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Motion {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::schema!(String).into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Motion {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardError, Rule};
    use std::collections::BTreeSet;

    /// A motion as the position of the image of each square.
    type Permutation = Vec<u64>;

    /// Every shift followed by every symmetry, written from scratch for squares as coordinates.
    fn candidates(problem: &Problem) -> BTreeSet<Permutation> {
        let size = problem.size();
        let (rows, columns) = (i64::from(size.rows()), i64::from(size.columns()));
        let is_square = rows == columns;
        let (down, right) = match problem.topology() {
            Topology::Plane => (1, 1),
            Topology::Torus => (rows, columns),
            Topology::Cylinder => (if is_square { rows } else { 1 }, columns),
            Topology::Mobius => (1, 2 * columns),
        };
        let mut found = BTreeSet::new();
        for (dr, dc) in (0..down).flat_map(|dr| (0..right).map(move |dc| (dr, dc))) {
            for turn in 0..if is_square { 8 } else { 4 } {
                let image = |row: i64, column: i64| {
                    let twists = (column + dc) / columns;
                    let is_flipped = problem.topology() == Topology::Mobius && twists % 2 == 1;
                    let (row, column) = ((row + dr) % rows, (column + dc) % columns);
                    let row = if is_flipped != (turn & 1 == 1) { rows - 1 - row } else { row };
                    let column = if turn & 2 == 2 { columns - 1 - column } else { column };
                    let (row, column) = if turn & 4 == 4 { (column, row) } else { (row, column) };
                    (row * columns + column) as u64
                };
                let squares =
                    (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
                found.insert(squares.map(|(row, column)| image(row, column)).collect());
            }
        }
        found
    }

    fn permutations(problem: &Problem) -> BTreeSet<Permutation> {
        let position = |square: Square| {
            u64::from(square.row) * u64::from(problem.size().columns()) + u64::from(square.column)
        };
        let image = |motion: Motion| {
            problem.size().iter().map(|square| position(motion.apply(square, problem))).collect()
        };
        Motion::of_problem(problem).into_iter().map(image).collect()
    }

    /// The attacks between all squares, and what stands on each.
    struct Facts {
        attacks: Vec<Vec<bool>>,
        kinds: Vec<(bool, bool, bool)>,
    }

    impl Facts {
        fn of(problem: &Problem) -> Facts {
            let squares: Vec<Square> = problem.size().iter().collect();
            let attack = |a: &Square, b: &Square| problem.attack(*a, *b).is_some();
            let kind = |square: &Square| {
                let sets = [problem.given(), problem.blocked(), problem.pawns()];
                let [given, blocked, pawns] = sets.map(|set| set.contains(*square));
                (given, blocked, pawns)
            };
            let row = |a: &Square| squares.iter().map(|b| attack(a, b)).collect();
            Facts {
                attacks: squares.iter().map(row).collect(),
                kinds: squares.iter().map(kind).collect(),
            }
        }

        fn are_kept_by(&self, image: &Permutation) -> bool {
            let to = |place: usize| image[place] as usize;
            let all = || 0..image.len();
            all().all(|a| self.kinds[a] == self.kinds[to(a)])
                && all().all(|a| all().all(|b| self.attacks[a][b] == self.attacks[to(a)][to(b)]))
        }
    }

    /// Of all shifts and turns exactly those that keep the attacks, the given queens, the blocked
    /// squares, the pawns and the excluded diagonals. Smaller boards have more by chance.
    #[test]
    fn the_motions_are_those_that_keep_the_problem() {
        let mut checked = 0;
        let parts: [fn(Problem) -> Result<Problem, BoardError>; 6] = [
            Ok,
            |board| board.with_given([Square::new(0, 1)]),
            |board| board.with_blocked([Square::new(1, 1), Square::new(2, 3)]),
            |board| board.with_pawns([Square::new(2, 2)]),
            |board| board.with_excluded("d0".parse()?),
            |board| board.with_pieces(3),
        ];
        for size in ["6", "5x7"] {
            for (rule, _) in Rule::ALL {
                for (topology, _) in Topology::ALL {
                    for part in parts {
                        let board = Problem::new(size.parse().unwrap()).with_rule(rule);
                        let board = board.and_then(|board| board.on(topology));
                        let Ok(problem) = board.and_then(part) else { continue };
                        let facts = Facts::of(&problem);
                        let mut expected = candidates(&problem);
                        expected.retain(|image| facts.are_kept_by(image));
                        assert_eq!(permutations(&problem), expected, "{problem}");
                        checked += 1;
                    }
                }
            }
        }
        assert!(checked > 150, "only {checked} problems could be built");
    }

    #[test]
    fn boards_with_joined_edges_have_their_shifts() {
        let number = |text: &str| Motion::of_problem(&text.parse().unwrap()).len();
        assert_eq!(number("7 torus"), 8 * 49);
        assert_eq!(number("7 cylinder"), 8 * 49, "queens attack as on the torus");
        assert_eq!(number("7 king cylinder"), 4 * 7);
        assert_eq!(number("5x7 cylinder"), 4 * 7);
        assert_eq!(number("7 mobius"), 4 * 7);
        assert_eq!(number("7 semi-queen torus"), 4 * 49);
        assert_eq!(number("0 torus"), 8);
        assert_eq!(Motion::number(&"100 torus".parse().unwrap()), 80_000);
        let last = Motion { rows: 0, columns: 3, symmetry: Symmetry::R2 };
        assert_eq!(last.to_string(), "R2+0,3");
    }
}
