// Quantum-inspired differential evolution: one solution of N queens, by the column of each row. Usage: rustc -O quantum-differential-evolution.rs && ./quantum-differential-evolution 8 [seed]

/// Numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end
    }

    /// From 0 up to, but not including, 1.
    fn unit(&mut self) -> f64 {
        self.next() as f64 / (1_u64 << 53) as f64
    }

    fn shuffled(&mut self, length: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..length).collect();
        for i in 1..length {
            numbers.swap(i, self.below(i + 1));
        }
        numbers
    }
}

const POPULATION: usize = 10;
const GENERATIONS: usize = 1000;
const F: f64 = 0.5;
const CROSSOVER: f64 = 0.1;
const ANGLE: f64 = 0.05;

/// No square is ever impossible or certain.
fn clamp(amplitude: f64) -> f64 {
    amplitude.clamp(0.02, 0.999)
}

fn collisions(p: &[usize]) -> usize {
    let pairs = (0..p.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    pairs.filter(|&(i, j)| p[i].abs_diff(p[j]) == j - i).count()
}

/// A qubit for each square, the amplitude of a queen there, and the board last measured.
struct Individual {
    qubits: Vec<Vec<f64>>,
    board: Vec<usize>,
    collisions: usize,
}

impl Individual {
    /// Measures the qubits, rows in random order, each column once.
    fn measured(qubits: Vec<Vec<f64>>, random: &mut Random) -> Individual {
        let n = qubits.len();
        let mut board = vec![0; n];
        let mut free: Vec<usize> = (0..n).collect();
        for row in random.shuffled(n) {
            let mut sum = 0.0;
            let mut up_to = Vec::new();
            for &column in &free {
                sum += qubits[row][column] * qubits[row][column];
                up_to.push(sum);
            }
            let drawn = random.unit() * sum;
            let place = up_to.partition_point(|&sum| sum <= drawn).min(free.len() - 1);
            board[row] = free.remove(place);
        }
        Individual { qubits, collisions: collisions(&board), board }
    }

    /// Rotates the qubits towards the board.
    fn interfere(&mut self) {
        for (row, &queen) in self.qubits.iter_mut().zip(&self.board) {
            for (column, qubit) in row.iter_mut().enumerate() {
                let angle = if column == queen { ANGLE } else { -ANGLE };
                *qubit = clamp((qubit.asin() + angle).sin());
            }
        }
    }

    /// Exchanges the queens and qubits of two rows where that reduces collisions.
    fn permute(&mut self, random: &mut Random) {
        for i in 0..self.board.len() {
            let j = random.below(self.board.len());
            self.board.swap(i, j);
            let left = collisions(&self.board);
            if left < self.collisions {
                self.collisions = left;
                self.qubits.swap(i, j);
            } else {
                self.board.swap(i, j);
            }
        }
    }
}

/// Rows of the mutant of three others and of x, crossed at random: at least one of the mutant.
fn trial_of(people: &[Individual], x: usize, random: &mut Random) -> Individual {
    let others: Vec<usize> = random.shuffled(people.len()).into_iter().filter(|&other| other != x).collect();
    let [r1, r2, r3] = [0, 1, 2].map(|k| &people[others[k]].qubits);
    let mut qubits = people[x].qubits.clone();
    let certain = random.below(qubits.len());
    for (row, own) in qubits.iter_mut().enumerate() {
        if row == certain || random.unit() < CROSSOVER {
            for (column, qubit) in own.iter_mut().enumerate() {
                *qubit = clamp(r1[row][column] + F * (r2[row][column] - r3[row][column]));
            }
        }
    }
    Individual::measured(qubits, random)
}

fn solve(n: usize, random: &mut Random) -> Vec<usize> {
    loop {
        let level = || vec![vec![0.5_f64.sqrt(); n]; n];
        let mut people: Vec<Individual> = (0..POPULATION).map(|_| Individual::measured(level(), random)).collect();
        for _ in 0..GENERATIONS {
            if let Some(solved) = people.iter().find(|one| one.collisions == 0) {
                return solved.board.clone();
            }
            for x in 0..POPULATION {
                let trial = trial_of(&people, x, random);
                if trial.collisions <= people[x].collisions {
                    people[x] = trial;
                }
                people[x].interfere();
                people[x].permute(random);
            }
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
