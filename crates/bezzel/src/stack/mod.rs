//! `stack`: n solutions that together cover the board: one, all, how many, or as many as fit.

mod all;
mod count;
mod disjoint;
mod one;

pub use all::{StacksAnswer, StacksRequest, stacks};
pub use count::{StackCountAnswer, StackCountRequest, StackCounted, stack_count};
pub use disjoint::{DisjointAnswer, DisjointRequest, DisjointSide, disjoint};
pub use one::{StackAnswer, StackRequest, stack};

use crate::Decimal;
use bezzel_board::{Access, Stack};
use serde::Serialize;

/// A stack as data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct StackTable {
    /// The floor of each square, from 0.
    pub levels: Vec<Vec<u32>>,
    /// The floors, lowest first, in one-line notation.
    pub floors: Vec<String>,
    /// Whether every floor is a solution of the torus too.
    pub toroidal: bool,
    /// The slope of its lines, if it consists of lines.
    pub slope: Option<u32>,
    /// Pairs of queens that attack each other in space.
    pub attacking_pairs: Decimal,
    /// The stack as a map of a parallel memory: the conflicts when every line is read at once.
    pub reads: Vec<MemoryRead>,
    /// The stack itself.
    #[serde(skip)]
    pub stack: Stack,
}

/// Lines of one kind, each read at once from a parallel memory.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct MemoryRead {
    /// The kind of line: rows, columns, plain diagonals or broken diagonals.
    pub lines_of: &'static str,
    /// How many there are.
    pub lines: usize,
    /// Those on which some module is asked more than once.
    pub conflicts: usize,
    /// The first such line, with two elements in the same module.
    pub first_conflict: Option<String>,
}

impl From<Stack> for StackTable {
    fn from(stack: Stack) -> StackTable {
        let read = |access: Access| {
            let reading = access.read(&stack);
            MemoryRead {
                lines_of: access.name(),
                lines: reading.lines,
                conflicts: reading.conflicts,
                first_conflict: reading.first.map(|(line, first, second)| {
                    format!("{line}: {first} and {second} in module {}", stack.level(first))
                }),
            }
        };
        StackTable {
            levels: stack.rows().map(<[u32]>::to_vec).collect(),
            floors: stack.floors().iter().map(|floor| line(floor)).collect(),
            toroidal: stack.is_toroidal(),
            slope: stack.slope(),
            attacking_pairs: Decimal(u128::from(stack.attacking_pairs())),
            reads: Access::ALL.map(read).into(),
            stack,
        }
    }
}

/// `0,2,4,1,3`.
fn line(columns: &[u32]) -> String {
    columns.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Refuses the side 0.
fn at_least_one(n: u32) -> Result<(), crate::Error> {
    if n > 0 {
        return Ok(());
    }
    Err(crate::Error::bad("a stack has square floors of side 1 or more, not 0")
        .advice("choose for example 12"))
}
