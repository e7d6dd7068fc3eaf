//! Units of boards without symmetry: the legal placements in the first rows.

use super::{Part, commas};
use bezzel_board::{Problem, Square};

/// Enough units to keep many threads busy, few enough to list.
const ENOUGH: usize = 200;

/// The legal placements of the given queens together with queens in the first rows: one more row
/// until there are enough. Small boards are a single unit.
pub(super) fn parts(problem: &Problem, open: &[u64]) -> Vec<Part> {
    let given = problem.given().squares();
    let mut prefixes: Vec<Vec<Square>> = vec![Vec::new()];
    // The last rows are no place to cut: what follows a cut must be worth a unit.
    let deepest = open.len().saturating_sub(8);
    for (row, &columns) in open.iter().enumerate().take(deepest) {
        if prefixes.len() >= ENOUGH {
            break;
        }
        let squares = (0..64)
            .filter(|column| columns >> column & 1 == 1)
            .map(|column| Square::new(row as u32, column));
        let squares: Vec<Square> = squares.collect();
        prefixes = (prefixes.iter())
            .flat_map(|prefix| {
                let fits = |square: &&Square| {
                    (prefix.iter().chain(given)).all(|&queen| {
                        queen == **square || problem.attack(queen, **square).is_none()
                    })
                };
                (squares.iter().filter(fits)).map(|&square| [&prefix[..], &[square]].concat())
            })
            .collect();
    }
    (prefixes.into_iter())
        .map(|prefix| {
            let columns: Vec<u32> = prefix.iter().map(|queen| queen.column).collect();
            let name = match columns[..] {
                [] => "whole".to_owned(),
                _ => format!("prefix {}", commas(&columns)),
            };
            let mut fixed = [&prefix[..], given].concat();
            fixed.sort_unstable();
            fixed.dedup();
            Part {
                fixed,
                weight: 1,
                name,
            }
        })
        .collect()
}
