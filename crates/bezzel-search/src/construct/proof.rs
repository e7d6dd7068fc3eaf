//! The proof that runs are a solution, in time that depends on the runs and not on n.
//!
//! The columns of a run are an arithmetic progression, and so are its row − column and its
//! row + column. Two queens share a line exactly where two such progressions share a term, which
//! Euclid's algorithm decides. A list of k runs takes 3 k² such questions, whether n is 8 or 10^18.

use super::{Along, Fault, Run, Runs};

/// Whether the runs place n queens that do not attack each other; otherwise the first fault.
pub fn prove(runs: &Runs, n: u64) -> Result<(), Fault> {
    let placed = first_rows(runs);
    let mut faults: Vec<Fault> = Vec::new();
    for (k, &(first, run)) in placed.iter().enumerate() {
        faults.extend(off_board(first, run, n));
        for along in Along::ALL {
            let later = Progression::new(first, run, along);
            faults.extend(later.meets_itself().map(|place| clash(first, run, place, along, first)));
            for &(row, other) in &placed[..k] {
                let earlier = Progression::new(row, other, along);
                if let Some((i, j)) = earlier.first_meeting(&later) {
                    faults.push(clash(first, run, j, along, row + i));
                }
            }
        }
    }
    if runs.queens() > n {
        faults.push(Fault::TooManyRows { n });
    }
    if let Some(first) = faults.into_iter().min_by_key(order) {
        return Err(first);
    }
    match runs.queens() {
        rows if rows < n => Err(Fault::TooFewRows { rows, n }),
        _ => Ok(()),
    }
}

/// Each run with the row it starts in.
fn first_rows(runs: &Runs) -> Vec<(u64, Run)> {
    let mut row = 0;
    let with_row = |run: &Run| {
        let first = row;
        row += run.count;
        (first, *run)
    };
    runs.list().iter().map(with_row).collect()
}

/// Row by row; within a row in the order of the other verifiers: rows, board, then line by line.
fn order(fault: &Fault) -> (u64, u8) {
    match fault {
        Fault::TooManyRows { n } => (*n, 0),
        Fault::OffBoard { row, .. } => (*row, 1),
        Fault::Clash { row, along, .. } => (*row, 2 + *along as u8),
        Fault::TooFewRows { rows, .. } => (*rows, 0),
    }
}

fn clash(first: u64, run: Run, place: u64, along: Along, earlier: u64) -> Fault {
    let (row, column) = (first + place, run.column_at(place));
    Fault::Clash { row, column, along, earlier: Some(earlier) }
}

/// The first queen of a run outside columns 0 to n − 1.
fn off_board(first: u64, run: Run, n: u64) -> Option<Fault> {
    let (column, step, n_) = (i128::from(run.column), i128::from(run.step), i128::from(n));
    let place = if column >= n_ {
        0
    } else if step > 0 {
        (n_ - column + step - 1) / step
    } else if step < 0 {
        column / -step + 1
    } else {
        return None;
    };
    let place = u64::try_from(place).ok().filter(|&place| place < run.count)?;
    Some(Fault::OffBoard { row: first + place, column: run.column_at(place), n })
}

/// The lines of one kind through the queens of a run: `start`, `start + step`, ….
struct Progression {
    start: i128,
    step: i128,
    count: i128,
}

impl Progression {
    fn new(first: u64, run: Run, along: Along) -> Progression {
        let step = i128::from(run.step);
        Progression {
            start: along.through(first, run.column),
            step: match along {
                Along::Column => step,
                Along::Diagonal => 1 - step,
                Along::AntiDiagonal => 1 + step,
            },
            count: i128::from(run.count),
        }
    }

    /// The first place whose line an earlier queen of the same run already has.
    fn meets_itself(&self) -> Option<u64> {
        (self.step == 0 && self.count > 1).then_some(1)
    }

    /// The place of a value, if it is a term.
    fn place(&self, value: i128) -> Option<i128> {
        let distance = value - self.start;
        if self.step == 0 {
            return (distance == 0).then_some(0);
        }
        (distance % self.step == 0)
            .then_some(distance / self.step)
            .filter(|place| (0..self.count).contains(place))
    }

    /// The places (i here, j there) of a common value with the smallest j.
    fn first_meeting(&self, later: &Progression) -> Option<(u64, u64)> {
        let (i, j) = if self.step == 0 || self.count == 1 {
            (0, later.place(self.start)?)
        } else if later.step == 0 || later.count == 1 {
            (self.place(later.start)?, 0)
        } else {
            self.solve(later)?
        };
        Some((i as u64, j as u64))
    }

    /// start + step·i = start' + step'·j with both steps nonzero, 0 ≤ i < count, 0 ≤ j < count', and
    /// j smallest.
    fn solve(&self, later: &Progression) -> Option<(i128, i128)> {
        let (gcd, inverse) = bezout(later.step, self.step.abs());
        let distance = self.start - later.start;
        if distance % gcd != 0 {
            return None;
        }
        // All j with step'·j ≡ distance (mod step) are j + period·t; i moves along with t.
        let period = self.step.abs() / gcd;
        let j = ((distance / gcd) % period * inverse).rem_euclid(period);
        let i = (later.start + later.step * j - self.start) / self.step;
        let pace = later.step * period / self.step;
        let t = if pace > 0 {
            ceil_div(-i, pace).max(0)
        } else {
            ceil_div(i - (self.count - 1), -pace).max(0)
        };
        let (i, j) = (i + pace * t, j + period * t);
        ((0..self.count).contains(&i) && j < later.count).then_some((i, j))
    }
}

/// gcd(a, m) and an x with a·x ≡ gcd (mod m), for m > 0.
fn bezout(a: i128, m: i128) -> (i128, i128) {
    let (mut r, mut next_r) = (m, a.rem_euclid(m));
    let (mut x, mut next_x) = (0, 1);
    while next_r != 0 {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r - quotient * next_r);
        (x, next_x) = (next_x, x - quotient * next_x);
    }
    (r, x)
}

/// a / b rounded up, for b > 0.
fn ceil_div(a: i128, b: i128) -> i128 {
    -(-a).div_euclid(b)
}
