// Las Vegas: one solution of N queens at random, by the column of each row. Usage: rustc -O las-vegas.rs && ./las-vegas 8 [seed]

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

/// The columns of one run, or none if it got stuck.
fn run(n: usize, random: &mut Random) -> Option<Vec<usize>> {
    let mut columns: Vec<usize> = Vec::new();
    for row in 0..n {
        let is_available = |&column: &usize| {
            let mut above = columns.iter().enumerate();
            above.all(|(r, &other)| column != other && column.abs_diff(other) != row - r)
        };
        let available: Vec<usize> = (0..n).filter(is_available).collect();
        if available.is_empty() {
            return None;
        }
        columns.push(available[random.below(available.len())]);
    }
    Some(columns)
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<u64>().unwrap_or(1));
    let n = arguments.next().unwrap_or(8) as usize;
    let seed = arguments.next().unwrap_or(1);
    if n == 2 || n == 3 {
        return println!("no solution");
    }
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let columns = loop {
        if let Some(columns) = run(n, &mut random) {
            break columns;
        }
    };
    let words: Vec<String> = columns.iter().map(usize::to_string).collect();
    println!("{}", words.join(" "));
}
