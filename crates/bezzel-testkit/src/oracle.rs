//! All solutions of a small problem, by testing every vector of columns.

use bezzel_board::{Placement, Problem};

/// Every solution, in lexicographic order. Takes width^rows steps: for small boards only.
#[must_use]
pub fn solutions(problem: &Problem) -> Vec<Vec<u32>> {
    let (rows, width) = (problem.size().rows() as usize, problem.size().width());
    let mut columns = vec![0; rows];
    let mut found = Vec::new();
    loop {
        if problem.is_solution(&Placement::from_columns(&columns)) {
            found.push(columns.clone());
        }
        // Count up, last row fastest.
        let Some(row) = columns.iter().rposition(|&column| column + 1 < width) else {
            return found;
        };
        columns[row] += 1;
        columns[row + 1..].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden;

    #[test]
    fn the_oracle_gives_the_first_totals() {
        for n in 0..=6 {
            assert_eq!(solutions(&Problem::queens(n)).len() as u128, golden::total(n));
            let torus = Problem::queens(n).on_torus().unwrap();
            assert_eq!(solutions(&torus).len() as u128, golden::torus_total(n));
        }
    }
}
