//! Squares as shapes: their positions, runs of them, the lines through them.

use super::board_edges::Patch;
use crate::color::{Color, INK, MUTED};
use crate::scene::{Ink, Item, Path, Text};
use bezzel_board::{Line, Problem, Rule, Size, Square};
use std::collections::HashSet;

type Point = (f64, f64);

/// The middle of a square.
pub(super) fn center(square: Square, cell: f64) -> Point {
    ((f64::from(square.column) + 0.5) * cell, (f64::from(square.row) + 0.5) * cell)
}

/// The corners of a square.
pub(super) fn corners(square: Square, cell: f64) -> [Point; 4] {
    let (x, y) = (f64::from(square.column) * cell, f64::from(square.row) * cell);
    [(x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell)]
}

/// The selected squares, with neighbours in a row as one rectangle.
pub(super) fn runs(size: Size, cell: f64, wanted: impl Fn(Square) -> bool) -> Path {
    let mut path = Path::default();
    for row in 0..size.rows() {
        let mut start = None;
        for column in 0..=size.columns() {
            let inside = column < size.columns() && wanted(Square::new(row, column));
            match (inside, start) {
                (true, None) => start = Some(column),
                (false, Some(first)) => {
                    let (x, y) = (f64::from(first) * cell, f64::from(row) * cell);
                    path.rect(x, y, f64::from(column - first) * cell, cell);
                    start = None;
                }
                _ => {}
            }
        }
    }
    path
}

/// Thin lines between the squares.
pub(super) fn grid(size: Size, cell: f64) -> Item {
    let (width, height) = (f64::from(size.columns()) * cell, f64::from(size.rows()) * cell);
    let mut path = Path::default();
    for column in 1..size.columns() {
        let x = f64::from(column) * cell;
        path.line_through(&[(x, 0.0), (x, height)]);
    }
    for row in 1..size.rows() {
        let y = f64::from(row) * cell;
        path.line_through(&[(0.0, y), (width, y)]);
    }
    Item::Path { path, ink: Ink::stroke(INK.tint(0.35), 0.7) }
}

/// A square with a strong rim inside its edge.
pub(super) fn rimmed(square: Square, cell: f64, color: Color) -> Item {
    let ([(x, y), ..], width) = (corners(square, cell), (cell / 14.0).clamp(0.5, 3.5));
    let side = cell - width;
    Item::rect(x + width / 2.0, y + width / 2.0, side, side, Ink::stroke(color, width))
}

/// A patch of colour with its name.
pub(super) fn key(x: f64, y: f64, patch: &Patch) -> Item {
    let side = 14.0;
    let mut items = vec![Item::rect(x, y, side, side, Ink::fill(patch.fill))];
    if let Some((hatch, color)) = patch.hatch {
        let mut path = Path::default();
        let square = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)];
        hatch.fill(&square, 5.0, &mut path);
        items.push(Item::Path { path, ink: Ink::stroke(color, 1.0) });
    }
    let rim = patch.rim.map_or(Ink::stroke(MUTED, 0.8), |color| Ink::stroke(color, 2.0));
    items.push(Item::rect(x, y, side, side, rim));
    items.push(Text::new(x + side + 6.0, y + 11.5, 12.0, patch.name).into());
    Item::Group { title: String::new(), items }
}

/// The lines through queens, as sets: tests in constant time whether they hit a square.
pub(super) struct Lines {
    torus: Option<i64>,
    rows: Vec<bool>,
    columns: Vec<bool>,
    falling: Vec<bool>,
    rising: Vec<bool>,
    shift: i64,
    /// The squares hit on a board with lines other than rows, columns and diagonals.
    listed: Option<HashSet<Square>>,
}

impl Lines {
    pub(super) fn through(problem: &Problem, queens: &[Square]) -> Lines {
        let size = problem.size();
        let (rows, columns) = (size.rows() as usize, size.columns() as usize);
        let torus = problem.wraps().then_some(i64::from(size.columns()));
        let mut lines = Lines {
            torus,
            rows: vec![false; rows],
            columns: vec![false; columns],
            falling: vec![false; rows + columns],
            rising: vec![false; rows + columns],
            shift: i64::from(size.columns()),
            listed: None,
        };
        if !problem.is_flat() {
            let hit = queens.iter().flat_map(|&queen| problem.attack_list(queen));
            lines.listed = Some(hit.chain(queens.iter().copied()).collect());
            return lines;
        }
        for &queen in queens {
            lines.rows[queen.row as usize] = true;
            lines.columns[queen.column as usize] = true;
            let (falling, rising) = lines.diagonals(queen);
            lines.falling[falling] = true;
            lines.rising[rising] = true;
        }
        lines
    }

    fn diagonals(&self, square: Square) -> (usize, usize) {
        let (row, column) = (i64::from(square.row), i64::from(square.column));
        let (difference, sum) = match self.torus {
            Some(n) => ((row - column).rem_euclid(n), (row + column).rem_euclid(n)),
            None => (row - column + self.shift, row + column),
        };
        // Both lie between 0 and rows + columns.
        (difference as usize, sum as usize)
    }

