//! One neutral view of a problem: open squares as 0/1 variables, lines as groups of them.
//!
//! A square is *open* unless it is blocked or a given queen attacks it, and only open squares are
//! variables. A given queen is then the only variable of its row, so that "exactly one queen in the
//! row" forces it: no format needs a special case, and the queen graph of the open squares has a
//! stable set of that size exactly if the problem has a solution.
//!
//! A solution has one queen in each row (see [`Problem`]). On a board with as many rows as columns
//! every column then has exactly one, and on the torus every diagonal too; on a rectangle a column
//! has at most one, as every diagonal of the plane has. A region has exactly one, and with rule
//! `touching` every block of four squares has at most one.
//!
//! Where a row may hold any number of pieces (see [`Problem::has_one_per_row`]) every line has at
//! most one, given pieces are not variables, and the number of the others is a constraint of its
//! own: [`Model::total`].
//!
//! Only two bits are stored per square, so that a model of a large board needs little memory and
//! its constraints can be streamed.

use crate::ModelError;
use bezzel_board::{Line, Placement, Problem, Square};

/// A 0/1 variable: whether a queen stands on one open square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(u32);

impl Variable {
    /// The variable with this position among the open squares, from 0.
    #[must_use]
    pub fn from_index(index: u32) -> Variable {
        Variable(index)
    }

    /// Its position among the open squares row by row, from 0.
    #[must_use]
    pub fn index(self) -> u32 {
        self.0
    }

    /// The same from 1, as DIMACS formats count.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0 + 1
    }
}

/// How many queens a line must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// Exactly one queen.
    ExactlyOne,
    /// One queen or none.
    AtMostOne,
}

/// A line of the board with the number of queens it must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The line; its open squares are [`Model::on_line`].
    pub line: Line,
    /// How many of them hold a queen.
    pub need: Need,
}

/// A problem as variables and groups.
#[derive(Clone, Debug)]
pub struct Model {
    problem: Problem,
    /// A bit for each square, row by row: whether it is open.
    open: Vec<u64>,
    /// Open squares before each word of `open`; one more entry than there are words.
    before: Vec<u32>,
}

impl Model {
    /// The model of a two-dimensional problem.
    pub fn new(problem: Problem) -> Result<Model, ModelError> {
        let size = problem.size();
        if !problem.has_lines() {
            return Err(ModelError::NotFlat { problem: problem.to_string() });
        }
        if size.squares() > i32::MAX as u64 {
            return Err(ModelError::TooLarge { squares: size.squares() });
        }
        let squares = size.squares() as usize;
        let mut open = vec![u64::MAX; squares.div_ceil(64)];
        if let (Some(last), 1..) = (open.last_mut(), squares % 64) {
            *last = (1 << (squares % 64)) - 1;
        }
        let mut model = Model { problem, open, before: Vec::new() };
        model.close();
        if model.variables() == 0 {
            return Err(ModelError::NothingOpen);
        }
        Ok(model)
    }

