// Min-conflicts: one solution of N queens, by the column of each row. Usage: rustc -O min-conflicts.rs && ./min-conflicts 100 [seed]

/// Numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    fn choose(&mut self, list: &[usize]) -> usize {
        list[self.below(list.len())]
    }
}

struct Board {
    n: usize,
    /// The column of each row.
    queen: Vec<usize>,
    /// Queens on each line.
    columns: Vec<i32>,
    falling: Vec<i32>,
    rising: Vec<i32>,
}

impl Board {
    fn new(n: usize) -> Board {
        Board { n, queen: Vec::new(), columns: vec![0; n], falling: vec![0; 2 * n], rising: vec![0; 2 * n] }
    }

    fn attackers(&self, row: usize, column: usize) -> i32 {
        self.columns[column] + self.falling[row + self.n - column] + self.rising[row + column]
    }

    fn change(&mut self, row: usize, by: i32) {
        let column = self.queen[row];
        self.columns[column] += by;
        self.falling[row + self.n - column] += by;
        self.rising[row + column] += by;
    }

    /// A column of the row that the fewest queens attack; if there are several, one at random.
    fn best(&self, row: usize, random: &mut Random) -> usize {
        let least = (0..self.n).map(|column| self.attackers(row, column)).min().unwrap_or(0);
        let equal: Vec<usize> = (0..self.n).filter(|&c| self.attackers(row, c) == least).collect();
        random.choose(&equal)
    }
}

fn solve(n: usize, random: &mut Random) -> Vec<usize> {
    loop {
        let mut board = Board::new(n);
        for row in 0..n {
            board.queen.push(board.best(row, random));
            board.change(row, 1);
        }
        for _ in 0..100 + 2 * n {
            // A queen is on its own three lines; more than that is an attack.
            let attacked: Vec<usize> = (0..n).filter(|&r| board.attackers(r, board.queen[r]) > 3).collect();
            if attacked.is_empty() {
                return board.queen;
            }
            let row = random.choose(&attacked);
            board.change(row, -1);
            board.queen[row] = board.best(row, random);
            board.change(row, 1);
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
