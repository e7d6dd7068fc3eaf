// Gradient search QS1: one solution of N queens, by the column of each row. Usage: rustc -O qs1.rs && ./qs1 8 [seed]

/// Numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}

struct Board {
    n: usize,
    /// The column of each row: a permutation, so that only diagonals can clash.
    columns: Vec<usize>,
    /// Queens on each diagonal.
    falling: Vec<usize>,
    rising: Vec<usize>,
}

impl Board {
    fn shuffled(n: usize, random: &mut Random) -> Board {
        let mut columns: Vec<usize> = (0..n).collect();
        for row in 1..n {
            columns.swap(row, random.below(row + 1));
        }
        let mut board = Board { n, columns, falling: vec![0; 2 * n], rising: vec![0; 2 * n] };
        for (row, &column) in board.columns.iter().enumerate() {
            board.falling[row + n - column] += 1;
            board.rising[row + column] += 1;
        }
        board
    }

    fn collisions(&self) -> usize {
        self.falling.iter().chain(&self.rising).map(|&queens| queens.saturating_sub(1)).sum()
    }

    fn swap(&mut self, i: usize, j: usize) {
        for row in [i, j] {
            self.falling[row + self.n - self.columns[row]] -= 1;
            self.rising[row + self.columns[row]] -= 1;
        }
        self.columns.swap(i, j);
        for row in [i, j] {
            self.falling[row + self.n - self.columns[row]] += 1;
            self.rising[row + self.columns[row]] += 1;
        }
    }

    fn is_attacked(&self, row: usize) -> bool {
        let column = self.columns[row];
        self.falling[row + self.n - column] > 1 || self.rising[row + column] > 1
    }

    /// Swaps two rows wherever that helps; false when no swap does.
    fn improve(&mut self) -> bool {
        let mut swapped = false;
        for i in 0..self.n {
            for j in i + 1..self.n {
                if !self.is_attacked(i) && !self.is_attacked(j) {
                    continue;
                }
                let before = self.collisions();
                self.swap(i, j);
                if self.collisions() < before {
                    swapped = true;
                } else {
                    self.swap(i, j);
                }
            }
        }
        swapped
    }
}

fn solve(n: usize, random: &mut Random) -> Vec<usize> {
    loop {
        let mut board = Board::shuffled(n, random);
        while board.improve() {}
        if board.collisions() == 0 {
            return board.columns;
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<u64>().unwrap_or(1));
    let n = arguments.next().unwrap_or(8) as usize;
    let seed = arguments.next().unwrap_or(1);
    if n == 2 || n == 3 {
        return println!("no solution");
    }
    let columns = solve(n, &mut Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1));
    let words: Vec<String> = columns.iter().map(usize::to_string).collect();
    println!("{}", words.join(" "));
}
