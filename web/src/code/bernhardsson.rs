// Bernhardsson: one solution of N queens without search, by the column of each row. Usage: rustc -O bernhardsson.rs && ./bernhardsson 8

/// The column of a row, for an even side.
fn even(n: u64, row: u64) -> u64 {
    let half = n / 2;
    match (n % 6, row < half) {
        (0, true) => 2 * row + 1,
        (0, false) => 2 * (row - half),
        (_, true) => (2 * row + half - 1) % n,
        (_, false) => n - 1 - even(n, n - 1 - row),
    }
}

fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    if n == 2 || n == 3 {
        return println!("no solution");
    }
    let column = |row| match n % 2 {
        1 if row == n - 1 => n - 1,
        1 => even(n - 1, row),
        _ => even(n, row),
    };
    let words: Vec<String> = (0..n).map(|row| column(row).to_string()).collect();
    println!("{}", words.join(" "));
}
