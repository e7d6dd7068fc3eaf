//! Every engine by name.

use crate::stacks::StacksEngine;
use crate::transform::TABLE_BITS;
use crate::{BarrRao, Colour, Counted, Engine, EngineError, Enumerate, Pieces, Torus, Transform};

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
