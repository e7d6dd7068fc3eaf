//! Regions: the board divided into areas that each hold one queen, as in newspaper puzzles.

use crate::{BoardError, Size, Square};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// The region of every square, or none at all.
///
/// Written as one letter for each square, with `/` between rows. A problem has as many regions as
/// rows, so "at most one queen in each region" means exactly one.
///
/// ```
/// use bezzel_board::{Problem, Regions, Rule};
///
/// // A A B B
/// // A C C B
/// // A D C B
/// // D D D D
/// let regions: Regions = "AABB/ACCB/ADCB/DDDD".parse()?;
/// let puzzle = Problem::queens(4).with_rule(Rule::Touching)?.with_regions(regions)?;
/// assert_eq!(puzzle.to_string(), "4 queens, rule touching, 4 regions");
/// # Ok::<(), bezzel_board::BoardError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Regions {
    width: usize,
    /// Row by row.
    letters: Vec<char>,
}

impl Regions {
    /// The names of regions, in the order in which [`Regions::numbered`] gives them out.
    pub const NAMES: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    /// The regions with these numbers, row by row; they are named in order of appearance.
    pub fn numbered(width: usize, numbers: &[usize]) -> Result<Regions, BoardError> {
        let mut names: HashMap<usize, char> = HashMap::new();
        let mut letters = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let next = Regions::NAMES.chars().nth(names.len());
            letters.push(match (names.get(&number), next) {
                (Some(&name), _) => name,
                (None, Some(name)) => *names.entry(number).or_insert(name),
                (None, None) => return Err(wrong("there are more than 52")),
            });
        }
        Ok(Regions { width, letters })
    }

    /// Whether the board is not divided.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// The names of all regions, in order of appearance.
    #[must_use]
    pub fn names(&self) -> Vec<char> {
        let mut names = Vec::new();
        for &letter in &self.letters {
            if !names.contains(&letter) {
                names.push(letter);
            }
        }
        names
    }

    /// The region of a square; `None` if the board is not divided.
    #[must_use]
    pub fn of(&self, square: Square) -> Option<char> {
        let (row, column) = (square.row as usize, square.column as usize);
        if column >= self.width {
            return None;
        }
        self.letters.get(row * self.width + column).copied()
    }

    /// The squares of a region, row by row.
    pub fn squares(&self, name: char) -> impl Iterator<Item = Square> + '_ {
        let inside = (self.letters.iter().enumerate()).filter(move |(_, letter)| **letter == name);
        inside
            .map(|(place, _)| Square::new((place / self.width) as u32, (place % self.width) as u32))
    }

    /// Whether a map of the board onto itself takes every region onto a region.
    pub(crate) fn are_kept_by(&self, map: impl Fn(Square) -> Square, size: Size) -> bool {
        // A board without regions may have too many squares to look at.
        if self.is_empty() {
            return true;
        }
        let mut image: HashMap<char, Option<char>> = HashMap::new();
        size.iter().filter_map(|square| Some((self.of(square)?, square))).all(|(name, square)| {
            let there = self.of(map(square));
            *image.entry(name).or_insert(there) == there
        })
    }

    /// Whether these are regions of such a board, one for each row.
    pub(crate) fn fit(&self, size: Size) -> Result<(), BoardError> {
        if self.is_empty() {
            return Ok(());
        }
        if size.dimension() > 2 {
            return Err(wrong("divide two-dimensional boards only"));
        }
        let (rows, columns) = (size.rows() as usize, size.columns() as usize);
        let given = self.letters.len() / self.width;
        if (given, self.width) != (rows, columns) {
            return Err(wrong(&format!(
                "are those of a {given}x{} board, but this one is {rows}x{columns}",
                self.width
            )));
        }
        match self.names().len() {
            named if named == rows => Ok(()),
            named => Err(wrong(&format!("are {named}, but {rows} rows need {rows} regions"))),
        }
    }
}

fn wrong(why: &str) -> BoardError {
    BoardError::Regions { why: why.to_owned() }
}

