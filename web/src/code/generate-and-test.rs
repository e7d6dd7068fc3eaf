// Generate and test: counts the fundamental solutions of N queens. Usage: rustc -O generate-and-test.rs && ./generate-and-test 8

/// Whether none of the eight images of a solution comes before it.
fn is_first(p: &[usize]) -> bool {
    let n = p.len();
    let mut image = p.to_vec();
    (0..4).all(|_| {
        let mut turned = vec![0; n];
        for (row, &column) in image.iter().enumerate() {
            turned[n - 1 - column] = row;
        }
        image = turned;
        let reflected: Vec<usize> = image.iter().rev().copied().collect();
        p <= &image[..] && p <= &reflected[..]
    })
}

/// The fundamental solutions that begin like this.
fn generate(p: &mut Vec<usize>, n: usize) -> u64 {
    let row = p.len();
    if row == n {
        return u64::from(is_first(p));
    }
    let mut total = 0;
    for column in 0..n {
        let mut above = p.iter().enumerate();
        if above.all(|(r, &other)| column != other && column.abs_diff(other) != row - r) {
            p.push(column);
            total += generate(p, n);
            p.pop();
        }
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    println!("{}", generate(&mut Vec::new(), n));
}
