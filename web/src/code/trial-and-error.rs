// Trial and error: counts all solutions of N queens. Usage: rustc -O trial-and-error.rs && ./trial-and-error 8

fn is_solution(x: &[usize]) -> bool {
    let mut pairs = (0..x.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.all(|(i, j)| x[i] != x[j] && x[i].abs_diff(x[j]) != i - j)
}

/// Tries every column in every row; the test comes at the end.
fn choose(x: &mut Vec<usize>, n: usize) -> u64 {
    if x.len() == n {
        return u64::from(is_solution(x));
    }
    let mut total = 0;
    for column in 0..n {
        x.push(column);
        total += choose(x, n);
        x.pop();
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    println!("{}", choose(&mut Vec::new(), n));
}
