//! A problem in words for people, and its short form for reading.

use crate::{BoardError, Problem, Rule, Topology};
use std::fmt;
use std::str::FromStr;

/// `8 queens on the torus, 2 given, 1 blocked`: for people, not for parsing.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let plural = |number: usize| if number == 1 { "" } else { "s" };
        let pieces = self.pieces();
        let piece = format!("{}{}", self.rule().piece(), plural(pieces as usize));
        match (size.dimension(), size.is_square()) {
            (2, true) if pieces == size.rows() => write!(f, "{pieces} {piece}")?,
            (2, true) => write!(f, "{pieces} {piece} on {size}x{size}")?,
            (3.., _) if !self.has_one_per_row() => {
                write!(f, "{pieces} {piece} anywhere on {size}")?;
            }
            _ => write!(f, "{pieces} {piece} on {size}")?,
        }
        match self.topology() {
            Topology::Plane => {}
            Topology::Torus => f.write_str(" on the torus")?,
            Topology::Cylinder => f.write_str(" on the cylinder")?,
            Topology::Mobius => f.write_str(" on the Möbius strip")?,
        }
        let is_named = self.rule() == Rule::Queen || self.rule().is_piece();
        if size.dimension() > 2 || !is_named {
            write!(f, ", rule {}", self.rule())?;
        }
        if !self.regions().is_empty() {
            write!(f, ", {} regions", self.regions().names().len())?;
        }
        let excluded = self.excluded().lines().len();
        if excluded > 0 {
            write!(f, ", {excluded} diagonal{} excluded", plural(excluded))?;
        }
        let pawns = self.pawns().len();
        if pawns > 0 {
            write!(f, ", {pawns} pawn{}", plural(pawns))?;
        }
        if !self.given().is_empty() {
            write!(f, ", {} given", self.given().len())?;
        }
        let blocked = self.blocked_itself().len();
        if blocked > 0 {
            write!(f, ", {blocked} blocked")?;
        }
        Ok(())
    }
}

/// A size, then whatever is not usual, in this order: a topology, the name of a rule,
/// `queens=K`, the excluded diagonals, the regions. `8`, `5x8`, `7 torus`, `4^3 hyperplane`,
/// `8 cylinder king queens=9`, `8 exclude=d0,s7`, `4 touching regions=AABB/ACCB/ADCB/DDDD`. Given
/// queens, blocked squares and pawns are added by [`with_given`](Problem::with_given),
/// [`with_blocked`](Problem::with_blocked) and [`with_pawns`](Problem::with_pawns).
///
/// ```
/// use bezzel_board::Problem;
///
/// let problem: Problem = "7 torus".parse()?;
/// assert_eq!(problem, Problem::queens(7).on_torus()?);
/// let kings: Problem = "8 cylinder king queens=9".parse()?;
/// assert_eq!(kings.to_string(), "9 kings on 8x8 on the cylinder");
/// # Ok::<(), bezzel_board::BoardError>(())
/// ```
impl FromStr for Problem {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Problem, BoardError> {
        let mut words = text.split_whitespace();
        let mut problem = Problem::new(words.next().unwrap_or_default().parse()?);
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            problem = match name {
                "torus" | "cylinder" | "mobius" => problem.on(word.parse()?)?,
                "regions" => problem.with_regions(value.parse()?)?,
                "exclude" => problem.with_excluded(value.parse()?)?,
                "queens" => problem.with_pieces(read_pieces(value)?)?,
                _ => problem.with_rule(word.parse()?)?,
            };
        }
        Ok(problem)
    }
}

/// A number of pieces.
fn read_pieces(text: &str) -> Result<u32, BoardError> {
    text.parse().map_err(|_| BoardError::NotANumberOfPieces { text: text.to_owned() })
}
