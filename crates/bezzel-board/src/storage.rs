//! A stack as a storage scheme: which memory module keeps which element of a matrix.
//!
//! Each of n modules answers one request at a time. If element (i, j) of an n × n matrix lies in
//! module level(i, j), at address i, then every row, every column and every diagonal can be read in
//! one step, because no module is accessed twice: this is the defining property of a stack (Erbas
//! and Tanik 1992, "Storage schemes for parallel memory systems and the N-queens problem", named in
//! the survey). Plain diagonals end at the edge; broken ones, which continue at the opposite edge,
//! are free of conflicts exactly when every floor is a solution on the torus.

use crate::{Line, Square, Stack};

/// Lines of one kind that a program may want to read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The rows.
    Rows,
    /// The columns.
    Columns,
    /// The diagonals of both directions, each from edge to edge.
    Diagonals,
    /// The diagonals of both directions, joined across the edges: n of n elements in each
    /// direction.
    BrokenDiagonals,
}

/// The result of reading every line of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The kind of line.
    pub access: Access,
    /// Lines read.
    pub lines: usize,
    /// Lines on which some module was accessed more than once.
    pub conflicts: usize,
    /// The first such line, and two of its elements in the same module.
    pub first: Option<(Line, Square, Square)>,
}

impl Access {
    /// All kinds.
    pub const ALL: [Access; 4] =
        [Access::Rows, Access::Columns, Access::Diagonals, Access::BrokenDiagonals];

    /// The kind in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Access::Rows => "rows",
            Access::Columns => "columns",
            Access::Diagonals => "plain diagonals",
            Access::BrokenDiagonals => "broken diagonals",
        }
    }

    /// Every line of this kind on a board of side n, with its elements.
    fn lines(self, n: u32) -> Vec<(Line, Vec<Square>)> {
        let signed = i64::from(n);
        let row = |row| (0..n).map(|column| Square::new(row, column)).collect();
        let column = |column| (0..n).map(|row| Square::new(row, column)).collect();
        // The element of each row on a diagonal, where it is on the board.
        let along = |column_in: &dyn Fn(i64) -> i64| -> Vec<Square> {
            (0..signed)
                .filter(|&row| (0..signed).contains(&column_in(row)))
                .map(|row| Square::new(row as u32, column_in(row) as u32))
                .collect()
        };
        match self {
            Access::Rows => (0..n).map(|r| (Line::Row(r), row(r))).collect(),
            Access::Columns => (0..n).map(|c| (Line::Column(c), column(c))).collect(),
            Access::Diagonals => (1 - signed..signed)
                .map(|d| (Line::Diagonal(d), along(&|row| row - d)))
                .chain((0..2 * signed - 1).map(|s| (Line::AntiDiagonal(s), along(&|row| s - row))))
                .collect(),
            Access::BrokenDiagonals => {
                (0..signed)
                    .map(|d| (Line::Diagonal(d), along(&|row| (row - d).rem_euclid(signed))))
                    .chain((0..signed).map(|s| {
                        (Line::AntiDiagonal(s), along(&|row| (s - row).rem_euclid(signed)))
                    }))
                    .collect()
            }
        }
    }

    /// Reads every line of this kind from the scheme and counts the conflicts.
    #[must_use]
    pub fn read(self, stack: &Stack) -> Reading {
        let lines = self.lines(stack.side());
        let mut reading = Reading { access: self, lines: lines.len(), conflicts: 0, first: None };
        for (line, elements) in lines {
            let mut asked: Vec<Option<Square>> = vec![None; stack.side() as usize];
            let clash = elements.iter().find_map(|&element| {
                let module = stack.level(element) as usize;
                asked[module].replace(element).map(|before| (before, element))
            });
            if let Some((before, element)) = clash {
                reading.conflicts += 1;
                reading.first.get_or_insert((line, before, element));
            }
        }
        reading
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_reads_rows_columns_and_plain_diagonals_without_conflict() {
        let levels = (0..49).map(|p| (p % 7 + 5 * (p / 7)) % 7).collect();
        let stack = Stack::from_levels(7, levels).unwrap();
        for access in Access::ALL {
            let reading = access.read(&stack);
            let lines = match access {
                Access::Rows | Access::Columns => 7,
                Access::Diagonals => 26,
                Access::BrokenDiagonals => 14,
            };
            assert_eq!((reading.lines, reading.conflicts), (lines, 0), "{access:?}");
        }
    }
}
