//! All solutions of a small problem, by testing every vector of columns or every set of squares.

use bezzel_board::{Placement, Problem};

/// Every solution as the numbers that [`Problem::placement`] reads, in lexicographic order. Takes
/// width^rows steps, fewer with given queens, or 2^squares where a row may hold any number of
/// pieces: for small boards only.
#[must_use]
pub fn solutions(problem: &Problem) -> Vec<Vec<u32>> {
    if !problem.has_one_per_row() {
        return sets(problem);
    }
    let (rows, width) = (problem.size().rows(), problem.size().width());
    let given = |row: u32| problem.given().squares().iter().find(|queen| queen.row == row);
    // A row with a given queen has no other column.
    let ranges: Vec<(u32, u32)> = (0..rows)
        .map(|row| given(row).map_or((0, width), |queen| (queen.column, queen.column + 1)))
        .collect();
    let mut columns: Vec<u32> = ranges.iter().map(|(first, _)| *first).collect();
    let mut found = Vec::new();
    loop {
        if problem.is_solution(&Placement::from_columns(&columns)) {
            found.push(columns.clone());
        }
        // Count up, last row fastest.
        let more = |(column, (_, end)): (&u32, &(u32, u32))| column + 1 < *end;
        let Some(row) = columns.iter().zip(&ranges).rposition(more) else {
            return found;
        };
        columns[row] += 1;
        for (column, (first, _)) in columns.iter_mut().zip(&ranges).skip(row + 1) {
            *column = *first;
        }
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
    use bezzel_board::Square;

    #[test]
    fn the_oracle_gives_the_first_totals() {
        for n in 0..=6 {
            assert_eq!(solutions(&Problem::queens(n)).len() as u128, golden::total(n));
            let torus = Problem::queens(n).on_torus().unwrap();
            assert_eq!(solutions(&torus).len() as u128, golden::torus_total(n));
        }
    }

    #[test]
    fn given_queens_leave_the_solutions_that_have_them() {
        let all = solutions(&Problem::queens(5));
        for square in (0..5).flat_map(|row| (0..5).map(move |column| Square::new(row, column))) {
            let given = Problem::queens(5).with_given([square]).unwrap();
            let have = all.iter().filter(|columns| columns[square.row as usize] == square.column);
            assert!(solutions(&given).iter().eq(have), "{given}");
        }
    }
}
