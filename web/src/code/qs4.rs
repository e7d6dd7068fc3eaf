// Linear search QS4: one solution of N queens, by the column of each row. Usage: rustc -O qs4.rs && ./qs4 8 [seed]

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

/// A permutation, and the queens on each diagonal.
struct Board {
    columns: Vec<usize>,
    falling: Vec<usize>,
    rising: Vec<usize>,
}

impl Board {
    fn diagonals(&self, row: usize) -> (usize, usize) {
        (row + self.columns.len() - self.columns[row], row + self.columns[row])
    }

    fn put(&mut self, row: usize) {
        let (down, up) = self.diagonals(row);
        self.falling[down] += 1;
        self.rising[up] += 1;
    }

    fn take(&mut self, row: usize) {
        let (down, up) = self.diagonals(row);
        self.falling[down] -= 1;
        self.rising[up] -= 1;
    }

    /// Whether more than this many queens are on a diagonal of the row's queen.
    fn is_attacked(&self, row: usize, by: usize) -> bool {
        let (down, up) = self.diagonals(row);
        self.falling[down] > by || self.rising[up] > by
    }

    fn exchange(&mut self, i: usize, j: usize) {
        self.take(i);
        self.take(j);
        self.columns.swap(i, j);
        self.put(i);
        self.put(j);
    }
}

/// A board whose first queens do not collide, with their number; the others stand at random.
fn start(n: usize, random: &mut Random) -> (Board, usize) {
    let mut board = Board { columns: (0..n).collect(), falling: vec![0; 2 * n], rising: vec![0; 2 * n] };
    let (mut placed, mut draws) = (0, 0.0);
    while placed < n && draws < 3.08 * n as f64 {
        draws += 1.0;
        board.columns.swap(placed, placed + random.below(n - placed));
        if !board.is_attacked(placed, 0) {
            board.put(placed);
            placed += 1;
        }
    }
    for row in placed + 1..n {
        board.columns.swap(row, placed + random.below(row - placed + 1));
    }
    (placed..n).for_each(|row| board.put(row));
    (board, placed)
}

/// Swaps each queen left with others until it does not collide; false after 7000 draws.
fn finish(board: &mut Board, placed: usize, random: &mut Random) -> bool {
    let n = board.columns.len();
    let mut draws = 0;
    for i in placed..n {
        while board.is_attacked(i, 1) {
            if draws == 7000 {
                return false;
            }
            draws += 1;
            let j = random.below(n);
            if i != j {
                board.exchange(i, j);
                if board.is_attacked(i, 1) || board.is_attacked(j, 1) {
                    board.exchange(i, j);
                }
            }
        }
    }
    true
}

fn solve(n: usize, random: &mut Random) -> Vec<usize> {
    loop {
        let (mut board, placed) = start(n, random);
        if finish(&mut board, placed, random) {
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
