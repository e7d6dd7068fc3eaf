//! Classic backtracking: row by row, each column tested against every queen placed so far.
//!
//! ```text
//!   Q . . .     row 1 tests columns 0 and 1 (attacked) and takes 2;
//!   x x Q .     row 2 finds all four attacked, so the queen of row 1 moves on to 3.
//!   x x x x
//! ```
//!
//! Cost: exponential in n; memory n; no recursion. Every column tested is a test and a trial,
//! every queen placed a visit. The algorithm to read first, and the one that works on every
//! board: torus, rectangle, any dimension. To count, use `bitmask`.
//!
//! Where a row may hold any number of pieces (k pieces, kings, pawns) the board is one long row:
//! the next piece goes to a later square, and a search ends where too few squares are left.

use crate::lines::{Open, attacked};
use crate::{Boards, Category, Effort, Info, Probe, Reason, Search, Settings, Step};
use bezzel_board::{Line, Problem, Square};
use std::ops::ControlFlow;

/// See the [module](self).
pub struct Backtracking;

impl Search for Backtracking {
    const INFO: Info = Info {
        id: "backtracking",
        title: "Classic row-by-row backtracking",
        category: Category::AllSolutions,
        reference: "Erbas, Sarkeshik and Tanik, section 3.2; Criseno and Vizconde, section 2.3; Golomb and Baumert 1965",
        guarantee: "every solution once, in lexicographic order",
        counts: "test, trial: a column tested; backtrack: a queen removed",
        corrections: "none",
        pseudocode: &[
            "row := 0; column := 0",
            "while row >= 0",
            "  if column = N then row := row - 1; take the queen of the row back and go on after it",
            "  else if a queen attacks (row, column) then column := column + 1",
            "  else place a queen on (row, column)",
            "    if row = N - 1 then print; take the queen back; column := column + 1",
            "    else row := row + 1; column := 0",
        ],
        settings: &[],
        boards: Boards {
            torus: true,
            rectangles: true,
            space: true,
            free: true,
            rows: u32::MAX,
            width: u32::MAX,
        },
    };

    fn search<P: Probe>(
        &self,
        problem: &Problem,
        _: &Settings,
        probe: &mut P,
    ) -> ControlFlow<P::Stop> {
        if !problem.has_one_per_row() {
            return anywhere(problem, probe);
        }
        let size = problem.size();
        let open = Open::new(problem);
        let mut columns: Vec<u32> = Vec::new();
        // Whether a queen has been placed in the current row since it was entered.
        let mut placed = false;
        let mut column = 0;
        if size.rows() == 0 {
            return probe.solution(6, &columns);
        }
        loop {
            let row = columns.len() as u32;
            if column == size.width() {
                if !placed {
                    probe.step(3, Step::DeadEnd(Line::Row(row)))?;
                }
                let Some(last) = columns.pop() else { return ControlFlow::Continue(()) };
                probe.work(Effort::Backtrack);
                probe.step(3, Step::Remove(Square::new(row - 1, last)))?;
                placed = true;
                column = last + 1;
                continue;
            }
            let square = Square::new(row, column);
            if let Some(reason) = open.forbids(square) {
                probe.step(4, Step::Reject(square, reason))?;
                column += 1;
                continue;
            }
            probe.work(Effort::Test);
            probe.work(Effort::Trial);
            if let Some(by) = attacker(problem, &columns, square) {
                if P::WATCHES {
                    probe.step(4, Step::Reject(square, attacked(problem, square, by)))?;
                }
                column += 1;
                continue;
            }
            probe.step(5, Step::Place(square))?;
            columns.push(column);
            if row + 1 == size.rows() {
                probe.solution(6, &columns)?;
                columns.pop();
                probe.work(Effort::Backtrack);
                probe.step(6, Step::Remove(square))?;
                placed = true;
                column += 1;
            } else {
                placed = false;
                column = 0;
            }
        }
    }
}

/// The same for any number of pieces anywhere; where the pseudocode says row, the whole board is
/// meant.
fn anywhere<P: Probe>(problem: &Problem, probe: &mut P) -> ControlFlow<P::Stop> {
    let size = problem.size();
    let (squares, pieces) = (size.squares(), problem.pieces() as usize);
    let given = problem.given().squares();
    let mut positions: Vec<u32> = Vec::new();
    let mut next = 0_u64;
    if pieces == 0 {
        return probe.solution(6, &positions);
    }
    loop {
        let missing = (pieces - positions.len()) as u64;
        // A given piece must not be left behind.
        let is_late = given.iter().any(|&queen| {
            let position = size.position(queen);
            position < next && positions.binary_search(&(position as u32)).is_err()
        });
        if next + missing > squares || is_late {
            let Some(last) = positions.pop() else { return ControlFlow::Continue(()) };
            let square = size.at_position(last.into()).expect("it was placed there");
            probe.work(Effort::Backtrack);
            probe.step(3, Step::Remove(square))?;
            next = u64::from(last) + 1;
            continue;
        }
        let square = size.at_position(next).expect("it is before the last square");
        next += 1;
        if problem.blocked().contains(square) {
            probe.step(4, Step::Reject(square, Reason::Blocked))?;
            continue;
        }
        probe.work(Effort::Test);
        probe.work(Effort::Trial);
        let placed = positions.iter().filter_map(|&position| size.at_position(position.into()));
        let by = placed
            .chain(given.iter().copied())
            .find(|&queen| problem.attack(queen, square).is_some());
        if let Some(by) = by {
            if P::WATCHES {
                probe.step(4, Step::Reject(square, attacked(problem, square, by)))?;
            }
            continue;
        }
        probe.step(5, Step::Place(square))?;
        positions.push((next - 1) as u32);
        if positions.len() == pieces {
            // All given pieces come before this one or are among those placed.
            if given
                .iter()
                .all(|&queen| positions.binary_search(&(size.position(queen) as u32)).is_ok())
            {
                probe.solution(6, &positions)?;
            }
            positions.pop();
            probe.work(Effort::Backtrack);
            probe.step(6, Step::Remove(square))?;
        }
    }
}

/// The first queen that attacks a square.
fn attacker(problem: &Problem, columns: &[u32], square: Square) -> Option<Square> {
    (0..)
        .zip(columns)
        .map(|(row, &column)| Square::new(row, column))
        .find(|&queen| problem.attack(queen, square).is_some())
}
