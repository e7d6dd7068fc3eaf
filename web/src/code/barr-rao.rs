// Barr and Rao's backtracking in d dimensions: counts all solutions of N queens by lists of attacked positions. Usage: rustc -O barr-rao.rs && ./barr-rao 8

/// Whether all coordinates that differ do so by the same amount.
fn attacks(mut a: usize, mut b: usize, n: usize, d: u32) -> bool {
    let mut size = 0;
    for _ in 0..d {
        let apart = (a % n).abs_diff(b % n);
        if apart != 0 && size != 0 && apart != size {
            return false;
        }
        size = size.max(apart);
        (a, b) = (a / n, b / n);
    }
    true
}

fn place_queens(n: usize, layer: usize, lists: &[Vec<bool>], queens: &mut Vec<usize>) -> u64 {
    let depth = queens.len();
    if depth == n {
        return 1;
    }
    let mut total = 0;
    for pos in depth * layer..(depth + 1) * layer {
        if queens.iter().all(|&queen| !lists[queen][pos]) {
            queens.push(pos);
            total += place_queens(n, layer, lists, queens);
            queens.pop();
        }
    }
    total
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<usize>().unwrap_or(1));
    let n = arguments.next().unwrap_or(8);
    let d = arguments.next().unwrap_or(2) as u32;
    let layer = n.pow(d - 1);
    let list = |a| (0..n * layer).map(|b| attacks(a, b, n, d)).collect();
    let lists: Vec<Vec<bool>> = (0..n * layer).map(list).collect();
    println!("{}", place_queens(n, layer, &lists, &mut Vec::new()));
}
