//! 1.4 and 1.5: a graph with a vertex for each square. Its edges join squares on one line, and a
//! solution is a stable set of n vertices; or they join the others, and it is a clique of n.

use super::{Faults, Reading, not_n, pairs};
use bezzel_board::Square;

pub(super) fn stable_set_faults(n: u32, squares: &[Square], _: Reading, faults: &mut Faults) {
    not_n(n, squares.len(), "vertices", faults);
    for (a, b) in pairs(squares).filter(|&(a, b)| on_one_line(a, b)) {
        faults.add(|| format!("it is not stable: an edge joins {a} and {b}"));
    }
}

pub(super) fn clique_faults(n: u32, squares: &[Square], _: Reading, faults: &mut Faults) {
    not_n(n, squares.len(), "vertices", faults);
    for (a, b) in pairs(squares).filter(|&(a, b)| on_one_line(a, b)) {
        faults.add(|| format!("it is not a clique: no edge joins {a} and {b}"));
    }
}

/// Whether two squares are on one row, column or diagonal.
fn on_one_line(a: Square, b: Square) -> bool {
    let (down, across) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
    down == 0 || across == 0 || down == across
}
