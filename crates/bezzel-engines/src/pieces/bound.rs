//! The most pieces that fit on the squares from each one on, by covering them with cliques.

use super::{Set, has};
use bezzel_board::{Line, Problem, Square};

/// A family of lines that do not meet.
const FAMILIES: [fn(&Line) -> bool; 5] = [
    |line| matches!(line, Line::Row(_)) || is_part(line, |down, _| down == 0),
    |line| matches!(line, Line::Column(_)) || is_part(line, |_, right| right == 0),
    |line| matches!(line, Line::Diagonal(_)) || is_part(line, |down, right| down == right),
    |line| matches!(line, Line::AntiDiagonal(_)) || is_part(line, |down, right| down == -right),
    |line| matches!(line, Line::Block(Square { row, column }) if row % 2 == 0 && column % 2 == 0),
];

/// Whether a line is a part between pawns that leads this far down and right.
fn is_part(line: &Line, leads: fn(i64, i64) -> bool) -> bool {
    let Line::Between([first, last]) = line else { return false };
    let away = |from: u32, to: u32| i64::from(to) - i64::from(from);
    leads(away(first.row, last.row), away(first.column, last.column))
}

/// By square: no more pieces than this stand on it and the free squares after it. Each line holds
/// at most one, and so does a square on no line of the family.
pub(super) fn most(problem: &Problem, free: &Set) -> Vec<u32> {
    let size = problem.size();
    let squares = size.squares() as usize;
    let mut most = vec![u32::MAX; squares];
    for is_member in FAMILIES {
        // In space the squares of a layer do not attack each other.
        let lines = problem.lines().filter(|line| problem.has_lines() && is_member(line));
        let lines: Vec<Line> = lines.collect();
        // The line of each square, the square itself where there is none.
        let mut line_of: Vec<usize> = (0..squares).map(|square| lines.len() + square).collect();
        for (number, line) in lines.iter().enumerate() {
            for square in problem.squares_of(line) {
                line_of[size.position(square) as usize] = number;
            }
        }
        let mut met = vec![false; lines.len() + squares];
        let mut cliques = 0;
        for square in (0..squares).rev() {
            if has(free, square) && !std::mem::replace(&mut met[line_of[square]], true) {
                cliques += 1;
            }
            most[square] = most[square].min(cliques);
        }
    }
    most
}
