// Simulated annealing: one solution of N queens, by the column of each row. Usage: rustc -O simulated-annealing.rs && ./simulated-annealing 8 [seed]

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
}

/// Swaps two rows; a swap that makes it worse is kept with a probability that falls with the heat.
fn anneal(board: &mut Board, temperature: f64, random: &mut Random) {
    for _ in 0..10 * board.n {
        let (i, j) = (random.below(board.n), random.below(board.n));
        let before = board.collisions();
        if i == j {
            continue;
        }
        board.swap(i, j);
        let worse = board.collisions() as f64 - before as f64;
        let chance = random.below(1 << 30) as f64 / (1 << 30) as f64;
        if worse > 0.0 && chance >= (-worse / temperature).exp() {
            board.swap(i, j);
        }
    }
}

fn solve(n: usize, random: &mut Random) -> Vec<usize> {
    loop {
        let (mut board, mut temperature) = (Board::shuffled(n, random), 1.0);
        while temperature >= 0.1 && board.collisions() > 0 {
            anneal(&mut board, temperature, random);
            temperature *= 0.9;
        }
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
