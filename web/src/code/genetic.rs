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
const GENERATIONS: usize = 5000;

/// Pairs of queens on a diagonal; rows and columns never clash.
fn collisions(p: &[usize]) -> usize {
    let pairs = (0..p.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    pairs.filter(|&(i, j)| p[i].abs_diff(p[j]) == j - i).count()
}

fn shuffled(n: usize, random: &mut Random) -> Vec<usize> {
    let mut columns: Vec<usize> = (0..n).collect();
    for row in 1..n {
        columns.swap(row, random.below(row + 1));
    }
    columns
}

/// A stretch of the mother, the other columns in the order of the father.
fn child_of(mother: &[usize], father: &[usize], random: &mut Random) -> Vec<usize> {
    let n = mother.len();
    let first = random.below(n);
    let last = first + random.below(n - first);
    let stretch = &mother[first..=last];
    let mut child: Vec<usize> = father.iter().copied().filter(|column| !stretch.contains(column)).collect();
    child.splice(first..first, stretch.iter().copied());
    if random.below(5) > 0 {
        child.swap(random.below(n), random.below(n));
    }
    child
}

/// The best of three individuals drawn at random.
fn parent<'a>(people: &'a [Vec<usize>], random: &mut Random) -> &'a [usize] {
    let drawn = [(); 3].map(|()| &people[random.below(people.len())]);
    drawn.into_iter().min_by_key(|one| collisions(one)).expect("three")
}

fn solve(n: usize, random: &mut Random) -> Vec<usize> {
    loop {
        let mut people: Vec<Vec<usize>> = (0..POPULATION).map(|_| shuffled(n, random)).collect();
        for _ in 0..GENERATIONS {
            people.sort_by_key(|one| collisions(one));
            if collisions(&people[0]) == 0 {
                return people.swap_remove(0);
            }
            let (mother, father) = (parent(&people, random), parent(&people, random));
            let child = child_of(mother, father, random);
            let worst = people.last_mut().expect("a population");
            if collisions(&child) <= collisions(worst) {
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
