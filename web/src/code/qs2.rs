// Gradient search QS2: one solution of N queens, by the column of each row. Usage: rustc -O qs2.rs && ./qs2 8 [seed]

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

/// A permutation, so that only diagonals can clash, and the number of queens on each of them.
struct Board {
    columns: Vec<usize>,
    falling: Vec<usize>,
    rising: Vec<usize>,
    /// All queens of a diagonal but one.
    collisions: usize,
}

impl Board {
    fn diagonals(&mut self, row: usize) -> [&mut usize; 2] {
        let (n, column) = (self.columns.len(), self.columns[row]);
        [&mut self.falling[row + n - column], &mut self.rising[row + column]]
    }

    fn put(&mut self, row: usize) {
        for queens in self.diagonals(row).map(|queens| std::mem::replace(queens, *queens + 1)) {
            self.collisions += usize::from(queens > 0);
        }
    }

    fn take(&mut self, row: usize) {
        for queens in self.diagonals(row).map(|queens| std::mem::replace(queens, *queens - 1)) {
            self.collisions -= usize::from(queens > 1);
        }
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.take(i);
        self.take(j);
        self.columns.swap(i, j);
        self.put(i);
        self.put(j);
    }

    fn attacked(&mut self) -> Vec<usize> {
        (0..self.columns.len()).filter(|&row| self.diagonals(row).iter().any(|queens| **queens > 1)).collect()
    }
}

/// A board with a random permutation.
fn shuffled(n: usize, random: &mut Random) -> Board {
    let mut columns: Vec<usize> = (0..n).collect();
    for row in 1..n {
        columns.swap(row, random.below(row + 1));
    }
    let mut board = Board { columns, falling: vec![0; 2 * n], rising: vec![0; 2 * n], collisions: 0 };
    (0..n).for_each(|row| board.put(row));
    board
}

/// Swaps attacked queens with others where that helps; false after 32 n tries.
fn descend(board: &mut Board, random: &mut Random) -> bool {
    let n = board.columns.len();
    let mut tries = 32 * n;
    while board.collisions > 0 {
        let limit = 0.45 * board.collisions as f64;
        for &i in board.attacked().iter().cycle() {
            if tries == 0 {
                return false;
            }
            tries -= 1;
            let (j, before) = (random.below(n), board.collisions);
            if i != j {
                board.swap(i, j);
                if board.collisions >= before {
                    board.swap(i, j);
                }
            }
            if (board.collisions as f64) < limit {
                break;
            }
        }
    }
    true
}

fn solve(n: usize, random: &mut Random) -> Vec<usize> {
    loop {
        let mut board = shuffled(n, random);
        if descend(&mut board, random) {
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
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let words: Vec<String> = solve(n, &mut random).iter().map(usize::to_string).collect();
    println!("{}", words.join(" "));
}
