//! Engine `enumerate`: depth-first search, the border first, in the widest vectors at hand.
//!
//! On the full square board the queens of the first and last row and column are placed first.
//! One border per symmetry class is searched, in the best of its four orientations, and weighed
//! with the size of its class (8, 4 or 2), so only an eighth of the tree is walked and its
//! queens are pinned where they cut most. What remains is a course of rows for a [descent]
//! (in 16-bit lanes up to n = 18).
//!
//! ```text
//!     . . Q . . . . .      border: top 2, bottom 5, left 3, right 4
//!     . o o o o o o .
//!     . o o o o o o .      o: the course, rows 1, 2, 5, 6 of columns 1 to 6, less the squares
//!     Q . . . . . . .         that the border attacks
//!     . . . . . . . Q
//!     . o o o o o o .
//!     . o o o o o o .
//!     . . . . . Q . .
//! ```
//!
//! A board with given queens, blocked squares or unequal sides has no symmetry to use: its units
//! are the legal placements in the first rows.
//!
//! Time follows the number of legal partial placements, memory is a few hundred kilobytes per
//! thread. Ideas: borders first, from NQueensFAF and K. Takahashi's (takaken) N-Queens programs;
//! one buffer per depth is our own. Not for full boards beyond n = 18: `colour` is faster there.
//!
//! [descent]: crate::descent

mod border;
mod prefix;

use crate::descent::{COLUMNS, Course, Descent};
use crate::{Engine, EngineError, Plan, Prepared, SimdLevel, Unit, plain};
use bezzel_board::{Problem, Square, Topology};
use border::Border;

/// The depth-first engine for flat boards with walls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Enumerate;

impl Enumerate {
    /// The engine's name.
    pub const ID: &'static str = "enumerate";
}

impl Engine for Enumerate {
    fn id(&self) -> &'static str {
        Self::ID
    }

    fn prepare(
        &self,
        problem: &Problem,
        simd: SimdLevel,
    ) -> Result<Box<dyn Prepared>, EngineError> {
        let unsupported = |what, instead| {
            Err(EngineError::Unsupported {
                engine: Self::ID,
                what,
                instead,
            })
        };
        if problem.topology() == Topology::Torus {
            return unsupported("boards with joined edges", "engine torus");
        }
        if !problem.is_flat() {
            return unsupported("boards of more than two dimensions", "a d-dimensional counter");
        }
        let size = problem.size();
        if size.columns() > COLUMNS {
            return Err(EngineError::TooLarge {
                engine: Self::ID,
                largest: COLUMNS,
                size: size.to_string(),
            });
        }
        let level = simd.available()?;
        let open = problem.open_columns().expect("32 columns fit a word");
        let parts = if problem.is_plain() && size.is_square() && size.rows() > 1 {
            border_parts(size.rows(), &open)
        } else {
            prefix::parts(problem, &open)
        };
        Ok(Box::new(Enumeration::new(problem, level, open, parts)))
    }
}

/// Part of a unit: the solutions that contain some fixed queens, counted `weight` times.
struct Part {
    fixed: Vec<Square>,
    weight: u64,
    /// Parts with the same name make one unit.
    name: String,
}

/// The representatives of all borders, each turned so that its search is smallest, named by as
/// many of the four border queens as gives a handful of units for small boards and enough for
/// many threads on large ones.
fn border_parts(n: u32, open: &[u64]) -> Vec<Part> {
    let named = match n {
        ..=12 => 1,
        13..=15 => 2,
        _ => 3,
    };
    let turned = |border: Border| {
        let [a, b, c, d, ..] = border.images(n);
        let best = [a, b, c, d]
            .into_iter()
            .min_by_key(|image| Course::plane(open, n, &image.queens(n)).openings());
        best.expect("there are four orientations")
    };
    (Border::representatives(n).into_iter())
        .map(|(border, weight)| {
            let places = [border.top, border.bottom, border.left, border.right];
            Part {
                fixed: turned(border).queens(n),
                weight,
                name: format!("border {}", commas(&places[..named])),
            }
        })
        .collect()
}

fn commas(places: &[u32]) -> String {
    let words: Vec<String> = places.iter().map(u32::to_string).collect();
    words.join(",")
}

/// A flat problem cut into units.
struct Enumeration {
    plan: Plan,
    level: SimdLevel,
    open: Vec<u64>,
    /// The parts of each unit.
    units: Vec<Vec<Part>>,
}

impl Enumeration {
    fn new(problem: &Problem, level: SimdLevel, open: Vec<u64>, parts: Vec<Part>) -> Self {
        let mut units: Vec<Vec<Part>> = Vec::new();
        for part in parts {
            match units.last_mut() {
                Some(unit) if unit[0].name == part.name => unit.push(part),
                _ => units.push(vec![part]),
            }
        }
        let columns = problem.size().columns();
        let listed = units.iter().map(|parts| Unit {
            label: parts[0].name.clone(),
            cost: (parts.iter())
                .map(|part| f64::from(Course::plane(&open, columns, &part.fixed).openings()))
                .sum(),
        });
        let plan = Plan {
            engine: Enumerate::ID,
            problem: problem.clone(),
            units: listed.collect(),
            divisor: 1,
        };
        Enumeration {
            plan,
            level,
            open,
            units,
        }
    }

    /// The sum over a unit's parts of weight times solutions.
    fn weigh(&self, unit: usize, mut solutions: impl FnMut(&Part) -> u64) -> u128 {
        (self.units[unit].iter())
            .map(|part| u128::from(part.weight) * u128::from(solutions(part)))
            .sum()
    }
}

impl Prepared for Enumeration {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn count(&self, unit: usize) -> u128 {
        let columns = self.plan.problem.size().columns();
        let mut descent = Descent::<false>::new(self.level);
        self.weigh(unit, |part| {
            descent.count(&Course::plane(&self.open, columns, &part.fixed))
        })
    }

    /// Plain bit-mask recursion over the whole board, the fixed queens as rows with one open
    /// column and the squares they attack closed.
    fn recount(&self, unit: usize) -> u128 {
        self.weigh(unit, |part| {
            let mut open = self.open.clone();
            for (row, columns) in open.iter_mut().enumerate() {
                for column in 0..self.plan.problem.size().columns() {
                    let square = Square::new(row as u32, column);
                    let attack = |&queen: &Square| {
                        self.plan.problem.attack(queen, square).is_some()
                    };
                    if part.fixed.iter().any(attack) {
                        *columns &= !(1 << column);
                    }
                }
            }
            plain::count(&open)
        })
    }
}