/// `AAB/ACB/CCB`; nothing if the board is not divided.
impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, letters) in self.letters.chunks(self.width.max(1)).enumerate() {
            if row > 0 {
                f.write_str("/")?;
            }
            letters.iter().try_for_each(|letter| write!(f, "{letter}"))?;
        }
        Ok(())
    }
}

impl FromStr for Regions {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Regions, BoardError> {
        if text.is_empty() {
            return Ok(Regions::default());
        }
        if let Some(other) = text.chars().find(|c| !c.is_ascii_alphabetic() && *c != '/') {
            return Err(wrong(&format!("contain '{other}'")));
        }
        let width = text.split('/').next().unwrap_or_default().len();
        if let Some((row, other)) =
            (text.split('/').enumerate()).find(|(_, row)| row.len() != width)
        {
            let length = other.len();
            return Err(wrong(&format!("have {length} squares in row {row}, {width} in row 0")));
        }
        if width == 0 {
            return Err(wrong("have empty rows"));
        }
        Ok(Regions { width, letters: text.chars().filter(|c| *c != '/').collect() })
    }
}

impl Serialize for Regions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Regions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Regions, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(|error| crate::Refused::error(&error))
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Regions {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Regions {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Placement, Problem, Rule, Symmetry};

    const FOUR: &str = "AABB/ACCB/ADCB/DDDD";

    fn four() -> Problem {
        let touching = Problem::queens(4).with_rule(Rule::Touching).unwrap();
        touching.with_regions(FOUR.parse().unwrap()).unwrap()
    }

    #[test]
    fn regions_are_read_and_written() {
        let regions: Regions = FOUR.parse().unwrap();
        assert_eq!(regions.to_string(), FOUR);
        assert_eq!(regions.names(), ['A', 'B', 'C', 'D']);
        assert_eq!(regions.of(Square::new(2, 1)), Some('D'));
        assert_eq!(regions.of(Square::new(0, 4)), None);
        assert_eq!(regions.squares('C').count(), 3);
        let numbers = [7, 7, 2, 2, 7, 9, 9, 2, 7, 0, 9, 2, 0, 0, 0, 0];
        assert_eq!(Regions::numbered(4, &numbers).unwrap(), regions);
    }

    #[test]
    fn wrong_regions_are_refused() {
        let refused = |text: &str| {
            let read = text.parse::<Regions>();
            read.and_then(|regions| Problem::queens(4).with_regions(regions))
                .unwrap_err()
                .to_string()
        };
        assert!(refused("AAB1/ACCB/ADCB/DDDD").contains("contain '1'"));
        assert!(refused("AABB/ACC/ADCB/DDDD").contains("3 squares in row 1, 4 in row 0"));
        assert!(refused("AABB/ACCB/ADCB").contains("a 3x4 board, but this one is 4x4"));
        assert!(refused("AABB/ACCB/AACB/AAAA").contains("are 3, but 4 rows need 4"));
        assert!(refused("/").contains("empty rows"));
        let cube = Problem::new("4^3".parse().unwrap());
        assert!(cube.with_regions(FOUR.parse().unwrap()).is_err());
    }

    #[test]
    fn a_region_holds_one_queen() {
        let problem = four();
        let faults = problem.faults(&Placement::from_columns(&[1, 3, 0, 2]));
        assert_eq!(faults, ["the queens on (0, 1) and (2, 0) attack each other along region A"]);
        assert!(!problem.is_flat() && !problem.is_plain() && problem.has_lines());
        let given = problem.with_given([Square::new(0, 0), Square::new(2, 0)]);
        assert!(given.is_err());
    }

    #[test]
    fn a_symmetry_must_keep_the_regions() {
        let stripes = Problem::queens(4).with_regions("AAAA/BBBB/CCCC/DDDD".parse().unwrap());
        let kept = Symmetry::of_problem(&stripes.unwrap());
        assert_eq!(kept, [Symmetry::R2, Symmetry::R4, Symmetry::D1, Symmetry::D2]);
        assert_eq!(Symmetry::of_problem(&four()), [Symmetry::R4]);
    }
}
