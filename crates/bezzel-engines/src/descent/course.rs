//! What is left to search once some queens are fixed: the remaining rows with their open columns.

use bezzel_board::Square;

/// The rows a descent walks, top to bottom.
///
/// Fixed queens are gone from it: their rows are left out, the squares they attack are closed.
/// On the plane, fixed columns at the two edges are cut off as well, so that a board of side 18
/// with its border filled is a course of 16 columns and fits 16-bit lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Course {
    /// Columns of the course, at most 32.
    pub columns: u32,
    /// Columns that every solution of the course has a queen in: all that are left, where there
    /// are as many as rows; none on a board wider than it has rows.
    pub needed: u32,
    /// The rows, each with at least the information a node needs to be opened.
    pub rows: Vec<Row>,
}

/// One row of a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Columns not attacked by a fixed queen and not blocked.
    pub open: u32,
    /// How many board rows further down the next row of the course lies.
    pub step: u32,
}

impl Course {
    /// The course of a plane board with `open` columns per row and these queens fixed.
    ///
    /// The fixed queens must stand on open squares and not attack each other.
    pub fn plane(open: &[u64], columns: u32, fixed: &[Square]) -> Course {
        let attacked = |queen: &Square, row: u32| {
            let away = queen.row.abs_diff(row);
            let line = 1_u64 << queen.column;
            line | line << away | line >> away
        };
        let column_mask = fixed.iter().fold(0_u64, |mask, queen| mask | 1 << queen.column);
        let cut_low = column_mask.trailing_ones().min(columns);
        let cut_high = (column_mask << (64 - columns.max(1))).leading_ones().min(columns - cut_low);
        let mut course = Course::new(open, columns, fixed, attacked);
        course.columns = columns - cut_low - cut_high;
        let kept = low_bits(course.columns);
        course.needed = (course.needed >> cut_low) & kept;
        for row in &mut course.rows {
            // A cut column is fixed, hence closed in every row of the course.
            row.open = (row.open >> cut_low) & kept;
        }
        course
    }

    /// The course of a board of side `n` whose edges are joined.
    pub fn torus(open: &[u64], n: u32, fixed: &[Square]) -> Course {
        let attacked = |queen: &Square, row: u32| {
            let away = (row + n - queen.row) % n;
            [0, away, n - away]
                .iter()
                .fold(0, |line, shift| line | 1_u64 << ((queen.column + shift) % n))
        };
        Course::new(open, n, fixed, attacked)
    }

    fn new(
        open: &[u64],
        columns: u32,
        fixed: &[Square],
        attacked: impl Fn(&Square, u32) -> u64,
    ) -> Course {
        let free_rows: Vec<u32> = (0..open.len() as u32)
            .filter(|&row| fixed.iter().all(|queen| queen.row != row))
            .collect();
        let rows = free_rows.iter().enumerate().map(|(k, &row)| {
            let closed = (fixed.iter()).fold(0, |mask, queen| mask | attacked(queen, row));
            Row {
                open: (open[row as usize] & !closed) as u32,
                step: free_rows.get(k + 1).map_or(0, |next| next - row),
            }
        });
        let fixed_columns = (fixed.iter()).fold(0, |mask, queen| mask | 1_u32 << queen.column);
        let as_many = open.len() == columns as usize;
        Course {
            columns,
            needed: if as_many { low_bits(columns) & !fixed_columns } else { 0 },
            rows: rows.collect(),
        }
    }

    /// Legal placements in the first two rows of a plane course: a cheap guess at its size.
    pub fn openings(&self) -> u32 {
        let [first, second, ..] = self.rows[..] else {
            return 1;
        };
        let mut openings = 0;
        let mut free = first.open;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let below = queen | queen << first.step | queen >> first.step;
            openings += (second.open & !below).count_ones();
        }
        openings
    }
}

/// The lowest `count` bits set.
pub(crate) fn low_bits(count: u32) -> u32 {
    // Through u64, because a u32 cannot be shifted by 32.
    ((1_u64 << count) - 1) as u32
}
