// Pauls' solution: one solution of N queens without search, by the column of each row. Usage: rustc -O pauls.rs && ./pauls 8

fn solve(n: i64) -> Vec<i64> {
    let up = |from: i64, to: i64| (from..to).step_by(2);
    let down = |from: i64, to: i64| (to..=from).rev().step_by(2);
    match n % 6 {
        0 | 4 => up(1, n).chain(up(0, n)).collect(),
        1 | 5 => [n - 1].into_iter().chain(up(1, n - 1)).chain(up(0, n - 1)).collect(),
        2 => {
            let first = [3].into_iter().chain(down(n - 3, 5)).chain([n - 1, 1, n - 2, 0]);
            first.chain(down(n - 6, 2)).chain([n - 4]).collect()
        }
        _ => {
            let mut columns = solve(n - 1);
            columns.push(n - 1);
            columns
        }
    }
}

fn main() {
    let n: i64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    if n == 2 || n == 3 {
        return println!("no solution");
    }
    let words: Vec<String> = solve(n).iter().map(i64::to_string).collect();
    println!("{}", words.join(" "));
}
