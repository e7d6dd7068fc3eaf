//! The description of a problem that every verb, engine, export and view uses.

use crate::{BoardError, Line, Placement, Regions, Rule, Size, Square, Topology};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// A board, its attack rule, the given queens, the blocked squares and the regions.
///
/// A *solution* has one queen in each row (each layer of the last axis), with no two attacking each
/// other, contains every given queen and has no queen on a blocked square. Queens in one region
/// attack each other, so that each region holds one. Given queens never
/// attack each other and never stand on blocked squares: such a problem cannot be constructed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    size: Size,
    topology: Topology,
    rule: Rule,
    given: Placement,
    blocked: Placement,
    regions: Regions,
}

/// Two queens that attack each other, and the line they share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The queen that comes first row by row.
    pub first: Square,
    /// The other queen.
    pub second: Square,
    /// The line both stand on.
    pub line: Line,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conflict { first, second, line } = self;
        write!(f, "the queens on {first} and {second} attack each other along {line}")
    }
}

impl Problem {
    /// The plain problem on a board of this size.
    #[must_use]
    pub fn new(size: Size) -> Problem {
        Problem {
            size,
            topology: Topology::Plane,
            rule: Rule::Queen,
            given: Placement::default(),
            blocked: Placement::default(),
            regions: Regions::default(),
        }
    }

    /// The n-queens problem.
    #[must_use]
    pub fn queens(n: u32) -> Problem {
        Problem::new(Size::square(n).expect("a board with equal sides is never too tall"))
    }

    /// The same problem with the board's edges joined.
    pub fn on_torus(mut self) -> Result<Problem, BoardError> {
        self.needs_equal_sides("the torus")?;
        if self.rule == Rule::Touching {
            return Err(BoardError::TouchingPlane);
        }
        self.topology = Topology::Torus;
        self.check_given()?;
        Ok(self)
    }

