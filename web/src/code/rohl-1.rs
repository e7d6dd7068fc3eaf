// Rohl's algorithm I: counts all solutions of N queens. Usage: rustc -O rohl-1.rs && ./rohl-1 8

fn is_safe(p: &[usize], k: usize, column: usize) -> bool {
    (0..k).all(|row| column.abs_diff(p[row]) != k - row)
}

/// Rows below k keep their columns; the others get one of those that are left, by exchanges.
fn choose(p: &mut [usize], k: usize) -> u64 {
    if k == p.len() {
        return 1;
    }
    let (mut total, kept) = (0, p[k]);
    for i in k..p.len() {
        let column = p[i];
        if is_safe(p, k, column) {
            p[k] = column;
            p[i] = kept;
            total += choose(p, k + 1);
            p[i] = p[k];
        }
    }
    p[k] = kept;
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    let mut p: Vec<usize> = (0..n).collect();
    println!("{}", choose(&mut p, 0));
}
