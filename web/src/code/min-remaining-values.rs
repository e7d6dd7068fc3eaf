// Minimum remaining values: counts all solutions of N queens. Usage: rustc -O min-remaining-values.rs && ./min-remaining-values 8

/// The columns of another row that a queen attacks.
fn attacked(row: usize, column: u32, other: usize) -> u64 {
    let (queen, away) = (1_u64 << column, other.abs_diff(row));
    queen | queen << away | queen >> away
}

/// `domains` has the free columns of each empty row; the row with the fewest is next.
fn fill(domains: &[(usize, u64)]) -> u64 {
    let Some(&(row, free)) = domains.iter().min_by_key(|(_, domain)| domain.count_ones()) else {
        return 1;
    };
    let mut total = 0;
    for column in (0..u64::BITS).filter(|column| free >> column & 1 == 1) {
        let others = domains.iter().filter(|(other, _)| *other != row);
        let left: Vec<(usize, u64)> =
            others.map(|&(other, domain)| (other, domain & !attacked(row, column, other))).collect();
        if left.iter().all(|&(_, domain)| domain != 0) {
            total += fill(&left);
        }
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    assert!(n < 64, "a row of at most 63 squares fits into a word");
    let domains: Vec<(usize, u64)> = (0..n).map(|row| (row, (1 << n) - 1)).collect();
    println!("{}", fill(&domains));
}