    /// The same problem with another attack rule.
    pub fn with_rule(mut self, rule: Rule) -> Result<Problem, BoardError> {
        if rule == Rule::Hyperplane {
            self.needs_equal_sides("the hyperplane rule")?;
        }
        let has_edges = self.topology == Topology::Plane && self.size.dimension() == 2;
        if rule == Rule::Touching && !has_edges {
            return Err(BoardError::TouchingPlane);
        }
        self.rule = rule;
        self.check_given()?;
        Ok(self)
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
            self.blocked.place(square);
        }
        self.check_given()?;
        Ok(self)
    }

    /// Size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Plane or torus.
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

    /// The squares that may not hold a queen.
    #[must_use]
    pub fn blocked(&self) -> &Placement {
        &self.blocked
    }

    /// The regions, empty where the board is not divided.
    #[must_use]
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// Whether no queen is given, no square is blocked and the board is not divided into regions.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.given.is_empty() && self.blocked.is_empty() && self.regions.is_empty()
    }

    /// Whether the board is two-dimensional with ordinary lines, plane or torus: two queens attack
    /// each other exactly if they share a row, a column or a diagonal.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.has_lines() && self.rule != Rule::Touching && self.regions.is_empty()
    }

    /// The line along which queens on these two squares attack each other, if they do.
    #[must_use]
    pub fn attack(&self, a: Square, b: Square) -> Option<Line> {
        self.rule.line(self.size, self.topology, a, b).or_else(|| {
            let region = self.regions.of(a).filter(|_| a != b)?;
            (self.regions.of(b) == Some(region)).then_some(Line::Region(region))
        })
    }

    /// The queen given in this row, if there is one.
    #[must_use]
    pub fn given_in_row(&self, row: u32) -> Option<Square> {
        let queens = self.given.squares();
        let place = queens.partition_point(|queen| queen.row < row);
        queens.get(place).copied().filter(|queen| queen.row == row)
    }

    /// Whether a search may put a queen here: not blocked, and no other queen given in the row.
    #[must_use]
    pub fn allows(&self, square: Square) -> bool {
        !self.blocked.contains(square)
            && self.given_in_row(square.row).is_none_or(|queen| queen == square)
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

    /// Whether this placement solves the problem.
    #[must_use]
    pub fn is_solution(&self, placement: &Placement) -> bool {
        self.faults(placement).is_empty()
    }

    /// The attacking queens: on every line each queen with the next one on it; in space each queen
    /// with the next one that it attacks.
    ///
    /// Listing only neighbours limits the list to the length of the placement.
    #[must_use]
    pub fn conflicts(&self, placement: &Placement) -> Vec<Conflict> {
        let queens = placement.squares();
        let conflict = |first: Square, second: Square| {
            self.attack(first, second).map(|line| Conflict { first, second, line })
        };
        if !self.is_flat() {
            return (queens.iter().enumerate())
                .filter_map(|(k, &a)| queens[k + 1..].iter().find_map(|&b| conflict(a, b)))
                .collect();
        }
        let mut last_on: HashMap<Line, Square> = HashMap::new();
        let mut found = Vec::new();
        for &queen in queens {
            for line in self.lines_through(queen) {
                if let Some(first) = last_on.insert(line.clone(), queen) {
                    found.push(Conflict { first, second: queen, line });
                }
            }
        }
        found
    }

    /// All reasons why the placement is not a solution, in words.
    #[must_use]
    pub fn faults(&self, placement: &Placement) -> Vec<String> {
        let mut faults = Vec::new();
        for &queen in placement.squares() {
            if let Err(error) = self.on_board(queen) {
                faults.push(error.to_string());
            } else if self.blocked.contains(queen) {
                faults.push(format!("the queen on {queen} stands on a blocked square"));
            }
        }
        for &queen in self.given.squares() {
            if !placement.contains(queen) {
                faults.push(format!("the given queen on {queen} is missing"));
            }
        }
        faults.extend(self.conflicts(placement).iter().map(Conflict::to_string));
        faults.extend(self.uneven_rows(placement));
        faults
    }

    /// Rows without a queen, and (where a row is not a line of attack) rows with several.
    fn uneven_rows(&self, placement: &Placement) -> Vec<String> {
        let mut queens_in = vec![0_usize; self.size.rows() as usize];
        for queen in placement.squares() {
            if let Some(queens) = queens_in.get_mut(queen.row as usize) {
                *queens += 1;
            }
        }
        let word = if self.size.dimension() == 2 { "row" } else { "layer" };
        (queens_in.iter().enumerate())
            .filter_map(|(row, queens)| match queens {
                0 => Some(format!("{word} {row} has no queen")),
                1 => None,
                _ if self.has_lines() => None,
                _ => Some(format!("{word} {row} has {queens} queens")),
            })
            .collect()
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

    fn check_given(&self) -> Result<(), BoardError> {
        if let Some(&square) = self.given.squares().iter().find(|&&s| self.blocked.contains(s)) {
            return Err(BoardError::BlockedGiven { square });
        }
        if let Some(Conflict { first, second, line }) =
            self.conflicts(&self.given).into_iter().next()
        {
            return Err(BoardError::GivenAttack { first, second, line });
        }
        for pair in self.given.squares().windows(2) {
            if pair[0].row == pair[1].row {
                return Err(BoardError::GivenLayer { first: pair[0], second: pair[1] });
            }
        }
        Ok(())
    }
}

/// `8 queens on the torus, 2 given, 1 blocked`: for people, not for parsing.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.size.dimension(), self.size.is_square()) {
            (2, true) => write!(f, "{} queens", self.size.rows())?,
            _ => write!(f, "{} queens on {}", self.size.rows(), self.size)?,
        }
        if self.topology == Topology::Torus {
            f.write_str(" on the torus")?;
        }
        if self.size.dimension() > 2 || self.rule != Rule::Queen {
            write!(f, ", rule {}", self.rule)?;
        }
        if !self.regions.is_empty() {
            write!(f, ", {} regions", self.regions.names().len())?;
        }
        if !self.given.is_empty() {
            write!(f, ", {} given", self.given.len())?;
        }
        if !self.blocked.is_empty() {
            write!(f, ", {} blocked", self.blocked.len())?;
        }
        Ok(())
    }
}

