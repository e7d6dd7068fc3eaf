// Takefuji's neural network (maximum neurons): one solution of N queens, by the column of each row. Usage: rustc -O takefuji.rs && ./takefuji 8 [seed]

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

const ROUNDS: usize = 500;
const CLIMB: i64 = 3;

/// Queens of other rows in a column, and on the two diagonals of a square.
fn attackers(queens: &[usize], row: usize, column: usize) -> (i64, i64) {
    let others = || queens.iter().enumerate().filter(|&(r, _)| r != row);
    let in_column = others().filter(|&(_, &c)| c == column).count();
    let on_diagonals = others().filter(|&(r, &c)| c.abs_diff(column) == r.abs_diff(row)).count();
    (in_column as i64, on_diagonals as i64)
}

/// The neuron of a row that fires: the first of those with the largest potential.
fn strongest(potentials: &[i64]) -> usize {
    (0..potentials.len()).rev().max_by_key(|&column| potentials[column]).expect("a row has neurons")
}

/// The input of each neuron of a row is added to its potential. The row itself has one queen.
fn update(u: &mut [Vec<i64>], queens: &mut [usize], row: usize) {
    for (column, potential) in u[row].iter_mut().enumerate() {
        let (others, on_diagonals) = attackers(queens, row, column);
        let in_column = others + i64::from(queens[row] == column);
        *potential += 1 - in_column - on_diagonals + CLIMB * i64::from(in_column == 0);
    }
    queens[row] = strongest(&u[row]);
}

fn solve(n: usize, random: &mut Random) -> Vec<usize> {
    loop {
        let mut u: Vec<Vec<i64>> = (0..n).map(|_| (0..n).map(|_| -(random.below(10) as i64)).collect()).collect();
        let mut queens: Vec<usize> = u.iter().map(|row| strongest(row)).collect();
        for row in (0..n).cycle().take(ROUNDS * n) {
            if queens.iter().enumerate().all(|(row, &column)| attackers(&queens, row, column) == (0, 0)) {
                return queens;
            }
            update(&mut u, &mut queens, row);
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
