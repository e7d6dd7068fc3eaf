//! Which squares a piece attacks: the attack rules, on every topology.

use crate::{BoardError, Line, Size, Square, Topology};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How a piece attacks. In two dimensions on the plane `queen` and `two-axis` are the same. The
/// pieces other than queens are for two-dimensional boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// True queen moves in any subset of the coordinates (Barr and Rao): all nonzero components
    /// of the difference have the same absolute value.
    #[default]
    Queen,
    /// Queen moves within the planes of two axes only: as `Queen`, with at most two nonzero
    /// components.
    TwoAxis,
    /// A queen attacks its row, its column and the squares that touch its own, as in newspaper
    /// puzzles; for two-dimensional boards with edges.
    Touching,
    /// Nudelman's modular queens: some combination of the components with coefficients −1, 0, 1,
    /// not all 0, vanishes mod n.
    Hyperplane,
    /// Queen and knight in one piece, also called a superqueen.
    Amazon,
    /// A queen without anti-diagonals: row, column and the diagonal row − column.
    SemiQueen,
    /// Row and column.
    Rook,
    /// The two diagonals.
    Bishop,
    /// The squares that touch its own.
    King,
}

/// The kinds of line along which a piece attacks on a flat board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds {
    /// Rows and columns.
    pub straight: bool,
    /// Diagonals with a constant difference.
    pub diagonals: bool,
    /// Diagonals with a constant sum.
    pub anti_diagonals: bool,
    /// Blocks of 2 × 2 squares.
    pub blocks: bool,
    /// Knight's moves.
    pub leaps: bool,
}

impl Rule {
    /// Every rule with its name.
    pub const ALL: [(Rule, &'static str); 9] = [
        (Rule::Queen, "queen"),
        (Rule::TwoAxis, "two-axis"),
        (Rule::Touching, "touching"),
        (Rule::Hyperplane, "hyperplane"),
        (Rule::Amazon, "amazon"),
        (Rule::SemiQueen, "semi-queen"),
        (Rule::Rook, "rook"),
        (Rule::Bishop, "bishop"),
        (Rule::King, "king"),
    ];

    /// The rule's name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        Rule::ALL.iter().find(|(rule, _)| *rule == self).expect("ALL lists every rule").1
    }

    /// The piece in the singular: `queen` for the rules of queens.
    #[must_use]
    pub fn piece(self) -> &'static str {
        if self.is_piece() { self.name() } else { "queen" }
    }

    /// Whether the rule is that of a piece other than a queen.
    #[must_use]
    pub fn is_piece(self) -> bool {
        use Rule::{Amazon, Bishop, King, Rook, SemiQueen};
        matches!(self, Amazon | SemiQueen | Rook | Bishop | King)
    }

    /// Whether a piece attacks along its row, so that a row holds at most one.
    #[must_use]
    pub fn attacks_rows(self) -> bool {
        !matches!(self, Rule::Bishop | Rule::King)
    }

    /// The kinds of line on a flat board.
    pub(crate) fn kinds(self) -> Kinds {
        let none = Kinds::default();
        let slopes = Kinds { diagonals: true, anti_diagonals: true, ..none };
        match self {
            Rule::Queen | Rule::TwoAxis | Rule::Hyperplane => Kinds { straight: true, ..slopes },
            Rule::Touching => Kinds { straight: true, blocks: true, ..none },
            Rule::Amazon => Kinds { straight: true, leaps: true, ..slopes },
            Rule::SemiQueen => Kinds { straight: true, diagonals: true, ..none },
            Rule::Rook => Kinds { straight: true, ..none },
            Rule::Bishop => slopes,
            Rule::King => Kinds { blocks: true, ..none },
        }
    }

    /// The line along which queens on `a` and `b` attack each other, if they do; for the rules of
    /// queens on the plane and the torus.
    pub(crate) fn line(self, size: Size, topology: Topology, a: Square, b: Square) -> Option<Line> {
        if a == b {
            return None;
        }
        if self == Rule::Touching {
            return touching_line(a, b);
        }
        if size.dimension() == 2 && self != Rule::Hyperplane {
            return flat_line(size, topology, a, b);
        }
        let difference: Vec<i64> = (size.coordinates(b).iter().zip(size.coordinates(a)))
            .map(|(&b, a)| i64::from(b) - i64::from(a))
            .collect();
        let n = i64::from(size.columns());
        let along = direction(&difference, n, topology == Topology::Torus);
        match self {
            Rule::Hyperplane => hyperplane(&difference, n),
            Rule::TwoAxis => {
                along.filter(|_| difference.iter().filter(|&&part| part != 0).count() <= 2)
            }
            _ => along,
        }
    }
}

