//! The lines of a flat board, and the squares on them.
//!
//! With every rule but `hyperplane` two queens of a flat board attack each other exactly if they
//! share a line. With rule `touching` the diagonals are replaced by the blocks of 2 × 2 squares:
//!
//! ```text
//!   . . . .      Rows and columns hold one queen each, so a block that holds at most one
//!   . a a .      excludes exactly the diagonal neighbours.
//!   . a a .
//!   . . . .      the block at (1, 1)
//! ```

use crate::{Line, Problem, Rule, Square, Topology};

impl Problem {
    /// Whether two queens attack each other exactly if they share a line: the board is
    /// two-dimensional and its rule is not `hyperplane`.
    #[must_use]
    pub fn has_lines(&self) -> bool {
        self.size().dimension() == 2 && self.rule() != Rule::Hyperplane
    }

    /// Every line of a board that [`has_lines`](Self::has_lines): rows, columns, diagonals and
    /// anti-diagonals (or blocks), regions.
    pub fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        let size = self.size();
        let (rows, columns) = (i64::from(size.rows()), i64::from(size.columns()));
        let touching = self.rule() == Rule::Touching;
        let (differences, sums) = match self.topology() {
            _ if touching => (0..0, 0..0),
            Topology::Plane => (1 - columns..rows, 0..rows + columns - 1),
            Topology::Torus => (0..rows, 0..rows),
        };
        let blocked_rows = if touching { size.rows().saturating_sub(1) } else { 0 };
        let blocks = (0..blocked_rows).flat_map(move |row| {
            (0..size.columns().saturating_sub(1)).map(move |column| Square::new(row, column))
        });
        (0..size.rows())
            .map(Line::Row)
            .chain((0..size.columns()).map(Line::Column))
            .chain(differences.map(Line::Diagonal))
            .chain(sums.map(Line::AntiDiagonal))
            .chain(blocks.map(Line::Block))
            .chain(self.regions().names().into_iter().map(Line::Region))
    }

    /// The lines through a square, in the order of [`lines`](Self::lines); the line of an
    /// [`attack`](Self::attack) is the first one that both squares share.
    pub fn lines_through(&self, square: Square) -> impl Iterator<Item = Line> + use<> {
        let (row, column) = (i64::from(square.row), i64::from(square.column));
        let fold = |value: i64| match self.topology() {
            Topology::Plane => value,
            Topology::Torus => value.rem_euclid(i64::from(self.size().columns())),
        };
        let touching = self.rule() == Rule::Touching;
        let slopes = (!touching)
            .then(|| [Line::Diagonal(fold(row - column)), Line::AntiDiagonal(fold(row + column))]);
        let (rows, columns) = (i64::from(self.size().rows()), i64::from(self.size().columns()));
        let corners = [(-1, -1), (-1, 0), (0, -1), (0, 0)].into_iter().filter_map(move |(r, c)| {
            let (row, column) = (row + r, column + c);
            let fits =
                touching && row >= 0 && column >= 0 && row + 1 < rows && column + 1 < columns;
            fits.then(|| Line::Block(Square::new(row as u32, column as u32)))
        });
        [Line::Row(square.row), Line::Column(square.column)]
            .into_iter()
            .chain(slopes.into_iter().flatten())
            .chain(corners)
            .chain(self.regions().of(square).map(Line::Region))
    }

    /// All squares of a line, row by row; none of a line in space.
    pub fn squares_of(&self, line: &Line) -> impl Iterator<Item = Square> + use<> {
        let size = self.size();
        let (rows, columns) = (i64::from(size.rows()), i64::from(size.columns()));
        let torus = self.topology() == Topology::Torus;
        let (range, start, step) = match *line {
            Line::Row(row) => (0..columns, i64::from(row), 0),
            Line::Column(column) => (0..rows, i64::from(column), 0),
            Line::Diagonal(d) if torus => (0..rows, -d, 1),
            Line::AntiDiagonal(s) if torus => (0..rows, s, -1),
            Line::Diagonal(d) => (d.max(0)..rows.min(columns + d), -d, 1),
            Line::AntiDiagonal(s) => ((s - columns + 1).max(0)..rows.min(s + 1), s, -1),
            _ => (0..0, 0, 0),
        };
        let listed: Vec<Square> = match *line {
            Line::Block(Square { row, column }) => [(0, 0), (0, 1), (1, 0), (1, 1)]
                .map(|(down, right)| Square::new(row + down, column + right))
                .to_vec(),
            Line::Region(name) => self.regions().squares(name).collect(),
            _ => Vec::new(),
        };
        let in_row = matches!(line, Line::Row(_));
        let straight = range.map(move |k| {
            let (row, column) = if in_row { (start, k) } else { (k, start + step * k) };
            let column = if torus { column.rem_euclid(columns) } else { column };
            Square::new(row as u32, column as u32)
        });
        straight.chain(listed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems() -> Vec<Problem> {
        let regions = "AABBB/ACCBD/ACCDD/AECDD/EEEDD";
        let plain = Problem::queens(5);
        let wide = Problem::new("3x5".parse().unwrap());
        let touching = plain.clone().with_rule(Rule::Touching).unwrap();
        vec![
            plain.clone(),
            plain.clone().on_torus().unwrap(),
            wide.clone(),
            wide.with_rule(Rule::Touching).unwrap(),
            touching.clone(),
            touching.with_regions(regions.parse().unwrap()).unwrap(),
            plain.clone().with_regions(regions.parse().unwrap()).unwrap(),
            plain.on_torus().unwrap().with_regions(regions.parse().unwrap()).unwrap(),
        ]
    }

    #[test]
    fn queens_attack_along_the_first_line_they_share() {
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
                assert!(through.iter().all(|line| lines.contains(line)), "{problem}");
            }
        }
    }
}
