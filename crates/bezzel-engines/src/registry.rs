//! Every engine by name, and the fastest one for a problem.

use crate::stacks::StacksEngine;
use crate::transform::TABLE_BITS;
use crate::{BarrRao, Colour, Counted, Engine, EngineError, Enumerate, Pieces, Torus, Transform};
use bezzel_board::Problem;

/// Every engine.
pub static ALL: &[&dyn Engine] = &[
    &Enumerate,
    &Colour,
    &Torus,
    &BarrRao,
    &Pieces,
    &Transform::with_table(TABLE_BITS),
    &StacksEngine,
];

/// The engines that count all solutions of a problem.
pub fn counters() -> impl Iterator<Item = &'static dyn Engine> {
    ALL.iter().copied().filter(|engine| engine.info().counts == Counted::Solutions)
}

/// The engine with this id, whatever it counts.
pub fn find(id: &str) -> Result<&'static dyn Engine, EngineError> {
    let found = ALL.iter().copied().find(|engine| engine.info().id == id);
    found.ok_or_else(|| EngineError::Unknown {
        id: id.to_owned(),
        known: ALL.iter().map(|engine| engine.info().id).collect::<Vec<_>>().join(", "),
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
    match problem.wraps() {
        _ if !problem.has_one_per_row() => &Pieces,
        _ if !problem.is_flat() => &BarrRao,
        true => &Torus,
        false if size.is_square() && size.rows() >= crossover(problem) => &Colour,
        false => &Enumerate,
    }
}
