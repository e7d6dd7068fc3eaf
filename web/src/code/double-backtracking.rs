// Double backtracking: counts the stacks of N boards with N queens each, no queen above another. Usage: rustc -O double-backtracking.rs && ./double-backtracking 7

/// Backtracks to all solutions of one board that begin like this.
fn collect(p: &mut Vec<usize>, n: usize, all: &mut Vec<Vec<usize>>) {
    let row = p.len();
    if row == n {
        return all.push(p.clone());
    }
    for column in 0..n {
        let mut above = p.iter().enumerate();
        if above.all(|(r, &other)| column != other && column.abs_diff(other) != row - r) {
            p.push(column);
            collect(p, n, all);
            p.pop();
        }
    }
}

/// Whether no queen of a floor stands above one of the floors below.
fn is_legal(floor: &[usize], floors: &[&[usize]]) -> bool {
    floors.iter().all(|lower| floor.iter().zip(*lower).all(|(column, below)| column != below))
}

/// The stacks on these floors, made of the solutions from a number on.
fn stack<'a>(floors: &mut Vec<&'a [usize]>, top: usize, all: &'a [Vec<usize>], n: usize) -> u64 {
    if floors.len() == n {
        return 1;
    }
    let mut total = 0;
    for (t, floor) in all.iter().enumerate().skip(top) {
        if is_legal(floor, floors) {
            floors.push(floor);
            total += stack(floors, t + 1, all, n);
            floors.pop();
        }
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(7);
    let mut all = Vec::new();
    collect(&mut Vec::new(), n, &mut all);
    println!("{}", stack(&mut Vec::new(), 0, &all, n));
}
