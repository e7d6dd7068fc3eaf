// Brute force: counts all solutions of N queens. Usage: rustc -O brute-force.rs && ./brute-force 8

fn attack(a: usize, b: usize, n: usize) -> bool {
    let (down, across) = ((a / n).abs_diff(b / n), (a % n).abs_diff(b % n));
    down == 0 || across == 0 || down == across
}

/// The solutions with these queens and more on later squares, which are numbered row by row.
fn choose(queens: &mut Vec<usize>, first: usize, n: usize) -> u64 {
    if queens.len() == n {
        // Only now is anything tested.
        let mut pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        return u64::from(!pairs.any(|(i, j)| attack(queens[i], queens[j], n)));
    }
    let mut total = 0;
    for square in first..n * n {
        queens.push(square);
        total += choose(queens, square + 1, n);
        queens.pop();
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    println!("{}", choose(&mut Vec::new(), 0, n));
}
