//! Every engine by name, and the fastest one for a problem.

use crate::stacks::StacksEngine;
use crate::{BarrRao, Colour, Engine, EngineError, Enumerate, Torus};
use bezzel_board::{Problem, Topology};

/// Every engine.
pub static ALL: &[&dyn Engine] = &[&Enumerate, &Colour, &Torus, &BarrRao];

/// Engines that count something else than solutions: for jobs, not for `count`.
pub static OTHERS: &[&dyn Engine] = &[&StacksEngine];

/// The engine with this id, whatever it counts: for ledgers, which know it only by name.
pub fn find_any(id: &str) -> Result<&'static dyn Engine, EngineError> {
    let other = OTHERS.iter().find(|engine| engine.id() == id).copied();
    other.map_or_else(|| find(id), Ok)
}

/// The engine with this id.
pub fn find(id: &str) -> Result<&'static dyn Engine, EngineError> {
    let found = ALL.iter().find(|engine| engine.id() == id).copied();
    found.ok_or_else(|| EngineError::Unknown {
        id: id.to_owned(),
        known: ALL.iter().map(|engine| engine.id()).collect::<Vec<_>>().join(", "),
    })
}

/// The side from which counting by colour beats enumeration: at 15 enumeration takes half the
/// time of colour, at 16 it takes longer (`bench/engines`). Given queens prune enumeration more.
fn crossover(problem: &Problem) -> u32 {
    if problem.is_plain() { 16 } else { 17 }
}

/// The engine that counts this problem fastest.
#[must_use]
pub fn fastest(problem: &Problem) -> &'static dyn Engine {
    let size = problem.size();
    match problem.topology() {
        _ if !problem.is_flat() => &BarrRao,
        Topology::Torus => &Torus,
        Topology::Plane if size.is_square() && size.rows() >= crossover(problem) => &Colour,
        Topology::Plane => &Enumerate,
    }
}
