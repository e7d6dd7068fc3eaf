// Naur's partial elimination of symmetries: counts the fundamental solutions of N queens. Usage: rustc -O naur.rs && ./naur 8

/// An image of a square: reflected or not, then turned by quarters.
fn image(symmetry: usize, (row, column): (usize, usize), n: usize) -> (usize, usize) {
    let reflected = if symmetry % 2 == 1 { n - 1 - column } else { column };
    (0..symmetry / 2).fold((row, reflected), |(row, column), _| (column, n - 1 - row))
}

struct Naur {
    n: usize,
    centre: usize,
    /// The first column of the central row that each square has an image in, or n.
    letters: Vec<Vec<usize>>,
    queens: Vec<Option<usize>>,
}

impl Naur {
    fn new(n: usize) -> Naur {
        let centre = n.saturating_sub(1) / 2;
        let mut letters = vec![vec![n; n]; n];
        for first in (0..n).rev() {
            for symmetry in 0..8 {
                let (row, column) = image(symmetry, (centre, first), n);
                letters[row][column] = first;
            }
        }
        Naur { n, centre, letters, queens: vec![None; n] }
    }

    fn total(&mut self) -> u64 {
        let mut total = 0;
        for column in 0..self.n {
            if self.letters[self.centre][column] == column {
                self.queens[self.centre] = Some(column);
                total += self.fill(0, column);
            }
        }
        total
    }

    /// Fills the rows from this one on, with the central queen in a column.
    fn fill(&mut self, row: usize, central: usize) -> u64 {
        if row == self.n {
            return u64::from(self.is_first());
        }
        if row == self.centre {
            return self.fill(row + 1, central);
        }
        let mut total = 0;
        for column in 0..self.n {
            if self.letters[row][column] >= central && self.is_safe(row, column) {
                self.queens[row] = Some(column);
                total += self.fill(row + 1, central);
                self.queens[row] = None;
            }
        }
        total
    }

    fn is_safe(&self, row: usize, column: usize) -> bool {
        let attacks = |(r, queen): (usize, &Option<usize>)| {
            queen.is_some_and(|c| c == column || c.abs_diff(column) == r.abs_diff(row))
        };
        !self.queens.iter().enumerate().any(attacks)
    }

    /// Whether no image of the solution with the same central queen comes before it.
    fn is_first(&self) -> bool {
        let p: Vec<usize> = self.queens.iter().flatten().copied().collect();
        (1..8).all(|symmetry| {
            let mut other = vec![0; self.n];
            for (r, &c) in p.iter().enumerate() {
                let (row, column) = image(symmetry, (r, c), self.n);
                other[row] = column;
            }
            other[self.centre] != p[self.centre] || other >= p
        })
    }
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    println!("{}", Naur::new(n).total());
}
