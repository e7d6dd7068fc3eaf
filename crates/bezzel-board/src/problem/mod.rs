//! The description of a problem that every verb, engine, export and view uses.

mod faults;
mod text;

pub use faults::Conflict;

use crate::{
    BoardError, Excluded, Line, Notation, Placement, Regions, Rule, Size, Square, Topology,
};

/// A board, its attack rule, the number of pieces, the given ones, the blocked squares, the pawns,
/// the excluded diagonals and the regions.
///
/// A *solution* has as many pieces as there are rows, or the number asked for, with no two
/// attacking each other; it contains every given piece and has none on a blocked square. A queen
/// attacks along its row, so that n queens on n rows are one in each row; in more than two
/// dimensions each layer of the last axis holds one. Queens in one region attack each other, so
/// that each region holds one. Given queens never attack each other and never stand on blocked
/// squares: such a problem cannot be constructed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    size: Size,
    topology: Topology,
    rule: Rule,
    /// The number of pieces if it is not the number of rows.
    pieces: Option<u32>,
    given: Placement,
    /// The squares that were blocked explicitly.
    walls: Placement,
    pawns: Placement,
    excluded: Excluded,
    /// The blocked squares, those of pawns and those of excluded diagonals.
    blocked: Placement,
    regions: Regions,
}

impl Problem {
    /// The plain problem on a board of this size.
    #[must_use]
    pub fn new(size: Size) -> Problem {
        Problem {
            size,
            topology: Topology::Plane,
            rule: Rule::Queen,
            pieces: None,
            given: Placement::default(),
            walls: Placement::default(),
            pawns: Placement::default(),
            excluded: Excluded::default(),
            blocked: Placement::default(),
            regions: Regions::default(),
        }
    }

    /// The n-queens problem.
    #[must_use]
    pub fn queens(n: u32) -> Problem {
        Problem::new(Size::square(n).expect("a board with equal sides is never too tall"))
    }

    /// The same problem with opposite edges of the board joined.
    pub fn on_torus(self) -> Result<Problem, BoardError> {
        self.on(Topology::Torus)
    }

    /// The same problem on a board with these edges joined.
    pub fn on(mut self, topology: Topology) -> Result<Problem, BoardError> {
        if topology == Topology::Torus {
            self.needs_equal_sides("the torus")?;
        }
        self.topology = topology;
        self.check_kind()?;
        self.close()
    }

    /// The same problem with another attack rule.
    pub fn with_rule(mut self, rule: Rule) -> Result<Problem, BoardError> {
        if rule == Rule::Hyperplane {
            self.needs_equal_sides("the hyperplane rule")?;
        }
        self.rule = rule;
        self.check_kind()?;
        self.close()
    }

    /// The same problem with this number of pieces, anywhere on the board.
    pub fn with_pieces(mut self, pieces: u32) -> Result<Problem, BoardError> {
        let squares = self.size.squares();
        if u64::from(pieces) > squares {
            return Err(BoardError::TooManyPieces { pieces, squares });
        }
        // As many queens as rows are one in each on a flat board; in space they may share a layer.
        let is_usual = pieces == self.size.rows() && self.size.dimension() <= 2;
        self.pieces = (!is_usual).then_some(pieces);
        self.check_kind()?;
        self.check_given()?;
        Ok(self)
    }

    /// The same problem with pawns on these squares (in addition to those already there). No other
    /// piece stands on them, and none attacks beyond them.
    pub fn with_pawns(
        mut self,
        squares: impl IntoIterator<Item = Square>,
    ) -> Result<Problem, BoardError> {
        for square in squares {
            self.on_board(square)?;
            self.pawns.place(square);
        }
        self.check_kind()?;
        self.close()
    }

    /// The same problem with no piece on these diagonals (in addition to those already excluded).
    pub fn with_excluded(mut self, diagonals: Excluded) -> Result<Problem, BoardError> {
        self.excluded = self.excluded.with(diagonals);
        self.close()
    }

    /// The same problem with the board divided into these regions; the empty regions undo that.
    pub fn with_regions(mut self, regions: Regions) -> Result<Problem, BoardError> {
        regions.fit(self.size)?;
        self.regions = regions;
        self.check_given()?;
        Ok(self)
    }

    /// The same problem with these queens given (in addition to those already given).
    pub fn with_given(
        mut self,
        queens: impl IntoIterator<Item = Square>,
    ) -> Result<Problem, BoardError> {
        for queen in queens {
            self.on_board(queen)?;
            self.given.place(queen);
        }
        self.check_given()?;
        Ok(self)
    }

    /// The same problem with these squares blocked (in addition to those already blocked).
    pub fn with_blocked(
        mut self,
        squares: impl IntoIterator<Item = Square>,
    ) -> Result<Problem, BoardError> {
        for square in squares {
            self.on_board(square)?;
            self.walls.place(square);
        }
        self.close()
    }

