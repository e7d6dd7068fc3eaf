// Güldal's sets: counts all solutions of N queens by striking threatened cells out of a matrix. Usage: rustc -O guldal.rs && ./guldal 8

/// The cells that a queen on a cell threatens, its own included.
fn threatened(cell: usize, n: usize) -> Vec<usize> {
    let threatens = |&other: &usize| {
        let (down, across) = ((other / n).abs_diff(cell / n), (other % n).abs_diff(cell % n));
        down == 0 || across == 0 || down == across
    };
    (0..n * n).filter(threatens).collect()
}

/// The solutions with this many queens so far, the others on cells of the matrix.
fn place(queens: usize, matrix: &[bool], sets: &[Vec<usize>], n: usize) -> u64 {
    if queens == n {
        return 1;
    }
    let row = (queens * n..(queens + 1) * n).filter(|&cell| matrix[cell]);
    row.map(|cell| {
        let mut rest = matrix.to_vec();
        for &other in &sets[cell] {
            rest[other] = false;
        }
        place(queens + 1, &rest, sets, n)
    })
    .sum()
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    let sets: Vec<Vec<usize>> = (0..n * n).map(|cell| threatened(cell, n)).collect();
    println!("{}", place(0, &vec![true; n * n], &sets, n));
}
