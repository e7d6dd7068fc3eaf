// Rohl's algorithm II: counts all solutions of N queens. Usage: rustc -O rohl-2.rs && ./rohl-2 8

struct Board {
    n: usize,
    /// Links the free columns, from the head n on.
    after: Vec<Option<usize>>,
    falling: Vec<bool>,
    rising: Vec<bool>,
}

impl Board {
    fn set(&mut self, row: usize, column: usize, is_taken: bool) {
        self.falling[row + self.n - column] = is_taken;
        self.rising[row + column] = is_taken;
    }

    fn search_row(&mut self, row: usize) -> u64 {
        if row == self.n {
            return 1;
        }
        let (mut total, mut last) = (0, self.n);
        while let Some(column) = self.after[last] {
            if !self.falling[row + self.n - column] && !self.rising[row + column] {
                self.set(row, column, true);
                self.after[last] = self.after[column]; // the column is taken
                total += self.search_row(row + 1);
                self.after[last] = Some(column);
                self.set(row, column, false);
            }
            last = column;
        }
        total
    }
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    let mut after: Vec<Option<usize>> = (1..=n).map(|next| (next < n).then_some(next)).collect();
    after.push((n > 0).then_some(0));
    let mut board = Board { n, after, falling: vec![false; 2 * n + 1], rising: vec![false; 2 * n] };
    println!("{}", board.search_row(0));
}
