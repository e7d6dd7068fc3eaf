// Falkowski and Schmitz's construction: one solution of N queens without search, by the column of each row. Usage: rustc -O falkowski-schmitz.rs && ./falkowski-schmitz 8

fn solve(n: usize) -> Vec<usize> {
    let (r, s) = match n % 6 {
        2 => ((n - 6) / 2, (n - 6) / 2 + 2),
        3 => ((n - 3) / 6, (n - 3) / 6 + 1),
        _ => (0, 0),
    };
    let mut odd: Vec<usize> = (1..n).step_by(2).collect();
    let mut even: Vec<usize> = (0..n).step_by(2).collect();
    odd.rotate_left(r);
    even.rotate_left(s);
    [odd, even].concat()
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    if n == 2 || n == 3 {
        return println!("no solution");
    }
    let words: Vec<String> = solve(n).iter().map(usize::to_string).collect();
    println!("{}", words.join(" "));
}