    /// Whether some line passes through the square.
    pub(super) fn hit(&self, square: Square) -> bool {
        if let Some(listed) = &self.listed {
            return listed.contains(&square);
        }
        let (falling, rising) = self.diagonals(square);
        self.rows[square.row as usize]
            || self.columns[square.column as usize]
            || self.falling[falling]
            || self.rising[rising]
    }
}

/// The lines of attack through a square from edge to edge, in squares; on the torus they continue
/// at the opposite edge. Regions are drawn by their edges.
pub(super) fn segments(problem: &Problem, square: Square) -> Vec<(Point, Point)> {
    if problem.variant().is_some() {
        return listed(problem, square);
    }
    let size = problem.size();
    let (width, height) = (f64::from(size.columns()), f64::from(size.rows()));
    let (x, y) = center(square, 1.0);
    let mut found = vec![((0.0, y), (width, y)), ((x, 0.0), (x, height))];
    if problem.rule() == Rule::Touching {
        let touch = |slope: f64| {
            let reach = |step: f64| (x + step, y + slope * step);
            let inside = |(x, y): Point| (0.0..width).contains(&x) && (0.0..height).contains(&y);
            let ends = [reach(-1.0), reach(1.0)].map(|end| if inside(end) { end } else { (x, y) });
            (ends[0], ends[1])
        };
        found.extend([touch(1.0), touch(-1.0)]);
        return found;
    }
    for slope in [1.0, -1.0] {
        // On the torus the diagonal also continues through the neighbouring copies of the board.
        let copies = if problem.wraps() { -1..=1 } else { 0..=0 };
        for copy in copies {
            let from_x = x + f64::from(copy) * width;
            // y − from_y = slope · (x − from_x), clipped to the board.
            let at = |edge: f64| y + slope * (edge - from_x);
            let (mut a, mut b) = ((0.0, at(0.0)), (width, at(width)));
            for end in [&mut a, &mut b] {
                let inside = end.1.clamp(0.0, height);
                end.0 = from_x + slope * (inside - y);
                end.1 = inside;
            }
            if (b.0 - a.0).abs() > 1e-9 && a.0 > -1e-9 && b.0 < width + 1e-9 {
                found.push((a, b));
            }
        }
    }
    found
}

/// The same for other pieces and boards: each line as the straight runs of its squares, and a short
/// mark on every square that is touched or reached by a knight's move.
fn listed(problem: &Problem, square: Square) -> Vec<(Point, Point)> {
    let mark = |&square: &Square| {
        let (x, y) = center(square, 1.0);
        ((x - 0.3, y), (x + 0.3, y))
    };
    let mut found = Vec::new();
    for line in problem.lines_through(square) {
        let squares: Vec<Square> = problem.squares_of(&line).collect();
        if matches!(line, Line::Block(_) | Line::Leap(_)) {
            found.extend(squares.iter().filter(|&&other| other != square).map(mark));
        } else if !matches!(line, Line::Region(_)) {
            found.extend(straight_runs(&squares).iter().map(|run| match run {
                [single] => mark(single),
                run => (center(run[0], 1.0), center(run[run.len() - 1], 1.0)),
            }));
        }
    }
    found
}

/// The squares split where the next one is not the neighbour in the same direction.
fn straight_runs(squares: &[Square]) -> Vec<&[Square]> {
    let step = |a: Square, b: Square| {
        let away = |from: u32, to: u32| i64::from(to) - i64::from(from);
        (away(a.row, b.row), away(a.column, b.column))
    };
    let mut found = Vec::new();
    let mut first = 0;
    for next in 1..=squares.len() {
        let goes_on = next < squares.len() && {
            let taken = step(squares[next - 1], squares[next]);
            let is_next = taken.0.abs() <= 1 && taken.1.abs() <= 1;
            is_next && (next - first < 2 || taken == step(squares[first], squares[first + 1]))
        };
        if !goes_on {
            found.push(&squares[first..next]);
            first = next;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sets, the segments and the board's own rule agree on every square.
    #[test]
    fn lines_hit_what_a_queen_attacks() {
        for text in [
            "7",
            "7 torus",
            "7 touching",
            "7 cylinder",
            "5x7 cylinder",
            "7 mobius",
            "6 mobius",
            "7 king",
            "7 king torus",
            "6 amazon",
            "6 bishop",
            "6 semi-queen cylinder",
            "7 queens=3",
        ] {
            let problem: Problem = text.parse().unwrap();
            for queen in problem.size().iter() {
                let lines = Lines::through(&problem, &[queen]);
                let drawn = segments(&problem, queen);
                for square in problem.size().iter().filter(|&square| square != queen) {
                    let attacked = problem.attack(queen, square).is_some();
                    assert_eq!(lines.hit(square), attacked, "{queen} {square} {text}");
                    let (x, y) = center(square, 1.0);
                    let on = |&(a, b): &(Point, Point)| {
                        let cross = (b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0);
                        let (low, high) = (a.0.min(b.0) - 1e-9, a.0.max(b.0) + 1e-9);
                        cross.abs() < 1e-9 && (low..=high).contains(&x)
                    };
                    assert_eq!(drawn.iter().any(on), attacked, "{queen} {square} {text}");
                }
            }
        }
    }
}
