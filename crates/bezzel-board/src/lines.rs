//! The lines of a flat board, and the squares on them.
//!
//! With every rule but `hyperplane` two pieces of a flat board attack each other exactly if they
//! share a line. Touching pieces share a block of 2 × 2 squares, a knight's move is a line of two
//! squares, and a pawn divides the lines it stands on:
//!
//! ```text
//!   . . . .      A block that holds at most       a a a P b b     the two parts of a row
//!   . a a .      one piece excludes exactly                       with a pawn
//!   . a a .      the squares that touch.
//!   . . . .
//! ```
//!
//! Joined edges close rows and bend diagonals. On the Möbius strip of n columns a diagonal that
//! leaves on the right comes back on the left as an anti-diagonal, so every sloping line is one of
//! the 2n diagonals of the strip cut open twice around.

use crate::{Line, Problem, Rule, Size, Square, Topology};

/// The eight moves of a knight.
const LEAPS: [(i64, i64); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

impl Problem {
    /// Whether two pieces attack each other exactly if they share a line: the board is
    /// two-dimensional and its rule is not `hyperplane`.
    #[must_use]
    pub fn has_lines(&self) -> bool {
        self.size().dimension() == 2 && self.rule() != Rule::Hyperplane
    }

    /// Every line of a board that [`has_lines`](Self::has_lines): rows, columns, diagonals,
    /// anti-diagonals, blocks, knight's moves, regions; only the kinds that the rule has.
    pub fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let has_pawns = !self.pawns().is_empty();
        let whole = self.long_lines().filter(move |_| !has_pawns);
        let parts: Vec<Line> = match has_pawns {
            true => self.long_lines().flat_map(|line| self.parts(line)).collect(),
            false => Vec::new(),
        };
        let kinds = self.rule().kinds();
        let (size, topology) = (self.size(), self.topology());
        let corners = |side: u32, is_joined: bool| match () {
            () if !kinds.blocks => 0,
            () if is_joined => side,
            () => side.saturating_sub(1),
        };
        let down = corners(size.rows(), topology == Topology::Torus);
        let right = corners(size.columns(), topology != Topology::Plane);
        let blocks = (0..down).flat_map(move |row| {
            (0..right).map(move |column| Line::Block(Square::new(row, column)))
        });
        // Large boards have more leaps than fit into memory.
        let leaping = size.iter().take(if kinds.leaps { usize::MAX } else { 0 });
        let leaps = leaping.flat_map(move |from| leaps_from(size, topology, from, from));
        whole
            .chain(parts)
            .chain(blocks)
            .chain(leaps)
            .chain(self.regions().names().into_iter().map(Line::Region))
    }

    /// The lines through a square, in the order of [`lines`](Self::lines); the line of an
    /// [`attack`](Self::attack) is the first one that both squares share.
    pub fn lines_through(&self, square: Square) -> impl Iterator<Item = Line> + use<> {
        let kinds = self.rule().kinds();
        let long = self.long_lines_through(square).map(|line| self.part(line?, square));
        let blocks = if kinds.blocks { self.blocks_with(square) } else { Vec::new() };
        let leaps = if kinds.leaps {
            leaps_from(self.size(), self.topology(), square, Square::new(0, 0))
        } else {
            Vec::new()
        };
        (long.into_iter().flatten())
            .chain(blocks)
            .chain(leaps)
            .chain(self.regions().of(square).map(Line::Region))
    }

    /// All squares of a line, row by row; none of a line in space.
    pub fn squares_of(&self, line: &Line) -> impl Iterator<Item = Square> + use<> {
        let (size, topology) = (self.size(), self.topology());
        let (rows, columns) = (i64::from(size.rows()), i64::from(size.columns()));
        let (range, start, step) = match *line {
            Line::Row(row) => (0..columns, i64::from(row), 0),
            Line::Column(column) => (0..rows, i64::from(column), 0),
            Line::Diagonal(_) | Line::AntiDiagonal(_) if topology == Topology::Mobius => {
                (0..0, 0, 0)
            }
            Line::Diagonal(d) if topology == Topology::Plane => {
                (d.max(0)..rows.min(columns.saturating_add(d)), -d, 1)
            }
            Line::AntiDiagonal(s) if topology == Topology::Plane => {
                ((s - columns + 1).max(0)..rows.min(s + 1), s, -1)
            }
            Line::Diagonal(d) => (0..rows, -d, 1),
            Line::AntiDiagonal(s) => (0..rows, s, -1),
            _ => (0..0, 0, 0),
        };
        let in_row = matches!(line, Line::Row(_));
        let is_joined = topology != Topology::Plane;
        let straight = range.map(move |k| {
            let (row, column) = if in_row { (start, k) } else { (k, start + step * k) };
            let column = if is_joined { column.rem_euclid(columns) } else { column };
            Square::new(row as u32, column as u32)
        });
        straight.chain(self.listed(line))
    }

    /// The squares of a line that is not straight, or continues beyond the seam of the strip.
    fn listed(&self, line: &Line) -> Vec<Square> {
        let (size, topology) = (self.size(), self.topology());
        let (rows, columns) = (i64::from(size.rows()), i64::from(size.columns()));
        let mut squares: Vec<Square> = match *line {
            Line::Row(row) if topology == Topology::Mobius && 2 * row + 1 < size.rows() => {
                let other = size.rows() - 1 - row;
                (0..size.columns()).map(|column| Square::new(other, column)).collect()
            }
            Line::Diagonal(d) if topology == Topology::Mobius => (0..rows)
                .filter_map(|row| topology.square_at(size, row, (row - d).rem_euclid(2 * columns)))
                .collect(),
            Line::Block(Square { row, column }) => [(0, 0), (0, 1), (1, 0), (1, 1)]
                .into_iter()
                .filter_map(|(down, right)| {
                    topology.square_at(size, i64::from(row) + down, i64::from(column) + right)
                })
                .collect(),
            Line::Leap([from, to]) => vec![from, to],
            Line::Between([first, last]) => between(first, last),
            Line::Region(name) => self.regions().squares(name).collect(),
            _ => Vec::new(),
        };
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// Rows, columns, diagonals and anti-diagonals in full.
    fn long_lines(&self) -> impl Iterator<Item = Line> + use<> {
        let kinds = self.rule().kinds();
        let size = self.size();
        let (rows, columns) = (i64::from(size.rows()), i64::from(size.columns()));
        let (differences, sums) = match self.topology() {
            Topology::Plane => (1 - columns..rows, 0..rows + columns - 1),
            Topology::Torus | Topology::Cylinder => (0..columns, 0..columns),
            Topology::Mobius => (0..2 * columns, 0..0),
        };
        let different_rows = match self.topology() {
            Topology::Mobius => size.rows().div_ceil(2),
            _ => size.rows(),
        };
        (0..different_rows)
            .map(Line::Row)
            .chain((0..size.columns()).map(Line::Column))
            .filter(move |_| kinds.straight)
            .chain(differences.map(Line::Diagonal).filter(move |_| kinds.diagonals))
            .chain(sums.map(Line::AntiDiagonal).filter(move |_| kinds.anti_diagonals))
    }

    /// Row, column, diagonal and anti-diagonal of a square.
    fn long_lines_through(&self, square: Square) -> [Option<Line>; 4] {
        let kinds = self.rule().kinds();
        let size = self.size();
        let (row, column) = (i64::from(square.row), i64::from(square.column));
        let columns = i64::from(size.columns());
        let fold = |value: i64| match self.topology() {
            Topology::Plane => value,
            _ => value.rem_euclid(columns),
        };
        let mut lines = [
            Some(Line::Row(square.row)),
            Some(Line::Column(square.column)),
            Some(Line::Diagonal(fold(row - column))),
            Some(Line::AntiDiagonal(fold(row + column))),
        ];
        if self.topology() == Topology::Mobius {
            // Seen from the other side, the square is one turn further and upside down.
            let mirrored = i64::from(size.rows()) - 1 - row;
            let slopes = [row - column, mirrored - column - columns];
            let [one, other] = slopes.map(|slope| slope.rem_euclid(2 * columns));
            lines[0] = Some(Line::Row(square.row.min(mirrored as u32)));
            lines[2] = Some(Line::Diagonal(one.min(other)));
            lines[3] = (one != other).then(|| Line::Diagonal(one.max(other)));
        }
        let kept = [kinds.straight, kinds.straight, kinds.diagonals, kinds.anti_diagonals];
        for (line, kept) in lines.iter_mut().zip(kept) {
            if !kept {
                *line = None;
            }
        }
        lines
    }

    /// The part of a line between pawns that a square lies on; `None` if it is alone there.
    fn part(&self, line: Line, square: Square) -> Option<Line> {
        if self.pawns().is_empty() {
            return Some(line);
        }
        let is_on = |part: &Line| self.squares_of(part).any(|other| other == square);
        self.parts(line).into_iter().find(is_on)
    }

    /// The parts of a line that hold at least two squares.
    fn parts(&self, line: Line) -> Vec<Line> {
        let squares: Vec<Square> = self.squares_of(&line).collect();
        if !squares.iter().any(|&square| self.pawns().contains(square)) {
            return vec![line];
        }
        let runs = squares.split(|&square| self.pawns().contains(square));
        runs.filter(|run| run.len() > 1)
            .map(|run| Line::Between([run[0], run[run.len() - 1]]))
            .collect()
    }

    /// The blocks that contain a square.
    fn blocks_with(&self, square: Square) -> Vec<Line> {
        let (size, topology) = (self.size(), self.topology());
        let (row, column) = (i64::from(square.row), i64::from(square.column));
        let mut corners = Vec::with_capacity(4);
        for (down, right) in [(1, 1), (1, 0), (0, 1), (0, 0)] {
            // The block's rows are those of its first column, on whichever side of the seam.
            let crosses = topology == Topology::Mobius && column < right;
            let here = if crosses { i64::from(size.rows()) - 1 - row } else { row };
            let first = here - down;
            let fits = topology == Topology::Torus || first + 1 < i64::from(size.rows());
            let has_next =
                topology != Topology::Plane || column - right + 1 < i64::from(size.columns());
            let across = (column - right).rem_euclid(i64::from(size.columns()));
            let column = if topology == Topology::Plane { column - right } else { across };
            let corner = topology.square_at(size, first, column);
            corners.extend(corner.filter(|_| fits && has_next));
        }
        corners.sort_unstable();
        corners.dedup();
        corners.into_iter().map(Line::Block).collect()
    }
}

/// The knight's moves between a square and those from `after` on.
fn leaps_from(size: Size, topology: Topology, square: Square, after: Square) -> Vec<Line> {
    let (row, column) = (i64::from(square.row), i64::from(square.column));
    let targets = (LEAPS.iter())
        .filter_map(|(down, right)| topology.square_at(size, row + down, column + right));
    let mut leaps: Vec<[Square; 2]> = (targets.filter(|&to| to != square && to >= after))
        .map(|to| [square.min(to), square.max(to)])
        .collect();
    leaps.sort_unstable();
    leaps.dedup();
    leaps.into_iter().map(Line::Leap).collect()
}

/// The squares of a straight line on the plane from one to another.
fn between(first: Square, last: Square) -> Vec<Square> {
    let down = i64::from(last.row) - i64::from(first.row);
    let right = i64::from(last.column) - i64::from(first.column);
    let at = |from: u32, step: i64, k: i64| (i64::from(from) + step.signum() * k) as u32;
    (0..=down.abs().max(right.abs()))
        .map(|k| Square::new(at(first.row, down, k), at(first.column, right, k)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn problems() -> Vec<Problem> {
        let regions = "AABBB/ACCBD/ACCDD/AECDD/EEEDD";
        let plain = Problem::queens(5);
        let wide = Problem::new("3x5".parse().unwrap());
        let touching = plain.clone().with_rule(Rule::Touching).unwrap();
        let mut problems = vec![
            wide.clone().with_rule(Rule::Touching).unwrap(),
            touching.clone(),
            touching.with_regions(regions.parse().unwrap()).unwrap(),
            plain.clone().with_regions(regions.parse().unwrap()).unwrap(),
            plain.clone().on_torus().unwrap().with_regions(regions.parse().unwrap()).unwrap(),
        ];
        for rule in ["queen", "amazon", "semi-queen", "rook", "bishop", "king"]
            .map(|name| name.parse().unwrap())
        {
            for board in [plain.clone(), wide.clone(), Problem::queens(2), Problem::queens(4)] {
                let board = board.with_rule(rule).unwrap();
                let pawns = [Square::new(1, 1), Square::new(0, 0)];
                problems.extend(board.clone().with_pawns(pawns));
                for (topology, _) in Topology::ALL {
                    problems.extend(board.clone().on(topology));
                }
            }
        }
        problems
    }

    #[test]
    fn pieces_attack_along_the_first_line_they_share() {
        for problem in problems() {
            for a in problem.size().iter() {
                for b in problem.size().iter().filter(|&b| b != a) {
                    let theirs: Vec<Line> = problem.lines_through(b).collect();
                    let shared = problem.lines_through(a).find(|line| theirs.contains(line));
                    assert_eq!(problem.attack(a, b), shared, "{problem}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn a_line_contains_the_squares_it_goes_through() {
        for problem in problems() {
            let lines: Vec<Line> = problem.lines().collect();
            for square in problem.size().iter() {
                let through: Vec<Line> = problem.lines_through(square).collect();
                for line in &lines {
                    let contains = problem.squares_of(line).any(|s| s == square);
                    assert_eq!(contains, through.contains(line), "{problem}: {line}, {square}");
                }
                assert!(through.iter().all(|line| lines.contains(line)), "{problem}: {square}");
            }
        }
    }

    /// The squares a piece reaches, by walking step by step as a player would.
    fn reached(problem: &Problem, from: Square) -> BTreeSet<Square> {
        let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        let diagonal = [(1, 1), (-1, -1)];
        let anti_diagonal = [(1, -1), (-1, 1)];
        let (steps, goes_on): (Vec<(i64, i64)>, bool) = match problem.rule() {
            Rule::Rook => (straight.to_vec(), true),
            Rule::Bishop => ([diagonal, anti_diagonal].concat(), true),
            Rule::SemiQueen => ([&straight[..], &diagonal].concat(), true),
            Rule::King => ([&straight[..], &diagonal, &anti_diagonal].concat(), false),
            _ => ([&straight[..], &diagonal, &anti_diagonal].concat(), true),
        };
        let rows = i64::from(problem.size().rows());
        let mut found = BTreeSet::new();
        let mut walk = |down: i64, right: i64, goes_on: bool| {
            let (mut at, mut down) = (from, down);
            // Twice around the strip closes every line.
            for _ in 0..4 * (problem.size().columns() + problem.size().rows()) {
                let (row, column) = (i64::from(at.row) + down, i64::from(at.column) + right);
                let Some(next) = problem.topology().square_at(problem.size(), row, column) else {
                    break;
                };
                let is_turned = problem.topology() == Topology::Mobius
                    && !(0..i64::from(problem.size().columns())).contains(&column);
                if is_turned {
                    down = -down;
                    assert_eq!(i64::from(next.row), rows - 1 - row);
                }
                if problem.pawns().contains(next) {
                    break;
                }
                found.insert(next);
                at = next;
                if !goes_on {
                    break;
                }
            }
        };
        steps.iter().for_each(|&(down, right)| walk(down, right, goes_on));
        if problem.rule() == Rule::Amazon {
            // A knight is stopped by pawns on its target only.
            LEAPS.iter().for_each(|&(down, right)| walk(down, right, false));
        }
        found.remove(&from);
        found
    }

    #[test]
    fn lines_lead_where_the_piece_can_walk() {
        let is_walked =
            |problem: &&Problem| problem.rule() != Rule::Touching && problem.regions().is_empty();
        for problem in problems().iter().filter(is_walked) {
            for from in problem.size().iter().filter(|&s| !problem.pawns().contains(s)) {
                let listed: BTreeSet<Square> = (problem.attack_list(from).into_iter())
                    .filter(|&square| !problem.pawns().contains(square))
                    .collect();
                assert_eq!(listed, reached(problem, from), "{problem}: {from}");
            }
        }
    }

    #[test]
    fn a_cylinder_with_equal_sides_has_the_attacks_of_the_torus() {
        let cylinder = Problem::queens(7).on(Topology::Cylinder).unwrap();
        let torus = Problem::queens(7).on_torus().unwrap();
        for square in torus.size().iter() {
            assert_eq!(cylinder.attack_list(square), torus.attack_list(square), "{square}");
        }
    }
}
