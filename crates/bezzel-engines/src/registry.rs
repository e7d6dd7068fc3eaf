//! Every engine by name, and the fastest one for a problem.

use crate::{BarrRao, Engine, EngineError, Enumerate, Torus};
use bezzel_board::{Problem, Topology};

/// Every engine.
pub static ALL: &[&dyn Engine] = &[&Enumerate, &Torus, &BarrRao];

/// The engine with this id.
pub fn find(id: &str) -> Result<&'static dyn Engine, EngineError> {
    let found = ALL.iter().find(|engine| engine.id() == id).copied();
    found.ok_or_else(|| EngineError::Unknown {
        id: id.to_owned(),
        known: ALL.iter().map(|engine| engine.id()).collect::<Vec<_>>().join(", "),
    })
}

/// The engine that counts this problem fastest.
#[must_use]
pub fn fastest(problem: &Problem) -> &'static dyn Engine {
    match problem.topology() {
        _ if !problem.is_flat() => &BarrRao,
        Topology::Torus => &Torus,
        Topology::Plane => &Enumerate,
    }
}
