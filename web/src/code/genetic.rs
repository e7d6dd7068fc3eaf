// A genetic algorithm on permutations: one solution of N queens, by the column of each row. Usage: rustc -O genetic.rs && ./genetic 8 [seed]

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

const POPULATION: usize = 40;
const GENERATIONS: usize = 1000;

/// The queens on a diagonal of a row's queen; rows and columns never clash.
fn attackers(p: &[usize], row: usize) -> usize {
    (0..p.len()).filter(|&other| other != row && p[other].abs_diff(p[row]) == other.abs_diff(row)).count()
}

/// A permutation, with its collisions first.
type Individual = (usize, Vec<usize>);

fn measured(p: Vec<usize>) -> Individual {
    ((0..p.len()).map(|row| attackers(&p, row)).sum::<usize>() / 2, p)
}

fn shuffled(n: usize, random: &mut Random) -> Vec<usize> {
    let mut columns: Vec<usize> = (0..n).collect();
    for row in 1..n {
        columns.swap(row, random.below(row + 1));
    }
    columns
}

/// The best of three individuals drawn at random.
fn parent<'a>(people: &'a [Individual], random: &mut Random) -> &'a [usize] {
    let drawn = [(); 3].map(|()| &people[random.below(people.len())]);
    &drawn.into_iter().min().expect("three").1
}

/// A stretch of the mother, the other columns in the order of the father.
fn cross(mother: &[usize], father: &[usize], random: &mut Random) -> Vec<usize> {
    let (a, b) = (random.below(mother.len()), random.below(mother.len()));
    let (first, last) = (a.min(b), a.max(b));
    let stretch = &mother[first..=last];
    let mut child: Vec<usize> = father.iter().copied().filter(|column| !stretch.contains(column)).collect();
    child.splice(first..first, stretch.iter().copied());
    child
}

/// Exchanges the columns of a colliding queen, or any if none collides, and another.
fn mutate(child: &mut [usize], random: &mut Random) {
    let n = child.len();
    let colliding: Vec<usize> = (0..n).filter(|&row| attackers(child, row) > 0).collect();
    let row = if colliding.is_empty() { random.below(n) } else { colliding[random.below(colliding.len())] };
    child.swap(row, random.below(n));
}

fn solve(n: usize, random: &mut Random) -> Vec<usize> {
    loop {
        let mut people: Vec<Individual> = (0..POPULATION).map(|_| measured(shuffled(n, random))).collect();
        for _ in 0..GENERATIONS * POPULATION {
            if let Some(solved) = people.iter().find(|one| one.0 == 0) {
                return solved.1.clone();
            }
            let mut child = cross(parent(&people, random), parent(&people, random), random);
            if random.below(5) > 0 {
                mutate(&mut child, random);
            }
            let child = measured(child);
            let is_new = !people.contains(&child);
            let worst = people.iter_mut().max().expect("a population");
            if is_new && child.0 <= worst.0 {
                *worst = child;
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
