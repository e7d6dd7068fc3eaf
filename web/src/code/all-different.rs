// All-different propagation: counts all solutions of N queens. Usage: rustc -O all-different.rs && ./all-different 8

/// The columns left in each row.
type Domains = Vec<Vec<usize>>;

/// The lines of the squares left in each row: their columns, diagonals or anti-diagonals.
fn lines_of(domains: &Domains, family: usize) -> Vec<Vec<usize>> {
    let n = domains.len();
    let line = |row: usize, column: usize| [column, row + n - column, row + column][family];
    domains.iter().enumerate().map(|(row, own)| own.iter().map(|&column| line(row, column)).collect()).collect()
}

/// Gives a row a line of its own, moving other rows where needed; false if that is impossible.
fn augment(lines: &[Vec<usize>], row: usize, owner: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for &line in &lines[row] {
        if std::mem::replace(&mut seen[line], true) {
            continue;
        }
        let other = owner[line];
        if other.is_none() || other.is_some_and(|other| augment(lines, other, owner, seen)) {
            owner[line] = Some(row);
            return true;
        }
    }
    false
}

/// Whether all rows have lines of their own when this row takes this one.
fn is_in_a_matching(lines: &[Vec<usize>], row: usize, line: usize, owner: &[Option<usize>]) -> bool {
    let Some(displaced) = owner[line].filter(|&other| other != row) else { return true };
    let mut changed: Vec<Option<usize>> = owner.iter().map(|other| other.filter(|&other| other != row)).collect();
    let mut seen = vec![false; owner.len()];
    changed[line] = Some(row);
    seen[line] = true;
    augment(lines, displaced, &mut changed, &mut seen)
}

/// Takes out squares whose line is in no complete matching; false if a family has none.
fn propagate(domains: &mut Domains) -> bool {
    let n = domains.len();
    loop {
        let mut changed = false;
        for family in 0..3 {
            let lines = lines_of(domains, family);
            let mut owner = vec![None; 2 * n];
            if !(0..n).all(|row| augment(&lines, row, &mut owner, &mut vec![false; 2 * n])) {
                return false;
            }
            for (row, domain) in domains.iter_mut().enumerate() {
                let mut own = lines[row].iter();
                let before = domain.len();
                domain.retain(|_| is_in_a_matching(&lines, row, *own.next().expect("a line for each column"), &owner));
                changed |= domain.len() < before;
            }
        }
        if !changed {
            return true;
        }
    }
}

fn fill(row: usize, domains: &Domains) -> u64 {
    if row == domains.len() {
        return 1;
    }
    let mut total = 0;
    for &column in &domains[row] {
        let mut narrowed = domains.clone();
        narrowed[row] = vec![column];
        if propagate(&mut narrowed) {
            total += fill(row + 1, &narrowed);
        }
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    let mut domains = vec![(0..n).collect(); n];
    let total = if propagate(&mut domains) { fill(0, &domains) } else { 0 };
    println!("{total}");
}
