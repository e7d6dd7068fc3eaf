// Günther's and Glaisher's determinants: counts all solutions of N queens by the terms that are not struck out. Usage: rustc -O gunther.rs && ./gunther 8

/// The terms of the minor that has these columns left, multiplied by the term so far.
fn expand(columns: &[usize], term: &mut Vec<(usize, usize)>, n: usize) -> u64 {
    if columns.is_empty() {
        return 1;
    }
    let (row, mut total) = (term.len(), 0);
    for &column in columns {
        // The letter of an element names its falling diagonal, the index its rising one.
        let (letter, index) = (row + n - column, row + column);
        if term.iter().all(|&(a, b)| a != letter && b != index) {
            let minor: Vec<usize> = columns.iter().copied().filter(|&other| other != column).collect();
            term.push((letter, index));
            total += expand(&minor, term, n);
            term.pop();
        }
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    let columns: Vec<usize> = (0..n).collect();
    println!("{}", expand(&columns, &mut Vec::new(), n));
}
