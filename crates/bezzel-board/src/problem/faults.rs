//! What is wrong with a placement: attacking pieces, missing ones, wrong squares.

use crate::{Line, Placement, Problem, Square, Stop};
use std::collections::HashMap;
use std::fmt;

/// Two pieces that attack each other, and the line they share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The name of the pieces.
    pub piece: &'static str,
    /// The piece that comes first row by row.
    pub first: Square,
    /// The other piece.
    pub second: Square,
    /// The line both stand on.
    pub line: Line,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conflict { piece, first, second, line } = self;
        write!(f, "the {piece}s on {first} and {second} attack each other along {line}")
    }
}

impl Problem {
    /// Whether this placement solves the problem.
    #[must_use]
    pub fn is_solution(&self, placement: &Placement) -> bool {
        self.faults(placement).is_empty()
    }

    /// The attacking pieces: on every line each piece with the next one on it; on boards that are
    /// not [flat](Self::is_flat) each piece with the next one that it attacks.
    ///
    /// Listing only neighbours limits the list to the length of the placement.
    #[must_use]
    pub fn conflicts(&self, placement: &Placement) -> Vec<Conflict> {
        self.conflicts_until(placement, &Stop::new()).expect("nobody asks it to stop")
    }

    /// The same; `None` if it was stopped. Off flat boards it looks at every pair of pieces.
    fn conflicts_until(&self, placement: &Placement, stop: &Stop) -> Option<Vec<Conflict>> {
        let pieces = placement.squares();
        let piece = self.rule().piece();
        let conflict = |first: Square, second: Square| {
            self.attack(first, second).map(|line| Conflict { piece, first, second, line })
        };
        let mut found = Vec::new();
        if !self.is_flat() {
            for (k, &a) in pieces.iter().enumerate() {
                if stop.is_asked() {
                    return None;
                }
                found.extend(pieces[k + 1..].iter().find_map(|&b| conflict(a, b)));
            }
            return Some(found);
        }
        let mut last_on: HashMap<Line, Square> = HashMap::new();
        for &second in pieces {
            if stop.is_asked() {
                return None;
            }
            for line in self.lines_through(second) {
                if let Some(first) = last_on.insert(line.clone(), second) {
                    found.push(Conflict { piece, first, second, line });
                }
            }
        }
        Some(found)
    }

    /// All reasons why the placement is not a solution, in words.
    #[must_use]
    pub fn faults(&self, placement: &Placement) -> Vec<String> {
        self.faults_until(placement, &Stop::new()).expect("nobody asks it to stop")
    }

    /// The same; `None` if it was stopped.
    #[must_use]
    pub fn faults_until(&self, placement: &Placement, stop: &Stop) -> Option<Vec<String>> {
        let piece = self.rule().piece();
        let mut faults = Vec::new();
        for &square in placement.squares() {
            if let Err(error) = self.on_board(square) {
                faults.push(error.to_string());
            } else if self.pawns().contains(square) {
                faults.push(format!("the {piece} on {square} stands on a pawn"));
            } else if self.blocked().contains(square) {
                faults.push(format!("the {piece} on {square} stands on a blocked square"));
            }
        }
        for &square in self.given().squares() {
            if !placement.contains(square) {
                faults.push(format!("the given {piece} on {square} is missing"));
            }
        }
        faults.extend(self.conflicts_until(placement, stop)?.iter().map(Conflict::to_string));
        if self.has_one_per_row() {
            faults.extend(self.uneven_rows(placement));
        } else if placement.len() != self.pieces() as usize {
            let (placed, wanted) = (placement.len(), self.pieces());
            faults.push(format!("there must be {wanted} {piece}s, not {placed}"));
        }
        Some(faults)
    }

    /// Rows without a piece, and (where a row is not a line of attack) rows with several.
    fn uneven_rows(&self, placement: &Placement) -> Vec<String> {
        let mut pieces_in = vec![0_usize; self.size().rows() as usize];
        for square in placement.squares() {
            if let Some(pieces) = pieces_in.get_mut(square.row as usize) {
                *pieces += 1;
            }
        }
        let word = if self.size().dimension() == 2 { "row" } else { "layer" };
        let piece = self.rule().piece();
        (pieces_in.iter().enumerate())
            .filter_map(|(row, pieces)| match pieces {
                0 => Some(format!("{word} {row} has no {piece}")),
                1 => None,
                _ if self.has_lines() => None,
                _ => Some(format!("{word} {row} has {pieces} {piece}s")),
            })
            .collect()
    }
}
