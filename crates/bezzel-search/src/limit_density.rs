//! Where the queens of a random solution stand on a very large board: Simkin's limit.
//!
//! For large n the density of queens over the board, nearly the same in almost all solutions, is the
//! one with the largest entropy (M. Simkin, "The number of n-queens configurations", 2021). With γ the
//! density, 1 on average, and f the share of each diagonal that is left free,
//!
//! ```text
//! α = KL(γ) + KL(f along one direction) + KL(f along the other) − 2 ln 2 + 3,   smallest possible
//! Q(n) = ((1 + o(1)) · n · e^(−α))^n
//! ```
//!
//! where KL is the divergence from the uniform density. At the minimum γ = a(row) · b(column) · f · f,
//! and a and b are determined by every row and column having one queen. Here the board has finitely
//! many cells, and the equation is solved by repetition: free diagonals from γ, then γ from them.
//! Nobel, Agrawal and Boyd ("Computing tighter bounds on the n-queens constant via Newton's method",
//! 2021) have 1.944000752 < α < 1.944001082.

/// Repetitions: the last change nothing in the first ten digits.
const REPETITIONS: usize = 100;

/// The size of a step: a full or a half step would oscillate for ever.
const PART: f64 = 0.25;

/// The limit density on a board of finitely many cells.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitDensity {
    /// Density in each cell, 1 on average.
    pub cells: Vec<Vec<f64>>,
    /// The share of each diagonal that is occupied, from one corner to the opposite one; the same in
    /// both directions.
    pub diagonals: Vec<f64>,
    /// The constant α of these cells; it falls towards that of the limit as their number grows.
    pub constant: f64,
}

impl LimitDensity {
    /// The density on `side` by `side` cells.
    #[must_use]
    pub fn new(side: usize) -> LimitDensity {
        let mut free = vec![0.5; 2 * side - 1];
        let mut cells = vec![vec![1.0; side]; side];
        let mut of_columns = vec![1.0; side];
        for _ in 0..REPETITIONS {
            for (row, line) in cells.iter_mut().enumerate() {
                for (column, cell) in line.iter_mut().enumerate() {
                    *cell = free[row + column] * free[row + side - 1 - column];
                    *cell *= of_columns[column];
                }
            }
            scale(&mut cells, &mut of_columns);
            for (free, used) in free.iter_mut().zip(occupied(&cells)) {
                *free += PART * ((1.0 - used).max(0.0) - *free);
            }
        }
        let diagonals = occupied(&cells);
        let constant = constant(&cells, &diagonals);
        LimitDensity { cells, diagonals, constant }
    }
}

/// Gives each row, then each column, a mean of 1; the factors of the columns are kept.
fn scale(cells: &mut [Vec<f64>], of_columns: &mut [f64]) {
    let side = cells.len() as f64;
    for line in cells.iter_mut() {
        let by = side / line.iter().sum::<f64>();
        line.iter_mut().for_each(|cell| *cell *= by);
    }
    for (column, of_column) in of_columns.iter_mut().enumerate() {
        let by = side / cells.iter().map(|line| line[column]).sum::<f64>();
        cells.iter_mut().for_each(|line| line[column] *= by);
        *of_column *= by;
    }
}

/// The share of each diagonal row + column that is occupied.
fn occupied(cells: &[Vec<f64>]) -> Vec<f64> {
    let mut used = vec![0.0; 2 * cells.len() - 1];
    for (row, line) in cells.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            used[row + column] += cell / cells.len() as f64;
        }
    }
    used
}

fn constant(cells: &[Vec<f64>], diagonals: &[f64]) -> f64 {
    let side = cells.len() as f64;
    let entropy = |density: f64| if density > 0.0 { density * density.ln() } else { 0.0 };
    let of_cells = cells.iter().flatten().map(|&cell| entropy(cell)).sum::<f64>() / side / side;
    // Relative to the uniform density 1/2 on an interval of length 2, whose ends, half a diagonal
    // each, are free.
    let of_free = |free: f64| entropy(2.0 * free) / 2.0;
    let along = diagonals.iter().map(|used| of_free(1.0 - used)).sum::<f64>() + of_free(1.0);
    of_cells + 2.0 * along / side - 2.0 * 2.0_f64.ln() + 3.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant_approaches_the_published_one() {
        let found = [16, 32, 64].map(|side| LimitDensity::new(side).constant);
        let off = found.map(|one| (one - 1.944_001).abs());
        assert!(off[0] > off[1] && off[1] > off[2], "{found:?}");
        assert!(off[2] < 0.0003, "{found:?}");
    }

    #[test]
    fn rows_columns_and_diagonals_are_as_full_as_they_may_be() {
        let LimitDensity { cells, diagonals, .. } = LimitDensity::new(24);
        for i in 0..24 {
            assert!((cells[i].iter().sum::<f64>() - 24.0).abs() < 1e-6);
            assert!((cells.iter().map(|line| line[i]).sum::<f64>() - 24.0).abs() < 1e-6);
            for (j, line) in cells.iter().enumerate() {
                assert!((cells[i][j] - line[i]).abs() < 1e-6);
                assert!((cells[i][j] - cells[23 - i][j]).abs() < 1e-6);
            }
        }
        assert!(diagonals.iter().all(|&used| (0.0..1.0).contains(&used)));
        // Queens avoid the corners and the centre, and prefer the middles of the edges.
        assert!(cells[0][0] < cells[11][11] && cells[11][11] < cells[0][11]);
    }
}
