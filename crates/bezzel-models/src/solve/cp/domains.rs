//! The remaining columns of each row, and the two simple propagation levels.

use super::super::bits::Bits;
use crate::Model;
use bezzel_board::{Problem, Rule, Square};
use std::sync::Arc;

/// The remaining columns of each row.
#[derive(Clone)]
pub struct Domains {
    columns: usize,
    torus: bool,
    left: Vec<Bits>,
    /// Rows whose queen has been placed by the search.
    placed: Vec<bool>,
    /// The attacks of a board with lines other than columns and diagonals.
    listed: Option<Arc<Listed>>,
}

/// The attacks of a board divided into regions, or of touching queens, pair by pair.
struct Listed {
    /// By row, column and other row: the columns attacked there.
    attacked: Vec<Vec<Vec<Vec<usize>>>>,
    /// By row and column: the number of the region.
    regions: Vec<Vec<usize>>,
    /// The kinds of lines that are all different for all rows.
    kinds: Vec<Kind>,
    /// The most columns of a row that a queen in another row attacks.
    most: usize,
}

/// A kind of line that must be different for every row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Column,
    Diagonal,
    AntiDiagonal,
    Region,
}

const STRAIGHT: [Kind; 3] = [Kind::Column, Kind::Diagonal, Kind::AntiDiagonal];

impl Listed {
    fn new(problem: &Problem) -> Listed {
        let (rows, columns) = (problem.size().rows(), problem.size().columns());
        let in_row = |queen: Square, other: u32| -> Vec<usize> {
            let squares = (0..columns).map(|column| Square::new(other, column));
            let attacked = squares.filter(|&square| problem.attack(queen, square).is_some());
            attacked.map(|square| square.column as usize).collect()
        };
        let by_row = |queen| (0..rows).map(|other| in_row(queen, other)).collect::<Vec<_>>();
        let by_square =
            |row| (0..columns).map(|column| by_row(Square::new(row, column))).collect::<Vec<_>>();
        let attacked: Vec<Vec<_>> = (0..rows).map(by_square).collect();
        // A row attacks all of itself, which is not what is asked for.
        let most = attacked.iter().enumerate().flat_map(|(row, squares)| {
            let others = squares.iter().flat_map(move |by_row| by_row.iter().enumerate());
            others.filter(move |(other, _)| *other != row).map(|(_, columns)| columns.len())
        });
        let most = most.max().unwrap_or(0);
        let names = problem.regions().names();
        let region = |square| {
            let name = problem.regions().of(square);
            names.iter().position(|other| Some(*other) == name).unwrap_or(0)
        };
        let regions = (0..rows)
            .map(|row| (0..columns).map(|column| region(Square::new(row, column))).collect())
            .collect();
        // Other pieces share other diagonals, which are listed pair by pair.
        let has_diagonals = problem.rule() != Rule::Touching && problem.variant().is_none();
        let straight = if has_diagonals { &STRAIGHT } else { &STRAIGHT[..1] };
        let mut kinds = straight.to_vec();
        kinds.extend((!names.is_empty()).then_some(Kind::Region));
        Listed { attacked, regions, kinds, most }
    }
}

impl Domains {
    pub fn new(model: &Model) -> Domains {
        let size = model.problem().size();
        let (rows, columns) = (size.rows() as usize, size.columns() as usize);
        let mut left = vec![Bits::none(columns); rows];
        for (_, square) in model.squares() {
            left[square.row as usize].insert(square.column as usize);
        }
        let torus = model.problem().wraps();
        let listed = (!model.problem().is_flat()).then(|| Arc::new(Listed::new(model.problem())));
        Domains { columns, torus, left, placed: vec![false; rows], listed }
    }

    pub fn rows(&self) -> usize {
        self.left.len()
    }

    /// The kinds of lines that must be different for every row.
    pub fn kinds(&self) -> Vec<Kind> {
        self.listed.as_ref().map_or(STRAIGHT.to_vec(), |listed| listed.kinds.clone())
    }

    /// Number of the line of one kind through a square.
    pub fn line(&self, kind: Kind, row: usize, column: usize) -> usize {
        let fold = |line: usize| if self.torus { line % self.columns } else { line };
        match (kind, &self.listed) {
            (Kind::Diagonal, _) => fold(row + self.columns - column),
            (Kind::AntiDiagonal, _) => fold(row + column),
            (Kind::Region, Some(listed)) => listed.regions[row][column],
            _ => column,
        }
    }

