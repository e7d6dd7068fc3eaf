// Abramson and Yung's divide and conquer: one solution of N queens without search, by the column of each row. Usage: rustc -O abramson-yung.rs && ./abramson-yung 21

fn has_walk(side: usize) -> bool {
    side % 2 > 0 && side % 3 > 0
}

fn knight_walk(side: usize) -> Vec<usize> {
    (0..side).map(|row| 2 * row % side).collect()
}

/// The second solution in each tile where the first has a queen.
fn compose(tiles: &[usize], tile: &[usize]) -> Vec<usize> {
    tiles.iter().flat_map(|column| tile.iter().map(move |queen| tile.len() * column + queen)).collect()
}

/// A solution that also holds on the torus, divided as far as possible.
fn superqueens(n: usize) -> Vec<usize> {
    match (2..n).find(|a| n % a == 0) {
        Some(a) => compose(&superqueens(a), &superqueens(n / a)),
        None => knight_walk(n),
    }
}

fn d_solution(a: usize, b: usize) -> Vec<usize> {
    compose(&superqueens(a), &knight_walk(b))
}

/// A, B and C without divisor 2 or 3, so that N = B * (A - 1) + C and C <= B.
fn divide(n: usize) -> Option<(usize, usize, usize)> {
    (5..=n).filter(|&a| has_walk(a)).find_map(|a| {
        let sides = ((n + a - 1) / a..=(n - 1) / (a - 1)).filter(|&b| has_walk(b));
        sides.map(|b| (a, b, n - b * (a - 1))).find(|&(_, _, c)| has_walk(c))
    })
}

fn general(n: usize) -> Option<Vec<usize>> {
    if n % 2 == 0 {
        return Some(general(n + 1)?[1..].iter().map(|column| column - 1).collect());
    }
    if n % 3 > 0 {
        return Some(knight_walk(n));
    }
    let (a, b, c) = divide(n)?;
    let rest = d_solution(a, b).into_iter().skip(b).map(|column| column - b + c);
    Some(knight_walk(c).into_iter().chain(rest).collect())
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(21);
    let Some(columns) = general(n) else {
        return println!("no solution of this kind");
    };
    let words: Vec<String> = columns.iter().map(usize::to_string).collect();
    println!("{}", words.join(" "));
}