/// Rows, columns and the two diagonals of a flat board.
fn flat_line(size: Size, topology: Topology, a: Square, b: Square) -> Option<Line> {
    if a.row == b.row {
        return Some(Line::Row(a.row));
    }
    if a.column == b.column {
        return Some(Line::Column(a.column));
    }
    let fold = |value: i64| match topology {
        Topology::Plane => value,
        _ => value.rem_euclid(i64::from(size.columns())),
    };
    let difference = |s: Square| fold(i64::from(s.row) - i64::from(s.column));
    let sum = |s: Square| fold(i64::from(s.row) + i64::from(s.column));
    if difference(a) == difference(b) {
        return Some(Line::Diagonal(difference(a)));
    }
    (sum(a) == sum(b)).then(|| Line::AntiDiagonal(sum(a)))
}

/// Rows, columns, and the block of four squares that two diagonal neighbours share.
fn touching_line(a: Square, b: Square) -> Option<Line> {
    if a.row == b.row {
        return Some(Line::Row(a.row));
    }
    if a.column == b.column {
        return Some(Line::Column(a.column));
    }
    let touch = a.row.abs_diff(b.row) == 1 && a.column.abs_diff(b.column) == 1;
    touch.then(|| Line::Block(Square::new(a.row.min(b.row), a.column.min(b.column))))
}

/// The common step of all nonzero components, if they share one up to sign.
fn direction(difference: &[i64], n: i64, is_joined: bool) -> Option<Line> {
    let length = difference.iter().copied().find(|&part| part != 0)?.abs();
    let sign = |part: i64| -> Option<i64> {
        if part == 0 {
            return Some(0);
        }
        if !is_joined {
            return (part.abs() == length).then(|| part.signum());
        }
        if (part - length).rem_euclid(n) == 0 {
            return Some(1);
        }
        ((part + length).rem_euclid(n) == 0).then_some(-1)
    };
    difference.iter().map(|&part| sign(part)).collect::<Option<Vec<_>>>().map(Line::Direction)
}

/// The first nonzero ε in {−1, 0, 1}^d with ε·δ ≡ 0 (mod n).
fn hyperplane(difference: &[i64], n: i64) -> Option<Line> {
    let dimension = difference.len() as u32;
    // Counting up in base 3 with digits 0, 1, −1 visits every ε except zero.
    (1..3_u64.pow(dimension)).find_map(|mut code| {
        let epsilon: Vec<i64> = (0..dimension)
            .map(|_| {
                let digit = [0, 1, -1][(code % 3) as usize];
                code /= 3;
                digit
            })
            .collect();
        let product: i64 = epsilon.iter().zip(difference).map(|(e, part)| e * part).sum();
        (product.rem_euclid(n) == 0).then_some(Line::Hyperplane(epsilon))
    })
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rule {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Rule, BoardError> {
        let found = Rule::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(rule, _)| *rule).ok_or_else(|| BoardError::UnknownName {
            text: text.to_owned(),
            what: "rule",
            known: Rule::ALL.map(|(_, name)| name).join(", "),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attacks(rule: Rule, size: Size, topology: Topology) -> usize {
        let squares: Vec<Square> = size.iter().collect();
        let pairs = squares.iter().flat_map(|a| squares.iter().map(move |b| (*a, *b)));
        pairs.filter(|&(a, b)| rule.line(size, topology, a, b).is_some()).count()
    }

    /// On the flat board the general rule and the four kinds of line must agree.
    #[test]
    fn the_flat_lines_are_the_general_rule_in_two_dimensions() {
        for n in 1..=7 {
            let size = Size::square(n).unwrap();
            for topology in [Topology::Plane, Topology::Torus] {
                for a in size.iter() {
                    for b in size.iter().filter(|&b| b != a) {
                        let difference = [
                            i64::from(b.column) - i64::from(a.column),
                            i64::from(b.row) - i64::from(a.row),
                        ];
                        assert_eq!(
                            flat_line(size, topology, a, b).is_some(),
                            direction(&difference, i64::from(n), topology == Topology::Torus)
                                .is_some(),
                            "{a} {b} {topology:?} {n}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_hyperplane_rule_in_two_dimensions_is_the_torus() {
        for n in 1..=7 {
            let size = Size::square(n).unwrap();
            assert_eq!(
                attacks(Rule::Hyperplane, size, Topology::Torus),
                attacks(Rule::Queen, size, Topology::Torus)
            );
        }
    }

    #[test]
    fn a_cube_has_the_lines_of_every_face() {
        // The centre of 3^3 attacks all 26 other squares; two axes alone reach 18 of them.
        let size = Size::cube(3, 3).unwrap();
        let centre = size.at_position(13).unwrap();
        let reach = |rule: Rule| {
            size.iter().filter(|&b| rule.line(size, Topology::Plane, centre, b).is_some()).count()
        };
        assert_eq!((reach(Rule::Queen), reach(Rule::TwoAxis)), (26, 18));
        let corner = Square::new(0, 0);
        let line = Rule::Queen.line(size, Topology::Plane, corner, Square::new(2, 8));
        assert_eq!(line.unwrap().to_string(), "direction (+1, +1, +1)");
        assert_eq!(Rule::Queen.line(size, Topology::Plane, corner, Square::new(2, 1)), None);
    }
}