    /// Size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// How the edges are joined.
    #[must_use]
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// How queens attack.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The queens every solution must contain.
    #[must_use]
    pub fn given(&self) -> &Placement {
        &self.given
    }

    /// The squares that may not hold a queen, with those of pawns and of excluded diagonals.
    #[must_use]
    pub fn blocked(&self) -> &Placement {
        &self.blocked
    }

    /// The blocked squares alone.
    #[must_use]
    pub fn blocked_itself(&self) -> &Placement {
        &self.walls
    }

    /// The pawns.
    #[must_use]
    pub fn pawns(&self) -> &Placement {
        &self.pawns
    }

    /// The excluded diagonals.
    #[must_use]
    pub fn excluded(&self) -> &Excluded {
        &self.excluded
    }

    /// The number of pieces of a solution.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.pieces.unwrap_or(self.size.rows())
    }

    /// The number of pieces if it is not one in each row.
    pub(crate) fn own_pieces(&self) -> Option<u32> {
        self.pieces
    }

    /// The regions, empty where the board is not divided.
    #[must_use]
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// Whether no queen is given, no square is blocked, the board is not divided into regions and
    /// there are as many pieces as rows.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.given.is_empty()
            && self.blocked.is_empty()
            && self.regions.is_empty()
            && self.pieces.is_none()
    }

    /// Whether every solution has exactly one piece in each row (each layer of the last axis).
    /// Otherwise a row may hold any number of them.
    #[must_use]
    pub fn has_one_per_row(&self) -> bool {
        let is_complete = self.pieces.is_none() && self.pawns.is_empty();
        is_complete && self.rule.attacks_rows() && self.topology != Topology::Mobius
    }

    /// The notation of solutions unless another is chosen: one-line, or squares where it cannot show
    /// every solution.
    #[must_use]
    pub fn usual_notation(&self) -> Notation {
        if self.has_one_per_row() { Notation::OneLine } else { Notation::Squares }
    }

    /// Whether the board is two-dimensional with ordinary lines, with walls or joined edges: a
    /// solution has one queen in each row, and two queens attack each other exactly if they share a
    /// row, a column or a diagonal. Where edges [wrap](Self::wraps) these are the diagonals of the
    /// torus.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        // On a cylinder with unequal sides a diagonal need not hold a queen.
        let is_torus = self.topology != Topology::Cylinder || self.size.is_square();
        is_torus && self.has_straight_lines()
    }

    /// Whether the board is [flat](Self::is_flat) or a cylinder with unequal sides, whose diagonals
    /// wrap around its columns in the same way.
    #[must_use]
    pub fn has_straight_lines(&self) -> bool {
        let is_queen = matches!(self.rule, Rule::Queen | Rule::TwoAxis);
        let is_usual = is_queen && self.topology != Topology::Mobius && self.regions.is_empty();
        is_usual && self.has_one_per_row() && self.has_lines()
    }

    /// The part of the problem that is neither queens, one in each row, nor the plane or the torus:
    /// what a method that knows only those refuses.
    #[must_use]
    pub fn variant(&self) -> Option<&'static str> {
        match (self.topology, self.rule) {
            _ if !self.pawns.is_empty() => Some("pawns"),
            _ if self.pieces.is_some() && self.size.dimension() > 2 => {
                Some("queens anywhere in space")
            }
            _ if self.pieces.is_some() => Some("a number of pieces other than that of the rows"),
            (Topology::Mobius, _) => Some("the Möbius strip"),
            (_, Rule::Amazon) => Some("amazons"),
            (_, Rule::SemiQueen) => Some("semi-queens"),
            (_, Rule::Rook) => Some("rooks"),
            (_, Rule::Bishop) => Some("bishops"),
            (_, Rule::King) => Some("kings"),
            (Topology::Cylinder, _) if !self.is_flat() => Some("the cylinder"),
            _ => None,
        }
    }

    /// Whether some edges are joined. On a [flat](Self::is_flat) board diagonals then wrap around.
    #[must_use]
    pub fn wraps(&self) -> bool {
        self.topology != Topology::Plane
    }

    /// The line along which queens on these two squares attack each other, if they do.
    #[must_use]
    pub fn attack(&self, a: Square, b: Square) -> Option<Line> {
        let is_unusual =
            self.rule.is_piece() || self.topology == Topology::Mobius || !self.pawns.is_empty();
        if is_unusual {
            let theirs: Vec<Line> = self.lines_through(b).collect();
            return self.lines_through(a).find(|line| a != b && theirs.contains(line));
        }
        self.rule.line(self.size, self.topology, a, b).or_else(|| {
            let region = self.regions.of(a).filter(|_| a != b)?;
            (self.regions.of(b) == Some(region)).then_some(Line::Region(region))
        })
    }

    /// The placement that a search reports as numbers: the column of each row or, where a row may
    /// hold [any number](Self::has_one_per_row) of pieces, the position of each piece counted row
    /// by row.
    #[must_use]
    pub fn placement(&self, numbers: &[u32]) -> Placement {
        if self.has_one_per_row() {
            return Placement::from_columns(numbers);
        }
        numbers.iter().filter_map(|&number| self.size.at_position(u64::from(number))).collect()
    }

    /// The queen given in this row, if there is one.
    #[must_use]
    pub fn given_in_row(&self, row: u32) -> Option<Square> {
        let queens = self.given.squares();
        let place = queens.partition_point(|queen| queen.row < row);
        queens.get(place).copied().filter(|queen| queen.row == row)
    }

    /// Whether a search may put a queen here: not blocked, and no other queen given in the row if
    /// each row has [one](Self::has_one_per_row).
    #[must_use]
    pub fn allows(&self, square: Square) -> bool {
        let is_free = |given: Option<Square>| given.is_none_or(|queen| queen == square);
        !self.blocked.contains(square)
            && (!self.has_one_per_row() || is_free(self.given_in_row(square.row)))
    }

    /// For each row the set of columns that [`allows`](Self::allows), as bits; `None` where a row
    /// has more than 64 squares.
    #[must_use]
    pub fn open_columns(&self) -> Option<Vec<u64>> {
        let width = self.size.width();
        let full = match width {
            0..64 => (1 << width) - 1,
            64 => u64::MAX,
            _ => return None,
        };
        let mut rows = vec![full; self.size.rows() as usize];
        for square in self.blocked.squares() {
            rows[square.row as usize] &= !(1 << square.column);
        }
        for queen in self.given.squares() {
            rows[queen.row as usize] = 1 << queen.column;
        }
        Some(rows)
    }

    fn on_board(&self, square: Square) -> Result<(), BoardError> {
        if self.size.contains(square) {
            return Ok(());
        }
        Err(BoardError::OffBoard {
            square,
            size: self.size.to_string(),
            last_row: i64::from(self.size.rows()) - 1,
            last_column: i64::from(self.size.width()) - 1,
        })
    }

    fn needs_equal_sides(&self, what: &'static str) -> Result<(), BoardError> {
        if self.size.is_square() {
            return Ok(());
        }
        let (rows, columns) = (self.size.rows(), self.size.columns());
        Err(BoardError::NeedsEqualSides { what, rows, columns })
    }

    /// Determines again which squares are closed.
    fn close(mut self) -> Result<Problem, BoardError> {
        let mut closed: Vec<Square> = self.walls.clone().into();
        closed.extend(self.pawns.squares());
        for line in self.excluded.lines() {
            let before = closed.len();
            if self.has_lines() {
                closed.extend(self.squares_of(line));
            }
            if closed.len() == before {
                let (line, board) = (line.clone(), self.size.to_string());
                return Err(BoardError::NoDiagonal { line, board });
            }
        }
        self.blocked = closed.into();
        self.check_given()?;
        Ok(self)
    }

    /// Refuses rules and topologies that do not fit the board or each other.
    fn check_kind(&self) -> Result<(), BoardError> {
        let Problem { rule, topology, .. } = *self;
        let is_flat = self.size.dimension() == 2;
        if rule == Rule::Touching && !(is_flat && topology == Topology::Plane) {
            return Err(BoardError::TouchingPlane);
        }
        if !self.has_one_per_row() && self.size.squares() > u64::from(u32::MAX) {
            return Err(BoardError::TooManySquares { squares: self.size.squares() });
        }
        let only_lines = if rule.is_piece() {
            format!("the rule {rule}")
        } else if matches!(topology, Topology::Cylinder | Topology::Mobius) {
            format!("the {topology}")
        } else if self.pieces.is_some() && is_flat {
            "a number of pieces".to_owned()
        } else if !self.pawns.is_empty() {
            "a pawn".to_owned()
        } else {
            return Ok(());
        };
        if !self.has_lines() {
            return Err(BoardError::FlatOnly { what: only_lines });
        }
        if rule == Rule::SemiQueen && topology == Topology::Mobius {
            return Err(BoardError::NoSides);
        }
        if !self.pawns.is_empty() && topology != Topology::Plane {
            return Err(BoardError::PawnsPlane { topology });
        }
        Ok(())
    }

    fn check_given(&self) -> Result<(), BoardError> {
        if let Some(&square) = self.given.squares().iter().find(|&&s| self.blocked.contains(s)) {
            return Err(BoardError::BlockedGiven { square });
        }
        if let Some(Conflict { first, second, line, .. }) =
            self.conflicts(&self.given).into_iter().next()
        {
            return Err(BoardError::GivenAttack { first, second, line });
        }
        if !self.has_one_per_row() {
            return match self.given.len() {
                given if given > self.pieces() as usize => {
                    Err(BoardError::TooManyGiven { given, pieces: self.pieces() })
                }
                _ => Ok(()),
            };
        }
        for pair in self.given.squares().windows(2) {
            if pair[0].row == pair[1].row {
                return Err(BoardError::GivenLayer { first: pair[0], second: pair[1] });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
