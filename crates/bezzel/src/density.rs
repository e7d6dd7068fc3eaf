//! The density of queens over the board and along diagonals, beside Simkin's limit.

use bezzel_search::LimitDensity;
use serde::Serialize;

/// Most cells along a side.
const MOST_CELLS: usize = 12;

/// Cells of the limit for each cell shown, along a side.
const FINER: usize = 4;

/// How densely queens stand in parts of a board, compared with the limit of very large boards.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Density {
    /// Cells along a side: the board is cut into as many parts, of rows and of columns.
    pub cells: usize,
    /// Queens in each cell over those of an even board: 1 on average.
    pub board: Vec<Vec<f64>>,
    /// The same in the limit of very large boards (Simkin 2021).
    pub board_limit: Vec<Vec<f64>>,
    /// The places of `diagonals`, from -1 in one corner over 0 on the main diagonal to 1 in the
    /// opposite corner.
    pub places: Vec<f64>,
    /// The share of the diagonals near each place that hold a queen, both directions together.
    pub diagonals: Vec<f64>,
    /// The same in the limit.
    pub diagonals_limit: Vec<f64>,
    /// The largest difference between a cell and its limit.
    pub farthest: f64,
}

impl Density {
    /// The density of a square board from how many of some solutions use each square.
    pub(crate) fn new(squares: &[Vec<u64>], solutions: u64) -> Density {
        let side = squares.len();
        let cells = side.min(MOST_CELLS);
        let mut board = vec![vec![0.0; cells]; cells];
        // Diagonals near one end of a board of odd side are fewer: each band knows how many it has.
        let mut bands = vec![(0.0, 0.0); 2 * cells];
        let diagonals = 2 * side - 1;
        let band = |diagonal: usize| diagonal * 2 * cells / diagonals;
        (0..diagonals).for_each(|diagonal| bands[band(diagonal)].1 += 2.0 * solutions as f64);
        for (row, line) in squares.iter().enumerate() {
            for (column, &used) in line.iter().enumerate() {
                board[row * cells / side][column * cells / side] += used as f64;
                bands[band(row + column)].0 += used as f64;
                bands[band(row + side - 1 - column)].0 += used as f64;
            }
        }
        let width = |cell: usize| (0..side).filter(|at| at * cells / side == cell).count() as f64;
        for (row, line) in board.iter_mut().enumerate() {
            for (column, cell) in line.iter_mut().enumerate() {
                *cell *= side as f64 / (width(row) * width(column) * solutions as f64);
            }
        }
        let limit = LimitDensity::new(cells * FINER);
        let board_limit = coarse(&limit.cells, cells);
        let differences = board.iter().flatten().zip(board_limit.iter().flatten());
        let farthest = differences.map(|(one, limit)| (one - limit).abs()).fold(0.0, f64::max);
        Density {
            cells,
            board,
            board_limit,
            places: (0..2 * cells).map(|at| (at as f64 + 0.5) / cells as f64 - 1.0).collect(),
            diagonals: bands.iter().map(|(used, of)| used / f64::max(*of, 1.0)).collect(),
            diagonals_limit: means(&limit.diagonals, 2 * cells),
            farthest,
        }
    }
}

/// The mean of the fine cells in each of the coarse ones.
fn coarse(fine: &[Vec<f64>], cells: usize) -> Vec<Vec<f64>> {
    let mut coarse = vec![vec![0.0; cells]; cells];
    for (row, line) in fine.iter().enumerate() {
        for (column, density) in line.iter().enumerate() {
            coarse[row / FINER][column / FINER] += density / (FINER * FINER) as f64;
        }
    }
    coarse
}

/// The means of numbers in bands.
fn means(numbers: &[f64], bands: usize) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); bands];
    for (place, number) in numbers.iter().enumerate() {
        let (sum, of) = &mut sums[place * bands / numbers.len()];
        (*sum, *of) = (*sum + number, *of + 1.0);
    }
    sums.iter().map(|(sum, of)| sum / f64::max(*of, 1.0)).collect()
}

#[cfg(test)]
mod tests {
    use crate::{Control, Problem, SquaresRequest, squares};

    #[test]
    fn means_are_one_and_a_large_board_is_near_the_limit() {
        let mut request = SquaresRequest::new(Problem::queens(50));
        (request.approximate, request.number) = (true, Some(60));
        let answer = squares(&request, &Control::new()).unwrap();
        let density = answer.density.unwrap();
        for board in [&density.board, &density.board_limit] {
            let mean = board.iter().flatten().sum::<f64>() / 144.0;
            assert!((mean - 1.0).abs() < 0.02, "{mean}");
        }
        let full = density.diagonals.iter().sum::<f64>() / 24.0;
        assert!((full - 0.5).abs() < 0.02, "{full}");
        for (one, limit) in density.diagonals.iter().zip(&density.diagonals_limit) {
            assert!((one - limit).abs() < 0.15, "{density:?}");
        }
        assert!(density.farthest < 0.6, "{density:?}");
        assert!(answer.walks.is_some() && answer.total.is_none());
    }

    #[test]
    fn an_uneven_cut_has_the_right_mean() {
        let answer = squares(&SquaresRequest::new(Problem::queens(13)), &Control::new()).unwrap();
        let density = answer.density.unwrap();
        assert_eq!((density.cells, density.board.len(), density.places.len()), (12, 12, 24));
        let width = |cell: usize| (0..13).filter(|at| at * 12 / 13 == cell).count() as f64;
        let mut sum = 0.0;
        for (row, line) in density.board.iter().enumerate() {
            for (column, cell) in line.iter().enumerate() {
                sum += cell * width(row) * width(column) / 169.0;
            }
        }
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
}
