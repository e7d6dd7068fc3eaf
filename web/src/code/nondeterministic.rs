// Floyd's nondeterministic algorithm: one solution of N queens, each choice tried in turn. Usage: rustc -O nondeterministic.rs && ./nondeterministic 8

/// Whether a choice of columns from this row on leads to success.
fn place(n: usize, columns: &mut Vec<usize>) -> bool {
    let row = columns.len();
    if row == n {
        return true;
    }
    // choice(n): a failure goes on with the next column.
    (0..n).any(|column| {
        let mut above = columns.iter().enumerate();
        if !above.all(|(r, &other)| column != other && column.abs_diff(other) != row - r) {
            return false;
        }
        columns.push(column);
        let success = place(n, columns);
        if !success {
            columns.pop();
        }
        success
    })
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    let mut columns = Vec::new();
    if !place(n, &mut columns) {
        return println!("no solution");
    }
    let words: Vec<String> = columns.iter().map(usize::to_string).collect();
    println!("{}", words.join(" "));
}
