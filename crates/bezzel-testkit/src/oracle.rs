//! All solutions of a small problem, by testing every vector of columns or every set of squares.

use bezzel_board::{Placement, Problem};

/// Every solution as the numbers that [`Problem::placement`] reads, in lexicographic order. Takes
/// width^rows steps, or 2^squares where a row may hold any number of pieces: for small boards only.
#[must_use]
pub fn solutions(problem: &Problem) -> Vec<Vec<u32>> {
    if !problem.has_one_per_row() {
        return sets(problem);
    }
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

/// The same by testing every set of squares with the right number of them.
fn sets(problem: &Problem) -> Vec<Vec<u32>> {
    let squares = problem.size().squares();
    assert!(squares <= 20, "{problem} has too many sets of squares");
    let mut found: Vec<Vec<u32>> = (0..1_u32 << squares)
        .filter(|set| set.count_ones() == problem.pieces())
        .map(|set| (0..squares as u32).filter(|square| set >> square & 1 == 1).collect())
        .filter(|numbers: &Vec<u32>| problem.is_solution(&problem.placement(numbers)))
        .collect();
    found.sort_unstable();
    found
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
