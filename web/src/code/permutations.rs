// Every permutation tested at its end: counts all solutions of N queens. Usage: rustc -O permutations.rs && ./permutations 8

fn is_solution(p: &[usize]) -> bool {
    (0..p.len()).all(|j| (0..j).all(|i| j - i != p[j].abs_diff(p[i])))
}

fn choose(p: &mut [usize], k: usize) -> u64 {
    if k == p.len() {
        return u64::from(is_solution(p));
    }
    let mut total = 0;
    for i in k..p.len() {
        p.swap(k, i);
        total += choose(p, k + 1);
        p.swap(k, i);
    }
    total
}

fn main() {
    let n = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    let mut p: Vec<usize> = (0..n).collect();
    println!("{}", choose(&mut p, 0));
}
