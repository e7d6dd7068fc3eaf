//! Queens in arithmetic progression: the form of every construction.
//!
//! ```text
//!   . Q . . . .
//!   . . . Q . .     run 1: 3 queens from column 1, step 2
//!   . . . . . Q
//!   Q . . . . .
//!   . . Q . . .     run 2: 3 queens from column 0, step 2
//!   . . . . Q .
//! ```

/// Maximum number of queens of a construction: sums of rows and columns stay within 64 bits, and
/// digits within the writer's 18.
pub const MOST_QUEENS: u64 = 1_000_000_000_000_000_000;

/// Queens in consecutive rows whose columns advance by a constant step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Number of queens, which equals the number of rows.
    pub count: u64,
    /// Column of the first.
    pub column: u64,
    /// From each column to the next.
    pub step: i64,
    /// Line of the pseudocode that places them, from 1; 0 if unknown.
    pub line: u8,
}

impl Run {
    /// The column of the queen this many rows into the run.
    #[must_use]
    pub fn column_at(&self, place: u64) -> u64 {
        self.column.wrapping_add_signed(self.step.wrapping_mul(place as i64))
    }

    /// The columns, row by row.
    pub fn columns(self) -> impl Iterator<Item = u64> {
        let mut next = self.column;
        (0..self.count).map(move |_| {
            let column = next;
            next = next.wrapping_add_signed(self.step);
            column
        })
    }
}

/// Runs that follow each other row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    list: Vec<Run>,
}

impl Runs {
    /// No queens yet.
    #[must_use]
    pub fn new() -> Runs {
        Runs::default()
    }

    /// The runs.
    #[must_use]
    pub fn list(&self) -> &[Run] {
        &self.list
    }

    /// Number of queens, which equals the number of rows.
    #[must_use]
    pub fn queens(&self) -> u64 {
        self.list.iter().map(|run| run.count).sum()
    }

    /// Every column, row by row.
    pub fn columns(&self) -> impl Iterator<Item = u64> {
        self.list.iter().flat_map(|run| run.columns())
    }

    /// The column of one row.
    #[must_use]
    pub fn column(&self, row: u64) -> Option<u64> {
        let mut first = 0;
        for run in &self.list {
            if row - first < run.count {
                return Some(run.column_at(row - first));
            }
            first += run.count;
        }
        None
    }

    /// Adds a run (unless it is empty), placed by this line of the pseudocode.
    #[must_use]
    pub fn run(mut self, line: u8, count: u64, column: u64, step: i64) -> Runs {
        if count > 0 {
            self.list.push(Run { count, column, step, line });
        }
        self
    }

    /// Adds one queen.
    #[must_use]
    pub fn queen(self, line: u8, column: u64) -> Runs {
        self.run(line, 1, column, 1)
    }

    /// Adds `count` queens whose columns advance by `step` modulo n: a run for each wrap around the
    /// board.
    #[must_use]
    pub fn around(mut self, line: u8, count: u64, column: u64, step: u64, n: u64) -> Runs {
        let (mut left, mut column) = (count, column % n);
        while left > 0 {
            let here = (n - column).div_ceil(step).min(left);
            self = self.run(line, here, column, step as i64);
            column = (column + here * step) % n;
            left -= here;
        }
        self
    }

    /// Adds all queens of another list below.
    #[must_use]
    pub fn then(mut self, below: &Runs) -> Runs {
        self.list.extend_from_slice(&below.list);
        self
    }

    /// The runs on a board of side n rotated by 180 degrees.
    #[must_use]
    pub fn half_turn(&self, line: u8, n: u64) -> Runs {
        let turned = self.list.iter().rev().map(|run| Run {
            column: n - 1 - run.column_at(run.count - 1),
            line,
            ..*run
        });
        Runs { list: turned.collect() }
    }

    /// The same queens, this many columns further right.
    #[must_use]
    pub fn right(&self, columns: u64) -> Runs {
        let moved = self.list.iter().map(|run| Run { column: run.column + columns, ..*run });
        Runs { list: moved.collect() }
    }

    /// The same queens, placed by this line of the pseudocode.
    #[must_use]
    pub fn on_line(&self, line: u8) -> Runs {
        Runs { list: self.list.iter().map(|run| Run { line, ..*run }).collect() }
    }

    /// The rest without the first rows and columns, which must contain the queens of those rows.
    #[must_use]
    pub fn without_corner(&self, side: u64) -> Runs {
        let (mut rest, mut drop) = (Runs::new(), side);
        for run in &self.list {
            let dropped = drop.min(run.count);
            drop -= dropped;
            if dropped < run.count {
                let column = run.column_at(dropped) - side;
                rest = rest.run(run.line, run.count - dropped, column, run.step);
            }
        }
        rest
    }

    /// Adds one row at the end, starting a run or extending the last one: converts a stream to
    /// runs.
    pub(super) fn append(&mut self, column: u64) {
        if let Some(run) = self.list.last_mut() {
            if run.count == 1 {
                run.step = column as i64 - run.column as i64;
                run.count = 2;
                return;
            }
            if run.column_at(run.count) == column {
                run.count += 1;
                return;
            }
        }
        self.list.push(Run { count: 1, column, step: 1, line: 0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_progression_goes_round_the_board() {
        let runs = Runs::new().around(1, 7, 3, 2, 7);
        assert_eq!(runs.columns().collect::<Vec<_>>(), [3, 5, 0, 2, 4, 6, 1]);
        assert_eq!(runs.list().len(), 3);
        assert_eq!(runs.queens(), 7);
        let by_row: Vec<_> = (0..8).map(|row| runs.column(row)).collect();
        assert_eq!(by_row[..3], [Some(3), Some(5), Some(0)]);
        assert_eq!(by_row[7], None);
    }

    #[test]
    fn half_a_turn_is_the_rows_and_columns_backwards() {
        let runs = Runs::new().around(1, 4, 3, 2, 8);
        let turned: Vec<u64> = runs.half_turn(2, 8).columns().collect();
        let mut expected: Vec<u64> = runs.columns().map(|column| 7 - column).collect();
        expected.reverse();
        assert_eq!(turned, expected);
    }

    #[test]
    fn a_corner_is_dropped_with_its_rows_and_columns() {
        let columns = |runs: &Runs| runs.columns().collect::<Vec<_>>();
        let runs = Runs::new().around(1, 5, 0, 2, 5);
        assert_eq!(columns(&runs.without_corner(1)), [1, 3, 0, 2]);
        let tiles = runs.clone().then(&runs.right(5));
        assert_eq!(columns(&tiles.without_corner(5)), columns(&runs));
        assert_eq!(tiles.without_corner(5).right(5), runs.right(5));
    }

    #[test]
    fn a_stream_becomes_the_runs_it_was_written_from() {
        let written = Runs::new().run(0, 5, 1, 2).run(0, 5, 0, 2);
        let mut read = Runs::new();
        for column in written.columns() {
            read.append(column);
        }
        assert_eq!(read, written);
    }
}
