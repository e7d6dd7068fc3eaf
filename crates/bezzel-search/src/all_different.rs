//! All-different propagation: which values a set of rows can still take together (Régin 1994).
//!
//! The rows need different lines of one family: columns, diagonals or anti-diagonals. That is a matching
//! of rows with lines. A square whose line is in no matching that covers all rows can be removed.
//!
//! ```text
//!   rows 4 and 5 both have only the columns 1 and 2 left: they take both, whichever way round,
//!   so row 6 loses 1 and 2, although no single queen attacks them yet
//! ```
//!
//! One matching is found by augmenting paths. Another one differs from it by cycles and by paths that
//! begin at an unused line. Rows are the nodes: there is an arrow from x to y if y could take the line
//! of x. A square of row x on the line of row y is in some matching exactly if x reaches y (a cycle),
//! or y is reached from a row that could take an unused line (a path).

/// Most rows: their sets are words of 128 bits.
pub(crate) const MOST_ROWS: usize = 128;

/// What the lines of a set of rows allow.
pub(crate) enum Filtered {
    /// The rows cannot all have different lines: this one finds none of its own.
    Impossible(usize),
    /// For each row, which of its lines are in no matching, by place in its list.
    Useless(Vec<Vec<usize>>),
}

/// Filters the lines of rows that need different ones.
pub(crate) fn filter(rows: &[Vec<usize>], lines: usize) -> Filtered {
    debug_assert!(rows.len() <= MOST_ROWS, "a set of rows is a word");
    let mut owner: Vec<Option<usize>> = vec![None; lines];
    for row in 0..rows.len() {
        if !augment(rows, row, &mut owner, &mut vec![false; lines]) {
            return Filtered::Impossible(row);
        }
    }
    let mut line_of = vec![0; rows.len()];
    for (line, row) in owner.iter().enumerate() {
        if let Some(row) = row {
            line_of[*row] = line;
        }
    }
    // Which rows each row reaches, at first in one step: those that could take its line.
    let mut reaches = vec![0_u128; rows.len()];
    let mut starts = 0_u128;
    for (row, own) in rows.iter().enumerate() {
        for &line in own {
            match owner[line] {
                Some(other) if other != row => reaches[other] |= 1 << row,
                Some(_) => {}
                None => starts |= 1 << row,
            }
        }
    }
    for middle in 0..rows.len() {
        let through = reaches[middle];
        for reach in &mut reaches {
            if *reach >> middle & 1 == 1 {
                *reach |= through;
            }
        }
    }
    let from_unused = (0..rows.len())
        .filter(|row| starts >> row & 1 == 1)
        .fold(starts, |all, row| all | reaches[row]);
    let is_useless = |row: usize, line: usize| match owner[line] {
        Some(other) if other != row => {
            (reaches[row] >> other & 1 == 0) && (from_unused >> other & 1 == 0)
        }
        _ => false,
    };
    let useless = |(row, own): (usize, &Vec<usize>)| {
        (0..own.len()).filter(|&place| is_useless(row, own[place])).collect()
    };
    Filtered::Useless(rows.iter().enumerate().map(useless).collect())
}

/// Gives a row a line, moving others where needed; returns whether that is possible.
fn augment(
    rows: &[Vec<usize>],
    row: usize,
    owner: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for &line in &rows[row] {
        if std::mem::replace(&mut seen[line], true) {
            continue;
        }
        if owner[line].is_none_or(|other| augment(rows, other, owner, seen)) {
            owner[line] = Some(row);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every choice of different lines, found by trying all.
    fn used(rows: &[Vec<usize>], lines: usize) -> Option<Vec<Vec<bool>>> {
        fn go(rows: &[Vec<usize>], taken: &mut Vec<usize>, used: &mut Vec<Vec<bool>>) -> bool {
            let row = taken.len();
            if row == rows.len() {
                return true;
            }
            let mut any = false;
            for (place, line) in rows[row].iter().enumerate() {
                if !taken.contains(line) {
                    taken.push(*line);
                    if go(rows, taken, used) {
                        used[row][place] = true;
                        any = true;
                    }
                    taken.pop();
                }
            }
            any
        }
        let mut used: Vec<Vec<bool>> = rows.iter().map(|own| vec![false; own.len()]).collect();
        assert!(rows.iter().flatten().all(|&line| line < lines));
        go(rows, &mut Vec::new(), &mut used).then_some(used)
    }

    #[test]
    fn it_removes_exactly_what_is_in_no_matching() {
        // Every subset of four lines for each of three rows.
        let list = |set: usize| (0..4).filter(|line| set >> line & 1 == 1).collect::<Vec<_>>();
        for number in 0..1 << 12 {
            let rows: Vec<Vec<usize>> = (0..3).map(|k| list(number >> (4 * k) & 15)).collect();
            match (filter(&rows, 4), used(&rows, 4)) {
                (Filtered::Impossible(_), None) => {}
                (Filtered::Useless(useless), Some(used)) => {
                    for (row, used) in used.iter().enumerate() {
                        for (place, &used) in used.iter().enumerate() {
                            assert_eq!(useless[row].contains(&place), !used, "{rows:?}, {row}");
                        }
                    }
                }
                _ => panic!("{rows:?}"),
            }
        }
    }

    #[test]
    fn two_rows_with_two_columns_take_them_from_the_third() {
        let rows = [vec![1, 2], vec![1, 2], vec![1, 2, 3]];
        match filter(&rows, 4) {
            Filtered::Useless(useless) => assert_eq!(useless, [vec![], vec![], vec![0, 1]]),
            Filtered::Impossible(_) => panic!("there is a matching"),
        }
    }
}