    pub fn columns(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        self.left[row].iter()
    }

    /// The remaining columns of a row, ordered by how many choices they leave for the other rows,
    /// most first.
    pub fn least_constraining(&self, row: usize) -> Vec<usize> {
        let mut columns: Vec<usize> = self.columns(row).collect();
        columns.sort_by_cached_key(|&column| {
            let others = (0..self.rows()).filter(|&other| other != row && !self.placed[other]);
            let lost = |other: usize| {
                self.attacked(row, column, other).filter(|&c| self.left[other].contains(c)).count()
            };
            others.map(lost).sum::<usize>()
        });
        columns
    }

    pub fn assign(&mut self, row: usize, column: usize) {
        self.left[row] = Bits::none(self.columns);
        self.left[row].insert(column);
        self.placed[row] = true;
    }

    /// Removes a column from a row; returns whether it was there.
    pub fn remove(&mut self, row: usize, column: usize) -> bool {
        self.left[row].remove(column)
    }

    pub fn has_empty_row(&self) -> bool {
        self.left.iter().any(Bits::is_empty)
    }

    /// The row without a queen that has the fewest columns left, with ties broken towards the
    /// middle of the board.
    pub fn tightest(&self) -> Option<usize> {
        (0..self.rows())
            .filter(|&row| !self.placed[row])
            .min_by_key(|&row| (self.left[row].len(), (2 * row).abs_diff(self.rows() - 1)))
    }

    /// Every row with its first remaining column: the solution once all queens are placed.
    pub fn queens(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.left.iter().enumerate().filter_map(|(row, left)| Some((row, left.first()?)))
    }

    /// Forward checking: removes what the queen of a row attacks. Returns whether every row has a
    /// column.
    pub fn forget_attacked_by(&mut self, row: usize) -> bool {
        let Some(column) = self.left[row].first() else { return false };
        for other in 0..self.rows() {
            if other == row {
                continue;
            }
            for attacked in self.attacked(row, column, other) {
                self.left[other].remove(attacked);
            }
            if self.left[other].is_empty() {
                return false;
            }
        }
        true
    }

    /// Arc consistency: removes columns that attack all remaining columns of another row, until
    /// nothing changes. Returns whether every row has a column.
    pub fn make_arc_consistent(&mut self) -> bool {
        if self.has_empty_row() {
            return false;
        }
        let mut changed: Vec<usize> = (0..self.rows()).collect();
        let mut waits = vec![true; self.rows()];
        while let Some(row) = changed.pop() {
            waits[row] = false;
            // A queen attacks at most three columns of another row (more with regions), so a row with
            // more always keeps one.
            let most = self.listed.as_ref().map_or(3, |listed| listed.most);
            let left: Vec<usize> = self.left[row].iter().take(most + 1).collect();
            if left.len() > most {
                continue;
            }
            for other in (0..self.rows()).filter(|&other| other != row) {
                for column in self.attacked(row, left[0], other) {
                    let attacks_all = left[1..]
                        .iter()
                        .all(|&c| self.attacked(row, c, other).any(|a| a == column));
                    if attacks_all && self.left[other].remove(column) {
                        if self.left[other].is_empty() {
                            return false;
                        }
                        if !waits[other] {
                            waits[other] = true;
                            changed.push(other);
                        }
                    }
                }
            }
        }
        true
    }

    /// The columns of another row that a queen attacks: as listed, or straight down and along both
    /// diagonals. On a torus some may occur twice.
    fn attacked(
        &self,
        row: usize,
        column: usize,
        other: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        let (columns, torus) = (self.columns, self.torus);
        let listed = self.listed.clone();
        let number = listed.as_ref().map_or(0, |listed| listed.attacked[row][column][other].len());
        let listed_columns = (0..number)
            .filter_map(move |place| Some(listed.as_ref()?.attacked[row][column][other][place]));
        let straight = self.listed.is_none();
        let distance = row.abs_diff(other);
        let left = match column.checked_sub(distance) {
            None if torus => Some((column + columns - distance) % columns),
            left => left,
        };
        let right = match column + distance {
            beyond if beyond >= columns => torus.then(|| beyond % columns),
            right => Some(right),
        };
        let lines = [Some(column), left, right].map(|column| column.filter(|_| straight));
        lines.into_iter().flatten().chain(listed_columns)
    }
}
