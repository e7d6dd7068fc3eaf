// Topor's orbit algorithm: counts the fundamental solutions of N queens. Usage: rustc -O topor.rs && ./topor 8

type Square = (usize, usize);

/// An image of a square: reflected or not, then turned by quarters.
fn image(symmetry: usize, (row, column): Square, n: usize) -> Square {
    let reflected = if symmetry % 2 == 1 { n - 1 - column } else { column };
    (0..symmetry / 2).fold((row, reflected), |(row, column), _| (column, n - 1 - row))
}

/// The images of squares, in order.
fn images(symmetry: usize, squares: &[Square], n: usize) -> Vec<Square> {
    let mut images: Vec<Square> = squares.iter().map(|&square| image(symmetry, square, n)).collect();
    images.sort_unstable();
    images
}

fn is_safe((row, column): Square, queens: &[Square]) -> bool {
    queens.iter().all(|&(r, c)| r != row && c != column && r.abs_diff(row) != c.abs_diff(column))
}

/// Safe parts of the orbit with the square in them, one of each class under the group.
fn selections(square: Square, orbit: &[Square], queens: &[Square], group: &[usize], n: usize) -> Vec<Vec<Square>> {
    let mut found = vec![vec![square]];
    for &other in orbit.iter().filter(|&&other| is_safe(other, queens)) {
        let larger: Vec<Vec<Square>> = (found.iter().filter(|seln| is_safe(other, seln)))
            .map(|seln| {
                let mut seln = [&seln[..], &[other]].concat();
                seln.sort_unstable();
                seln
            })
            .collect();
        found.extend(larger);
    }
    found.retain(|seln| {
        group.iter().all(|&symmetry| {
            let other = images(symmetry, seln, n);
            !other.contains(&square) || *seln <= other
        })
    });
    found
}

/// The classes of solutions with these queens; the group has the symmetries that keep them.
fn choose(row: usize, queens: &[Square], group: &[usize], mut excluded: Vec<Square>, n: usize) -> u64 {
    if queens.len() == n {
        return 1;
    }
    let row = (row..n).find(|&row| queens.iter().all(|queen| queen.0 != row)).expect("a queen is missing");
    let mut total = 0;
    for square in (0..n).map(|column| (row, column)) {
        if excluded.contains(&square) || !is_safe(square, queens) {
            continue;
        }
        let mut orbit: Vec<Square> = group.iter().map(|&symmetry| image(symmetry, square, n)).collect();
        orbit.sort_unstable();
        orbit.dedup();
        excluded.extend(&orbit);
        for seln in selections(square, &orbit, queens, group, n) {
            let kept: Vec<usize> = group.iter().copied().filter(|&symmetry| images(symmetry, &seln, n) == seln).collect();
            total += choose(row + 1, &[queens, &seln].concat(), &kept, excluded.clone(), n);
        }
    }
    total
}

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(8);
    println!("{}", choose(0, &[], &[0, 1, 2, 3, 4, 5, 6, 7], Vec::new(), n));
}
