// Forward checking: counts all solutions of N queens. Usage: rustc -O forward-checking.rs && ./forward-checking 8

/// The columns of another row that a queen attacks.
fn attacked(row: usize, column: u32, other: usize) -> u64 {
    let (queen, away) = (1_u64 << column, other.abs_diff(row));
    queen | queen << away | queen >> away
}

/// Every later row keeps the columns that no queen attacks; an empty one ends the branch.
fn fill(row: usize, domains: &[u64]) -> u64 {
    if row == domains.len() {
        return 1;
    }
    let mut total = 0;
    for column in (0..u64::BITS).filter(|column| domains[row] >> column & 1 == 1) {
        let mut left = domains.to_vec();
        for (other, domain) in left.iter_mut().enumerate().skip(row + 1) {
            *domain &= !attacked(row, column, other);
        }
        if left[row + 1..].iter().all(|&domain| domain != 0) {
            total += fill(row + 1, &left);
        }
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    assert!(n < 64, "a row of at most 63 squares fits into a word");
    println!("{}", fill(0, &vec![(1 << n) - 1; n]));
}
