// Maintaining arc consistency (AC-3): counts all solutions of N queens. Usage: rustc -O arc-consistency.rs && ./arc-consistency 8

/// The columns of a row as bits that have support in another row, `away` rows from it.
fn supported(domain: u64, other: u64, away: usize, n: usize) -> u64 {
    let columns = (0..n).map(|column| 1 << column);
    let has_support = |queen: &u64| domain & queen != 0 && other & !(queen | queen << away | queen >> away) != 0;
    columns.filter(has_support).sum()
}

/// Takes out columns without support; false when a row has none left.
fn propagate(domains: &mut [u64], changed: usize) -> bool {
    let n = domains.len();
    let mut pairs: Vec<(usize, usize)> = (0..n).filter(|&row| row != changed).map(|row| (row, changed)).collect();
    while let Some((row, other)) = pairs.pop() {
        let kept = supported(domains[row], domains[other], row.abs_diff(other), n);
        if kept == 0 {
            return false;
        }
        if kept != domains[row] {
            domains[row] = kept;
            pairs.extend((0..n).filter(|&third| third != row && third != other).map(|third| (third, row)));
        }
    }
    true
}

fn fill(row: usize, domains: &[u64]) -> u64 {
    if row == domains.len() {
        return 1;
    }
    let mut total = 0;
    for column in (0..domains.len()).filter(|column| domains[row] >> column & 1 == 1) {
        let mut narrowed = domains.to_vec();
        narrowed[row] = 1 << column;
        if propagate(&mut narrowed, row) {
            total += fill(row + 1, &narrowed);
        }
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    println!("{}", fill(0, &vec![(1 << n) - 1; n]));
}
