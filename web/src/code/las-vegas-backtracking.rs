// Las Vegas and backtracking: one solution of N queens, by the column of each row. Usage: rustc -O las-vegas-backtracking.rs && ./las-vegas-backtracking 8 [seed]

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

fn available(columns: &[usize], n: usize) -> Vec<usize> {
    let row = columns.len();
    let is_free = |&column: &usize| {
        let mut above = columns.iter().enumerate();
        above.all(|(r, &other)| column != other && column.abs_diff(other) != row - r)
    };
    (0..n).filter(is_free).collect()
}

/// Fills the first rows at random; false if one has no square left.
fn draw(columns: &mut Vec<usize>, rows: usize, n: usize, random: &mut Random) -> bool {
    columns.clear();
    while columns.len() < rows {
        let free = available(columns, n);
        if free.is_empty() {
            return false;
        }
        columns.push(free[random.below(free.len())]);
    }
    true
}

fn backtrack(columns: &mut Vec<usize>, n: usize) -> bool {
    if columns.len() == n {
        return true;
    }
    for column in available(columns, n) {
        columns.push(column);
        if backtrack(columns, n) {
            return true;
        }
        columns.pop();
    }
    false
}

fn solve(n: usize, random: &mut Random) -> Vec<usize> {
    // About 2 log2 n rows are left to backtracking.
    let drawn = n.saturating_sub(2 * n.checked_ilog2().unwrap_or(0) as usize);
    let mut columns = Vec::new();
    while !(draw(&mut columns, drawn, n, random) && backtrack(&mut columns, n)) {}
    columns
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
