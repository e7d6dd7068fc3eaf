// Reichling's simplified solution: one solution of N queens without search, by the column of each row. Usage: rustc -O reichling.rs && ./reichling 8

/// Every second column from the first on, beginning with the one at a place.
fn turned(n: i64, first: i64, place: usize) -> Vec<i64> {
    let mut columns: Vec<i64> = (first..n).step_by(2).collect();
    columns.rotate_left(place);
    columns
}

fn solve(n: i64) -> Vec<i64> {
    let (r, s) = match n % 6 {
        2 => (1, 3),
        3 => (1, 2),
        _ => (0, 0),
    };
    [turned(n, 1, r), turned(n, 0, s)].concat()
}

fn main() {
    let n: i64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    if n == 2 || n == 3 {
        return println!("no solution");
    }
    let words: Vec<String> = solve(n).iter().map(i64::to_string).collect();
    println!("{}", words.join(" "));
}
