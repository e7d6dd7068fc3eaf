// Erbas and Tanik's polygons and circulants: one solution of N queens without search, by the column of each row. Usage: rustc -O erbas-tanik.rs && ./erbas-tanik 8

fn solve(n: usize) -> Vec<usize> {
    if n % 2 == 1 && n % 3 != 0 {
        // The star polygon {n/2}.
        return (0..n).map(|i| 2 * i % n).collect();
    }
    if n % 2 == 1 {
        let mut columns = solve(n - 1);
        columns.push(n - 1);
        return columns;
    }
    // A 2-circulant, and the same turned upside down.
    let shift = if n % 6 != 2 { 1 } else { n / 2 - 1 };
    let half: Vec<usize> = (0..n / 2).map(|i| (2 * i + shift) % n).collect();
    let other = half.iter().rev().map(|column| n - 1 - column);
    half.iter().copied().chain(other).collect()
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    if n == 2 || n == 3 {
        return println!("no solution");
    }
    let words: Vec<String> = solve(n).iter().map(usize::to_string).collect();
    println!("{}", words.join(" "));
}
