// Ant colony optimisation: one solution of N queens, by the column of each row. Usage: rustc -O ant-colony.rs && ./ant-colony 8 [seed]

/// Numbers that look random (xorshift).
struct Random(u64);

impl Random {
    /// From 0 up to, but not including, 1.
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

const ANTS: usize = 20;
const ROUNDS: usize = 200;
const GREED: i32 = 10;
const PERSISTENCE: f64 = 0.9;

/// A board an ant has filled: its collisions, and the column of each row.
type Board = (usize, Vec<usize>);

/// How many queens of the rows above attack a square of the next row.
fn attackers(columns: &[usize], column: usize) -> usize {
    let attacks = |&(r, &c): &(usize, &usize)| c == column || c.abs_diff(column) == columns.len() - r;
    columns.iter().enumerate().filter(attacks).count()
}

fn ant(trails: &[Vec<f64>], random: &mut Random) -> Board {
    let (mut collisions, mut columns) = (0, Vec::new());
    for row in trails {
        let mut sum = 0.0;
        let mut up_to = Vec::new();
        for (column, trail) in row.iter().enumerate() {
            sum += trail / ((1 + attackers(&columns, column)) as f64).powi(GREED);
            up_to.push(sum);
        }
        let drawn = random.unit() * sum;
        let column = up_to.partition_point(|&sum| sum <= drawn).min(row.len() - 1);
        collisions += attackers(&columns, column);
        columns.push(column);
    }
    (collisions, columns)
}

/// All trails fade; those of a board grow, the more the fewer collisions it has.
fn strengthen(trails: &mut [Vec<f64>], (collisions, columns): &Board) {
    let weakest = 1.0 / (2 * trails.len()) as f64;
    for (row, &column) in trails.iter_mut().zip(columns) {
        for trail in row.iter_mut() {
            *trail = (*trail * PERSISTENCE).max(weakest);
        }
        row[column] = (row[column] + (1.0 - PERSISTENCE) / (1 + collisions) as f64).min(1.0);
    }
}

fn solve(n: usize, random: &mut Random) -> Vec<usize> {
    loop {
        let mut trails = vec![vec![1.0; n]; n];
        let mut best: Option<Board> = None;
        for turn in 1..=ROUNDS {
            let board = (0..ANTS).map(|_| ant(&trails, random)).min().expect("ants");
            if board.0 == 0 {
                return board.1;
            }
            let best = best.get_or_insert_with(|| board.clone());
            if board.0 < best.0 {
                best.clone_from(&board);
            }
            strengthen(&mut trails, if turn % 5 == 0 { best } else { &board });
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
