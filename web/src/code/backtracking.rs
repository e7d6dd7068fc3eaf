// Backtracking: counts all solutions of N queens. Usage: rustc -O backtracking.rs && ./backtracking 8

fn count(n: usize) -> u64 {
    if n == 0 {
        return 1;
    }
    let mut queen = vec![0; n]; // queen[row] is the column of its queen
    let (mut columns, mut falling, mut rising) = (vec![false; n], vec![false; 2 * n], vec![false; 2 * n]);
    let (mut row, mut column, mut total) = (0, 0, 0);
    loop {
        if column == n {
            // No square left in this row: take the queen above back.
            if row == 0 {
                return total;
            }
            row -= 1;
            column = queen[row];
            (columns[column], falling[row + n - column], rising[row + column]) = (false, false, false);
            column += 1;
        } else if columns[column] || falling[row + n - column] || rising[row + column] {
            column += 1;
        } else if row == n - 1 {
            // The last queen fits: a solution.
            total += 1;
            column += 1;
        } else {
            queen[row] = column;
            (columns[column], falling[row + n - column], rising[row + column]) = (true, true, true);
            (row, column) = (row + 1, 0);
        }
    }
}

fn main() {
    let n = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    println!("{}", count(n));
}
