// Wirth's recursive program: counts all solutions of N queens. Usage: rustc -O wirth.rs && ./wirth 8

struct Board {
    n: usize,
    x: Vec<usize>,
    /// Free rows and diagonals.
    a: Vec<bool>,
    b: Vec<bool>,
    c: Vec<bool>,
    total: u64,
}

impl Board {
    fn try_column(&mut self, j: usize) {
        for i in 0..self.n {
            let (sum, difference) = (i + j, i + self.n - j);
            if self.a[i] && self.b[sum] && self.c[difference] {
                self.x[j] = i;
                (self.a[i], self.b[sum], self.c[difference]) = (false, false, false);
                if j + 1 < self.n {
                    self.try_column(j + 1);
                } else {
                    self.total += 1;
                }
                (self.a[i], self.b[sum], self.c[difference]) = (true, true, true);
            }
        }
    }
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    let free = |lines| vec![true; lines];
    let mut board = Board { n, x: vec![0; n], a: free(n), b: free(2 * n), c: free(2 * n), total: 0 };
    if n == 0 {
        board.total = 1;
    } else {
        board.try_column(0);
    }
    println!("{}", board.total);
}
