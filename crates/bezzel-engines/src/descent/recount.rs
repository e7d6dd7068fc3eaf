//! What the label of a unit means to the second count, which does not look into the plan.

use bezzel_board::{Problem, Square, Stop};

/// Another method to count units.
#[derive(Clone, Copy)]
pub(crate) struct Other {
    pub name: &'static str,
    /// The solutions of a board, given the open columns of each row and their number; `None` if
    /// stopped.
    pub count: fn(&[u64], u32, &Stop) -> Option<u128>,
    /// The queens that a label without " + " stands for, one start of each class.
    pub classes: fn(&Problem, &str) -> Option<Vec<Start>>,
}

/// Queens, and how many images of them the solutions that contain them stand for.
pub(crate) struct Start {
    pub queens: Vec<Square>,
    pub images: u128,
}

impl Other {
    /// The starts of a unit: those of its class, with the queens after " + " in the first rows that
    /// have none.
    pub fn starts(&self, problem: &Problem, label: &str) -> Option<Vec<Start>> {
        let Some((class, more)) = label.split_once(" + ") else {
            return (self.classes)(problem, label);
        };
        let mut starts = (self.classes)(problem, class)?;
        let [Start { queens, .. }] = &mut starts[..] else { return None };
        for column in more.split(',') {
            let row = (0..).find(|row| queens.iter().all(|queen| queen.row != *row))?;
            queens.push(Square::new(row, column.parse().ok()?));
        }
        Some(starts)
    }

    /// The solutions that contain these queens; `None` if stopped. Every square that a queen attacks
    /// is closed, including its row except its own square.
    pub fn solutions(
        &self,
        problem: &Problem,
        open: &[u64],
        queens: &[Square],
        stop: &Stop,
    ) -> Option<u128> {
        let mut open = open.to_vec();
        for square in problem.size().iter() {
            if queens.iter().any(|&queen| problem.attack(queen, square).is_some()) {
                open[square.row as usize] &= !(1 << square.column);
            }
        }
        (self.count)(&open, problem.size().columns(), stop)
    }
}

/// The given queens and those that `prefix 4,1,7` puts into the first rows; `whole` has no more.
pub(crate) fn prefix(problem: &Problem, label: &str) -> Option<Vec<Square>> {
    let mut queens = problem.given().squares().to_vec();
    if label == "whole" {
        return Some(queens);
    }
    for (row, column) in (0..).zip(label.strip_prefix("prefix ")?.split(',')) {
        let queen = Square::new(row, column.parse().ok()?);
        if !queens.contains(&queen) {
            queens.push(queen);
        }
    }
    Some(queens)
}
