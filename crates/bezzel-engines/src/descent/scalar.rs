//! The descent without vectors: plain recursion with one row of look-ahead.

use super::course::{Course, Row, low_bits};
use bezzel_board::Stop;

/// The flag is checked while at least this many rows are left: with fewer, a search takes only a moment.
const LOOK: usize = 10;

/// Solutions of a course of at least one row; some of them if it is stopped.
pub(super) fn count<const WRAP: bool>(course: &Course, stop: &Stop) -> u64 {
    visit::<WRAP>(&course.rows, course.columns, [0; 3], stop)
}

/// A node: the columns taken, and the columns under attack along the two diagonals in this row.
type Node = [u32; 3];

fn visit<const WRAP: bool>(rows: &[Row], columns: u32, node: Node, stop: &Stop) -> u64 {
    if rows.len() >= LOOK && stop.is_asked() {
        return 0;
    }
    let mut free = rows[0].open & !(node[0] | node[1] | node[2]);
    if rows.len() == 1 {
        return u64::from(free.count_ones());
    }
    let mut solutions = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        let child = below::<WRAP>(node.map(|line| line | queen), rows[0].step, columns);
        // A closed next row is detected one row early: a call costs more than this test.
        if rows.len() > 2 {
            let after = below::<WRAP>(child, rows[1].step, columns);
            if rows[2].open & !(after[0] | after[1] | after[2]) == 0 {
                continue;
            }
        }
        solutions += visit::<WRAP>(&rows[1..], columns, child, stop);
    }
    solutions
}

/// The same lines seen `step` rows further down.
fn below<const WRAP: bool>([taken, left, right]: Node, step: u32, columns: u32) -> Node {
    if !WRAP {
        return [taken, left << step, right >> step];
    }
    let (left, right, full) = (u64::from(left), u64::from(right), low_bits(columns));
    let back = columns - step;
    [
        taken,
        (left << step | left >> back) as u32 & full,
        (right >> step | right << back) as u32 & full,
    ]
}
