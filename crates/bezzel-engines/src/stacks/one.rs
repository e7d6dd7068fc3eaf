//! One stack, by the fastest known method for its side.

use super::construct;
use super::engine::PreparedStacks;
use super::quarters::{LARGEST_QUARTERED, quartered};
use super::symmetric::{self, Group, LARGEST_SYMMETRIC, Stopped};
use super::turned::{LARGEST_TURNED, turned};
use bezzel_board::{Explain, Instead, Problem, Stack, Stop};
use std::fmt;
use thiserror::Error;

/// The largest side, with a table of a million squares.
pub const LARGEST: u32 = 1000;

/// The largest side for a complete search: 10 is the last side without a stack whose proof takes
/// milliseconds, and every larger one with a known stack is found by another method.
const SEARCHED: u32 = 12;

/// A stack and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The stack, checked.
    pub stack: Stack,
    /// The method.
    pub way: Way,
}

/// How a stack was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Parallel lines on the torus.
    Lines {
        /// Their slope.
        slope: u32,
    },
    /// The product of two stacks.
    Product {
        /// The side of the outer one.
        outer: u32,
        /// The side of the inner one.
        inner: u32,
    },
    /// Search among stacks that a reflection leaves unchanged.
    Mirrored,
    /// Search among stacks that the half-turn leaves unchanged.
    Turned,
    /// Search among stacks that both reflections leave unchanged.
    Quartered,
    /// Search among all stacks.
    Search,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Way::Lines { slope } => write!(f, "constructed: lines of slope {slope} on the torus"),
            Way::Product { outer, inner } => {
                write!(
                    f,
                    "constructed: product of a stack of {outer} and a toroidal one of {inner}"
                )
            }
            Way::Mirrored => {
                f.write_str("found by search among stacks that a reflection leaves unchanged")
            }
            Way::Turned => {
                f.write_str("found by search among stacks that the half-turn leaves unchanged")
            }
            Way::Quartered => {
                f.write_str("found by search among stacks that both reflections leave unchanged")
            }
            Way::Search => f.write_str("found by search among all stacks"),
        }
    }
}

/// Why there is no stack to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StackError {
    /// The search was exhaustive.
    #[error("no stack of side {n} exists")]
    None {
        /// The side.
        n: u32,
    },
    /// No construction applies, and the searches found nothing; the answer may be unknown.
    #[error(
        "no stack of side {n} is known here: it is not coprime to 6, no product gives it, and no symmetric search finds it"
    )]
    Unknown {
        /// The side.
        n: u32,
    },
    /// The table would be too large.
    #[error("a stack of side {n} would need too large a table")]
    TooLarge {
        /// The side.
        n: u32,
    },
    /// The search was stopped.
    #[error("the search for a stack of side {n} was stopped before it found one")]
    Stopped {
        /// The side.
        n: u32,
    },
}

impl Explain for StackError {
    fn instead(&self) -> Vec<Instead> {
        match self {
            StackError::TooLarge { .. } => {
                vec![Instead::advice(format!("the largest side is {LARGEST}"))]
            }
            StackError::None { .. } | StackError::Unknown { .. } | StackError::Stopped { .. } => {
                Vec::new()
            }
        }
    }
}

/// A stack of side n.
pub fn one(n: u32, stop: &Stop) -> Result<Found, StackError> {
    if n > LARGEST {
        return Err(StackError::TooLarge { n });
    }
    if let Some(slope) = construct::slopes(n).next() {
        let stack = construct::linear(n, slope).expect("the slope is one of those that do");
        return Ok(Found { stack, way: Way::Lines { slope } });
    }
    if let Some(found) = as_product(n, stop)? {
        return Ok(found);
    }
    let stopped = |Stopped| StackError::Stopped { n };
    if (SEARCHED..=LARGEST_SYMMETRIC).contains(&n)
        && let Some(stack) = symmetric::kept_by(n, Group::Mirror, stop).map_err(stopped)?
    {
        return Ok(Found { stack, way: Way::Mirrored });
    }
    if (SEARCHED..=LARGEST_TURNED).contains(&n)
        && n % 2 == 1
        && let Some(stack) = turned(n, stop).map_err(stopped)?
    {
        return Ok(Found { stack, way: Way::Turned });
    }
    if n > LARGEST_SYMMETRIC && n <= LARGEST_QUARTERED && n.is_multiple_of(4) {
        let stack = quartered(n, stop).map_err(stopped)?;
        return Ok(Found { stack, way: Way::Quartered });
    }
    if n > SEARCHED {
        return Err(StackError::Unknown { n });
    }
    // The board is plain and small, so only a stop can prevent it from being prepared.
    let prepared = PreparedStacks::new(&Problem::queens(n), stop).map_err(|_| stopped(Stopped))?;
    match prepared.first(stop).map_err(stopped)? {
        Some(stack) => Ok(Found { stack, way: Way::Search }),
        None => Err(StackError::None { n }),
    }
}

/// A toroidal stack inside the smallest outer one that exists.
fn as_product(n: u32, stop: &Stop) -> Result<Option<Found>, StackError> {
    for outer in (2..n).filter(|outer| n.is_multiple_of(*outer)) {
        let inner = n / outer;
        let Some(slope) = construct::slopes(inner).next() else { continue };
        let found = match one(outer, stop) {
            Ok(found) => found,
            Err(StackError::Stopped { .. }) => return Err(StackError::Stopped { n }),
            Err(_) => continue,
        };
        let inside = construct::linear(inner, slope).expect("the slope is one of those that do");
        let stack = construct::product(&found.stack, &inside).expect("lines are toroidal");
        return Ok(Some(Found { stack, way: Way::Product { outer, inner } }));
    }
    Ok(None)
}
