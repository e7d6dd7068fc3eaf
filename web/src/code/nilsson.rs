// Nilsson's production system: counts all solutions of N queens, rules with short diagonals first. Usage: rustc -O nilsson.rs && ./nilsson 8

/// The length of the longer diagonal through a square.
fn diagonal(row: usize, column: usize, n: usize) -> usize {
    n - row.abs_diff(column).min((row + column).abs_diff(n - 1))
}

fn is_free(data: &[usize], row: usize, column: usize) -> bool {
    let mut queens = data.iter().enumerate();
    queens.all(|(r, &other)| column != other && column.abs_diff(other) != row - r)
}

fn dead_end(data: &[usize], n: usize) -> bool {
    (data.len()..n).any(|row| !(0..n).any(|column| is_free(data, row, column)))
}

fn apprules(data: &[usize], n: usize) -> Vec<usize> {
    let row = data.len();
    let mut rules: Vec<usize> = (0..n).filter(|&column| is_free(data, row, column)).collect();
    rules.sort_by_key(|&column| diagonal(row, column, n));
    rules
}

/// The number of paths that end with n queens.
fn backtrack(data: &mut Vec<usize>, n: usize) -> u64 {
    if data.len() == n {
        return 1;
    }
    if dead_end(data, n) {
        return 0;
    }
    let mut total = 0;
    for column in apprules(data, n) {
        data.push(column);
        total += backtrack(data, n);
        data.pop();
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    println!("{}", backtrack(&mut Vec::new(), n));
}
