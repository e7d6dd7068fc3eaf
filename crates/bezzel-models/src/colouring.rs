//! Colourings of the queen graph: every open square gets one of k colours, no two on a line the
//! same.
//!
//! If the number of colours equals the side, each colour class is a solution, and the colouring is
//! a stack (the board partitioned into n disjoint solutions). The squares of the first
//! line (row 0) attack each other, so that they all differ: giving them the colours 1, 2, 3, … in
//! order loses nothing and breaks the symmetry of the colours.

use crate::cnf::{Clauses, Encoder, Encoding};
use crate::{Model, ModelError, Variable};
use bezzel_board::{Line, Size, Square};
use bezzel_search::Existence;
use std::fmt;

/// The question whether the open squares can be coloured with this many colours.
#[derive(Clone, Copy, Debug)]
pub struct Colouring<'m> {
    model: &'m Model,
    colours: u32,
    /// How "at most one square of a line has this colour" is expressed.
    pub encoding: Encoding,
}

impl<'m> Colouring<'m> {
    /// The question for this model. A given queen has no colour, so given queens are not allowed.
    pub fn new(
        model: &'m Model,
        colours: u32,
        encoding: Encoding,
    ) -> Result<Colouring<'m>, ModelError> {
        if !model.problem().given().is_empty() {
            return Err(ModelError::GivenColour);
        }
        let variables = u64::from(model.variables()) * u64::from(colours);
        if variables > i32::MAX as u64 {
            return Err(ModelError::TooLarge { squares: variables });
        }
        Ok(Colouring { model, colours, encoding })
    }

    /// The model whose squares are coloured.
    #[must_use]
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Number of colours.
    #[must_use]
    pub fn colours(&self) -> u32 {
        self.colours
    }

    /// The literal that says that a square has a colour (from 0).
    #[must_use]
    pub fn literal(&self, square: Variable, colour: u32) -> i64 {
        i64::from(square.index()) * i64::from(self.colours) + i64::from(colour) + 1
    }

    /// The colours in an assignment, which is the set of the numbers of its true literals: the
    /// first true literal of each square. Literals after those of the squares belong to the
    /// encoding.
    pub fn decode(&self, is_true: impl Fn(i64) -> bool) -> Result<ColourTable, ModelError> {
        let colour = |square: Variable| {
            (0..self.colours).find(|&colour| is_true(self.literal(square, colour)))
        };
        let colours = self
            .model
            .squares()
            .map(|(variable, square)| colour(variable).ok_or(ModelError::NoColour { square }));
        self.table(&colours.collect::<Result<Vec<_>, _>>()?)
    }

    /// The table in which the open squares, in order, have these colours, if it is a colouring.
    pub fn table(&self, colours: &[u32]) -> Result<ColourTable, ModelError> {
        let mut table = ColourTable {
            size: self.model.problem().size(),
            colours: vec![None; self.model.problem().size().squares() as usize],
        };
        if colours.len() != self.model.variables() as usize {
            let fault = format!(
                "{} squares are coloured; the board has {} open ones",
                colours.len(),
                self.model.variables()
            );
            return Err(ModelError::Wrong { fault, others: 0 });
        }
        for ((_, square), &colour) in self.model.squares().zip(colours) {
            if colour >= self.colours {
                return Err(ModelError::NoColour { square });
            }
            let position = self.model.problem().size().position(square);
            table.colours[position as usize] = Some(colour);
        }
        // Line by line, not pair by pair: that is n times as fast.
        let mut seen: Vec<Option<Square>> = vec![None; self.colours as usize];
        for line in self.model.lines() {
            for (variable, b) in self.model.on_line(&line) {
                if let Some(a) = seen[colours[variable.index() as usize] as usize].replace(b) {
                    let fault = format!("the squares {a} and {b} share a line and a colour");
                    return Err(ModelError::Wrong { fault, others: 0 });
                }
            }
            for (variable, _) in self.model.on_line(&line) {
                seen[colours[variable.index() as usize] as usize] = None;
            }
        }
        Ok(table)
    }

    /// The squares whose colours are fixed: row 0 where it is a line, otherwise the first line.
    fn first_line(&self) -> Vec<Variable> {
        let mut lines = self.model.lines();
        let line = lines.find(|line| !matches!(line, Line::Leap(_)));
        let squares = line.map(|line| self.model.on_line(&line).map(|(v, _)| v).collect());
        squares.unwrap_or_default()
    }

    /// What is known about such a colouring without a search: a line with more open squares than
    /// colours excludes it; a side divisible by neither 2 nor 3 has the colouring by lines of slope
    /// two, as does a smaller board on the plane.
    #[must_use]
    pub fn existence(&self) -> Existence<ColourTable> {
        let longest = self.model.lines().map(|line| self.model.on_line(&line).count()).max();
        if longest.is_some_and(|squares| squares > self.colours as usize) {
            return Existence::None;
        }
        let problem = self.model.problem();
        if !problem.is_flat() {
            return Existence::Open;
        }
        let size = problem.size();
        let side = size.rows().max(size.columns());
        let side = match problem.wraps() {
            false => (side..).find(|side| is_linear(*side)),
            true => Some(side).filter(|side| is_linear(*side)),
        };
        let Some(side) = side.filter(|&side| side <= self.colours) else {
            return Existence::Open;
        };
        let colour = |square: Square| {
            (u64::from(square.column) + 2 * u64::from(square.row)) % u64::from(side)
        };
        let colours: Vec<u32> =
            self.model.squares().map(|(_, square)| colour(square) as u32).collect();
        self.table(&colours).map_or(Existence::Open, Existence::Found)
    }
}

