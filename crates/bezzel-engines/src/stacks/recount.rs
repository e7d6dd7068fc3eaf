//! The second count of a unit: dancing links on the squares alone.
//!
//! It lists the floors itself, queen by queen, and finds classes by moving squares. What it has in
//! common with the first count is the meaning of a unit: stacks with the first floor of a class
//! through the first corner, whose other corner floors belong to no earlier class, and whose floor
//! through the second corner belongs to the unit's share.

use super::engine::DIVISOR;
use bezzel_board::Stop;
use bezzel_search::{CoverProbe, ExactCover};
use std::ops::ControlFlow;

/// The floors of one side, in lexicographic order.
pub(super) struct Floors {
    n: usize,
    floors: Vec<Floor>,
}

/// The column of each row, and the smallest image if there is a queen in a corner.
struct Floor {
    columns: Vec<u8>,
    class: Option<Vec<u8>>,
}

impl Floors {
    /// `None` if stopped.
    pub fn new(n: usize, stop: &Stop) -> Option<Floors> {
        let mut floors = Floors { n, floors: Vec::new() };
        floors.extend(&mut Vec::with_capacity(n), stop)?;
        Some(floors)
    }

    fn extend(&mut self, columns: &mut Vec<u8>, stop: &Stop) -> Option<()> {
        let row = columns.len();
        if row == self.n {
            let queen = |(row, column)| columns[row] == column as u8;
            let (n, last) = (self.n, self.n - 1);
            // Each floor of a stack has one square of either long diagonal: both have n squares.
            if (0..n).any(|i| queen((i, i))) && (0..n).any(|i| queen((i, last - i))) {
                let in_corner = [(0, 0), (0, last), (last, 0), (last, last)].into_iter().any(queen);
                let class = in_corner.then(|| smallest_image(columns));
                self.floors.push(Floor { columns: columns.clone(), class });
            }
            return Some(());
        }
        if row <= 4 && stop.is_asked() {
            return None;
        }
        for column in 0..self.n as u8 {
            let attacks = |(above, &other): (usize, &u8)| {
                other == column || usize::from(other.abs_diff(column)) == row - above
            };
            if !columns.iter().enumerate().any(attacks) {
                columns.push(column);
                self.extend(columns, stop)?;
                columns.pop();
            }
        }
        Some(())
    }

    /// The weighted number of stacks of the class with this smallest image, share number `share` of
    /// `of` from 0; `None` if stopped.
    pub fn count(&self, class: &[u8], share: usize, of: usize, stop: &Stop) -> Option<u128> {
        let of_class = |floor: &Floor| floor.class.as_deref() == Some(class);
        let is_first = |floor: &Floor| of_class(floor) && floor.columns[0] == 0;
        let first = self.floors.iter().position(is_first).expect("a class meets every corner");
        let taken = &self.floors[first].columns;
        // The squares of the first floor remain items, covered by the only option that contains
        // them.
        let mut cover = ExactCover::new(self.n * self.n, 0);
        let mut is_of_class = Vec::new();
        for (number, floor) in self.floors.iter().enumerate() {
            let is_earlier = floor.class.as_deref().is_some_and(|other| other < class);
            let meets = taken.iter().zip(&floor.columns).any(|(taken, column)| taken == column);
            let at_second = usize::from(floor.columns[0]) == self.n - 1;
            let is_elsewhere = at_second && number % of != share;
            if is_earlier || is_elsewhere || (meets && number != first) {
                continue;
            }
            let rows = floor.columns.iter().enumerate();
            let squares: Vec<usize> =
                rows.map(|(row, &column)| row * self.n + usize::from(column)).collect();
            cover.add_option(&squares);
            is_of_class.push(of_class(floor));
        }
        let mut stacks = Stacks { is_of_class, chosen: Vec::new(), sum: 0, stop };
        cover.solve(&mut stacks).is_continue().then_some(stacks.sum)
    }
}

/// The smallest of the eight boards that turning and mirroring makes.
fn smallest_image(columns: &[u8]) -> Vec<u8> {
    let last = columns.len() - 1;
    let image = |symmetry: u8| {
        let mut image = vec![0; columns.len()];
        for (row, &column) in columns.iter().enumerate() {
            let column = usize::from(column);
            let row = if symmetry & 1 == 0 { row } else { last - row };
            let column = if symmetry & 2 == 0 { column } else { last - column };
            let (row, column) = if symmetry & 4 == 0 { (row, column) } else { (column, row) };
            image[row] = column as u8;
        }
        image
    };
    (0..8).map(image).min().expect("there are eight")
}

/// Receives the covers from the dancing links.
struct Stacks<'a> {
    /// By option: whether the floor belongs to the unit's class.
    is_of_class: Vec<bool>,
    chosen: Vec<usize>,
    sum: u128,
    stop: &'a Stop,
}

impl CoverProbe for Stacks<'_> {
    type Stop = ();

    fn choose(&mut self, option: usize) -> ControlFlow<()> {
        if self.stop.is_asked() {
            return ControlFlow::Break(());
        }
        self.chosen.push(option);
        ControlFlow::Continue(())
    }

    fn undo(&mut self, _: usize) -> ControlFlow<()> {
        self.chosen.pop();
        ControlFlow::Continue(())
    }

    fn stuck(&mut self, _: usize) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn covered(&mut self) -> ControlFlow<()> {
        let of_class = self.chosen.iter().filter(|option| self.is_of_class[**option]).count();
        self.sum += 8 * DIVISOR / of_class as u128;
        ControlFlow::Continue(())
    }
}