    /// Removes squares that are blocked or attacked by a given queen, and counts the rest.
    fn close(&mut self) {
        let problem = &self.problem;
        let size = problem.size();
        let mut shut = |square: Square| {
            let position = size.position(square);
            self.open[(position / 64) as usize] &= !(1 << (position % 64));
        };
        problem.blocked().squares().iter().for_each(|&square| shut(square));
        for &queen in problem.given().squares() {
            if !problem.has_one_per_row() {
                shut(queen);
            }
            for line in problem.lines_through(queen) {
                problem.squares_of(&line).filter(|&s| s != queen).for_each(&mut shut);
            }
        }
        let counts = self.open.iter().scan(0, |sum, word| {
            *sum += word.count_ones();
            Some(*sum)
        });
        self.before = std::iter::once(0).chain(counts).collect();
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Number of variables that are true in a solution: the number of rows, or that of the pieces
    /// that are not given.
    #[must_use]
    pub fn queens(&self) -> u32 {
        match self.problem.has_one_per_row() {
            true => self.problem.size().rows(),
            false => self.problem.pieces() - self.problem.given().len() as u32,
        }
    }

    /// The number of queens where the lines do not determine it: then exactly this many variables
    /// must be true.
    #[must_use]
    pub fn total(&self) -> Option<u32> {
        (!self.problem.has_one_per_row()).then(|| self.queens())
    }

    /// Number of variables.
    #[must_use]
    pub fn variables(&self) -> u32 {
        *self.before.last().expect("it starts with one entry")
    }

    /// Every open square with its variable, row by row.
    pub fn squares(&self) -> impl Iterator<Item = (Variable, Square)> {
        let open = self.problem.size().iter().filter(|&square| self.is_open(square));
        (0..).map(Variable).zip(open)
    }

    /// Whether a square is a variable.
    #[must_use]
    pub fn is_open(&self, square: Square) -> bool {
        let position = self.problem.size().position(square);
        self.open[(position / 64) as usize] >> (position % 64) & 1 == 1
    }

    /// The variable of a square; `None` where it is off the board or not open.
    #[must_use]
    pub fn variable(&self, square: Square) -> Option<Variable> {
        if !self.problem.size().contains(square) || !self.is_open(square) {
            return None;
        }
        let position = self.problem.size().position(square);
        let word = (position / 64) as usize;
        let below = self.open[word] & ((1 << (position % 64)) - 1);
        Some(Variable(self.before[word] + below.count_ones()))
    }

    /// The square of a variable, if the model has it.
    #[must_use]
    pub fn square(&self, variable: Variable) -> Option<Square> {
        if variable.0 >= self.variables() {
            return None;
        }
        let word = self.before.partition_point(|&before| before <= variable.0) - 1;
        let mut bits = self.open[word];
        for _ in self.before[word]..variable.0 {
            bits &= bits - 1;
        }
        self.problem.size().at_position(word as u64 * 64 + u64::from(bits.trailing_zeros()))
    }

    /// Every line: rows, columns, diagonals and anti-diagonals, blocks, knight's moves, regions.
    pub fn lines(&self) -> impl Iterator<Item = Line> + use<> {
        self.problem.lines()
    }

    /// How many queens a line must hold.
    #[must_use]
    pub fn need(&self, line: &Line) -> Need {
        let is_square = self.problem.size().is_square();
        let exactly = match line {
            Line::Row(_) | Line::Region(_) => true,
            Line::Column(_) => is_square,
            Line::Diagonal(_) | Line::AntiDiagonal(_) => is_square && self.problem.wraps(),
            _ => false,
        };
        if exactly && self.problem.has_one_per_row() { Need::ExactlyOne } else { Need::AtMostOne }
    }

    /// Whether a line is a constraint: it must hold exactly one queen, or has two open squares.
    /// This includes a row without open squares, which makes the model infeasible.
    #[must_use]
    pub fn constrains(&self, line: &Line) -> bool {
        self.need(line) == Need::ExactlyOne || self.on_line(line).nth(1).is_some()
    }

    /// Every line that is a constraint.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        let lines = self.lines().filter(|line| self.constrains(line));
        lines.map(|line| Group { need: self.need(&line), line })
    }

    /// The open squares of a line with their variables, row by row.
    pub fn on_line(&self, line: &Line) -> impl Iterator<Item = (Variable, Square)> + use<'_> {
        self.problem.squares_of(line).filter_map(|s| Some((self.variable(s)?, s)))
    }

    /// The lines through a square, in the order of [`lines`](Self::lines).
    pub fn lines_through(&self, square: Square) -> impl Iterator<Item = Line> + use<> {
        self.problem.lines_through(square)
    }

    /// Every pair of open squares that attack each other, once, the earlier square first.
    pub fn attacks(&self) -> impl Iterator<Item = (Variable, Variable)> {
        self.squares().flat_map(move |(first, a)| {
            self.attacked_after(first, a).map(move |(second, _)| (first, second))
        })
    }

    /// The later open squares that the queen on one square attacks, line by line.
    pub fn attacked_after(
        &self,
        first: Variable,
        a: Square,
    ) -> impl Iterator<Item = (Variable, Square)> + use<'_> {
        self.lines_through(a).flat_map(move |line| {
            // Two squares may share two lines; the pair belongs to the first of them.
            let owner = line.clone();
            self.on_line(&line)
                .filter(move |&(second, _)| second > first)
                .filter(move |&(_, b)| self.problem.attack(a, b).as_ref() == Some(&owner))
        })
    }

    /// The placement in which exactly these variables are true. Variables that the model does not
    /// have are an error and never ignored.
    pub fn decode(
        &self,
        variables: impl IntoIterator<Item = Variable>,
    ) -> Result<Placement, ModelError> {
        let square = |variable: Variable| {
            self.square(variable).ok_or(ModelError::NoVariable {
                number: variable.number(),
                variables: self.variables(),
            })
        };
        // Given pieces are variables only where each row has one.
        let given = self.problem.given().squares().iter().copied().map(Ok);
        let given = given.filter(|_| self.total().is_some());
        variables.into_iter().map(square).chain(given).collect()
    }

    /// Returns the placement if it solves the problem by the rules of bezzel-board.
    pub fn verify(&self, placement: Placement) -> Result<Placement, ModelError> {
        let faults = self.problem.faults(&placement);
        match faults.first() {
            None => Ok(placement),
            Some(fault) => {
                Err(ModelError::Wrong { fault: fault.clone(), others: faults.len() - 1 })
            }
        }
    }
}

#[cfg(test)]
mod tests;
