// State-space tree: counts all solutions of N queens. Usage: rustc -O state-space.rs && ./state-space 8

/// The bounding function: whether a queen above attacks the square.
fn rejects(path: &[usize], column: usize) -> bool {
    let row = path.len();
    let mut above = path.iter().enumerate();
    above.any(|(r, &other)| column == other || column.abs_diff(other) == row - r)
}

/// The solutions among the leaves below a node, which is the path from the root.
fn expand(path: &mut Vec<usize>, n: usize) -> u64 {
    if path.len() == n {
        return 1;
    }
    let mut total = 0;
    for column in 0..n {
        if rejects(path, column) {
            continue;
        }
        path.push(column);
        total += expand(path, n);
        path.pop();
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    println!("{}", expand(&mut Vec::new(), n));
}
