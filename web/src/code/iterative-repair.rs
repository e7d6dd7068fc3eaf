// Iterative repair by exchanges: one solution of N queens, by the column of each row. Usage: rustc -O iterative-repair.rs && ./iterative-repair 13 [seed] [torus]

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
    /// Pairs of queens on a diagonal.
    collisions: usize,
}

impl Board {
    fn shuffled(n: usize, torus: bool, random: &mut Random) -> Board {
        let mut columns: Vec<usize> = (0..n).collect();
        for row in 1..n {
            columns.swap(row, random.below(row + 1));
        }
        // On the torus each diagonal goes on at the other edge.
        let lines = if torus { n } else { 2 * n };
        let mut board = Board { columns, falling: vec![0; lines], rising: vec![0; lines], collisions: 0 };
        (0..n).for_each(|row| board.put(row));
        board
    }

    fn diagonals(&mut self, row: usize) -> [&mut usize; 2] {
        let (n, column, lines) = (self.columns.len(), self.columns[row], self.falling.len());
        [&mut self.falling[(row + n - column) % lines], &mut self.rising[(row + column) % lines]]
    }

    fn put(&mut self, row: usize) {
        let met = self.diagonals(row).map(|queens| std::mem::replace(queens, *queens + 1));
        self.collisions += met[0] + met[1];
    }

    fn take(&mut self, row: usize) {
        let met = self.diagonals(row).map(|queens| std::mem::replace(queens, *queens - 1));
        self.collisions -= met[0] + met[1] - 2;
    }

    fn exchange(&mut self, i: usize, j: usize) {
        self.take(i);
        self.take(j);
        self.columns.swap(i, j);
        self.put(i);
        self.put(j);
    }

    /// The collisions that an exchange would leave.
    fn weigh(&mut self, row: usize, other: usize) -> usize {
        self.exchange(row, other);
        let left = self.collisions;
        self.exchange(row, other);
        left
    }

    /// Makes the best exchange of a colliding queen again and again; false after 100 n steps.
    fn repair(&mut self, random: &mut Random) -> bool {
        let n = self.columns.len();
        for _ in 0..100 * n {
            if self.collisions == 0 {
                return true;
            }
            let colliding: Vec<usize> = (0..n).filter(|&row| self.diagonals(row).iter().any(|queens| **queens > 1)).collect();
            let row = colliding[random.below(colliding.len())];
            let weighed: Vec<(usize, usize)> =
                (0..n).filter(|&other| other != row).map(|other| (self.weigh(row, other), other)).collect();
            let fewest = weighed.iter().min().expect("other rows").0;
            let best: Vec<usize> = weighed.iter().filter(|one| one.0 == fewest).map(|one| one.1).collect();
            self.exchange(row, best[random.below(best.len())]);
        }
        self.collisions == 0
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).and_then(|word| word.parse::<u64>().ok());
    let n = number(0).unwrap_or(13) as usize;
    let torus = arguments.get(2).is_some_and(|word| word == "torus");
    if n > 1 && if torus { n % 2 == 0 || n % 3 == 0 } else { n < 4 } {
        return println!("no solution");
    }
    let mut random = Random(number(1).unwrap_or(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut board = Board::shuffled(n, torus, &mut random);
    while !board.repair(&mut random) {
        board = Board::shuffled(n, torus, &mut random);
    }
    let words: Vec<String> = board.columns.iter().map(usize::to_string).collect();
    println!("{}", words.join(" "));
}