/// A size, then `torus`, the name of a rule and the regions where they are not the usual ones: `8`,
/// `5x8`, `7 torus`, `4^3 hyperplane`, `4 touching regions=AABB/ACCB/ADCB/DDDD`. Given queens and blocked squares are added by
/// [`with_given`](Problem::with_given) and [`with_blocked`](Problem::with_blocked).
///
/// ```
/// use bezzel_board::Problem;
///
/// let problem: Problem = "7 torus".parse()?;
/// assert_eq!(problem, Problem::queens(7).on_torus()?);
/// # Ok::<(), bezzel_board::BoardError>(())
/// ```
impl FromStr for Problem {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Problem, BoardError> {
        let mut words = text.split_whitespace();
        let mut problem = Problem::new(words.next().unwrap_or_default().parse()?);
        for word in words {
            problem = match word {
                "torus" => problem.on_torus()?,
                word => match word.strip_prefix("regions=") {
                    Some(regions) => problem.with_regions(regions.parse()?)?,
                    None => problem.with_rule(word.parse()?)?,
                },
            };
        }
        Ok(problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_has_no_faults_and_a_near_miss_names_them() {
        let problem = Problem::queens(8);
        let figure = Placement::from_columns(&[2, 4, 1, 7, 0, 6, 3, 5]);
        assert!(problem.is_solution(&figure));
        let mut near = figure.clone();
        near.remove(Square::new(7, 5));
        assert_eq!(problem.faults(&near), ["row 7 has no queen"]);
        near.place(Square::new(7, 7));
        assert_eq!(
            problem.faults(&near),
            ["the queens on (3, 7) and (7, 7) attack each other along column 7"]
        );
        near.place(Square::new(9, 0));
        assert!(problem.faults(&near)[0].contains("(9, 0) is not on the 8 board"));
    }

    /// Only neighbours are listed, but the list is non-empty exactly when some pair attacks.
    #[test]
    fn conflicts_are_empty_exactly_when_no_pair_attacks() {
        for torus in [false, true] {
            let mut problem = Problem::queens(5);
            if torus {
                problem = problem.on_torus().unwrap();
            }
            let board: Vec<Square> = problem.size().iter().collect();
            for a in &board {
                for b in &board {
                    for c in &board {
                        let queens: Placement = [*a, *b, *c].into_iter().collect();
                        let all = queens.squares();
                        let attacked = all
                            .iter()
                            .any(|&x| all.iter().any(|&y| problem.attack(x, y).is_some()));
                        assert_eq!(!problem.conflicts(&queens).is_empty(), attacked);
                    }
                }
            }
        }
    }

    #[test]
    fn impossible_given_and_blocked_squares_are_refused() {
        let given = |list: Vec<(u32, u32)>| {
            Problem::queens(8).with_given(list.into_iter().map(Square::from))
        };
        assert!(matches!(given(vec![(0, 0), (3, 3)]), Err(BoardError::GivenAttack { .. })));
        assert!(matches!(given(vec![(0, 8)]), Err(BoardError::OffBoard { .. })));
        let problem = given(vec![(0, 0), (3, 4)]).unwrap();
        assert!(matches!(
            problem.clone().with_blocked([Square::new(3, 4)]),
            Err(BoardError::BlockedGiven { .. })
        ));
        // (0, 0) and (3, 5) share no line on the plane but do on the torus of side 8.
        assert!(given(vec![(0, 0), (3, 5)]).unwrap().on_torus().is_err());
        assert!(problem.allows(Square::new(3, 4)) && !problem.allows(Square::new(3, 5)));
        assert_eq!(problem.open_columns().unwrap()[3], 1 << 4);
        assert_eq!(problem.faults(&Placement::from_columns(&[0, 4, 7, 5, 2, 6, 1, 3])).len(), 1);
    }

    #[test]
    fn a_cube_wants_one_queen_in_each_layer() {
        let problem = Problem::new(Size::cube(3, 3).unwrap());
        let layers = Placement::from_columns(&[0, 5, 1]);
        assert_eq!(
            problem.faults(&layers),
            ["the queens on (1, 5) and (2, 1) attack each other along direction (-1, -1, +1)"]
        );
        let two: Placement = [Square::new(0, 0), Square::new(0, 5)].into_iter().collect();
        assert_eq!(
            problem.faults(&two),
            ["layer 0 has 2 queens", "layer 1 has no queen", "layer 2 has no queen"]
        );
        assert!(problem.with_given(two.squares().iter().copied()).is_err());
    }

    #[test]
    fn the_torus_needs_equal_sides() {
        let rectangle = Problem::new(Size::rectangle(3, 4).unwrap());
        assert!(rectangle.clone().on_torus().is_err());
        assert!(rectangle.with_rule(Rule::Hyperplane).is_err());
    }

    #[test]
    fn problems_are_read() {
        assert_eq!("8".parse(), Ok(Problem::queens(8)));
        let space: Problem = "5^3 hyperplane".parse().unwrap();
        assert_eq!((space.size().dimension(), space.rule()), (3, Rule::Hyperplane));
        let puzzle: Problem = "2 touching regions=AB/AB".parse().unwrap();
        assert_eq!((puzzle.rule(), puzzle.regions().names().len()), (Rule::Touching, 2));
        assert!("5 torus touching".parse::<Problem>().is_err());
        assert!("5 touching torus".parse::<Problem>().is_err());
        assert!("5^3 touching".parse::<Problem>().is_err());
        assert!("5x8 torus".parse::<Problem>().is_err());
        assert!("8 knights".parse::<Problem>().is_err());
        assert!("".parse::<Problem>().is_err());
    }
}
