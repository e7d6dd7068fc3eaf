// Hoffman, Loessi and Moore's constructions: one solution of N queens without search, by the column of each row. Usage: rustc -O hoffman-loessi-moore.rs && ./hoffman-loessi-moore 8

fn solve(n: usize) -> Vec<usize> {
    let half = n / 2;
    if n % 2 == 1 {
        // C
        let mut columns = solve(n - 1);
        columns.push(n - 1);
        columns
    } else if n % 6 != 2 {
        // A
        (0..half).map(|j| 2 * j + 1).chain((0..half).map(|j| 2 * j)).collect()
    } else {
        // B: the second half is the first one turned upside down.
        let first: Vec<usize> = (0..half).map(|j| (2 * j + half - 1) % n).collect();
        let second = first.iter().rev().map(|column| n - 1 - column);
        first.iter().copied().chain(second).collect()
    }
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    if n == 2 || n == 3 {
        return println!("no solution");
    }
    let words: Vec<String> = solve(n).iter().map(usize::to_string).collect();
    println!("{}", words.join(" "));
}