/// Whether the lines of slope two are solutions of a torus of this side.
fn is_linear(side: u32) -> bool {
    !side.is_multiple_of(2) && !side.is_multiple_of(3)
}

impl Clauses for Colouring<'_> {
    fn each_clause<E>(&self, emit: impl FnMut(&[i64]) -> Result<(), E>) -> Result<u64, E> {
        let squares = u64::from(self.model.variables()) * u64::from(self.colours);
        let mut encoder = Encoder::new(self.encoding, squares, emit);
        let all = |square| (0..self.colours).map(move |colour| self.literal(square, colour));
        for (variable, _) in self.model.squares() {
            encoder.clause(&all(variable).collect::<Vec<_>>())?;
        }
        for (colour, variable) in (0..self.colours).zip(self.first_line()) {
            encoder.clause(&[self.literal(variable, colour)])?;
        }
        for group in self.model.groups() {
            let line: Vec<Variable> = self.model.on_line(&group.line).map(|(v, _)| v).collect();
            for colour in 0..self.colours {
                let literals: Vec<i64> = line.iter().map(|&v| self.literal(v, colour)).collect();
                // A line of k squares with k colours has each of them.
                if literals.len() == self.colours as usize {
                    encoder.clause(&literals)?;
                }
                encoder.at_most_one(&literals)?;
            }
        }
        Ok(encoder.variables())
    }
}

/// A colour for every open square, no two on a line the same; checked when it is constructed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourTable {
    size: Size,
    colours: Vec<Option<u32>>,
}

impl ColourTable {
    /// The colour of each square row by row, from 0; `None` where the square is not open.
    #[must_use]
    pub fn colours(&self) -> &[Option<u32>] {
        &self.colours
    }
}

/// A line for each row, colours from 1 as stacks are written, `.` for squares without one.
impl fmt::Display for ColourTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = self.colours.iter().flatten().max().map_or(1, |colour| colour + 1);
        let width = most.to_string().len();
        for row in self.colours.chunks(self.size.columns() as usize) {
            for (place, colour) in row.iter().enumerate() {
                let space = if place > 0 { " " } else { "" };
                match colour {
                    Some(colour) => write!(f, "{space}{:>width$}", colour + 1)?,
                    None => write!(f, "{space}{:>width$}", ".")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel_board::Problem;

    #[test]
    fn a_line_of_slope_two_colours_five() {
        let model = Model::new(Problem::queens(5)).unwrap();
        let colouring = Colouring::new(&model, 5, Encoding::Pairwise).unwrap();
        let colours: Vec<u32> = (0..25).map(|p| (p % 5 + 3 * (p / 5)) % 5).collect();
        let table = colouring.table(&colours).unwrap();
        assert!(table.to_string().starts_with("1 2 3 4 5\n4 5 1 2 3\n"));
        let same = colouring.decode(|literal| {
            let (square, colour) = ((literal - 1) / 5, (literal - 1) % 5);
            i64::from(colours[square as usize]) == colour
        });
        assert_eq!(same, Ok(table));
        let satisfied = colouring.each_clause(|clause| {
            let holds = |&l: &i64| {
                let (square, colour) = ((l.abs() - 1) / 5, (l.abs() - 1) % 5);
                (i64::from(colours[square as usize]) == colour) == (l > 0)
            };
            if clause.iter().any(holds) { Ok(()) } else { Err(clause.to_vec()) }
        });
        assert_eq!(satisfied, Ok(125));
    }

    #[test]
    fn what_is_known_about_colourings_without_a_search() {
        let known = |problem: Problem, colours| {
            let model = Model::new(problem).unwrap();
            Colouring::new(&model, colours, Encoding::Sequential).unwrap().existence()
        };
        // Lines of slope two of the sides 5, 7 and 13; the last is the least for 12 on the plane.
        for (n, colours) in [(5, 5), (4, 5), (6, 7), (7, 9), (12, 13)] {
            assert!(matches!(known(Problem::queens(n), colours), Existence::Found(_)), "{n}");
        }
        assert_eq!(known(Problem::queens(8), 7), Existence::None);
        assert_eq!(known(Problem::queens(8), 8), Existence::Open);
        let torus = |n| Problem::queens(n).on_torus().unwrap();
        assert!(matches!(known(torus(7), 7), Existence::Found(_)));
        assert_eq!(known(torus(6), 7), Existence::Open);
        let wide = Problem::new(Size::rectangle(3, 7).unwrap());
        assert!(matches!(known(wide, 7), Existence::Found(_)));
    }

    #[test]
    fn wrong_colourings_are_refused() {
        let model = Model::new(Problem::queens(4)).unwrap();
        let colouring = Colouring::new(&model, 5, Encoding::Sequential).unwrap();
        assert!(matches!(colouring.table(&[0; 16]), Err(ModelError::Wrong { .. })));
        assert!(matches!(colouring.table(&[5; 16]), Err(ModelError::NoColour { .. })));
        assert!(matches!(colouring.table(&[0; 15]), Err(ModelError::Wrong { .. })));
        assert!(matches!(colouring.decode(|_| false), Err(ModelError::NoColour { .. })));
        let given = Problem::queens(4).with_given([Square::new(0, 1)]).unwrap();
        let model = Model::new(given).unwrap();
        assert!(Colouring::new(&model, 4, Encoding::Sequential).is_err());
    }
}
